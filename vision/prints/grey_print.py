"""A set that was printed in black and white: the same artwork without its colours.

Convention: pictures as `vision.ports.Artwork` gives them, blue, green, red.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from companion.layout import Layout
from vision.ports import Artwork, Image
from vision.sheets.light import Light, measure_light
from vision.sheets.palette import palette_of
from vision.sheets.registration import Registration

SURELY_GREY: Final = -0.6
"""The log of how much better grey fits, over all sheets, from which on a set is printed in grey."""

EACH_GREYER: Final = float(np.log(0.6))
"""A pale sheet fits grey nearly as well as its colours, and under a poor camera now and then better."""


@dataclass(frozen=True)
class GreyPrint:
    """Artwork as a printer without colours prints it."""

    artwork: Artwork

    def sheet_image(self, layout: Layout, sheet_id: str, px_per_mm: float) -> Image:
        """Give a sheet as (H, W, 3) of three equal channels."""
        return _in_grey(self.artwork.sheet_image(layout, sheet_id, px_per_mm))

    def piece_image(self, layout: Layout, kind: str, px_per_mm: float) -> Image:
        """Give the face of a piece as (h, w, 4) of three equal channels and its alpha."""
        return _in_grey(self.artwork.piece_image(layout, kind, px_per_mm))


def _in_grey(image: Image) -> Image:
    grey = image.copy()
    grey[..., :3] = cv2.cvtColor(image[..., :3].copy(), cv2.COLOR_BGR2GRAY)[..., None]
    return grey


class PrintWatch:
    """Finds out whether a set was printed in colours: which of both fits the sheets as they are seen."""

    def __init__(self, layout: Layout, artwork: Artwork) -> None:
        self._layout, self._coloured = layout, artwork
        self._grey = GreyPrint(artwork)
        self._leaning: dict[str, float] = {}
        self._lights: dict[str, tuple[Light, Light]] = {}
        self.artwork: Artwork = artwork

    def look(self, image: Image, registrations: Iterable[Registration]) -> bool:
        """Compare the sheets that came into view; say whether `artwork` has become another.

        Convention: the frame is (H, W, 3) blue, green, red.
        """
        self._lights.clear()
        for registration in registrations:
            name = registration.sheet.id
            coloured, grey = (
                measure_light(image, registration, palette_of(self._layout, name, artwork))
                for artwork in (self._coloured, self._grey)
            )
            self._lights[name] = coloured, grey
            self._leaning[name] = float(np.log(max(grey.misfit, 1e-3) / max(coloured.misfit, 1e-3)))
        total = sum(self._leaning.values())
        in_grey = total < SURELY_GREY and total < EACH_GREYER * len(self._leaning)
        before, self.artwork = self.artwork, self._grey if in_grey else self._coloured
        return self.artwork is not before

    def measured_light(self, sheet: str) -> Light | None:
        """Give the light by this print over a sheet that the last `look` compared; None over any other."""
        coloured, grey = self._lights.get(sheet, (None, None))
        return grey if self.artwork is self._grey else coloured
