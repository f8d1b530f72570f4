"""Shadows on the table: where things touch it, and where they keep the lamp's light from it.

Convention: pixels, origin top left, x right, y down. A footprint (N, 2) is the outline of where a thing
stands on the table.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.laying import Picture, softened

Rng = np.random.Generator
Array = NDArray[np.floating]

LONGEST = 1.6
"""Shadow of what is one side high, in sides."""

LIT_FROM_EVERYWHERE = 0.2
"""Share of tables on which no shadows are to be seen, but where things touch the table."""

TOUCH_SOFT, SHADOW_SOFT = (0.06, 0.2), (0.01, 0.15)
"""How soft both are, in a thing's size."""

TOUCH_DEPTH, SHADOW_DEPTH = (0.1, 0.5), (0.1, 0.75)
"""How much light they take."""

TOUCHES = 0.12
"""Corners that are no higher above the table keep the light from it there, in a thing's size."""

FINER_BITS = 4


class Lamp(NamedTuple):
    """The one lamp of a table.

    ``fall`` (2,) is how far it throws the shadow of what is one side high, along the table, in sides;
    ``soft``, in a thing's size, and ``depth`` are as the constants here are.
    """

    fall: Array
    soft: float
    depth: float

    @classmethod
    def random(cls, rng: Rng, fall: Array) -> Lamp:
        """Draw one whose shadows fall so, but not farther than they may."""
        depth = 0.0 if rng.random() < LIT_FROM_EVERYWHERE else float(rng.uniform(*SHADOW_DEPTH))
        return cls(fall / max(float(np.hypot(*fall)) / LONGEST, 1.0), float(rng.uniform(*SHADOW_SOFT)), depth)

    def shade(
        self, rng: Rng, picture: Picture, footprint: Array, size_px: float, height: float = 1.0
    ) -> None:
        """Darken the table where a thing touches it, and where its shadow falls.

        Parameters
        ----------
        rng, picture, footprint
            The picture (H, W, 3) is changed.
        size_px
            Of the thing.
        height
            How high it is, in its size.
        """
        ground, low_and_high = np.concatenate([footprint] * 2), np.repeat((0.0, height), len(footprint))
        self.shade_solid(rng, picture, ground, low_and_high, size_px)

    def shade_solid(self, rng: Rng, picture: Picture, ground: Array, height: Array, size_px: float) -> None:
        """Darken the table where a solid touches it, and where its shadow falls.

        Parameters
        ----------
        rng, picture
            The picture (H, W, 3) is changed.
        ground, height
            Where each of its corners (N, 2) stands above the table, and how high (N,), in its size.
        size_px
            Its size.
        """
        touch_soft, touch_depth = rng.uniform(*TOUCH_SOFT) * size_px, rng.uniform(*TOUCH_DEPTH)
        if (low := height < TOUCHES).any():
            _darken(picture, ground[low], touch_soft, touch_depth)
        if self.depth:
            shadow = ground + height[:, None] * size_px * self.fall
            _darken(picture, shadow, self.soft * size_px, self.depth)


def outline(patch: Picture, x: float, y: float) -> Array:
    """Give the outline (N, 2) of a patch (h, w, 4) whose middle lies at a place: that of what lies flat."""
    rows, columns = np.nonzero(patch[..., 3] > 0.5)
    if not len(rows):
        return np.array([(x, y)])
    hull = cv2.convexHull(np.column_stack([columns, rows]).astype(np.float32))[:, 0]
    return hull - (np.array(patch.shape[1::-1]) - 1) / 2 + (x, y)


def _darken(picture: Picture, points: Array, soft_px: float, depth: float) -> None:
    """Darken the hull of some points (N, 2)."""
    hull = cv2.convexHull(np.asarray(points, np.float32))
    mask = np.zeros(picture.shape[:2], np.uint8)
    finer = np.round(hull * (1 << FINER_BITS)).astype(np.int32)
    cv2.fillConvexPoly(mask, finer, 255, cv2.LINE_AA, FINER_BITS)
    picture *= 1 - depth / 255 * softened(mask.astype(np.float32), soft_px)[..., None]
