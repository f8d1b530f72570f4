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

from vision.training.shapes import Shape
from vision.training.tracing import LAYERS, Array, Body, Rng, trace
from vision.training.views import View, about

SHARPER = 2
"""Rays along each axis of a pixel."""

UPWARDS = np.array([0.0, 0.0, 1.0])

FOOT = 0.92
"""How far a die's corners reach, in those of a cube: they are rounded."""


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
    half = np.array(body.shape.half)
    reach = int(np.ceil(size_px * 1.2 * np.linalg.norm(half))) + 2
    grid = (np.arange(-reach * SHARPER, reach * SHARPER) + 0.5) / SHARPER
    x, y = np.meshgrid(grid, grid)
    about_px = view.project(body.middle[None])[0]
    rays = view.rays(x + about_px[0], y + about_px[1]).reshape(-1, 3)
    layers = trace(rng, body, view, rays, above).reshape(*x.shape, len(LAYERS))
    small = cv2.resize(layers, (2 * reach, 2 * reach), interpolation=cv2.INTER_AREA)
    places = np.array([(0, 0), (-1, -1), (1, -1), (1, 1), (-1, 1), (0.5, 0)]) * half[:2]
    places = np.column_stack([places, np.full(len(places), half[2])])
    # The degree by which a die may be off that lies flat does not show in where rows stand.
    placed = body.leaning @ body.spin if body.kind == "cocked" else body.spin
    top = view.project(body.middle + places @ placed.T)
    upright = body.middle + placed @ (0, 0, half[2])
    leaning = body.middle + np.array([(0, 0, half[2]), (0, 0, half[2] + 1)]) @ body.leaning.T
    above_px, foot, out = view.project(np.vstack([upright + UPWARDS, leaning]))
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
        np.stack([top[2] - top[1], top[3] - top[2]]) / (2 * half[:2, None]),
        out - foot,
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
