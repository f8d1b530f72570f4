"""Bodies with round edges, and where a ray meets them.

Boxes, cylinders and balls are one form: all that is nearer than ``rounding`` to a smaller box or cylinder,
cut off by a ball. Rays are followed one by one: most of what could be met is soon known to be missed.

Convention: lengths in sides of a die, z up from the table. A body's own axes are as in
`vision.training.shapes`. A ray begins at ``at`` and goes on ``way``, of length 1; both are tuples of three.
"""

from __future__ import annotations

from math import copysign, hypot, inf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.training.compiled import compiled
from vision.training.vectors import Vector, unit

Numbers = NDArray[np.float64]

LEAST_ROUNDING = 0.012
"""Of a sharper edge the normal would hang on the last digits."""

STEPS, TOUCHED = 28, 0.002
"""Of a ray to a body: how often it goes as far as that is away, and how near it is when it has come there."""

INNER = 0.99
"""How far inside its surface a clear body is met from within."""

LEAST_SLOPE = 1e-9
"""A ray as good as parallel to a side is taken to be so far from that."""


class Bodies(NamedTuple):
    """All bodies of a table.

    ``middle`` (K, 3); ``turn`` (K, 3, 3) leads from a body's own axes to the table's; ``half`` (K, 3) how far
    it reaches; ``rounding``, ``ball`` (K,) as in `vision.training.shapes.Shape`; ``round`` (K,) 1 of
    cylinders, whose axis is z; ``paint`` (K, sum of `PAINT`); ``pips`` (K, 6, `MOST_PIPS`, 2) the middles of
    the pips of every face, ``count`` (K, 6) of them; ``radius`` (K, 6) how large they are.
    """

    middle: Numbers
    turn: Numbers
    half: Numbers
    rounding: Numbers
    ball: Numbers
    round: Numbers
    paint: Numbers
    pips: Numbers
    count: NDArray[np.int64]
    radius: Numbers


@compiled
def own_axes(turn: Numbers, x: float, y: float, z: float) -> Vector:
    """Give a vector of the table in a body's axes."""
    return (
        x * turn[0, 0] + y * turn[1, 0] + z * turn[2, 0],
        x * turn[0, 1] + y * turn[1, 1] + z * turn[2, 1],
        x * turn[0, 2] + y * turn[1, 2] + z * turn[2, 2],
    )


@compiled
def table_axes(turn: Numbers, x: float, y: float, z: float) -> Vector:
    """Give a vector of a body in the table's axes."""
    return (
        turn[0, 0] * x + turn[0, 1] * y + turn[0, 2] * z,
        turn[1, 0] * x + turn[1, 1] * y + turn[1, 2] * z,
        turn[2, 0] * x + turn[2, 1] * y + turn[2, 2] * z,
    )


@compiled
def nearest(bodies: Bodies, at: Vector, way: Vector, leave_out: int) -> tuple[float, int]:
    """Say how far a ray goes until it meets a body, infinitely if none, and which; -1 if none.

    ``leave_out`` is the body that it comes from, or -1: bodies are convex.
    """
    best, which = inf, -1
    for nth in range(len(bodies.middle)):
        if nth == leave_out:
            continue
        middle, half = bodies.middle[nth], bodies.half[nth]
        x, y, z = middle[0] - at[0], middle[1] - at[1], middle[2] - at[2]
        along = x * way[0] + y * way[1] + z * way[2]
        reach = half[0] * half[0] + half[1] * half[1] + half[2] * half[2]
        aside = x * x + y * y + z * z - along * along
        if aside > reach or along < -sqrt(reach) or along - sqrt(reach - aside) > best:
            continue
        far = _follow(bodies, nth, own_axes(bodies.turn[nth], -x, -y, -z), own_axes(bodies.turn[nth], *way))
        if far < best:
            best, which = far, nth
    return best, which


@compiled
def _follow(bodies: Bodies, nth: int, at: Vector, way: Vector) -> float:
    """Follow a ray, both in the body's axes, to a body; infinitely far where it misses it."""
    half = bodies.half[nth]
    enters, leaves = 0.0, inf
    for axis in range(3):
        slope = way[axis] if abs(way[axis]) > LEAST_SLOPE else LEAST_SLOPE
        one, other = (-half[axis] - at[axis]) / slope, (half[axis] - at[axis]) / slope
        enters, leaves = max(enters, min(one, other)), min(leaves, max(one, other))
    if enters > leaves:
        return inf
    far = enters
    for _ in range(STEPS):
        away = distance(bodies, nth, at[0] + far * way[0], at[1] + far * way[1], at[2] + far * way[2])
        far += away
        if away < TOUCHED:
            return far
        if far > leaves:
            return inf
    return far if away < 10 * TOUCHED else inf


@compiled
def distance(bodies: Bodies, nth: int, x: float, y: float, z: float) -> float:
    """Give how far a point, in a body's axes, is from its surface, negative inside."""
    half, rounding = bodies.half[nth], bodies.rounding[nth]
    if bodies.round[nth] > 0:
        beyond_x, beyond_y = hypot(x, y) - half[0] + rounding, -1.0
    else:
        beyond_x, beyond_y = abs(x) - half[0] + rounding, abs(y) - half[1] + rounding
    beyond_z = abs(z) - half[2] + rounding
    inside = min(max(beyond_x, beyond_y, beyond_z), 0.0)
    beyond_x, beyond_y, beyond_z = max(beyond_x, 0.0), max(beyond_y, 0.0), max(beyond_z, 0.0)
    outside = sqrt(beyond_x * beyond_x + beyond_y * beyond_y + beyond_z * beyond_z)
    return max(outside + inside - rounding, sqrt(x * x + y * y + z * z) - bodies.ball[nth])


@compiled
def normal_at(bodies: Bodies, nth: int, x: float, y: float, z: float) -> Vector:
    """Give the unit normal of a surface at a point on it, in the body's axes."""
    if sqrt(x * x + y * y + z * z) > bodies.ball[nth] - 0.01:
        return unit(x, y, z)
    half, rounding = bodies.half[nth], bodies.rounding[nth]
    core_x, core_y, core_z = half[0] - rounding, half[1] - rounding, half[2] - rounding
    if bodies.round[nth] > 0:
        within = min(1.0, core_x / max(hypot(x, y), 1e-9))
        close_x, close_y = x * within, y * within
    else:
        close_x, close_y = min(max(x, -core_x), core_x), min(max(y, -core_y), core_y)
    return unit(x - close_x, y - close_y, z - min(max(z, -core_z), core_z))


@compiled
def way_out(bodies: Bodies, nth: int, own: Vector, way: Vector) -> tuple[float, int]:
    """Say how far a ray goes inside a body, both in its axes, to a side, and across which axis that is."""
    far, across = inf, 0
    for axis in range(3):
        slope = way[axis] if abs(way[axis]) > LEAST_SLOPE else LEAST_SLOPE
        long = (copysign(INNER * bodies.half[nth, axis], slope) - own[axis]) / slope
        if long < far:
            far, across = long, axis
    return max(far, 0.0), across
