"""Dice as meshes: rounded cubes with hollow pips.

Convention: lengths in sides of the die, origin in its middle; 1 at +z, 2 at -y, 3 at +x, and what is
opposite adds up to 7. Colours are red, green, blue, 0 to 1, linear.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating]
Rng = np.random.Generator

NORMALS = {1: (0, 0, 1), 2: (0, -1, 0), 3: (1, 0, 0), 4: (-1, 0, 0), 5: (0, 1, 0), 6: (0, 0, -1)}
GRID = 170
"""Points along a face's edge."""

KINDS = ("plastic", "gloss", "matt", "clear")
RED = np.array([0.55, 0.02, 0.02])
BRIGHTNESS = np.array([0.3, 0.6, 0.1])
LEAST_CONTRAST = 0.06


class Mesh(NamedTuple):
    """``points`` (N, 3), ``faces`` (M, 3) of their numbers, ``colours`` (N, 3)."""

    points: Array
    faces: NDArray[np.uint32]
    colours: Array


@dataclass(frozen=True)
class Make:
    """One make of dice; ``pip`` and ``spread`` are the pips' radius and distance from the middle."""

    kind: str
    body: Array
    pips: Array
    second: Array | None
    waves: Array
    rounding: float
    ball: float
    pip: float
    spread: float
    depth: float
    asian: bool
    turned: tuple[bool, ...]

    @classmethod
    def random(cls, rng: Rng) -> Make:
        """Draw a make: Western or Asian, one colour or marbled, with pips of any other colour."""
        body = colour(rng, rng.uniform(0.65, 0.95) if rng.random() < 0.5 else rng.uniform(0.03, 0.75))
        return cls(
            str(rng.choice(KINDS, p=(0.4, 0.25, 0.2, 0.15))),
            body,
            _ink(rng, body),
            colour(rng) if rng.random() < 0.12 else None,
            rng.normal(0, 7, 3),
            rounding=float(rng.uniform(0.03, 0.17)),
            ball=float(rng.uniform(0.68, 0.78)) if rng.random() < 0.3 else 9.0,
            pip=float(rng.uniform(0.07, 0.11)),
            spread=float(rng.uniform(0.22, 0.28)),
            depth=float(rng.uniform(0.25, 0.8)),
            asian=bool(rng.random() < 0.15),
            turned=tuple(bool(bit) for bit in rng.integers(0, 2, 6)),
        )

    @cached_property
    def mesh(self) -> Mesh:
        """All six faces."""
        parts = [self._face(value) for value in NORMALS]
        cells = np.arange(GRID * GRID).reshape(GRID, GRID)
        a, b, c, d = (cells[:-1, :-1], cells[1:, :-1], cells[1:, 1:], cells[:-1, 1:])
        one = np.concatenate([np.stack(each, -1).reshape(-1, 3) for each in ((a, b, c), (a, c, d))])
        faces = np.concatenate([one + nth * GRID * GRID for nth in range(6)])
        points, colours = (np.concatenate(each).astype(np.float32) for each in zip(*parts, strict=True))
        return Mesh(points, faces.astype(np.uint32), colours)

    def _face(self, value: int) -> tuple[Array, Array]:
        normal, right, above = axes(value)
        along = np.linspace(-0.5, 0.5, GRID)
        u, v = (each.ravel()[:, None] for each in np.meshgrid(along, along, indexing="ij"))
        flat = 0.5 * normal + u * right + v * above
        core = np.clip(flat, self.rounding - 0.5, 0.5 - self.rounding)
        outward = (flat - core) / np.linalg.norm(flat - core, axis=1, keepdims=True)
        points = core + self.rounding * outward
        points *= np.minimum(1, self.ball / np.linalg.norm(points, axis=1, keepdims=True))
        colours = self._swirled(points)
        radius = self.pip * (1.6 if value == 1 and self.asian else 1.0)
        ink = RED if self.asian and value in (1, 4) else self.pips
        for x, y in _pips(value, turned=self.turned[value - 1]) * self.spread:
            off = np.hypot(points @ right - x, points @ above - y)
            within = off < radius
            hollow = self.depth * radius * (1 - (off[within] / radius) ** 2)
            points[within] -= hollow[:, None] * normal
            colours[within] = ink
        return points, colours

    def _swirled(self, points: Array) -> Array:
        colours = np.repeat(self.body[None], len(points), 0)
        if self.second is None:
            return colours
        share = 0.5 + 0.5 * np.sin(points @ self.waves + 2 * np.sin(points[:, [1, 2, 0]] @ self.waves))
        return colours + share[:, None] * (self.second - colours)


def axes(value: int) -> tuple[Array, Array, Array]:
    """Give the normal (3,) of a value's face, and two ways along it that make a right-handed three."""
    normal = np.array(NORMALS[value], float)
    right = np.array([0.0, 1.0, 0.0]) if normal[0] else np.array([1.0, 0.0, 0.0])
    return normal, right, np.cross(normal, right)


def colour(rng: Rng, value: float | None = None) -> Array:
    """Draw a colour, grey, dull or vivid, of a given brightness or of any."""
    saturation = rng.choice([0.0, rng.uniform(0.1, 0.5), rng.uniform(0.6, 1)], p=(0.3, 0.25, 0.45))
    level = rng.uniform(0.02, 0.9) if value is None else value
    return np.array(colorsys.hsv_to_rgb(rng.random(), float(saturation), level)) ** 1.5


def _ink(rng: Rng, body: Array) -> Array:
    """Draw the pips' colour: mostly black or white, now and then any that differs from the body."""
    light = float(body @ BRIGHTNESS) > 0.3
    plain = np.full(3, rng.uniform(0.005, 0.06) if light else rng.uniform(0.65, 0.85))
    ink = colour(rng) if rng.random() < 0.2 else plain
    return ink if abs(float((ink - body) @ BRIGHTNESS)) > LEAST_CONTRAST else plain


def _pips(value: int, *, turned: bool) -> Array:
    pips = [(0, 0)] if value % 2 else []
    pips += [(-1, -1), (1, 1)] if value > 1 else []
    pips += [(-1, 1), (1, -1)] if value > 3 else []
    pips += [(-1, 0), (1, 0)] if value == 6 else []
    places = np.array(pips, float)
    return places[:, ::-1] * (1, -1) if turned else places
