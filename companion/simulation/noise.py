"""The noise of the simulated sensor: a few pictures of it, drawn when first needed and used in turn."""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import Final

import numpy as np

from companion.simulation.camera_model import Array

PICTURES: Final = 4
"""Noise is drawn this many times and used in turn: drawing it anew would take longer than all the rest."""

DEVIATION: Final = 2.0
"""The standard deviation, in grey values."""


class SensorNoise:
    """The noise of one sensor. Every method may be called by any thread.

    Parameters
    ----------
    size_px
        Width and height of the picture.
    seed
        The same one makes the same noise.
    """

    def __init__(self, size_px: tuple[int, int], seed: int) -> None:
        self._shape = (size_px[1], size_px[0], 3)
        self._rng = np.random.default_rng((seed, 11))
        self._drawn: list[Array] = []
        self._lock = threading.Lock()

    def of_picture(self, nth: int) -> Array:
        """Give the noise of the sensor's nth picture: (height, width, 3) float32, of zero mean."""
        wanted = nth % PICTURES
        with self._lock:
            while len(self._drawn) <= wanted:
                drawn = self._rng.standard_normal(self._shape, dtype=np.float32)
                self._drawn.append(np.float32(DEVIATION) * drawn)
            return self._drawn[wanted]


@lru_cache(maxsize=1)
def sensor_noise(size_px: tuple[int, int], seed: int) -> SensorNoise:
    """Give the noise of a sensor; tables that are laid one after the other share it (97 MB at full size)."""
    return SensorNoise(size_px, seed)
