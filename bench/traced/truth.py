"""What is to be read on a path-traced table, and what else lies there, as the camera sees it.

Convention: as in `bench.traced.tables`.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.traced.tables import Array, Camera, Die, Table, Thing
from vision.training.scenes import IGNORED
from vision.training.tracing import leads_through

HIDDEN = 0.3
"""A top face of which more is hidden by other dice is not to be read."""

OPAQUE = 0.47
"""How far from its middle a die hides what is behind, in its sides: its edges are rounded."""


def truth_of(table: Table) -> dict[str, list[dict[str, Any]]]:
    """Give the dice and the other things, in pixels.

    Of each die the label, the middle, size and corners of its top face, and its rise
    (`vision.training.scenes.Truth`); of each thing its kind, middle and size.
    """
    return {
        "dice": [_die(table, die) for die in table.dice],
        "things": [_thing(table.camera, thing) for thing in table.things],
    }


def _die(table: Table, die: Die) -> dict[str, Any]:
    corners, middle = table.camera.project(die.quad), die.quad.mean(axis=0)
    one_side = 2 * (middle - die.middle)
    (x, y), above = table.camera.project(np.stack([middle, middle + one_side]))
    size = float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
    return {
        "label": IGNORED if _hidden(table, die) > HIDDEN else die.label,
        "x": x,
        "y": y,
        "size": size,
        "rise": ((above - (x, y)) / size).tolist(),
        "corners": corners.tolist(),
    }


def _hidden(table: Table, die: Die) -> float:
    """Say which part of a die's top face other dice hide."""
    along = np.linspace(0.1, 0.9, 5)
    first, right, ahead = die.quad[0], die.quad[1] - die.quad[0], die.quad[3] - die.quad[0]
    points = np.array([first + a * right + b * ahead for a in along for b in along])
    hidden = np.zeros(len(points), bool)
    for other in table.dice:
        if other is not die:
            hidden |= _stands_before(table, other, points)
    return float(hidden.mean())


def _stands_before(table: Table, die: Die, points: Array) -> NDArray[np.bool_]:
    """Say from which points (N, 3) the way to the camera leads through a die, between its three slabs."""
    start, way = (points - die.middle) @ die.rotation, (table.camera.eye - points) @ die.rotation
    return leads_through(start, way, np.full(3, OPAQUE * table.side_mm))


def _thing(camera: Camera, thing: Thing) -> dict[str, Any]:
    foot = np.array([thing.x, thing.y, 0.0])
    (x, y), rim = camera.project(np.stack([foot, foot + thing.radius * np.eye(3)[0]]))
    return {"kind": thing.kind, "x": x, "y": y, "size": 2 * float(np.hypot(*(rim - (x, y))))}
