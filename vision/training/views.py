"""Cameras and lamps round a die that is traced.

Convention: lengths in sides of the die, origin in its middle, z up from the table; pixels from the
middle of the picture, x right, y down.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating]
Rng = np.random.Generator


def about(axis: tuple[float, float, float], angle: float) -> Array:
    """Give the rotation (3, 3) about an axis by an angle in rad."""
    return cv2.Rodrigues(np.array(axis, float) * angle)[0]


class View(NamedTuple):
    """Where the camera and the lamp are.

    ``eye`` (3,); ``basis`` (3, 3) the picture's x, y and the way forward as rows; ``focal_px``;
    ``lamp`` (3,) the unit vector towards the lamp.
    """

    eye: Array
    basis: Array
    focal_px: float
    lamp: Array

    @classmethod
    def random(cls, rng: Rng, size_px: float) -> View:
        """Draw a camera 0 to 58 degrees from straight down, every other one less than 15."""
        most, power = (15.0, 1.0) if rng.random() < 0.25 else (58.0, 1.3)
        tilt, way = np.deg2rad(most * rng.uniform(0, 1) ** power), rng.uniform(0, 2 * np.pi)
        back = np.array([np.sin(tilt) * np.cos(way), np.sin(tilt) * np.sin(way), np.cos(tilt)])
        right = np.cross((0, 0, 1.0), back) if tilt > 0.01 else np.array([1.0, 0, 0])
        right /= np.linalg.norm(right)
        basis = np.stack([right, np.cross(-back, right), -back])
        roll = rng.normal(0, 0.2) if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi)
        away = rng.uniform(7, 40)
        lamp = rng.normal(0, 1, 3) * (1, 1, 0) + (0, 0, rng.uniform(0.5, 2.5))
        return cls(
            back * away,
            about((0, 0, 1), roll) @ basis,
            size_px * (away - 0.5 * back[2]),
            lamp / np.linalg.norm(lamp),
        )

    def project(self, points: Array) -> Array:
        """Give where points (N, 3) are seen, (N, 2), from the middle of the picture."""
        seen = (np.asarray(points) - self.eye) @ self.basis.T
        return self.focal_px * seen[:, :2] / seen[:, 2:]

    def rays(self, x: Array, y: Array) -> Array:
        """Give the unit ways (..., 3) on which the pixels look out."""
        ways = np.stack([x / self.focal_px, y / self.focal_px, np.ones_like(x)], -1) @ self.basis
        return ways / np.linalg.norm(ways, axis=-1, keepdims=True)
