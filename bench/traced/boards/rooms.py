"""Rooms for path-traced tables: the lamps and windows, the table-top, and how the sheets wave.

Convention: lengths in mm; x to the right, y away from the person, z up from the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating]
Rng = np.random.Generator

TEXTURE_PX = 1024


@dataclass(frozen=True)
class Lamp:
    """A shining rectangle: its middle, its size, and the light that reaches the table's middle (3,)."""

    middle_mm: Array
    size_mm: tuple[float, float]
    strength: Array


@dataclass(frozen=True)
class Room:
    """How a table is lit and what it is made of.

    ``sky`` (3,) comes from everywhere; ``kelvin`` is the light that the camera takes for white by
    ``balance`` (0: not at all, 1: wholly); ``top`` (1024, 1024, 3) is the table, linear, every ``top_mm``;
    ``waves_mm`` is how far the sheets stand off it; ``gloss`` is the print's, from 0 to 1.
    """

    name: str
    sky: Array
    lamps: tuple[Lamp, ...]
    top: Array
    top_mm: float
    tilt_deg: float
    roll_deg: float
    waves_mm: float
    gloss: float
    kelvin: float
    balance: float
    exposure: float


def _window(rng: Rng) -> Room:
    """A wooden table by a window, at noon or under clouds."""
    kelvin = rng.uniform(5000, 6800)
    lamp = _lamp(rng, kelvin, away_mm=(900, 1500), high_mm=(500, 1100), size_mm=(700, 1100), strength=0.75)
    wood = _wood(rng, (0.20, 0.11, 0.06) if rng.random() < 0.5 else (0.42, 0.28, 0.16))
    return _room(
        rng, "window", kelvin, (0.25, 0.4), (lamp,), wood, tilt=(2, 20), balance=(0.85, 1.0), gloss=0.15
    )


def _lamp_only(rng: Rng) -> Room:
    """One warm lamp beside the table, patterned cloth, a camera that looks slantwise."""
    kelvin = rng.uniform(2600, 3100)
    lamp = _lamp(rng, kelvin, away_mm=(350, 700), high_mm=(450, 800), size_mm=(90, 220), strength=0.85)
    return _room(
        rng, "lamp", kelvin, (0.08, 0.18), (lamp,), _cloth(rng), tilt=(22, 36), balance=(0.6, 0.9), gloss=0.25
    )


def _ceiling(rng: Rng) -> Room:
    """A grey table under a ceiling lamp that shines back from it; the camera hangs high."""
    kelvin = rng.uniform(3300, 4300)
    lamp = _lamp(rng, kelvin, away_mm=(50, 450), high_mm=(1300, 1700), size_mm=(250, 450), strength=0.7)
    grey = _speckled(rng, (0.35, 0.35, 0.36))
    return _room(
        rng, "ceiling", kelvin, (0.2, 0.35), (lamp,), grey, tilt=(3, 22), balance=(0.8, 1.0), gloss=0.35
    )


def _three_lamps(rng: Rng) -> Room:
    """Three spots of a living room: three soft shadows, one of them of another colour."""
    kelvin = rng.uniform(2800, 3800)
    lamps = tuple(
        _lamp(rng, k, away_mm=(500, 1100), high_mm=(700, 1500), size_mm=(60, 200), strength=0.28)
        for k in (kelvin, kelvin, rng.uniform(4500, 6500))
    )
    wood = _wood(rng, (0.3, 0.17, 0.09))
    return _room(rng, "spots", kelvin, (0.1, 0.2), lamps, wood, tilt=(5, 28), balance=(0.7, 1.0), gloss=0.2)


ROOMS: dict[str, Callable[[Rng], Room]] = {
    "window": _window,
    "lamp": _lamp_only,
    "ceiling": _ceiling,
    "spots": _three_lamps,
}


def white_of(kelvin: float) -> Array:
    """Give the colour (3,) red, green, blue, of a black body's light, linear, green being 1.

    Source: the fit by Tanner Helland to the blackbody colours of Mitchell Charity, made linear.
    """
    t = kelvin / 100
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * np.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else 138.52 * np.log(t - 10) - 305.04
    light = (np.clip([red, green, blue], 1, 255) / 255) ** 2.2
    return light / light[1]


def _room(
    rng: Rng,
    name: str,
    kelvin: float,
    sky: tuple[float, float],
    lamps: tuple[Lamp, ...],
    top: Array,
    *,
    tilt: tuple[float, float],
    balance: tuple[float, float],
    gloss: float,
) -> Room:
    return Room(
        name,
        rng.uniform(*sky) * white_of(kelvin),
        lamps,
        top,
        float(rng.uniform(400, 900)),
        float(rng.uniform(*tilt)),
        float(rng.uniform(-25, 25)),
        float(rng.uniform(0.2, 1.2)),
        float(gloss * rng.uniform(0.4, 1.6)),
        kelvin,
        float(rng.uniform(*balance)),
        float(rng.uniform(0.85, 1.15)),
    )


def _lamp(
    rng: Rng,
    kelvin: float,
    *,
    away_mm: tuple[float, float],
    high_mm: tuple[float, float],
    size_mm: tuple[float, float],
    strength: float,
) -> Lamp:
    bearing, away = rng.uniform(0, 2 * np.pi), rng.uniform(*away_mm)
    middle = np.array([away * np.cos(bearing), away * np.sin(bearing), rng.uniform(*high_mm)])
    wide, high = rng.uniform(*size_mm, 2)
    return Lamp(middle, (float(wide), float(high)), strength * white_of(kelvin))


def _noise(rng: Rng, rows: int, columns: int) -> Array:
    coarse = rng.standard_normal((rows, columns)).astype(np.float32)
    return cv2.resize(coarse, (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_CUBIC)


def _wood(rng: Rng, base: tuple[float, float, float]) -> Array:
    fibre = 0.12 * _noise(rng, 512, 12) + 0.1 * np.sin(6 * _noise(rng, 24, 3)) + 0.06 * _noise(rng, 1024, 64)
    return np.clip(np.array(base) * rng.uniform(0.6, 1.2) * (1 + fibre[..., None]), 0.01, 0.9)


def _speckled(rng: Rng, base: tuple[float, float, float]) -> Array:
    speck = 0.05 * _noise(rng, 1024, 1024) + 0.05 * _noise(rng, 12, 12)
    return np.clip(np.array(base) * rng.uniform(0.6, 1.3) * (1 + speck[..., None]), 0.01, 0.9)


def _cloth(rng: Rng) -> Array:
    ground, motif = rng.uniform(0.05, 0.6, 3), rng.uniform(0.02, 0.5, 3)
    share = np.zeros((TEXTURE_PX, TEXTURE_PX), np.float32)
    step = int(rng.integers(40, 110))
    for x in range(0, TEXTURE_PX, step):
        for y in range(0, TEXTURE_PX, step):
            for arm in np.linspace(0, 2 * np.pi, 6)[:-1]:
                at = (int(x + 0.22 * step * np.cos(arm)), int(y + 0.22 * step * np.sin(arm)))
                cv2.circle(share, at, max(2, step // 9), 1.0, -1, cv2.LINE_AA)
    woven = 1 + 0.08 * _noise(rng, 512, 512)[..., None]
    return np.clip((ground + share[..., None] * (motif - ground)) * woven, 0.01, 0.9)
