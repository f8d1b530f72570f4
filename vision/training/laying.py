"""Lays painted things on a picture: scaled, turned and shifted by parts of a pixel.

Convention: a patch is (h, w, 4) float32, blue, green, red times alpha, and alpha 0 to 1; a mask (h, w) is
0 to 1; what is laid at (x, y) has its middle there, in pixels from the top left.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.solid import Sprite

Picture = NDArray[np.float32]


def turned(patch: Picture, sprite: Sprite, size: float, turn: float) -> tuple[Picture, float]:
    """Scale and turn a painted sprite; the middle of its top face comes to the patch's middle."""
    scale = size / sprite.size_px
    if scale < 0.8:
        smaller = max(scale * 1.25, 0.1)
        height, width = patch.shape[:2]
        patch = cv2.resize(patch, (max(1, round(width * smaller)), max(1, round(height * smaller))),
                           interpolation=cv2.INTER_AREA)  # fmt: skip
        zoom = np.array([patch.shape[1] / width, patch.shape[0] / height])
    else:
        zoom = np.ones(2)
    rest = scale / zoom
    cos, sin = np.cos(turn), np.sin(turn)
    matrix = np.array([[cos, -sin], [sin, cos]]) * rest
    middle = (np.array([sprite.x_px, sprite.y_px]) + 0.5) * zoom - 0.5
    farthest = np.maximum(middle, np.array(patch.shape[1::-1]) - middle)
    side = 2 * int(np.hypot(*(farthest * rest)) + 2) + 1
    warp = np.hstack([matrix, (side // 2 - matrix @ middle)[:, None]])
    return cv2.warpAffine(patch, warp, (side, side)), scale


def softened(alpha: Picture, soft: float) -> Picture:
    """Blur a mask by ``soft`` px."""
    return cv2.GaussianBlur(alpha, (0, 0), soft) if soft > 0.3 else alpha


def _window(
    shape: tuple[int, ...], patch: Picture, x: float, y: float
) -> tuple[tuple[slice, slice], Picture]:
    """Shift a patch by part of a pixel; say where it lies, cut to the picture."""
    left, top = x - (patch.shape[1] - 1) / 2, y - (patch.shape[0] - 1) / 2
    column, row = int(np.floor(left)), int(np.floor(top))
    shift = np.array([[1, 0, left - column], [0, 1, top - row]])
    moved = cv2.warpAffine(patch, shift, (patch.shape[1] + 1, patch.shape[0] + 1))
    top, bottom = np.clip((row, row + moved.shape[0]), 0, shape[0])
    left, right = np.clip((column, column + moved.shape[1]), 0, shape[1])
    rows, columns = slice(int(top), int(bottom)), slice(int(left), int(right))
    inner = moved[rows.start - row : rows.stop - row, columns.start - column : columns.stop - column]
    return (rows, columns), inner


def lay(picture: Picture, patch: Picture, x: float, y: float) -> None:
    """Lay a patch (premultiplied BGRA) on the picture."""
    where, inner = _window(picture.shape, patch, x, y)
    if inner.size:
        picture[where] = picture[where] * (1 - inner[..., 3:]) + inner[..., :3]
