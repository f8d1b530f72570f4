"""The lens: radial distortion of points, and how to learn it from markers.

Convention: pixels of the frame, origin at the centre of the top left pixel. Radii are counted
from the middle of the frame in half diagonals, so that one lens fits every size of the frame.
A point that an ideal lens would show at radius r is seen at r (1 + k1 r^2 + k2 r^4): k1 < 0 is a
barrel, as wide lenses make it (Brown's model; Zhang 2000, eq. 11-12).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.ports import Floats

UNDO_ROUNDS = 8
K1_LIMIT = 0.35
"""Beyond this no lens that we know of lies; a fit that wants more has gone astray."""


@dataclass(frozen=True)
class Lens:
    """Radial distortion, and the focal length in half diagonals where it is known."""

    k1: float = 0.0
    k2: float = 0.0
    focal: float | None = None

    @property
    def straight(self) -> bool:
        """Whether this lens bends nothing."""
        return self.k1 == 0.0 and self.k2 == 0.0

    def bend(self, points_px: Floats, size_px: tuple[int, int]) -> Floats:
        """Give where points of an ideal lens are seen. ``points_px`` is (..., 2), x then y."""
        if self.straight:
            return points_px
        middle, half = _middle_and_half_diagonal(size_px)
        ideal = (points_px - middle) / half
        return ideal * self._stretch(ideal) * half + middle

    def undo(self, points_px: Floats, size_px: tuple[int, int]) -> Floats:
        """Give where an ideal lens would show points that are seen; undoes `bend`."""
        if self.straight:
            return points_px
        middle, half = _middle_and_half_diagonal(size_px)
        seen = (points_px - middle) / half
        ideal = seen
        for _ in range(UNDO_ROUNDS):
            ideal = seen / self._stretch(ideal)
        return ideal * half + middle

    def _stretch(self, points: Floats) -> Floats:
        square = (points * points).sum(axis=-1, keepdims=True)
        stretch: Floats = 1.0 + square * (self.k1 + self.k2 * square)
        return stretch


def estimate_k1(
    views: list[tuple[Floats, Floats]], size_px: tuple[int, int], *, rounds: int = 6
) -> tuple[float, float]:
    """Find the k1 under which flat sheets look flat.

    Every view is a sheet: (N, 2) marker corners in mm and the same corners in px. Gauss-Newton on
    one number; the homographies are fitted anew for every k1. Markers in the corners of a sheet
    see a change of scale within themselves, which no homography can follow. With no rounds k1 is 0.

    Returns
    -------
    tuple[float, float]
        k1, and the root mean square of the distances in px that it leaves.
    """
    k1, step = 0.0, 1e-3
    residual = _flatness(views, k1, size_px)
    for _ in range(rounds):
        slope = (_flatness(views, k1 + step, size_px) - residual) / step
        power = float(slope @ slope)
        if power == 0.0:
            break
        change = -float(slope @ residual) / power
        k1 = float(np.clip(k1 + change, -K1_LIMIT, K1_LIMIT))
        residual = _flatness(views, k1, size_px)
        if abs(change) < 1e-4:
            break
    return k1, float(np.sqrt(2 * np.mean(residual * residual)))


def _flatness(views: list[tuple[Floats, Floats]], k1: float, size_px: tuple[int, int]) -> Floats:
    """Distances in px, x and y in one row, between corners and the best plane for this k1."""
    lens = Lens(k1)
    rows = []
    for sheet_mm, seen_px in views:
        ideal_px = lens.undo(seen_px, size_px)
        homography, _ = cv2.findHomography(sheet_mm, ideal_px, 0)
        if homography is None:
            continue
        fitted = cv2.perspectiveTransform(sheet_mm.reshape(-1, 1, 2), homography).reshape(-1, 2)
        rows.append((lens.bend(fitted, size_px) - seen_px).ravel())
    return np.concatenate(rows) if rows else np.zeros(2)


def _middle_and_half_diagonal(size_px: tuple[int, int]) -> tuple[Floats, float]:
    width, height = size_px
    return np.array([(width - 1) / 2, (height - 1) / 2]), float(np.hypot(width, height) / 2)
