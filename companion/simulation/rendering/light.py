"""Light on the table: a lamp, what the room gives back, perhaps a window.

Brightness is multiplied in gamma-coded values: with a pure power law as transfer curve,
scaling linear light by ``f`` scales the coded values by ``f ** (1 / GAMMA)``, so pictures stay
8-bit and no frame has to be taken to linear light and back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion.simulation.rendering.camera_model import Array, CameraModel, fill_in

GAMMA = 2.2
WHITE_LEVEL = 0.86
"""Coded value that the exposure gives to white paper in the middle of the picture."""

VIGNETTE = 0.35
"""How much of the natural cos^4 darkening towards the corners is left after correction."""


def lamp_colour(kelvin: float) -> Array:
    """Linear BGR of a black body, green = 1: a fit to Planck's law between 2000 and 9000 K."""
    mired = 1e6 / kelvin - 1e6 / 6500.0
    red = np.exp(0.0042 * mired)
    blue = np.exp(-0.0066 * mired)
    return np.array([blue, 1.0, red])


@dataclass(frozen=True)
class Light:
    """How the table is lit and exposed.

    Parameters
    ----------
    lamp_mm : (x, y, height)
        Relative to the middle of the sheets.
    kelvin : float
        Colour temperature of the lamp.
    balance : float
        Part of the lamp's cast that the camera's own white balance takes away, 0 to 1.
    ambient : float
        Part of the light in the middle of the table that comes from everywhere (no shadow).
    lamp_size_mm : float
        Diameter of the shade; makes shadows soft.
    window : (dx, dy)
        Relative growth of daylight across one metre; (0, 0) for none.
    exposure : float
        Linear factor against a good exposure.
    """

    lamp_mm: tuple[float, float, float] = (-260.0, -330.0, 900.0)
    kelvin: float = 4200.0
    balance: float = 0.75
    ambient: float = 0.45
    lamp_size_mm: float = 120.0
    window: tuple[float, float] = (0.0, 0.0)
    exposure: float = 1.0

    def changed(self, **fields: object) -> Light:
        """A copy with other values."""
        return replace(self, **fields)  # type: ignore[arg-type]


class LightField:
    """The light of one scene as one camera sees it.

    Parameters
    ----------
    light : Light
    camera : CameraModel
    middle_mm : (x, y)
        The middle of the sheets, for which the exposure is set.

    Attributes
    ----------
    field : (height, width, 3) float32
        Factors for gamma-coded BGR values.
    """

    def __init__(self, light: Light, camera: CameraModel, middle_mm: tuple[float, float]) -> None:
        self.light = light
        self.middle = np.array(middle_mm)
        self.lamp = np.array([*(self.middle + light.lamp_mm[:2]), light.lamp_mm[2]])
        cast = lamp_colour(light.kelvin)
        self._cast = cast ** (1.0 - light.balance)
        coarse = camera.coarse_table
        level = self._level(coarse) / self._level(self.middle[None])[0]
        axis = (camera.coarse_pixels - np.array(camera.size_px) / 2) / camera.focal_px
        cos4 = 1.0 / (1.0 + (axis**2).sum(axis=-1)) ** 2
        level *= 1.0 - VIGNETTE * (1.0 - cos4)
        linear = level[..., None] * self._cast * light.exposure
        coded = WHITE_LEVEL * linear ** (1.0 / GAMMA)
        self.field: Array = fill_in(coded.astype(np.float32), camera.size_px)

    def _level(self, at_mm: Array) -> Array:
        """Linear light falling on points (..., 2) of the table."""
        height = self.light.lamp_mm[2]
        aside2 = ((at_mm - self.lamp[:2]) ** 2).sum(axis=-1)
        lamp = (height**2 / (height**2 + aside2)) ** 1.5  # inverse square times the cosine
        window = ((at_mm - self.middle) * np.array(self.light.window)).sum(axis=-1) / 1000.0
        level: Array = (1 - self.light.ambient) * lamp + self.light.ambient * np.clip(1 + window, 0.2, 3.0)
        return level

    @property
    def shadow(self) -> float:
        """Factor for coded values where the lamp is wholly hidden."""
        return float(self.light.ambient ** (1.0 / GAMMA))

    def cast_from(self, points_mm: Array) -> Array:
        """Where points (N, 3: x, y, height) throw their shadow on the table: (N, 2) mm."""
        part = points_mm[:, 2:] / (self.lamp[2] - points_mm[:, 2:])
        thrown: Array = points_mm[:, :2] + part * (points_mm[:, :2] - self.lamp[:2])
        return thrown

    def softness_mm(self, height_mm: float) -> float:
        """Half width of the penumbra of an edge at that height."""
        return float(self.light.lamp_size_mm * height_mm / (self.lamp[2] - height_mm) / 2)

    def towards_lamp(self, at_mm: Array) -> Array:
        """Unit vector from a point of the table to the lamp, (3,): x, y and up."""
        way = self.lamp - np.array([at_mm[0], at_mm[1], 0.0])
        unit: Array = way / np.linalg.norm(way)
        return unit
