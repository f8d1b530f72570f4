"""Balls - beads, marbles, pawns' heads - lit as solids are: what they mirror looks like a pip.

Convention: a canvas is (H, W, 3) uint8, blue, green, red; towards the viewer is +z.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.training.looks import body_colour, ink_colour

Rng = np.random.Generator
Array = NDArray[np.floating]

VIEW = np.array([0.0, 0.0, 1.0])


def draw_ball(rng: Rng, canvas: NDArray[np.uint8], size: float) -> None:
    """Draw one ball in the middle of a canvas, about ``size`` px wide."""
    radius = size * rng.uniform(0.3, 0.62)
    middle = (np.array(canvas.shape[1::-1]) - 1) / 2
    y, x = np.mgrid[0 : canvas.shape[0], 0 : canvas.shape[1]]
    across = np.stack([x - middle[0], y - middle[1]], -1) / radius
    within = (across**2).sum(-1) < 1
    across = across[within]
    normals = np.column_stack([across, np.sqrt(np.maximum(1 - (across**2).sum(-1), 0))])
    canvas[within] = np.clip(_lit(rng, normals), 0, 255)


def _lit(rng: Rng, normals: Array) -> Array:
    """Give the colours (N, 3) of the points of a ball with these normals (N, 3)."""
    colour = _painted(rng, normals)
    lamp = _lamp(rng)
    ambient = rng.uniform(0.25, 0.9)
    lit = ambient * (0.6 + 0.4 * normals[:, 2]) + (1.1 - ambient) * np.clip(normals @ lamp, 0, 1)
    if rng.random() < 0.25:  # light gathers in glass at the side away from the lamp
        lit += rng.uniform(0.2, 0.8) * np.clip(-(normals * (1, 1, 0)) @ lamp, 0, 1)
    mirrored = 2 * normals[:, 2:] * normals - VIEW
    shine = rng.uniform(0, 1.2) * _spot(rng, mirrored, lamp)
    for _ in range(int(rng.integers(0, 3))):
        shine = shine + rng.uniform(0.1, 1.0) * _spot(rng, mirrored, _lamp(rng))
    return colour * lit[:, None] + 255 * shine[:, None]


def _painted(rng: Rng, normals: Array) -> Array:
    """Give what a ball is painted with: one colour, two that are swirled, or a hole through a bead."""
    body = body_colour(rng)
    colour = np.repeat(body[None], len(normals), 0)
    if rng.random() < 0.2:
        waves = np.sin(normals @ rng.normal(0, 4, 3) + 1.5 * np.sin(normals @ rng.normal(0, 5, 3)))
        colour = colour + (0.5 + 0.5 * waves)[:, None] * (body_colour(rng) - body)
    if rng.random() < 0.2:
        axis = _lamp(rng)
        hole = normals @ axis > np.cos(rng.uniform(0.15, 0.4))
        colour[hole] = body * rng.uniform(0, 0.5) if rng.random() < 0.6 else ink_colour(rng, body, 40)
    return colour


def _spot(rng: Rng, mirrored: Array, lamp: Array) -> Array:
    """Mirror a lamp, round and soft or sharp, or a window with its cross."""
    if rng.random() < 0.7:
        return np.exp(np.exp(rng.uniform(*np.log((8, 1500)))) * (mirrored @ lamp - 1))
    right = np.cross(lamp, (0, 1.0, 0))
    right /= np.linalg.norm(right)
    beside, above = mirrored @ right, mirrored @ np.cross(right, lamp)
    wide, high = rng.uniform(0.05, 0.5, 2)
    window = (np.abs(beside) < wide) & (np.abs(above) < high) & (mirrored @ lamp > 0)
    return (window & ~((np.abs(beside) < 0.1 * wide) & (rng.random() < 0.5))).astype(float)


def _lamp(rng: Rng) -> Array:
    """Draw the way to something that shines, on the viewer's side."""
    way = rng.normal(0, 1, 3) * (1, 1, 0) + (0, 0, rng.uniform(0.3, 2.0))
    return way / np.linalg.norm(way)
