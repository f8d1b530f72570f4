"""Dice and dominoes as solids: rays are followed to a box with round edges; what they meet is kept in layers.

What lies on another die keeps light from it (`vision.training.piles`).

A sprite holds no colours, only how much of each pixel is die, pip, lamp light, sky light, gloss,
swirl, far-side pip and plate. `vision.training.looks` paints it, so one shape serves for any make of dice.

Convention: a die's own axes are right-handed with 1 at +z, 2 at +x, 3 at +y (finished pictures are
mirrored now and then); the table's z points up. Pixels have their origin top left, x right, y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.shapes import FACES, Shape
from vision.training.views import View, about

Array = NDArray[np.floating]
Rng = np.random.Generator

LAYERS = ("alpha", "pip", "special", "print", "far", "lamp", "sky", "gloss", "swirl", "plate")
SHARPER = 2
"""Rays along each axis of a pixel."""

UPWARDS = np.array([0.0, 0.0, 1.0])

SHADOW_RAYS, SKY_RAYS = 12, 24
"""By which is told how much of the lamp, and of the sky, another die hides."""

FOOT = 0.92
"""How far a die's corners reach, in those of a cube: they are rounded."""

STEPS = 16
"""Of the ray marching; an edge that is still missed by then is a pixel too soft, no more."""

DIVIDING = (0.025, 0.4)
"""Half the width and length of the line between the halves of a domino."""

RINGS = 0.35
"""Share of rooms in which something round is mirrored: a lamp's shade, the ring of a camera's lights."""

RING_LIGHTS = 0.5
"""Share of these in which it is a ring of lights about the camera."""


class Sprite(NamedTuple):
    """One die seen from one side.

    ``layers`` (h, w, 10) uint8, in the order of `LAYERS`; ``value`` 1 to 6, 0 of what is no die; ``kind``
    is one of `vision.training.bank.KINDS`; ``x_px``, ``y_px`` the middle of its top face; ``size_px`` the
    side of a square as large as the top face appears, nearly that of a domino's half; ``up`` (2,)
    how far one side of height moves a point in the picture; ``shadow`` (2,) from where a point stands
    above the table to its shadow on it, for the height of one side; ``along`` (2,) from a
    domino's middle to that of one half; ``edges`` (2, 2) two sides of the top face as they appear: so far off
    the next die of a row is seen; ``axis`` (2,) from the middle of the top face one side further out of the
    die: ``up`` unless it leans; ``feet`` (8, 3) its corners: above which place of the table each is, from the
    middle of the top face, and how high, in sides.
    """

    layers: NDArray[np.uint8]
    value: int
    kind: str
    x_px: float
    y_px: float
    size_px: float
    up: Array
    shadow: Array
    along: Array
    edges: Array
    axis: Array
    feet: Array

    @property
    def steep(self) -> float:
        """How high one side of height appears, in sides of the top face: 0 from straight above."""
        return float(np.hypot(*self.up)) / self.size_px

    @property
    def slant(self) -> float:
        """How far the sides of the top face are turned from the way up in the picture, 0 to 90 degrees."""
        return slant_deg(self.edges[0], self.up)


def slant_deg(edge: Array, up: Array) -> float:
    """Give the angle from ``up`` to an edge; a quarter turn further is as good."""
    return float(np.rad2deg(np.arctan2(edge[1], edge[0]) - np.arctan2(up[1], up[0])) % 90)


class Body(NamedTuple):
    """A die in its place.

    ``spin`` (3, 3) turns it about the upright, ``leaning`` (3, 3) off the table after that; ``middle`` (3,)
    is its own in sides, ``table`` how high the table is.
    """

    shape: Shape
    kind: str
    value: int
    spin: Array
    leaning: Array
    middle: Array
    table: float

    @property
    def turn(self) -> Array:
        """The rotation (3, 3) from the die's own axes."""
        return self.leaning @ self.spin @ _with_top(self.value)


