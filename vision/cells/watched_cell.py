"""Tells whether a cell looks as it did: what was read there with much patience need not be read again.

Convention: frames are (H, W) grey; outlines are (N, 2) x, y in px of the frame.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.ports import Floats, Image
from vision.sheets.markers import CHANGED, SOFTNESS_PX

FAINT = 3 * CHANGED
"""Levels between the darkest and lightest place of a cell in which another piece may not differ so far."""


class CellPicture(NamedTuple):
    """What is seen round a cell: its left and top in px of the frame, and the softened part of the frame."""

    corner_px: tuple[int, int]
    softened: Image

    def is_faint(self) -> bool:
        """Whether so little shows that another piece might look the same."""
        return self.softened.size == 0 or int(self.softened.max()) - int(self.softened.min()) < FAINT

    def is_like(self, before: CellPicture) -> bool:
        """Whether the same part of the frame looks as it did."""
        if self.corner_px != before.corner_px or self.softened.shape != before.softened.shape:
            return False
        return not self.is_faint() and bool(cv2.absdiff(self.softened, before.softened).max() < CHANGED)


def picture_of(grey: Image, outline_px: Floats) -> CellPicture:
    """Cut a cell out of a frame; what lies outside of the frame is left away."""
    left, top = (int(low) for low in np.maximum(outline_px.min(axis=0), 0))
    right, bottom = (int(high) + 1 for high in np.maximum(outline_px.max(axis=0), 0))
    here = grey[top:bottom, left:right]
    return CellPicture((left, top), cv2.blur(here, (SOFTNESS_PX, SOFTNESS_PX)) if here.size else here)
