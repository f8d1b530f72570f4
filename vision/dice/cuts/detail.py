"""How much there is to see on a face: a board has much beside its pips, a wooden cube has nothing.

The close looks see a face of hundreds of px as 34: from so far off a board with a piece in each corner is
like a 4. What is finer than they see tells the two apart. And a bare cube is like a die whose pips hardly
differ from it: where next to nothing differs, there are none.

Convention: pixels of the picture given, origin top left, x right, y down.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cuts.crops import halved
from vision.dice.reading import Reading
from vision.ports import Floats, Image

LARGE_PX = 300
"""Smaller faces are not judged: from here on a pixel of the fine picture is the mean of nine or more, so that
a camera's noise is not taken for detail."""

FILLS = 0.5
"""What fills more than this part of the short side of a picture may be a board."""

COARSE_PX, FINE_PX = 34, 102
"""Side of a face as the close looks see it, and as it is looked at here."""

MOST_DETAIL = 0.5
"""Of 1,301 dice on photographs, from 110 px on (n3_grey) and from 50 px on (matteo_webcam), and of 63 traced
ones none had more than 0.25; 28 times that a whole mat of ours was taken for a die it had 0.59 to 1.14. A
board that is asked about is better than a die that is left out: a faint 1 with much noise has up to 0.46."""

MIDDLE = 0.42
"""Radius of what is looked at for a pattern, in sides: the face, not its edges, however it is turned."""

LEAST_PATTERN = 0.036
"""Of 4,433 dice on photographs the faintest, a 1, has 0.040, all others 0.070 and more, of 600 path-traced
ones 0.06 and more; bare cubes and other plain things that were taken for dice have up to 0.032."""


def is_board(image: Image, reading: Reading) -> bool:
    """Say whether what fills most of a picture shows too much detail for a die's face."""
    large = reading.size_px > max(LARGE_PX, FILLS * min(image.shape[:2]))
    return large and detail(image, reading) > MOST_DETAIL


def detail(image: Image, reading: Reading) -> float:
    """Measure what is lost of a face when it is reduced to `COARSE_PX`, in parts of what stays.

    Both are standard deviations, of every colour by itself: the tint of the light does not count.
    """
    face = _sized(_face(image, reading), FINE_PX)
    stays = _sized(face, COARSE_PX)
    lost = face - cv2.resize(stays, (FINE_PX, FINE_PX), interpolation=cv2.INTER_CUBIC)
    return _spread(lost) / max(_spread(stays), 1.0)


def is_blank(image: Image, reading: Reading) -> bool:
    """Say whether next to nothing differs on a face: it bears no pips."""
    return pattern(image, reading) < LEAST_PATTERN


def pattern(image: Image, reading: Reading) -> float:
    """Measure how far apart the tones on a face are, in parts of its brightness.

    It is that of the colour that tells most; what light makes of a plain face from one side to the other does
    not count.
    """
    tones = cv2.GaussianBlur(_sized(_face(image, reading), COARSE_PX), (0, 0), 1.0)[_DISC]
    left = tones - _SLOPES @ (_SLOPES.T @ tones)
    left.sort(axis=0)
    spread = left[-1 - _OUTLIERS] - left[_OUTLIERS]
    return float(spread.max() / max(tones.mean(axis=0).max(), 1.0))


def _disc_and_slopes() -> tuple[NDArray[np.bool_], Floats]:
    """Give which pixels (34, 34) lie about the middle, and what spans all slopes over these (N, 3)."""
    right, down = np.meshgrid(*2 * [np.linspace(-0.5, 0.5, COARSE_PX, dtype=np.float32)])
    disc = np.hypot(right, down) < MIDDLE
    slopes = np.stack([np.ones_like(right), right, down], axis=-1)[disc]
    return disc, np.linalg.qr(slopes)[0]


_DISC, _SLOPES = _disc_and_slopes()

_OUTLIERS = round(0.02 * len(_SLOPES))
"""How many of the darkest and of the brightest pixels do not count."""


def _face(image: Image, reading: Reading) -> Floats:
    """Give the pixels of a face, in a smaller picture where it is far larger than it is looked at here."""
    reach = reading.size_px / 2
    rows, columns = (
        _within(at - reach, at + reach, side)
        for at, side in zip((reading.y_px, reading.x_px), image.shape[:2], strict=True)
    )
    face = image[rows, columns]
    while min(face.shape[:2]) >= 2 * LARGE_PX:
        face = halved(face)
    return face.astype(np.float32)


def _within(first: float, last: float, side_px: int) -> slice:
    """Give the pixels of a row between two places, at least one."""
    begin = min(max(0, round(first)), side_px - 1)
    return slice(begin, max(begin + 1, round(last)))


def _sized(picture: Floats, side_px: int) -> Floats:
    sized: Floats = cv2.resize(picture, (side_px, side_px), interpolation=cv2.INTER_AREA)
    return sized


def _spread(picture: Floats) -> float:
    """Give the standard deviation of the colours, each about its own mean."""
    return float(np.sqrt(picture.var(axis=(0, 1)).mean()))
