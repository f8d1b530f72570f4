"""Which way is up, and how long the camera's focal length is, from how a sheet is seen.

Convention: a sheet has x to the right and y down as seen, so its third axis points into the table;
homographies map its mm to px of an ideal lens.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.ports import Floats
from vision.sheets.lens import Lens

USUAL_FOCAL = 1.35
"""Half diagonals; phones and camera modules lie between 1.1 and 1.7 (62 to 85 degrees)."""
FOCAL_SPREAD = 0.2

AS_SQUARE = 0.003
"""How far from equal and square the sides of a sheet are found to be."""


@dataclass(frozen=True, eq=False)
class Upright:
    """The camera that explains a view: its (3, 3) matrix, and the unit way (3,) down into the table."""

    camera: Floats
    down: Floats

    def lift(self, homography: Floats) -> Floats:
        """Give the (3,) vector that a millimetre of height takes off the last column of a sheet's homography.

        (Zhang 2000, section 3.1.) The homography is K [r1 r2 t] in some scale; this is K r3 in the same.
        """
        first, second = (np.linalg.inv(self.camera) @ homography[:, :2]).T
        scale = np.sqrt(np.linalg.norm(first) * np.linalg.norm(second))
        lift: Floats = scale * self.camera @ self.down
        return lift

    def off_deg(self, other: Upright) -> float:
        """Give the angle in degrees between the ways down."""
        return float(np.degrees(np.arccos(np.clip(self.down @ other.down, -1.0, 1.0))))


def upright_of(homography: Floats, lens: Lens, size_px: tuple[int, int]) -> Upright:
    """Take a sheet's homography apart.

    It gives the focal length only when the view is tilted, so a usual one holds it near; from above a wrong
    guess moves a face of 4 mm by less than 0.3 mm at the border of the mat.
    """
    width, height = size_px
    half = float(np.hypot(width, height) / 2)
    focals = np.array([lens.focal]) if lens.focal else USUAL_FOCAL * np.exp(np.linspace(-0.8, 0.8, 41))
    cameras = np.array([_camera(focal * half, width, height) for focal in focals])
    first, second = np.moveaxis(np.linalg.inv(cameras) @ homography[:, :2], 2, 0)
    lengths = np.linalg.norm(first, axis=1), np.linalg.norm(second, axis=1)
    skew = (first * second).sum(axis=1) / (lengths[0] * lengths[1])
    unequal = np.log(lengths[0] / lengths[1])
    unlikely = (np.log(focals / USUAL_FOCAL) / FOCAL_SPREAD) ** 2
    best = int(np.argmin((skew**2 + unequal**2) / AS_SQUARE**2 + unlikely))
    across = np.cross(first[best], second[best])
    return Upright(cameras[best], across / np.linalg.norm(across))


def _camera(focal_px: float, width: int, height: int) -> Floats:
    return np.array([(focal_px, 0.0, (width - 1) / 2), (0.0, focal_px, (height - 1) / 2), (0.0, 0.0, 1.0)])