def render(rng: Rng, size_px: float, kind: str = "die") -> Sprite:
    """Draw one die of a random make, place, camera and lamp.

    Parameters
    ----------
    rng : Generator
    size_px
        Side of the top face if it were seen from straight above.
    kind
        "die"; "casino", translucent with sharp edges; "cocked", leaning by 14 to 45 degrees so that no
        face is on top; "numeral", with figures in place of pips; "domino" and "cube", which are no dice.
    """
    shape = _shape(rng, kind)
    value = 1 if kind == "domino" else int(rng.integers(1, 7))
    around = rng.uniform(0, 2 * np.pi)
    lean = np.deg2rad(rng.uniform(14, 45) if kind == "cocked" else abs(rng.normal(0, 1.0)))
    spin = about((0, 0, 1), rng.uniform(0, 2 * np.pi))
    leaning = about((np.cos(around), np.sin(around), 0), lean)
    lowest = float((np.array(corners(shape)) @ leaning.T)[:, 2].min())
    body = Body(shape, kind, value, spin, leaning, np.zeros(3), lowest)
    return seen(rng, body, View.random(rng, size_px), size_px)


def corners(shape: Shape) -> Array:
    """Give the eight corners (8, 3) of a die, a little inside: they are rounded."""
    return FOOT * np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * shape.half


def seen(rng: Rng, body: Body, view: View, size_px: float, above: Sequence[Body] = ()) -> Sprite:
    """Trace a die in its place; what lies ``above`` it keeps the light off."""
    shape, turned = body.shape, body.leaning @ body.spin
    half = np.array(shape.half)
    reach = int(np.ceil(size_px * 1.2 * np.linalg.norm(half))) + 2
    grid = (np.arange(-reach * SHARPER, reach * SHARPER) + 0.5) / SHARPER
    x, y = np.meshgrid(grid, grid)
    about_px = view.project(body.middle[None])[0]
    rays = view.rays(x + about_px[0], y + about_px[1]).reshape(-1, 3)
    layers = _trace(rng, body, view, rays, above).reshape(*x.shape, len(LAYERS))
    small = cv2.resize(layers, (2 * reach, 2 * reach), interpolation=cv2.INTER_AREA)
    places = np.array([(0, 0), (-1, -1), (1, -1), (1, 1), (-1, 1), (0.5, 0)]) * half[:2]
    places = np.column_stack([places, np.full(len(places), half[2])])
    top = view.project(body.middle + places @ turned.T)
    flat = view.project(body.middle + places @ body.spin.T)  # as it would lie in a row
    upright = body.middle + turned @ (0, 0, half[2])
    ways = np.array([upright + UPWARDS, body.middle + turned @ (0, 0, half[2] + 1)])
    above_px, out = view.project(ways)
    ground, cast = view.project(np.array([(0, 0, 0), -(view.lamp / max(view.lamp[2], 0.2)) * (1, 1, 0)]))
    at = top[0] - about_px + reach - 0.5
    return Sprite(
        np.clip(small * 255, 0, 255).astype(np.uint8),
        0 if body.kind in ("domino", "cube") else body.value,
        body.kind,
        float(at[0]),
        float(at[1]),
        float(np.sqrt(cv2.contourArea(top[1:5].astype(np.float32)) / (4 * half[0] * half[1]))),
        above_px - top[0],
        cast - ground,
        top[5] - top[0],
        np.stack([flat[2] - flat[1], flat[3] - flat[2]]) / (2 * half[:2, None]),
        out - top[0],
        _feet(body, view, top[0]),
    )


def _feet(body: Body, view: View, top: Array) -> Array:
    """Give the ``feet`` of a sprite."""
    placed = body.middle + corners(body.shape) @ (body.leaning @ body.spin).T
    ground = view.project(np.column_stack([placed[:, :2], np.full(len(placed), body.table)])) - top
    return np.column_stack([ground, placed[:, 2] - body.table])


def _shape(rng: Rng, kind: str) -> Shape:
    makes = {"domino": Shape.domino, "casino": Shape.casino, "cube": Shape.cube}
    return makes[kind](rng) if kind in makes else Shape.random(rng, numeral=kind == "numeral")


def _with_top(value: int) -> Array:
    """Turn the die so that the face of this value is up."""
    normal = np.array(FACES[value], float)
    if normal[2]:
        return np.eye(3) if normal[2] > 0 else about((1, 0, 0), np.pi)
    return about((normal[1], -normal[0], 0), np.pi / 2)


