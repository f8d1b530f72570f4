"""Lamps that shine on pictures of tables: stronger light, and one that is mirrored in a sheet."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.light.palette import level_of, linear_of
from vision.ports import Floats, Image


def seen_in(light: Floats) -> Image:
    """Give the picture of light, 1 and more being white as it is burnt out."""
    return np.clip(255 * level_of(light), 0, 255).round().astype(np.uint8)


def bump(points_mm: Floats, lamp_mm: Floats, wide_mm: float) -> Floats:
    """Give how strongly a lamp is mirrored at (..., 2) places, as a share of its strongest."""
    return np.exp(-0.5 * ((points_mm - lamp_mm) ** 2).sum(axis=-1) / wide_mm**2)


def with_mirrored_lamp(
    picture: Image, homography: Sequence[float], lamp_mm: Floats, wide_mm: float, strength: float
) -> Floats:
    """Give the light of a picture with a lamp mirrored in a sheet, as a share of the picture's white."""
    rows, columns = np.indices(picture.shape[:2])
    to_mm = np.linalg.inv(np.reshape(homography, (3, 3)))
    points = np.stack([columns, rows, np.ones_like(rows)], axis=-1) @ to_mm.T
    light = linear_of(picture / 255)
    white = np.percentile(light, 99, axis=(0, 1))
    veil = strength * bump(points[..., :2] / points[..., 2:], lamp_mm, wide_mm)
    return light + veil[..., None] * white
