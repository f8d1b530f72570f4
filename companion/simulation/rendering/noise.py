"""The noise of the simulated sensors: one large field of it, of which every picture sees another part."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from companion.simulation.rendering.camera_model import Array

MARGIN_PX: Final = 256
"""The field is so much larger than a picture, both ways: two pictures hardly ever see the same of
66,000 places, and moved by a pixel it is other noise."""

BAND_PX: Final = 128
"""So many rows at a time: those of a whole picture would take 24 MB for a moment."""


def noisy(clean: Array, deviation: float, seed: int, nth: int = 0) -> Array:
    """Add a sensor's noise to a picture.

    Parameters
    ----------
    clean
        (height, width, 3) uint8.
    deviation
        The standard deviation of the noise, in grey values.
    seed, nth
        The same ones give the same noise: a sensor's, and which of its pictures this is.

    Returns
    -------
    array
        (height, width, 3) uint8.
    """
    height, width = clean.shape[:2]
    x, y = np.random.default_rng((seed, nth)).integers(0, MARGIN_PX, 2, endpoint=True)
    field = _field(width, height)[y : y + height, x : x + width]
    picture = np.empty_like(clean)
    for top in range(0, height, BAND_PX):
        band = slice(top, top + BAND_PX)
        # One array for all steps: a fourth of the time of four.
        seen = np.multiply(field[band], np.float32(deviation))
        seen += clean[band]
        np.clip(seen, 0, 255, out=seen)
        picture[band] = seen
    return picture


@lru_cache(maxsize=2)
def _field(width: int, height: int) -> Array:
    """Give noise of deviation 1 for pictures of one size: to draw it anew would take longer than all else.

    It takes 34 MB for pictures of 1640x1232.
    """
    shape = (height + MARGIN_PX, width + MARGIN_PX, 3)
    field: Array = np.random.default_rng(11).standard_normal(shape, dtype=np.float32)
    return field
