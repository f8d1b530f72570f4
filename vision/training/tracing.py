"""Follows rays to a solid with round edges, and keeps in layers what they meet.

Convention: as in `vision.training.solid`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.training.shapes import FACES, Shape
from vision.training.views import View, about

Array = NDArray[np.floating]
Rng = np.random.Generator

LAYERS = ("alpha", "pip", "special", "print", "far", "lamp", "sky", "gloss", "swirl", "plate")

SHADOW_RAYS, SKY_RAYS = 12, 24
"""By which is told how much of the lamp, and of the sky, another die hides."""

STEPS = 16
"""Of the ray marching; an edge that is still missed by then is a pixel too soft, no more."""

DIVIDING = (0.025, 0.4)
"""Half the width and length of the line between the halves of a domino."""

RINGS = 0.35
"""Share of rooms in which something round is mirrored: a lamp's shade, the ring of a camera's lights."""

RING_LIGHTS = 0.5
"""Share of these in which it is a ring of lights about the camera."""


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
        return self.leaning @ self.spin @ with_top(self.value)


def with_top(value: int) -> Array:
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


def trace(rng: Rng, body: Body, view: View, rays: Array, above: Sequence[Body]) -> Array:
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


def leads_through(start: Array, ways: Array, half: Array) -> NDArray[np.bool_]:
    """Say which ways (N, 3) lead from starts (N, 3) through a box that reaches ``half``, in its axes."""
    own = np.where(np.abs(ways) < 1e-6, 1e-6, ways)
    ends = np.stack([(-half - start) / own, (half - start) / own])
    return ends.max(axis=0).min(axis=1) > np.maximum(ends.min(axis=0).max(axis=1), 0)


def hidden_from(
    rng: Rng, points: Array, up: Array, mirror: Array, view: View, other: Body
) -> tuple[Array, Array, Array]:
    """Give which parts (N,) of the lamp's light, of the sky's, and of what is mirrored another die takes.

    ``points`` (N, 3) have the normals ``up`` and mirror what lies on the ways ``mirror``.
    """
    start = (points + 0.02 * up - other.middle) @ other.turn
    inside = 0.96 * np.array(other.shape.half)  # its edges are rounded

    def met(ways: Array) -> NDArray[np.bool_]:
        return leads_through(start, ways @ other.turn, inside)

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