def _distance(points: Array, shape: Shape) -> Array:
    """Distance of points (N, 3) from the surface, negative inside."""
    beyond = np.abs(points) - (np.float32(shape.half) - shape.rounding)
    outside = np.sqrt((np.maximum(beyond, 0) ** 2).sum(axis=1))
    box = outside + np.minimum(beyond.max(axis=1), 0) - shape.rounding
    return np.maximum(box, np.linalg.norm(points, axis=1) - shape.ball)


def _normals(points: Array, shape: Shape) -> Array:
    core = np.float32(shape.half) - shape.rounding
    normals = points - np.clip(points, -core, core)
    on_ball = np.linalg.norm(points, axis=1) > shape.ball - 0.01
    normals[on_ball] = points[on_ball]
    return normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)


def _trace(rng: Rng, body: Body, view: View, rays: Array, above: Sequence[Body]) -> Array:
    """Follow the rays (N, 3); give the layers (N, 10)."""
    shape, turn = body.shape, body.turn
    core = 1.02 * np.linalg.norm(shape.half)  # a ray that passes the middle farther off misses the box
    start, ways = (
        ((view.eye - body.middle) @ turn).astype(np.float32),
        rays.astype(np.float32) @ turn.astype(np.float32),
    )
    ways = np.asfortranarray(ways)  # sums and largest of three are found several times as fast so
    nearest = -(ways @ start)
    close = np.flatnonzero(np.linalg.norm(start + nearest[:, None] * ways, axis=1) < core)
    ways, reach = np.asfortranarray(ways[close]), nearest[close] - core
    for _ in range(STEPS):
        away = _distance(start + reach[:, None] * ways, shape)
        reach += away
    hit = away < 0.02
    points, ways, rays = (start + reach[:, None] * ways)[hit], ways[hit], rays[close[hit]]
    normals = _normals(points, shape)
    pip, special, printed, plate, hollow = _faces(points, shape)
    bent = normals + hollow
    up = (bent / np.linalg.norm(bent, axis=1, keepdims=True)) @ turn.T
    mirror = rays - 2 * (rays * up).sum(axis=1, keepdims=True) * up
    far = _far_pips(points, ways, normals, shape)
    lamp, sky = np.clip(up @ view.lamp, 0, 1), 0.5 + 0.5 * up[:, 2]
    layers = np.zeros((len(nearest), len(LAYERS)), np.float32)
    alpha, gloss, swirl = np.ones(len(points)), _gloss(rng, mirror, view), _swirl(rng, points)
    for other in above:
        hidden = hidden_from(rng, body.middle + points @ turn.T, up, mirror, view, other)
        lamp, sky, gloss = (
            each * (1 - share) for each, share in zip((lamp, sky, gloss), hidden, strict=True)
        )
    layers[close[hit]] = np.stack([alpha, pip, special, printed, far, lamp, sky, gloss, swirl, plate], axis=1)
    return layers


def hidden_from(
    rng: Rng, points: Array, up: Array, mirror: Array, view: View, other: Body
) -> tuple[Array, Array, Array]:
    """Give which parts (N,) of the lamp's light, of the sky's, and of what is mirrored another die takes.

    ``points`` (N, 3) have the normals ``up`` and mirror what lies on the ways ``mirror``.
    """
    start = (points + 0.02 * up - other.middle) @ other.turn
    inside = 0.96 * np.array(other.shape.half)  # its edges are rounded

    def met(ways: Array) -> NDArray[np.bool_]:
        own = ways @ other.turn
        own = np.where(np.abs(own) < 1e-6, 1e-6, own)
        ends = np.stack([(-inside - start) / own, (inside - start) / own])
        return ends.max(axis=0).min(axis=1) > np.maximum(ends.min(axis=0).max(axis=1), 0)

    wide = rng.uniform(0.02, 0.35)
    lamp = np.mean([met(view.lamp + rng.normal(0, wide, 3)) for _ in range(SHADOW_RAYS)], axis=0)
    spread = rng.normal(0, 1, (SKY_RAYS, 3))
    spread /= np.linalg.norm(spread, axis=1, keepdims=True)
    return lamp, np.mean([met(up + way) for way in spread], axis=0), met(mirror).astype(float)


