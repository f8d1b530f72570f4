"""Photographs that phones send in, read with the sheets of the game that is on the table, or of any game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.cli.assembly.box_choice import Expected
from companion.cli.assembly.finals import read_final_photograph
from companion.cli.assembly.parts import all_readers, read_any, table_reader
from companion.finals.finished_table import FinishedTable
from companion.finals.photograph import TablePhotograph
from companion.frames.aside import Aside
from companion.layout import Layout
from companion.layouts import layout_of
from companion.live.photos import without_sheets
from companion.rules.game import Seat
from companion.sessions.session import Session
from companion.sighting import ShownPieces, Sighting
from vision.images.process import load_apart
from vision.sheets.lens import Lens
from vision.view.annotate import annotate
from vision.view.shown import read_shown

NOTHING: Final = Layout("", (), {})
"""Without a game no piece is known."""


class PhotoDesk:
    """Reads photographs one by one; the camera's own reader is not disturbed by them.

    They are decoded in a process of its own. One thread reads them all, because what a thread has
    once used the system keeps for that thread.

    Parameters
    ----------
    session
        Gives the game on the table.
    expected
        Says what the camera over a game's table expects; None: the printed set.
    """

    def __init__(
        self, session: Callable[[], Session | None], expected: Callable[[Session], Expected] | None = None
    ) -> None:
        self._session, self._expected = session, expected
        self._aside = Aside("photographs", counted=False)

    def read(self, data: bytes) -> tuple[Any, Sighting, Any]:
        """Read the bytes of a photograph: the picture, what was read, and that drawn over it.

        Raises `ImageError` when it is none.
        """
        return self._aside.ask(lambda: self._read(data)).result()

    def read_picture(self, image: Any, lens: Lens | None = None) -> tuple[Any, Sighting, Any]:
        """Read a picture that was taken through a lens that was measured, or was not, as `read` does."""
        return self._aside.ask(lambda: self._see(image, lens)).result()

    def read_shown(self, data: bytes) -> ShownPieces:
        """Read the bytes of a photograph of a hand. Raises `ImageError` when it is none."""
        return self._aside.ask(lambda: self._read_shown(data)).result()

    def read_final(self, data: bytes, table: FinishedTable, seat: Seat) -> TablePhotograph:
        """Read the bytes of a photograph of a finished table, as `read_final_photograph` does."""
        return self._aside.ask(lambda: read_final_photograph(data, table, seat)).result()

    def _read(self, data: bytes) -> tuple[Any, Sighting, Any]:
        return self._see(load_apart(data), None)

    def _see(self, image: Any, lens: Lens | None) -> tuple[Any, Sighting, Any]:
        session = self._session()
        # A reader of its own for each: two photographs come from different phones and places.
        if session is None:
            layout, sighting = read_any(image, all_readers(lens))
        else:
            layout, sighting = self._see_game(session, image, lens)
        return image, sighting, _drawn(image, sighting, layout)

    def _see_game(self, session: Session, image: Any, lens: Lens | None) -> tuple[Layout, Sighting]:
        if self._expected is None:
            layout = _layout_of(session)
            return layout, without_sheets(table_reader(layout, lens=lens).read(image))
        expected = self._expected(session)
        if lens is not None:
            expected.reader.lens = lens
        return expected.layout, without_sheets(expected.reader.read(image))

    def _read_shown(self, data: bytes) -> ShownPieces:
        session = self._session()
        return read_shown(load_apart(data), _layout_of(session) if session else NOTHING)

    def annotate(self, image: Any, sighting: Sighting) -> Any:
        """Draw over the camera's picture of the game on the table what was read in it."""
        session = self._session()
        return _drawn(image, sighting, _layout_of(session)) if session else image


def _drawn(image: Any, sighting: Sighting, layout: Layout) -> Any:
    """Draw what was read; the page says in the language of each phone what is wrong."""
    return annotate(image, sighting, layout=layout, sentences=False)


def _layout_of(session: Session) -> Layout:
    return layout_of(session.game).for_seats(session.state.seats)
