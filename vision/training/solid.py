"""Dice as solids: rays are followed to a cube with round edges, and what they meet is kept in layers.

A sprite holds no colours, only how much of each pixel is die, pip, lamp light, sky light, gloss,
swirl and far-side pip. `vision.training.looks` paints it, so one shape serves for any make of dice.

Convention: a die's own axes are right-handed with 1 at +z, 2 at +x, 3 at +y (the painter mirrors
every other sprite); the table's z points up. Pixels have their origin top left, x right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.prints import Print, logo, numerals
from vision.training.views import View, about

Array = NDArray[np.floating]
Rng = np.random.Generator

FACES = {1: (0, 0, 1), 2: (1, 0, 0), 3: (0, 1, 0), 4: (0, -1, 0), 5: (-1, 0, 0), 6: (0, 0, -1)}
LAYERS = ("alpha", "pip", "special", "print", "far", "lamp", "sky", "gloss", "swirl")
SHARPER = 2
"""Rays along each axis of a pixel."""

STEPS = 14
"""Of the ray marching; an edge that is still missed by then is a pixel too soft, no more."""

CORE = 0.88
"""A ray that passes a cube of side 1 farther off than this misses it."""


class Sprite(NamedTuple):
    """One die seen from one side.

    ``layers`` (h, w, 9) uint8, in the order of `LAYERS`; ``value`` 1 to 6; ``kind`` is "die",
    "casino", "cocked" or "numeral"; ``x_px``, ``y_px`` the middle of its top face; ``size_px`` the side of
    a square as large as the top face appears; ``up`` (2,) how far one side of height moves a
    point in the picture; ``shadow`` (2,) from a point above the table to its shadow, for the
    height of one side.
    """

    layers: NDArray[np.uint8]
    value: int
    kind: str
    x_px: float
    y_px: float
    size_px: float
    up: Array
    shadow: Array


@dataclass(frozen=True)
class Shape:
    """Everything about a die's form, in parts of its side.

    ``ball`` is the radius of the ball that cuts the corners; ``ring`` how much of a pip's middle
    is bare; ``drilled`` how deep the pips are; ``one`` how much larger the pip of 1 is; ``prints``
    what is printed beside the pips, or in their place where ``numeral``.
    """

    rounding: float
    ball: float
    pip_radius: float
    spread: float
    one: float
    ring: float
    drilled: float
    turned: tuple[bool, ...]
    prints: dict[int, Print]
    numeral: bool

    @classmethod
    def random(cls, rng: Rng, *, numeral: bool = False) -> Shape:
        """Draw a make of dice."""
        radius = float(rng.uniform(0.06, 0.125))
        # Pips must not touch each other, as no maker lets them, nor hang over the edge.
        spread = float(rng.uniform(max(0.2, 2.1 * radius), 0.285))
        prints = numerals(rng) if numeral else logo(rng) if rng.random() < 0.15 else {}
        return cls(
            rounding=float(rng.uniform(0.015, 0.22)),
            ball=float(rng.uniform(0.66, 0.78)) if rng.random() < 0.35 else 9.0,
            pip_radius=radius,
            spread=spread,
            one=float(rng.uniform(1.2, 2.2)) if rng.random() < 0.25 else 1.0,
            ring=float(rng.uniform(0.3, 0.6)) if rng.random() < 0.08 else 0.0,
            drilled=float(rng.uniform(0.2, 1.3)) if rng.random() < 0.6 else 0.0,
            turned=tuple(bool(bit) for bit in rng.integers(0, 2, 6)),
            prints=prints,
            numeral=numeral,
        )

    @classmethod
    def casino(cls, rng: Rng) -> Shape:
        """Draw a make of casinos' dice: sharp edges, large pips level with the face, letters on 1 and 2."""
        radius = float(rng.uniform(0.1, 0.145))
        return replace(
            cls.random(rng),
            rounding=float(rng.uniform(0.008, 0.05)),
            ball=9.0,
            pip_radius=radius,
            spread=float(rng.uniform(max(0.22, 2.1 * radius), 0.31)),
            one=float(rng.uniform(1.0, 1.25)),
            ring=0.0,
            drilled=0.0,
            prints=logo(rng) if rng.random() < 0.7 else {},
        )

    def pips(self, value: int) -> Array:
        """Give the middles of a face's pips, (N, 2)."""
        s = self.spread
        pips = [(0.0, 0.0)] if value % 2 else []
        pips += [(-s, -s), (s, s)] if value > 1 else []
        pips += [(-s, s), (s, -s)] if value > 3 else []
        pips += [(-s, 0.0), (s, 0.0)] if value == 6 else []
        places = np.array(pips)
        return places[:, ::-1] * (1, -1) if self.turned[value - 1] else places


