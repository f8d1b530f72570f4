"""Photographs that phones send in, read with the sheets of the game that is on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.cli.parts import table_reader
from companion.layout import Layout
from companion.layouts import load_layout
from companion.play.photos import without_sheets
from companion.play.session import Session
from companion.sighting import ShownPieces, Sighting
from vision.annotate import annotate
from vision.images import load_image
from vision.shown import read_shown

NO_GAME: Final = "caterpillar-filler"
"""Whose sheets are looked for while no game is on the table."""


class PhotoDesk:
    """Reads photographs one by one; the camera's own reader is not disturbed by them."""

    def __init__(self, session: Callable[[], Session | None]) -> None:
        self._session = session

    def read(self, data: bytes) -> tuple[Any, Sighting]:
        """Read the bytes of a photograph. Raises `ImageError` when it is none."""
        image = load_image(data)
        # A reader of its own for each: two photographs come from different phones and places.
        return image, without_sheets(table_reader(self._layout()).read(image))

    def read_shown(self, data: bytes) -> ShownPieces:
        """Read the bytes of a photograph of a hand. Raises `ImageError` when it is none."""
        return read_shown(load_image(data), self._layout())

    def annotate(self, image: Any, sighting: Sighting) -> Any:
        """Draw over a picture what was read in it."""
        return annotate(image, sighting, layout=self._layout())

    def _layout(self) -> Layout:
        session = self._session()
        if session is None:
            return load_layout(NO_GAME)
        return load_layout(session.game.info.slug).for_seats(session.state.seats)
