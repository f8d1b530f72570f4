"""The ways in which the simulated table can misbehave, each a switch on its page."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import cv2
import numpy as np

from companion.simulation.rendering.camera_model import Array, CameraModel
from companion.simulation.rendering.scene import Scene

SWITCHES: Final = (
    "hand",
    "glare",
    "bumped",
    "dim",
    "warm",
    "hard-shadow",
    "blur",
    "noise",
    "cocked-die",
    "misplaced",
    "missing",
    "covered-marker",
    "half-frame",
    "black-frame",
    "unplugged",
)
"""The page says what each does (`webui.pages.devices.simulation`)."""

GLARE_RADIUS: Final = 0.13
"""Of the picture's width."""

DIM_EXPOSURE, DARK_EXPOSURE = 0.30, 0.5


def setting(scene: Scene, on: Collection[str]) -> Scene:
    """Give the scene in the light that the switches make."""
    if "dim" in on:
        scene = scene.lit(exposure=DIM_EXPOSURE)
    if "warm" in on:
        scene = scene.lit(kelvin=2500.0, balance=0.1)
    if "hard-shadow" in on:
        scene = scene.lit(lamp_mm=(-520.0, -180.0, 520.0), ambient=0.18, lamp_size_mm=15.0)
    if "noise" in on:
        scene = scene.lit(exposure=DARK_EXPOSURE)
    return scene


def hung(camera: CameraModel, on: Collection[str]) -> CameraModel:
    """Give the camera where the switches have left it."""
    return camera.bumped((14.0, -9.0), 1.6) if "bumped" in on else camera


def noise_of(on: Collection[str]) -> float:
    """Give the standard deviation of the sensor's noise, in grey values."""
    return 11.0 if "noise" in on else 2.2


def spoil(picture: Array, on: Collection[str]) -> Array:
    """Do to a picture what lens and lamp do: (H, W, 3) uint8, a new array where it changes."""
    if "black-frame" in on:
        return np.full_like(picture, 3)
    if "glare" in on:
        picture = _glare(picture)
    if "blur" in on:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.0045 * picture.shape[1]))
    return picture


def arrived(picture: Array, on: Collection[str]) -> Array:
    """Give what the cable brings of a picture: (H, W, 3) uint8; what is lost has no noise."""
    if "half-frame" in on:
        picture = picture.copy()
        picture[picture.shape[0] // 2 :] = 0
    return picture


def _glare(picture: Array) -> Array:
    """Mirror a lamp over the middle of the picture, so bright that nothing is left beneath."""
    height, width = picture.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    far2 = ((columns - 0.42 * width) ** 2 + (rows - 0.45 * height) ** 2) / (GLARE_RADIUS * width) ** 2
    light = 330 * np.exp(-1.6 * far2)[..., None]
    bright: Array = np.clip(picture + light, 0, 255).astype(np.uint8)
    return bright
