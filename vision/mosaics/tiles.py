"""A tile on the bare table as seen, and its place in a lattice.

Convention: a tile's own frame is mm from its middle, x to the right and y down, upright as printed. Quarter
turns count clockwise as seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from vision.ports import Floats

Length = TypeVar("Length", int, float)


@dataclass(frozen=True)
class Tile:
    """A tile as seen: its marker's corners in px, lens undone, and its affine map to px."""

    kind: str
    corners_px: Floats
    affine: Floats

    @property
    def middle_px(self) -> Floats:
        """Its middle, x and y."""
        return self.affine[:, 2]

    def beside(self, step: tuple[int, int], side_mm: float) -> Floats:
        """Give the affine map of a tile that lies a step beside this one, turned alike."""
        there = self.affine[:, :2] @ (side_mm * np.array(step)) + self.middle_px
        return np.column_stack([self.affine[:, :2], there])

    @property
    def bearing_deg(self) -> float:
        """Where its upper edge points to in the picture, clockwise from the right."""
        return float(np.degrees(np.arctan2(self.affine[1, 0], self.affine[0, 0])))


@dataclass(frozen=True)
class Place:
    """A cell of a lattice, and the quarter turns of the tile in it."""

    x: int
    y: int
    turns: int


def turned(vector: tuple[Length, Length], turns: int) -> tuple[Length, Length]:
    """Turn a vector clockwise by quarter turns."""
    x, y = vector
    for _ in range(turns % 4):
        x, y = -y, x
    return x, y
