"""The learned part of the dice reader: where the centres of top faces are, and their values.

The network was trained by `vision.training` (see ``weights.json`` beside the weights for the
sets and seeds). It sees every fourth pixel and knows dice of 17 to 52 px, so a picture is
shown to it at several scales, or at the one that the sheets in view give.

Convention: pixels of the picture given, origin top left, x right, y down, a pixel's middle at
whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.ports import Floats, Image

WEIGHTS = Path(__file__).parent / "weights.onnx"
STRIDE = 4
SIDE_MULTIPLE = 8
REFERENCE_SIZE_PX = 32
KNOWN_SIZES_PX = (15.0, 62.0)
PEAK_AT_LEAST = 0.25


class Peak(NamedTuple):
    """A place that looks like the middle of a top face.

    ``odds`` (6,) are what the network gives each value, not yet calibrated; ``size_px`` is the
    side of the top face.
    """

    x_px: float
    y_px: float
    size_px: float
    odds: Floats


class DiceNetwork:
    """Finds top faces in a picture at one scale."""

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(weights))

    def peaks(self, image: Image, scale: float) -> list[Peak]:
        """Find the top faces that are 15 to 62 px large in the picture reduced by ``scale``.

        Parameters
        ----------
        image : (H, W, 3) uint8
        scale : float
            Below 1 the picture is made smaller before it is looked at.
        """
        small = _scaled(image, scale)
        ((heat, log_size),) = self._look([small])
        return list(_peaks(heat, log_size, scale))

    def closer(self, crops: list[Image]) -> list[list[Peak]]:
        """Find the top faces in each of several pictures of one size, a multiple of 8 px, at once."""
        if not crops:
            return []
        return [list(_peaks(heat, log_size, 1.0)) for heat, log_size in self._look(crops)]

    def _look(self, pictures: list[Image]) -> list[tuple[Floats, Floats]]:
        """Give (6, h, w) odds and (h, w) log(size / 32 px) for every fourth pixel of each picture."""
        self._net.setInput(cv2.dnn.blobFromImages(pictures, 1 / 255))
        out = self._net.forward()
        return [(1 / (1 + np.exp(-np.clip(each[:6], -30, 30))), each[6]) for each in out]


def _peaks(heat: Floats, log_size: Floats, scale: float) -> Iterator[Peak]:
    """Give the peaks of one picture's heat map, in pixels of the picture before scaling."""
    highest = heat.max(axis=0)
    for row, column in _maxima(highest):
        size = REFERENCE_SIZE_PX * float(np.exp(log_size[row, column]))
        if KNOWN_SIZES_PX[0] <= size <= KNOWN_SIZES_PX[1]:
            x, y = _sub_pixel(highest, row, column)
            at_x, at_y = ((STRIDE * (place + 0.5)) / scale - 0.5 for place in (x, y))
            yield Peak(at_x, at_y, size / scale, _around(heat, row, column))


def _scaled(image: Image, scale: float) -> Image:
    """Resize, and fill up to a multiple of 8 px, which the network needs."""
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = image if scale == 1 else cv2.resize(image, size, interpolation=how)
    right, below = (-small.shape[1]) % SIDE_MULTIPLE, (-small.shape[0]) % SIDE_MULTIPLE
    return cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)


def _maxima(heat: Floats) -> list[tuple[int, int]]:
    """Rows and columns that are the highest of their 3x3 neighbourhood and high enough."""
    highest = cv2.dilate(heat.astype(np.float32), np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat >= PEAK_AT_LEAST))
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _sub_pixel(heat: Floats, row: int, column: int) -> tuple[float, float]:
    """Centre of gravity of the 3x3 neighbourhood."""
    top, left = max(row - 1, 0), max(column - 1, 0)
    patch = heat[top : row + 2, left : column + 2]
    rows, columns = np.mgrid[top : top + patch.shape[0], left : left + patch.shape[1]]
    return float((columns * patch).sum() / patch.sum()), float((rows * patch).sum() / patch.sum())


def _around(heat: Floats, row: int, column: int) -> Floats:
    """Highest odds of each value in the 3x3 neighbourhood: the peaks of two values may lie apart."""
    patch = heat[:, max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
    return patch.reshape(patch.shape[0], -1).max(axis=1)
