"""Pictures whose values have more than 8 bits: which of them is white, and colours of few bits.

Cameras for machines write 10, 12 or 14 bits into files of 16, and no tag says so: read as 16 bits
the picture is nearly black.

Convention: colours are (H, W, 3 or 4) in the order blue, green, red, alpha.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from vision.ports import Image

WHITES: Final = (255, 1023, 4095, 16383, 65535)
"""Of 8, 10, 12, 14 and 16 bits, as cameras count. A photograph of 16 bits is taken for one of fewer
only where all of it is darker than a quarter. It comes brighter then, evenly and with nothing cut
off: what lies in the dark is seen better, not worse."""

DIMMEST_WHITE: Final = 16
"""In a file of fractions white is 1, and lamps may be brighter. Where all is below this, it is one."""

HOT_VALUES, VALUES_A_HOT_ONE = 27, 100_000
"""How many values may be brighter than white: a hot pixel, which the camera has spread over its
neighbours, in three colours; of large pictures one in so many. A die has more."""

HIGH_WHITES: Final = tuple(white >> 8 for white in WHITES[1:])
"""White in the high bytes. In those of 8 bits there is nothing."""


def white_of(bands: Iterable[NDArray[Any]], count: int, *, fractions: bool = False) -> float:
    """Give the value that is white: the largest of the fewest bits that hold all but the hottest.

    What needs more than 16 bits has its own largest value for white.

    Parameters
    ----------
    bands
        The values, `count` in all, part by part.
    fractions
        Whether they may be fractions, of which 1 is white.
    """
    spare = _hot(count)
    brightest: NDArray[Any] = np.zeros(0)
    for band in bands:
        brightest = _brightest(np.concatenate([brightest, _brightest(band.ravel(), spare + 1)]), spare + 1)
    largest = float(brightest.min())
    if fractions and largest < DIMMEST_WHITE:
        return max(largest, 1)
    return next((white for white in WHITES if largest <= white), largest)


def _brightest(values: NDArray[Any], count: int) -> NDArray[Any]:
    return np.partition(values, -count)[-count:] if len(values) > count else values


def _hot(count: int) -> int:
    return max(HOT_VALUES, count // VALUES_A_HOT_ONE)


def has_deep_colours(picture: Pillow.Image) -> bool:
    """Tell of a picture that is not yet decoded whether its colours have 16 bits, which Pillow cuts to 8."""
    return picture.mode in ("RGB", "RGBA") and ";16" in str(getattr(picture, "tile", ""))


def is_deep_ppm(picture: Pillow.Image) -> bool:
    """Tell whether it is one with values above 255, which Pillow takes a second a megapixel for."""
    codec, _, _, arguments = (getattr(picture, "tile", None) or [("", None, 0, None)])[0]
    return codec in ("ppm", "ppm_plain") and picture.mode in ("I", "RGB") and arguments[-1] > WHITES[0]


def are_of_few_bits(high: Pillow.Image) -> bool:
    """Tell from the high bytes of colours whether 14 bits hold them."""
    counts = np.reshape(high.histogram(), (-1, 256))[:3]
    return bool(counts[:, HIGH_WHITES[-2] + 1 :].sum() <= _hot(int(counts.sum())))


def opacity_in(high: Pillow.Image) -> Pillow.Image | None:
    """Give the opacity from the high bytes, which are enough for it; None where all can be seen."""
    largest = int(np.asarray(high.getchannel("A")).max()) if high.mode == "RGBA" else 0
    if not largest:  # of 8 bits there is nothing in the high bytes
        return None
    white = next(white for white in HIGH_WHITES if largest <= white)
    return high.getchannel("A").point([min(255, value * 255 // white) for value in range(256)])


def with_all_bits(coded: Image, opacity: Pillow.Image | None, *, halved: bool = False) -> Image:
    """Decode colours of few bits.

    Parameters
    ----------
    coded
        The bytes of the file.
    halved
        Whether at half the size, which takes two thirds of the memory.

    Returns
    -------
    (H, W, 3 or 4) uint8
        With the opacity, where there is one.

    Raises
    ------
    ValueError
        When OpenCV cannot decode it.
    """
    size = cv2.IMREAD_REDUCED_COLOR_2 if halved else cv2.IMREAD_COLOR
    deep = by_opencv(coded, size | cv2.IMREAD_ANYDEPTH | cv2.IMREAD_IGNORE_ORIENTATION)
    white = white_of(deep, deep.size)
    colours: Image = np.empty(deep.shape, np.uint8)
    for row, values in zip(colours, deep, strict=True):
        row[:] = np.minimum(values * (255 / white), 255)
    if opacity is None:
        return colours
    fitting = opacity.resize((colours.shape[1], colours.shape[0]), Pillow.Resampling.BOX)
    return np.dstack([colours, np.asarray(fitting)])


def by_opencv(coded: Image, flags: int) -> NDArray[Any]:
    """Decode a picture with OpenCV, which would write on the screen what it thinks of a damaged one.

    Raises
    ------
    ValueError
        When OpenCV cannot decode it.
    """
    level = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        decoded = cv2.imdecode(coded, flags)
    finally:
        if level != cv2.utils.logging.LOG_LEVEL_SILENT:  # it may be another thread's, which ends first
            cv2.utils.logging.setLogLevel(level)
    if decoded is None:
        raise ValueError("OpenCV cannot decode it")
    pixels: NDArray[Any] = decoded
    return pixels
