"""Where the simulated camera hangs and how its lens draws: millimetres to pixels and back.

Convention: the table is the plane of height 0; x runs to the right and y towards the person
sitting at the bottom of the picture, heights count upwards. Inside, the third axis points
down into the table, which makes the axes right-handed like OpenCV's camera axes. Pixels count
from the centre of the top left pixel, x to the right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

STEP_PX = 8
"""Spacing of the coarse grids that are computed exactly and filled in between. The error that
this leaves in `CameraModel.table_map` is below 0.01 px for the distortions in use."""


def euler(tilt_deg: float, roll_deg: float) -> Array:
    """The (3, 3) rotation from table axes to camera axes.

    A tilt of 0 looks straight down; a positive one looks away from the person at the bottom,
    as a camera on an arm at the near edge does. The roll turns the picture clockwise.
    """
    tilt, roll = np.radians([tilt_deg, roll_deg])
    about_x = np.array(
        [[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, -np.sin(tilt), np.cos(tilt)]],
    )
    about_z = np.array(
        [[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]],
    )
    rotation: Array = about_z @ about_x
    return rotation


def fill_in(coarse: Array, size_px: tuple[int, int]) -> Array:
    """Interpolate values on the grid of every `STEP_PX`-th pixel to all pixels.

    Parameters
    ----------
    coarse : (h, w) or (h, w, c) float32
        Values at the pixels (0, 0), (`STEP_PX`, 0), ... up to and past the right and lower edge.
    size_px : (width, height)

    Returns
    -------
    (height, width) or (height, width, c) float32
    """
    scale = 1.0 / STEP_PX
    to_coarse = np.array([[scale, 0, 0], [0, scale, 0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    filled: Array = cv2.warpAffine(coarse, to_coarse, size_px, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return filled


@dataclass(frozen=True)
class CameraModel:
    """A pinhole camera with radial distortion, hanging over the table.

    Parameters
    ----------
    size_px : (width, height)
    focal_px : float
    target_mm : (x, y)
        The point of the table in the middle of the picture.
    distance_mm : float
        From the lens to that point; 400 to 900 on real arms.
    tilt_deg, roll_deg : float
        See `euler`.
    k1, k2 : float
        Radial distortion as in OpenCV.
    """

    size_px: tuple[int, int]
    focal_px: float
    target_mm: tuple[float, float]
    distance_mm: float
    tilt_deg: float = 0.0
    roll_deg: float = 0.0
    k1: float = 0.0
    k2: float = 0.0

    @cached_property
    def matrix(self) -> Array:
        """The (3, 3) camera matrix; the principal point is the middle of the picture."""
        width, height = self.size_px
        return np.array(
            [[self.focal_px, 0, (width - 1) / 2], [0, self.focal_px, (height - 1) / 2], [0, 0, 1]]
        )

    @cached_property
    def distortion(self) -> Array:
        """OpenCV's (4,) distortion coefficients."""
        return np.array([self.k1, self.k2, 0.0, 0.0])

    @cached_property
    def rotation(self) -> Array:
        """The (3, 3) rotation from table axes to camera axes."""
        return euler(self.tilt_deg, self.roll_deg)

    @cached_property
    def eye(self) -> Array:
        """The lens in table axes, (3,): x, y, and the third axis pointing down."""
        eye: Array = np.array([*self.target_mm, 0.0]) - self.distance_mm * self.rotation[2]
        return eye

    @property
    def px_per_mm(self) -> float:
        """Scale in the middle of the picture."""
        return self.focal_px / self.distance_mm

    def project(self, points_mm: Any) -> Array:
        """Draw points.

        Parameters
        ----------
        points_mm : (N, 2) or (N, 3)
            x, y and height above the table (0 when left out).

        Returns
        -------
        (N, 2) float64 pixels
        """
        points = np.asarray(points_mm, dtype=np.float64)
        axes = np.zeros((len(points), 3))
        axes[:, :2] = points[:, :2]
        if points.shape[1] == 3:
            axes[:, 2] = -points[:, 2]
        about = cv2.Rodrigues(self.rotation)[0]
        shift = -self.rotation @ self.eye
        drawn = cv2.projectPoints(axes, about, shift, self.matrix, self.distortion)[0]
        return np.asarray(drawn, dtype=np.float64).reshape(-1, 2)

    def rays(self, pixels: Array) -> Array:
        """The directions in which the pixels look: (N, 2) pixels -> (N, 3) unit vectors, table axes."""
        points = np.ascontiguousarray(pixels, dtype=np.float64).reshape(-1, 1, 2)
        plain = np.asarray(cv2.undistortPoints(points, self.matrix, self.distortion)).reshape(-1, 2)
        directions = np.column_stack([plain, np.ones(len(plain))]) @ self.rotation
        unit: Array = directions / np.linalg.norm(directions, axis=1, keepdims=True)
        return unit

    def on_table(self, pixels: Array, height_mm: float = 0.0) -> Array:
        """Where the pixels' rays meet the plane of that height: (N, 2) pixels -> (N, 2) mm."""
        rays = self.rays(pixels)
        reach = (-height_mm - self.eye[2]) / rays[:, 2]
        met: Array = self.eye[:2] + reach[:, None] * rays[:, :2]
        return met

    @cached_property
    def coarse_pixels(self) -> Array:
        """The grid of every `STEP_PX`-th pixel, (h, w, 2), reaching past the right and lower edge."""
        width, height = self.size_px
        xs = np.arange(0, width + STEP_PX, STEP_PX, dtype=np.float64)
        ys = np.arange(0, height + STEP_PX, STEP_PX, dtype=np.float64)
        return np.stack(np.meshgrid(xs, ys), axis=-1)

    @cached_property
    def coarse_table(self) -> Array:
        """The table's millimetres under `coarse_pixels`, (h, w, 2) float32."""
        grid = self.coarse_pixels
        return self.on_table(grid.reshape(-1, 2)).reshape(grid.shape).astype(np.float32)

    @cached_property
    def table_map(self) -> Array:
        """The point of the table under each pixel: (height, width, 2) float32 mm."""
        return fill_in(self.coarse_table, self.size_px)

    def bumped(self, by_mm: tuple[float, float], roll_deg: float) -> CameraModel:
        """The camera after somebody knocked against the arm."""
        target = (self.target_mm[0] + by_mm[0], self.target_mm[1] + by_mm[1])
        return replace(self, target_mm=target, roll_deg=self.roll_deg + roll_deg)


