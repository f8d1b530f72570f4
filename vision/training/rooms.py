"""What is about a table: its top, the light from everywhere, lamps and windows.

Convention: as in `vision.training.bodies`; light is linear, in blue, green, red.
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import NamedTuple

from vision.training.bodies import Numbers
from vision.training.compiled import compiled
from vision.training.vectors import Rng, Vector, unit

SEES_ALL, SEES_NONE = -1.0, 9.0
"""Of how large lamps a path has not yet asked for their light."""


class Room(NamedTuple):
    """What is about a table.

    ``ground`` (h, w, 3) what the table scatters, spread over ``span`` sides about the origin;
    ``ground_gloss`` (2,) how much it mirrors, and how roughly; ``above``, ``level`` (3,) the light from
    straight above and from the horizon; ``lamps`` (L, 3) unit ways to lamps and windows far off, ``across``
    (L, 2, 3) how far they reach to either side, ``disc`` (L,) 1 of round ones, ``shine`` (L, 3) how bright
    they are.
    """

    ground: Numbers
    span: float
    ground_gloss: Numbers
    above: Numbers
    level: Numbers
    lamps: Numbers
    across: Numbers
    disc: Numbers
    shine: Numbers


@compiled
def ground_at(room: Room, point: Vector) -> Vector:
    """Give the table's colour; beyond what was drawn of it, it is mirrored."""
    height, width = room.ground.shape[:2]
    x, y = 0.5 + point[0] / room.span, 0.5 - point[1] / room.span
    x, y = abs((x + 1) % 2 - 1), abs((y + 1) % 2 - 1)
    row, column = min(int(y * height), height - 1), min(int(x * width), width - 1)
    return room.ground[row, column, 0], room.ground[row, column, 1], room.ground[row, column, 2]


@compiled
def sky(room: Room, way: Vector, sees: float) -> Vector:
    """Give the light from far off, and of the lamps that are larger than ``sees``: the others were asked."""
    up = 0.5 + 0.5 * way[2]
    blue = room.level[0] + up * (room.above[0] - room.level[0])
    green = room.level[1] + up * (room.above[1] - room.level[1])
    red = room.level[2] + up * (room.above[2] - room.level[2])
    if sees < SEES_NONE:
        for nth in range(len(room.lamps)):
            lamp = room.lamps[nth]
            if sees >= size_of(room, nth):
                continue
            towards = way[0] * lamp[0] + way[1] * lamp[1] + way[2] * lamp[2]
            if towards > 1e-3 and _hits(room, nth, towards, way):
                blue += room.shine[nth, 0]
                green += room.shine[nth, 1]
                red += room.shine[nth, 2]
    return blue, green, red


@compiled
def _hits(room: Room, nth: int, towards: float, way: Vector) -> bool:
    """Say whether a ray leads to a lamp."""
    one, other = _along(room, nth, 0, towards, way), _along(room, nth, 1, towards, way)
    if room.disc[nth] > 0:
        return one**2 + other**2 < 1
    return abs(one) < 1 and abs(other) < 1


@compiled
def _along(room: Room, nth: int, side: int, towards: float, way: Vector) -> float:
    """Say how far from a lamp's middle a ray passes along one of its sides; 1 is its edge."""
    lamp, across = room.lamps[nth], room.across[nth, side]
    off = 0.0
    for axis in range(3):
        off += (way[axis] / towards - lamp[axis]) * across[axis]
    return off / (across**2).sum()


@compiled
def size_of(room: Room, nth: int) -> float:
    """Give how far a lamp reaches on its shorter side."""
    one, other = room.across[nth, 0], room.across[nth, 1]
    return sqrt(min((one**2).sum(), (other**2).sum()))


@compiled
def wide(room: Room, nth: int) -> float:
    """Give how large a lamp is, one unit away: nearly, which part of all ways leads there."""
    one, other = room.across[nth, 0], room.across[nth, 1]
    return 4 * sqrt((one**2).sum() * (other**2).sum()) * (pi / 4 if room.disc[nth] > 0 else 1.0)


@compiled
def lamp_ray(rng: Rng, room: Room, nth: int) -> Vector:
    """Draw a way that leads to a lamp."""
    lamp, across = room.lamps[nth], room.across[nth]
    if room.disc[nth] > 0:
        radius, angle = sqrt(rng.random()), 2 * pi * rng.random()
        one, other = radius * cos(angle), radius * sin(angle)
    else:
        one, other = 2 * rng.random() - 1, 2 * rng.random() - 1
    return unit(
        lamp[0] + one * across[0, 0] + other * across[1, 0],
        lamp[1] + one * across[0, 1] + other * across[1, 1],
        lamp[2] + one * across[0, 2] + other * across[1, 2],
    )
