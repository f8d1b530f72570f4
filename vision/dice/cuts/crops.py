"""Cuts a die with its surroundings out of a picture, at the size at which it is read best.

Training and reading cut in the same way: what a network has learned from is what it gets.

Convention: pixels, origin top left, x right, y down, a pixel's middle at whole numbers; a turn is
in degrees from x to y.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.ports import Floats, Image

CROP_PX = 64
"""Side of a cut."""

CLOSE_TOP_PX, WIDE_TOP_PX = 34.0, 28.0
"""Sides of the top face in a cut for the close look, into which a corner-on die fits, and for the wide
one, which shows the sides of a tilted die, too, and most of the other half of a domino."""

SCEPTIC_PX, SCEPTIC_TOP_PX = 96, 40.0
"""Sides of a cut, and of the top face in it, for the look that knows best what is no die: signs on keys and
figures on cards are told from pips by what is fine, and by what lies around."""

SMALLEST_LEVEL_PX = 16


class Pyramid:
    """A picture, and half, a quarter, ... of it as they are needed.

    To cut from the level that is nearest above the wanted size leaves nothing to alias, and costs
    less than to blur each cut.
    """

    def __init__(self, image: Image) -> None:
        self._levels = [image]

    def cut(
        self,
        x_px: float,
        y_px: float,
        size_px: float,
        turn_deg: float = 0.0,
        *,
        flip: bool = False,
        top_px: float = CLOSE_TOP_PX,
        side_px: int = CROP_PX,
    ) -> Image:
        """Cut out (side, side, 3) so that a top face of ``size_px`` about (x, y) becomes ``top_px`` large."""
        scale = top_px / size_px
        level, halves = self._level(scale)
        scale *= 2**halves
        x, y = ((place + 0.5) / 2**halves - 0.5 for place in (x_px, y_px))
        matrix = scale * into_cut(turn_deg, flip=flip)
        warp = np.empty((2, 3))
        warp[:, :2], warp[:, 2] = matrix, (side_px - 1) / 2 - matrix @ (x, y)
        patch: Image = cv2.warpAffine(level, warp, (side_px, side_px), borderMode=cv2.BORDER_REPLICATE)
        return patch

    def _level(self, scale: float) -> tuple[Image, int]:
        """Give the smallest level that still has to be made smaller, or the picture itself."""
        nth = 0
        while scale * 2 ** (nth + 1) <= 1.0 and min(self._levels[nth].shape[:2]) >= 2 * SMALLEST_LEVEL_PX:
            nth += 1
            if nth == len(self._levels):
                self._levels.append(halved(self._levels[-1]))
        return self._levels[nth], nth


def halved(image: Image) -> Image:
    """Make a picture half as large, every pixel the mean of four; an odd row or column is left out."""
    half = (image.shape[1] // 2, image.shape[0] // 2)
    half_size: Image = cv2.resize(image[: 2 * half[1], : 2 * half[0]], half, interpolation=cv2.INTER_AREA)
    return half_size


def resized(image: Image, scale: float) -> Image:
    """Make a picture smaller, by halves as far as they go (which is quick and leaves no jags), or larger."""
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    while scale <= 0.5 and min(image.shape[:2]) >= 2:
        image, scale = halved(image), scale * 2
    return image if image.shape[1::-1] == size else cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)


@lru_cache(maxsize=32)
def into_cut(turn_deg: float, *, flip: bool) -> Floats:
    """Give the matrix (2, 2) that turns a way in the picture into that in a cut of it.

    Its transpose turns it back. It is kept, since a reader turns its cuts in a few ways alone, and not to be
    changed.
    """
    cos, sin = np.cos(np.deg2rad(turn_deg)), np.sin(np.deg2rad(turn_deg))
    matrix = np.array([[cos, -sin], [sin, cos]]) @ np.diag([-1.0 if flip else 1.0, 1.0])
    matrix.flags.writeable = False
    return matrix
