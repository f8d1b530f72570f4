"""The name of a die's colour, from the pixels of its top face.

Convention: colours are blue, green, red, 0 to 255.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.ports import Floats, Image

HUES: tuple[tuple[float, str], ...] = (
    (10, "red"),
    (24, "orange"),
    (68, "yellow"),
    (165, "green"),
    (200, "cyan"),
    (262, "blue"),
    (315, "purple"),
    (345, "pink"),
    (360, "red"),
)
"""Upper end of each named stretch of the hue circle, in degrees."""

GREY_BELOW = 0.22
"""Saturation below which a colour has no hue to speak of."""

BROWN_BELOW = 0.45
"""An orange darker than this is brown."""

DARK, LIGHT = 0.27, 0.62
"""Brightness between black, grey and white."""

BURNT, FEW_PIXELS, PAPER_FROM = 253.0, 40, 0.9
"""Where the paper of a sheet is: the lightest tenth of what is not burnt out."""

MOST_GAIN = 2.2
"""A lamp is not warmer than this: what seems so is no white paper."""


def body_colour(image: Image, x_px: float, y_px: float, size_px: float) -> Floats:
    """Give the median colour (3,) of a top face; pips cover less than half of it."""
    half = max(1, round(0.36 * size_px))
    x, y = round(x_px), round(y_px)
    patch = image[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
    return np.median(patch.reshape(-1, 3), axis=0) if patch.size else np.zeros(3)


def colour_name(colour: Floats) -> str:
    """Name a colour: red, orange, brown, yellow, green, cyan, blue, purple, pink, white, grey, black."""
    pixel = np.clip(colour, 0, 255).astype(np.float32).reshape(1, 1, 3) / 255
    hue, saturation, value = (float(part) for part in cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV)[0, 0])
    if value < DARK * (0.6 if saturation > 0.6 else 1):
        return "black"
    if saturation < GREY_BELOW:
        return "white" if value > LIGHT else "grey"
    name = next(name for end, name in HUES if hue <= end)
    return "brown" if name == "orange" and value < BROWN_BELOW else name


def white_of(image: Image) -> Floats:
    """Give the gains (3,) that make the lightest part of a picture white: paper, where a sheet is in view.

    Parts that are burnt out are left alone: they are white under any lamp.
    """
    small = cv2.resize(image, (64, 64), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(float)
    lightness = small.mean(axis=1)
    clear = small.max(axis=1) < BURNT
    if clear.sum() < FEW_PIXELS:
        return np.ones(3)
    light = small[clear & (lightness >= np.quantile(lightness[clear], PAPER_FROM))]
    gains = light.mean(axis=0).max() / np.maximum(light.mean(axis=0), 1.0)
    white: Floats = np.clip(gains, 1.0, MOST_GAIN)
    return white