def render(rng: Rng, size_px: float, kind: str = "die") -> Sprite:
    """Draw one die of a random make, place, camera and lamp.

    Parameters
    ----------
    rng : Generator
    size_px
        Side of the top face if it were seen from straight above.
    kind
        "die"; "casino", translucent with sharp edges; "cocked", leaning by 14 to 45 degrees so that no
        face is on top; "numeral", with figures in place of pips.
    """
    shape = Shape.casino(rng) if kind == "casino" else Shape.random(rng, numeral=kind == "numeral")
    value = int(rng.integers(1, 7))
    around = rng.uniform(0, 2 * np.pi)
    lean = np.deg2rad(rng.uniform(14, 45) if kind == "cocked" else abs(rng.normal(0, 1.0)))
    spin = about((0, 0, 1), rng.uniform(0, 2 * np.pi))
    turn = about((np.cos(around), np.sin(around), 0), lean) @ spin @ _with_top(value)
    view = View.random(rng, size_px)
    reach = int(np.ceil(size_px * 1.05)) + 2
    grid = (np.arange(-reach * SHARPER, reach * SHARPER) + 0.5) / SHARPER
    x, y = np.meshgrid(grid, grid)
    layers = _trace(rng, shape, turn, view, view.rays(x, y).reshape(-1, 3)).reshape(*x.shape, len(LAYERS))
    small = cv2.resize(layers, (2 * reach, 2 * reach), interpolation=cv2.INTER_AREA)
    top = np.array([(0, 0, 0.5), (-0.5, -0.5, 0.5), (0.5, -0.5, 0.5), (0.5, 0.5, 0.5), (-0.5, 0.5, 0.5)])
    seen = view.project(top)
    above, cast = view.project(np.array([(0, 0, 1.5), (-view.lamp / max(view.lamp[2], 0.2)) * (1, 1, 0)]))
    ground = view.project(np.zeros((1, 3)))[0]
    middle = seen[0] + reach - 0.5
    return Sprite(
        np.clip(small * 255, 0, 255).astype(np.uint8),
        value,
        kind,
        float(middle[0]),
        float(middle[1]),
        float(np.sqrt(cv2.contourArea(seen[1:].astype(np.float32)))),
        above - seen[0],
        cast - ground,
    )


def _with_top(value: int) -> Array:
    """Turn the die so that the face of this value is up."""
    normal = np.array(FACES[value], float)
    if normal[2]:
        return np.eye(3) if normal[2] > 0 else about((1, 0, 0), np.pi)
    return about((normal[1], -normal[0], 0), np.pi / 2)


def _distance(points: Array, shape: Shape) -> Array:
    """Distance of points (N, 3) from the surface, negative inside."""
    beyond = np.abs(points) - (0.5 - shape.rounding)
    outside = np.sqrt((np.maximum(beyond, 0) ** 2).sum(axis=1))
    box = outside + np.minimum(beyond.max(axis=1), 0) - shape.rounding
    return np.maximum(box, np.linalg.norm(points, axis=1) - shape.ball)


def _normals(points: Array, shape: Shape) -> Array:
    core = 0.5 - shape.rounding
    normals = points - np.clip(points, -core, core)
    on_ball = np.linalg.norm(points, axis=1) > shape.ball - 0.01
    normals[on_ball] = points[on_ball]
    return normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)


