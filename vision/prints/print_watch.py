"""Tells whether a sheet lies where its print was found: then the print need not be looked for again.

Around every window that was found, points of the frame are kept, with their levels and slopes. In the next
frame most windows look alike, and the levels that differ show by how much the sheet has moved.

Convention: frames are (H, W) grey; px of the frame, x to the right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.ports import Floats, Image

POINTS_PX = np.arange(-6, 7, 2)
"""Where the points of a window lie, from its middle."""

ALIKE = 0.7
"""A window is there if its levels correlate so much with those before."""

LEAST_ALIKE, LEAST_WINDOWS = 0.5, 9
"""The share of the windows that must be there, and how many at least."""

MOVED_PX = 0.2
"""A sheet lies still if no corner of what holds its windows has moved by more. Noise makes 0.05."""

LEAST_SPREAD = 1.0
"""Levels by which a window varies, at least."""


@dataclass(frozen=True, eq=False)
class PrintLook:
    """How the found windows of a sheet looked: n windows of k points each.

    Attributes
    ----------
    size_px
        Height and width of the frame.
    columns, rows
        (n, k) places of the points.
    levels
        (n, k) levels, less their mean over each window.
    motions
        (n, k, 6) by how much each level falls when the sheet moves: by 1 px to the right and down everywhere,
        and by as much at the right and the lower end of the windows, and as much against it at the other end.
    """

    size_px: tuple[int, ...]
    columns: NDArray[np.intp]
    rows: NDArray[np.intp]
    levels: Floats
    motions: Floats

    @classmethod
    def of(cls, grey: Image, middles_px: Floats) -> PrintLook | None:
        """Keep how a frame looks around (n, 2) middles of windows; None where they are too few."""
        height, width = grey.shape
        middles = np.round(middles_px).astype(np.intp)
        reach = POINTS_PX[-1] + 1
        within = (middles >= reach) & (middles < np.array((width, height)) - reach)
        middles = middles[within.all(axis=1)]
        if len(middles) < LEAST_WINDOWS:
            return None
        right, down = (each.ravel() for each in np.meshgrid(POINTS_PX, POINTS_PX))
        columns, rows = middles[:, :1] + right, middles[:, 1:] + down
        slopes = [
            _uneven((grey[rows, columns + 1].astype(np.float32) - grey[rows, columns - 1]) / 2),
            _uneven((grey[rows + 1, columns].astype(np.float32) - grey[rows - 1, columns]) / 2),
        ]
        ends = np.abs(middles - middles.mean(axis=0)).max(axis=0).clip(min=1)
        across, along = ((middles - middles.mean(axis=0)) / ends).astype(np.float32).T[:, :, None]
        motions = np.stack([slope * by for slope in slopes for by in (1.0, across, along)], axis=-1)
        return cls(grey.shape, columns, rows, _uneven(grey[rows, columns].astype(np.float32)), motions)

    def lies_still(self, grey: Image) -> bool:
        """Say whether the sheet lies in a frame where it lay; in doubt it does not."""
        if grey.shape != self.size_px:
            return False
        seen = _uneven(grey[self.rows, self.columns].astype(np.float32))
        lengths = np.linalg.norm(seen, axis=1) * np.linalg.norm(self.levels, axis=1)
        least = LEAST_SPREAD**2 * seen.shape[1]
        alike = (seen * self.levels).sum(axis=1) > ALIKE * np.maximum(lengths, least)
        if alike.sum() < max(LEAST_WINDOWS, LEAST_ALIKE * len(alike)):
            return False
        motions = self.motions[alike].reshape(-1, 6)
        fallen = (self.levels[alike] - seen[alike]).ravel()
        try:
            moved = np.linalg.solve(motions.T @ motions, motions.T @ fallen).reshape(2, 3)
        except np.linalg.LinAlgError:
            return False
        at_corners = moved @ np.array([(1, 1, 1), (1, 1, -1), (1, -1, 1), (1, -1, -1)]).T
        return bool(np.hypot(*at_corners).max() < MOVED_PX)


def _uneven(levels: Floats) -> Floats:
    """Give the (n, k) levels of windows less their means."""
    uneven: Floats = levels - levels.mean(axis=1, keepdims=True)
    return uneven
