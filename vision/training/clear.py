"""Follows rays through clear bodies, as casinos' dice are: bent where they enter, mirrored from inside.

Convention: as in `vision.training.bodies`; light is linear, in blue, green, red.
"""

from __future__ import annotations

from math import copysign, sqrt
from typing import NamedTuple

from vision.training.bodies import Bodies, own_axes, table_axes, way_out
from vision.training.compiled import compiled
from vision.training.rooms import SEES_NONE, Room, sky
from vision.training.surfaces import PIP, SPECIAL, marks
from vision.training.vectors import Vector, dot, times, unit

OFF = 0.003
"""How far above a surface what goes on from it begins, in sides."""

BENDS, INNER_SIDES = 1.49, 5
"""How much slower light is in a clear die; and how many of its sides a ray meets from inside at most."""

DENSE, INSIDE = 1.0, 0.6
"""How fast a clear body's colour deepens a side; and what of the sky's light comes to pips inside it."""


class Passed(NamedTuple):
    """A ray that was followed through a clear body.

    Where it comes out, which way it goes on, what of its light is kept, whether it ends on the far side of a
    pip, and what light comes from there.
    """

    at: Vector
    way: Vector
    kept: Vector
    ends: bool
    light: Vector


@compiled
def through(
    bodies: Bodies, room: Room, point: Vector, normal: Vector, colour: Vector, way: Vector, which: int
) -> Passed:
    """Follow a ray through a clear body, which mirrors it inside as often as it meets a side too flatly."""
    facing = min(max(-dot(normal, way), 0.0), 1.0)
    bent = facing / BENDS - sqrt(1 - (1 - facing**2) / BENDS**2)
    inner = unit(
        way[0] / BENDS + bent * normal[0],
        way[1] / BENDS + bent * normal[1],
        way[2] / BENDS + bent * normal[2],
    )
    middle, turn, paint = bodies.middle[which], bodies.turn[which], bodies.paint[which]
    own = own_axes(turn, point[0] - middle[0], point[1] - middle[1], point[2] - middle[2])
    own_way, far, ends, leaves, face = own_axes(turn, *inner), 0.0, False, False, 0
    for _ in range(INNER_SIDES):
        long, axis = way_out(bodies, which, own, own_way)
        own = (own[0] + long * own_way[0], own[1] + long * own_way[1], own[2] + long * own_way[2])
        far += long
        ends, _, face, _ = marks(bodies, which, own)
        leaves = BENDS**2 * (1 - own_way[axis] ** 2) < 1
        if ends or leaves:
            break
        own_way = _with(own_way, axis, -own_way[axis])
    kept = (
        min(max(colour[0], 0.02), 0.98) ** (DENSE * far),
        min(max(colour[1], 0.02), 0.98) ** (DENSE * far),
        min(max(colour[2], 0.02), 0.98) ** (DENSE * far),
    )
    first = SPECIAL if face in (0, 3) else PIP
    ink = (INSIDE * paint[first], INSIDE * paint[first + 1], INSIDE * paint[first + 2]) if ends else colour
    if leaves and not ends:
        steep = copysign(sqrt(1 - BENDS**2 * (1 - own_way[axis] ** 2)), own_way[axis])
        wide_way = (BENDS * own_way[0], BENDS * own_way[1], BENDS * own_way[2])
        own_way = _with(wide_way, axis, steep)
    x, y, z = table_axes(turn, own[0], own[1], own[2])
    onwards = unit(*table_axes(turn, own_way[0], own_way[1], own_way[2]))
    at = (
        middle[0] + x + OFF * onwards[0],
        middle[1] + y + OFF * onwards[1],
        max(middle[2] + z + OFF * onwards[2], OFF),
    )
    light = times(ink, sky(room, normal, SEES_NONE))
    return Passed(at, onwards, kept, ends or not leaves, light)


@compiled
def _with(vector: Vector, axis: int, value: float) -> Vector:
    """Give a vector with another value on one axis."""
    return (
        value if axis == 0 else vector[0],
        value if axis == 1 else vector[1],
        value if axis == 2 else vector[2],
    )