def _faces(points: Array, shape: Shape) -> tuple[Array, Array, Array, Array, Array]:
    """Say where pips are.

    Returns
    -------
    pip, special, printed, plate : (N,)
        All pips; those of 1 and 4; what is printed; what lies under the pips.
    bend : (N, 3)
        How a pip's hollow and a pillowed face bend the normal.
    """
    pip, special, printed, plate = (np.zeros(len(points)) for _ in range(4))
    half = np.array(shape.half)
    bend = np.zeros_like(points)
    outermost = (np.abs(points) - half).argmax(axis=1)
    for value, axis in FACES.items():
        normal = np.array(axis, float)
        nth = int(np.abs(normal).argmax())
        on = np.flatnonzero((points @ normal > 0.6 * half[nth]) & (outermost == nth))
        if not len(on):
            continue
        axes = np.eye(3)[normal == 0]
        flat = points[on] @ axes.T
        bend[on] = shape.pillow * flat @ axes
        if value in shape.prints:
            printed[on] = shape.prints[value].at(flat)
        plate[on] = (np.abs(flat) ** shape.power).sum(axis=1) < shape.plate**shape.power
        if shape.halves and value == 1:
            printed[on] = (np.abs(flat[:, 0]) < DIVIDING[0]) & (np.abs(flat[:, 1]) < DIVIDING[1])
        pips = shape.pips(value)
        if shape.numeral or not len(pips):
            continue
        off = flat[:, None, :] - pips[None]
        nearest = np.linalg.norm(off, axis=2).argmin(axis=1)
        off = off[np.arange(len(on)), nearest]
        away = (np.abs(off) ** shape.pip_power).sum(axis=1) ** (1 / shape.pip_power)
        radius = shape.pip_radius * (shape.one if value == 1 else 1.0)
        pip[on] = (away < radius) & (away > shape.ring * radius)
        special[on] = pip[on] * (value in (1, 4))
        bend[on] -= shape.drilled * (off / radius * (away < radius)[:, None]) @ axes
    return pip, special, printed, plate, bend


def _far_pips(points: Array, ways: Array, normals: Array, shape: Shape) -> Array:
    """Say which pips of the far side show where a translucent die is looked through."""
    bent = ways - 0.35 * normals
    bent = np.where(np.abs(bent) < 1e-6, 1e-6, bent)
    through = ((np.sign(bent) * 0.98 * np.array(shape.half) - points) / bent).min(axis=1, keepdims=True)
    return _faces(points + through * bent, shape)[0]


def _gloss(rng: Rng, mirror: Array, view: View) -> Array:
    """Mirror the lamp, a few windows and ceiling lights, and now and then a ring of light."""
    shine = np.exp(np.exp(rng.uniform(*np.log((30, 2500)))) * (mirror @ view.lamp - 1))
    for _ in range(int(rng.integers(0, 5))):
        way = rng.normal(0, 1, 3) * (1, 1, 0.5) + (0, 0, 0.7)
        off = mirror - way / np.linalg.norm(way)
        window = (np.abs(off[:, 0]) < rng.uniform(0.03, 0.4)) & (np.abs(off[:, 1]) < rng.uniform(0.03, 0.4))
        shine += rng.uniform(0.1, 0.9) * window * (mirror[:, 2] > 0)
    if rng.random() < RINGS:
        if rng.random() < RING_LIGHTS:
            axis, radii, widths = rng.normal(-view.basis[2], 0.08), (0.05, 0.35), (0.01, 0.06)
        else:
            axis, radii, widths = rng.normal((0, 0, 1), 0.3), (0.2, 1.3), (0.02, 0.12)
        across = np.arccos(np.clip(mirror @ axis / np.linalg.norm(axis), -1, 1))
        shine += rng.uniform(0.3, 1) * (np.abs(across - rng.uniform(*radii)) < rng.uniform(*widths))
    return np.clip(shine, 0, 1)


def _swirl(rng: Rng, points: Array) -> Array:
    """Marble: folded waves through the solid, 0 to 1."""
    waves = np.zeros(len(points))
    for _ in range(4):
        way = rng.normal(0, rng.uniform(2, 9), 3)
        waves = np.sin(points @ way + rng.uniform(0, 7) + 1.5 * waves)
    return 0.5 + 0.5 * waves
