"""How much there is to see on a very large face beside its pips: a board has much, a die little.

The close looks see a face of hundreds of px as 34: from so far off a board with a piece in each corner is
like a 4. What is finer than they see tells the two apart.

Convention: pixels of the picture given, origin top left, x right, y down.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.dice.closer import Reading
from vision.dice.confidence import FILLS
from vision.ports import Floats, Image

LARGE_PX = 300
"""Smaller faces are not judged: from here on a pixel of the fine picture is the mean of nine or more, so that
a camera's noise is not taken for detail."""

COARSE_PX, FINE_PX = 34, 102
"""Side of a face as the close looks see it, and as it is looked at here."""

MOST_DETAIL = 0.5
"""Of 1,301 dice on photographs, from 110 px on (n3_grey) and from 50 px on (matteo_webcam), and of 63 traced
ones none had more than 0.25; 28 times that a whole mat of ours was taken for a die it had 0.59 to 1.14. A
board that is asked about is better than a die that is left out: a faint 1 with much noise has up to 0.46."""


def is_board(image: Image, reading: Reading) -> bool:
    """Say whether what fills most of a picture shows too much detail for a die's face."""
    large = reading.size_px > max(LARGE_PX, FILLS * min(image.shape[:2]))
    return large and detail(image, reading) > MOST_DETAIL


def detail(image: Image, reading: Reading) -> float:
    """Measure what is lost of a face when it is reduced to `COARSE_PX`, in parts of what stays.

    Both are standard deviations, of every colour by itself: the tint of the light does not count.
    """
    reach = reading.size_px / 2
    rows, columns = (
        _within(at - reach, at + reach, side)
        for at, side in zip((reading.y_px, reading.x_px), image.shape[:2], strict=True)
    )
    face = _sized(image[rows, columns].astype(np.float32), FINE_PX)
    stays = _sized(face, COARSE_PX)
    lost = face - cv2.resize(stays, (FINE_PX, FINE_PX), interpolation=cv2.INTER_CUBIC)
    return _spread(lost) / max(_spread(stays), 1.0)


def _within(first: float, last: float, side_px: int) -> slice:
    """Give the pixels of a row between two places, at least one."""
    begin = min(max(0, round(first)), side_px - 1)
    return slice(begin, max(begin + 1, round(last)))


def _sized(picture: Floats, side_px: int) -> Floats:
    return cv2.resize(picture, (side_px, side_px), interpolation=cv2.INTER_AREA)


def _spread(picture: Floats) -> float:
    """Give the standard deviation of the colours, each about its own mean."""
    return float(np.sqrt(picture.var(axis=(0, 1)).mean()))
