"""Vectors, and light, as tuples of three numbers.

Convention: as in `vision.training.bodies`.
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import numpy as np

from vision.training.compiled import compiled

Rng = np.random.Generator
Vector = tuple[float, float, float]


@compiled
def unit(x: float, y: float, z: float) -> Vector:
    """Give a vector of length 1."""
    long = 1 / max(sqrt(x * x + y * y + z * z), 1e-12)
    return x * long, y * long, z * long


@compiled
def anywhere(rng: Rng) -> Vector:
    """Draw any way."""
    z, angle = 2 * rng.random() - 1, 2 * pi * rng.random()
    flat = sqrt(max(0.0, 1 - z * z))
    return flat * cos(angle), flat * sin(angle), z


@compiled
def dot(one: Vector, other: Vector) -> float:
    """Give the product of two vectors."""
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


@compiled
def times(one: Vector, other: Vector) -> Vector:
    """Give light of which a share, for each colour, is kept."""
    return one[0] * other[0], one[1] * other[1], one[2] * other[2]


@compiled
def more(total: Vector, share: Vector, light: Vector) -> Vector:
    """Give light with a share of other light."""
    return total[0] + share[0] * light[0], total[1] + share[1] * light[1], total[2] + share[2] * light[2]