def hang_over(
    corners_mm: Any,
    size_px: tuple[int, int],
    *,
    view_deg: float = 62.0,
    tilt_deg: float = 0.0,
    roll_deg: float = 0.0,
    k1: float = 0.0,
    k2: float = 0.0,
    margin: float = 0.03,
) -> CameraModel:
    """Hang a camera just high enough to see all the given points.

    Parameters
    ----------
    corners_mm : (N, 2)
        Points of the table that must be in the picture.
    size_px : (width, height)
    view_deg : float
        Horizontal angle of view; 62 is that of the Raspberry Pi Camera Module 2.
    margin : float
        Part of the width and height to leave free on every side.
    """
    corners = np.asarray(corners_mm, dtype=np.float64)
    size = np.array(size_px)
    focal_px = size_px[0] / 2 / float(np.tan(np.radians(view_deg) / 2))
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    camera = CameraModel(size_px, focal_px, (middle[0], middle[1]), 600.0, tilt_deg, roll_deg, k1, k2)
    for _ in range(12):  # Converges in a few rounds; each centres the view and fits its size.
        drawn = camera.project(corners)
        low, high = drawn.min(axis=0), drawn.max(axis=0)
        centre = camera.on_table(((low + high) / 2)[None])[0]
        part = float(((high - low) / (size * (1 - 2 * margin))).max())
        camera = replace(camera, target_mm=(centre[0], centre[1]), distance_mm=camera.distance_mm * part)
    return camera