def _trace(rng: Rng, shape: Shape, turn: Array, view: View, rays: Array) -> Array:
    """Follow the rays (N, 3); give the layers (N, 9)."""
    start, ways = (view.eye @ turn).astype(np.float32), rays.astype(np.float32) @ turn.astype(np.float32)
    nearest = -(ways @ start)
    close = np.flatnonzero(np.linalg.norm(start + nearest[:, None] * ways, axis=1) < CORE)
    ways, reach = ways[close], nearest[close] - 0.9
    for _ in range(STEPS):
        away = _distance(start + reach[:, None] * ways, shape)
        reach += away
    hit = away < 0.02
    points, ways, rays = (start + reach[:, None] * ways)[hit], ways[hit], rays[close[hit]]
    normals = _normals(points, shape)
    pip, special, printed, hollow = _faces(points, shape)
    bent = normals + shape.drilled * hollow
    up = (bent / np.linalg.norm(bent, axis=1, keepdims=True)) @ turn.T
    mirror = rays - 2 * (rays * up).sum(axis=1, keepdims=True) * up
    far = _far_pips(points, ways, normals, shape)
    lamp, sky = np.clip(up @ view.lamp, 0, 1), 0.5 + 0.5 * up[:, 2]
    layers = np.zeros((len(nearest), len(LAYERS)), np.float32)
    alpha, gloss, swirl = np.ones(len(points)), _gloss(rng, mirror, view.lamp), _swirl(rng, points)
    layers[close[hit]] = np.stack([alpha, pip, special, printed, far, lamp, sky, gloss, swirl], axis=1)
    return layers


def _faces(points: Array, shape: Shape) -> tuple[Array, Array, Array, Array]:
    """Say where pips are.

    Returns
    -------
    pip, special, printed : (N,)
        All pips; those of 1 and 4; what is printed.
    bend : (N, 3)
        How a pip's hollow bends the normal.
    """
    pip, special, printed = (np.zeros(len(points)) for _ in range(3))
    bend = np.zeros_like(points)
    longest = np.abs(points).argmax(axis=1)
    for value, axis in FACES.items():
        normal = np.array(axis, float)
        on = np.flatnonzero((points @ normal > 0.3) & (longest == np.abs(normal).argmax()))
        if not len(on):
            continue
        axes = np.eye(3)[normal == 0]
        flat = points[on] @ axes.T
        if value in shape.prints:
            printed[on] = shape.prints[value].at(flat)
        if shape.numeral:
            continue
        off = flat[:, None, :] - shape.pips(value)[None]
        nearest = np.linalg.norm(off, axis=2).argmin(axis=1)
        off = off[np.arange(len(on)), nearest]
        away = np.linalg.norm(off, axis=1)
        radius = shape.pip_radius * (shape.one if value == 1 else 1.0)
        pip[on] = (away < radius) & (away > shape.ring * radius)
        special[on] = pip[on] * (value in (1, 4))
        bend[on] = -(off / radius * (away < radius)[:, None]) @ axes
    return pip, special, printed, bend


def _far_pips(points: Array, ways: Array, normals: Array, shape: Shape) -> Array:
    """Say which pips of the far side show where a translucent die is looked through."""
    bent = ways - 0.35 * normals
    bent = np.where(np.abs(bent) < 1e-6, 1e-6, bent)
    through = ((np.sign(bent) * 0.49 - points) / bent).min(axis=1, keepdims=True)
    return _faces(points + through * bent, shape)[0]


def _gloss(rng: Rng, mirror: Array, lamp: Array) -> Array:
    """Mirror the lamp and a few windows."""
    shine = np.exp(rng.uniform(30, 400) * (mirror @ lamp - 1))
    for _ in range(int(rng.integers(0, 4))):
        way = rng.normal(0, 1, 3) * (1, 1, 0.5) + (0, 0, 0.7)
        off = mirror - way / np.linalg.norm(way)
        window = (np.abs(off[:, 0]) < rng.uniform(0.03, 0.4)) & (np.abs(off[:, 1]) < rng.uniform(0.03, 0.4))
        shine += rng.uniform(0.1, 0.8) * window * (mirror[:, 2] > 0)
    return np.clip(shine, 0, 1)


def _swirl(rng: Rng, points: Array) -> Array:
    """Marble: folded waves through the solid, 0 to 1."""
    waves = np.zeros(len(points))
    for _ in range(4):
        way = rng.normal(0, rng.uniform(2, 9), 3)
        waves = np.sin(points @ way + rng.uniform(0, 7) + 1.5 * waves)
    return 0.5 + 0.5 * waves
