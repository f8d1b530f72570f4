"""Balls - beads, marbles, pawns' heads - lit as solids on a table are: what they mirror looks like a pip.

Convention: a canvas is (H, W, 3) uint8, blue, green, red; towards the viewer is +z. Up, away from the table,
is where the camera's tilt puts it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.training.looks import body_colour, ink_colour

Rng = np.random.Generator
Array = NDArray[np.floating]

VIEW = np.array([0.0, 0.0, 1.0])

MOST_TILT_DEG = 58.0
"""Of the camera, from straight above."""

LAMP_ABOVE_RAD = (0.35, 1.5)
"""How high lamps and windows stand above the table."""

LAMP_RAD = (0.02, 0.3)
"""How large they are, from the middle to the edge."""

GLARE = (0.5, 12.0)
"""How much brighter than white what they send back may be: so it is white up to its edge, as a pip is."""

POLISH = 0.04
"""Share of the light that comes straight at a polished thing which it sends back."""


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
    up = _up(rng)
    sky, table = rng.uniform(0.25, 0.9), rng.uniform(0.05, 0.6)
    above = 0.5 + 0.5 * normals @ up
    lit = sky * (above + table * (1 - above))
    lamps = [_lamp(rng, up) for _ in range(int(rng.integers(1, 4)))]
    lit += (1.1 - sky) * np.clip(normals @ lamps[0], 0, 1)
    if rng.random() < 0.2:  # light gathers in glass at the side away from the lamp
        lit += rng.uniform(0.2, 0.8) * np.clip(-(normals * (1, 1, 0)) @ lamps[0], 0, 1)
    return _painted(rng, normals) * lit[:, None] + 255 * _shine(rng, normals, up, lamps, sky, table)[:, None]


def _shine(rng: Rng, normals: Array, up: Array, lamps: list[Array], sky: float, table: float) -> Array:
    """Give what a ball mirrors (N,): lamps, windows, and most of all at its rim sky and table."""
    polish = rng.uniform(0, 1)
    mirrored = 2 * normals[:, 2:] * normals - VIEW
    shares = polish * (POLISH + (1 - POLISH) * (1 - normals[:, 2]) ** 5)
    rough = np.exp(rng.uniform(*np.log((0.004, 0.25))))
    shine = shares * np.where(mirrored @ up > 0, sky, table * sky)
    for lamp in lamps[: 1 + int(rng.integers(len(lamps)))]:
        bright = np.exp(rng.uniform(*np.log(GLARE))) * polish
        shine = shine + bright * _spot(rng, mirrored, lamp, rough)
    return shine


def _spot(rng: Rng, mirrored: Array, lamp: Array, rough: float) -> Array:
    """Mirror a lamp, or a window with or without its cross; what is rough blurs and dims it."""
    size = np.exp(rng.uniform(*np.log(LAMP_RAD)))
    blurred = size**2 / (size**2 + rough**2)
    if rng.random() < 0.6:
        off = np.arccos(np.clip(mirrored @ lamp, -1, 1))
        return blurred * _within(off, size, rough)
    right = np.cross(lamp, (0, 1.0, 0))
    right /= np.linalg.norm(right)
    beside, over = mirrored @ right, mirrored @ np.cross(right, lamp)
    wide, high = size * np.exp(rng.normal(0, 0.4, 2))
    window = _within(np.abs(beside), wide, rough) * _within(np.abs(over), high, rough) * (mirrored @ lamp > 0)
    if rng.random() < 0.5:
        window = window * (np.abs(beside) > 0.1 * wide)
    return blurred * window


def _within(off: Array, edge: float, soft: float) -> Array:
    """Give how much of a light is mirrored that ends at an edge."""
    return 1 / (1 + np.exp(np.clip((off - edge) / (0.3 * soft), -50, 50)))


def _painted(rng: Rng, normals: Array) -> Array:
    """Give what a ball is painted with: one colour, two that are swirled, or a hole through a bead."""
    body = body_colour(rng)
    colour = np.repeat(body[None], len(normals), 0)
    if rng.random() < 0.2:
        waves = np.sin(normals @ rng.normal(0, 4, 3) + 1.5 * np.sin(normals @ rng.normal(0, 5, 3)))
        colour = colour + (0.5 + 0.5 * waves)[:, None] * (body_colour(rng) - body)
    if rng.random() < 0.2:
        axis = _lamp(rng, VIEW)
        hole = normals @ axis > np.cos(rng.uniform(0.15, 0.4))
        colour[hole] = body * rng.uniform(0, 0.5) if rng.random() < 0.6 else ink_colour(rng, body, 40)
    return colour


def _up(rng: Rng) -> Array:
    tilt = np.deg2rad(rng.uniform(0, MOST_TILT_DEG))
    return np.array([0.0, -np.sin(tilt), np.cos(tilt)])


def _lamp(rng: Rng, up: Array) -> Array:
    """Draw the way to something that shines, above a table."""
    high, round_it = rng.uniform(*LAMP_ABOVE_RAD), rng.uniform(0, 2 * np.pi)
    right = np.array([1.0, 0.0, 0.0])
    ahead = np.cross(up, right)
    return np.cos(high) * (np.cos(round_it) * right + np.sin(round_it) * ahead) + np.sin(high) * up
