"""Learns the lens while the table is being watched: one view guesses, many views agree.

Only sheets with all their markers teach, and only where a straight lens leaves more than the
noise of the corners.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from vision.ports import Floats
from vision.sheets.lens import Lens, estimate_k1

VIEWS_KEPT = 8
NOISE_PX = 0.2
"""Corners are found to about this; less bending is not looked for."""

GAIN_NEEDED = 0.8
"""A bent lens must leave less than this share of what a straight one leaves."""


class LensWatch:
    """The lens as known: given, or learned from the markers (`lens` is None until asked)."""

    def __init__(self, given: Lens | None = None) -> None:
        self._given = given
        self._learned: deque[float] = deque(maxlen=VIEWS_KEPT)
        self._size: tuple[int, int] | None = None

    @property
    def lens(self) -> Lens:
        """The lens to use now."""
        if self._given is not None:
            return self._given
        return Lens(float(np.median(self._learned))) if self._learned else Lens()

    @lens.setter
    def lens(self, lens: Lens) -> None:
        self._given = lens

    @property
    def settled(self) -> bool:
        """Whether the lens stays as it is."""
        return self._given is not None or len(self._learned) == VIEWS_KEPT

    def learn(self, views: list[tuple[Floats, Floats]], size_px: tuple[int, int]) -> None:
        """Learn from one frame: per sheet places of it, (N, 2) mm, and where they are seen, (N, 2) px.

        Frames of another size are another camera. Once `VIEWS_KEPT` frames were seen, the
        lens stays as it is.
        """
        if self._given is not None or not views:
            return
        if size_px != self._size:
            self._learned.clear()
            self._size = size_px
        if len(self._learned) == VIEWS_KEPT:
            return
        self._learned.append(_bending(views, size_px))

    def guess(self, views: list[tuple[Floats, Floats]], size_px: tuple[int, int]) -> Lens:
        """Give the lens to begin a frame with: as known, or else as these views say, which are not kept."""
        if self._given is not None or not views or (self._learned and size_px == self._size):
            return self.lens
        return Lens(_bending(views, size_px))


def _bending(views: list[tuple[Floats, Floats]], size_px: tuple[int, int]) -> float:
    """Give the k1 that a frame shows; 0 where a straight lens explains it as well."""
    _, straight = estimate_k1(views, size_px, rounds=0)
    k1, bent = estimate_k1(views, size_px)
    return k1 if straight > NOISE_PX and bent < GAIN_NEEDED * straight else 0.0
