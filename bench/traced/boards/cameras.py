"""What a camera makes of light: lens, white balance, exposure, tone, noise, sharpening and JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.traced.boards.rooms import Array, Rng, Room, white_of


@dataclass(frozen=True)
class Profile:
    """One make of camera, by what its pictures are like.

    ``contrast`` bends the tone curve (0: none), ``sharpen`` is the share of detail that is added again,
    ``blur_px`` the softness of lens and demosaicing, ``noise`` the levels of noise in the middle tones.
    """

    name: str
    size_px: tuple[int, int]
    view_deg: float
    k1: float
    contrast: float
    sharpen: float
    blur_px: float
    noise: float
    vignette: float
    fringe_px: float
    quality: int


PROFILES = {
    profile.name: profile
    for profile in (
        Profile("camera-2", (1640, 1232), 62, -0.04, 0.12, 0.3, 0.7, 2.0, 0.18, 0.3, 92),
        Profile("camera-3", (2304, 1296), 66, -0.02, 0.18, 0.5, 0.7, 1.6, 0.12, 0.3, 92),
        Profile("camera-3-wide", (2304, 1296), 102, -0.10, 0.18, 0.5, 0.9, 2.0, 0.25, 0.7, 92),
        Profile("webcam", (1280, 720), 70, -0.06, 0.25, 0.8, 1.0, 4.0, 0.15, 0.6, 70),
        Profile("phone", (2016, 1512), 69, 0.0, 0.3, 1.0, 0.6, 1.2, 0.05, 0.2, 88),
    )
}


def develop(rng: Rng, light: Array, room: Room, profile: Profile) -> NDArray[np.uint8]:
    """Make a picture of linear light (H, W, 3) red, green, blue; give it in blue, green, red."""
    balance = white_of(room.kelvin) ** room.balance
    linear = np.maximum(light.astype(np.float32), 0) / balance.astype(np.float32)
    linear *= room.exposure * 0.75 / max(float(np.percentile(linear, 97)), 1e-6)
    linear = _fringed(_shaded(linear, profile.vignette), profile.fringe_px)
    linear = cv2.GaussianBlur(linear, (0, 0), profile.blur_px)
    grain = rng.standard_normal(linear.shape, dtype=np.float32)
    linear += grain * (0.6 * profile.noise / 255) * np.sqrt(np.maximum(linear, 0.01))
    linear = np.clip(linear, 0, 1)
    curved = np.where(linear < 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    bent = curved + profile.contrast * (curved * curved * (3 - 2 * curved) - curved)
    soft = cv2.GaussianBlur(bent, (0, 0), 1.5)
    sharp = 255 * np.clip(bent + profile.sharpen * (bent - soft), 0, 1)[..., ::-1]
    coded = cv2.imencode(".jpg", sharp.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, profile.quality])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)


def _shaded(linear: Array, share: float) -> Array:
    height, width = linear.shape[:2]
    x, y = (np.linspace(-1, 1, side, dtype=np.float32) for side in (width, height))
    return linear * (1 - share * (x * x + (y * y)[:, None]) / 2)[..., None]


def _fringed(linear: Array, by_px: float) -> Array:
    """Draw red larger and blue smaller by so many pixels at the border."""
    height, width = linear.shape[:2]
    fringed = linear.copy()
    for channel, way in ((0, 1), (2, -1)):
        scale = 1 + way * by_px / (width / 2)
        matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), 0, scale)
        plane = np.ascontiguousarray(linear[..., channel], dtype=np.float32)
        fringed[..., channel] = cv2.warpAffine(
            plane, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE
        )
    return fringed
