"""Follows paths of light over a table of bodies: a path tracer.

Every ray that meets something asks one lamp for its light, and goes on where light may have come from: as a
mirror sends it, through what is clear, or anywhere above the surface. See Kajiya, The Rendering Equation
(1986); Schlick, An Inexpensive BRDF Model (1994) for how much is mirrored.

Convention: as in `vision.training.bodies`; light is linear, in blue, green, red; a picture is
(side, side, 3), with its origin top left, x right, y down.
"""

from __future__ import annotations

from math import exp, pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.training.bodies import Bodies, Numbers, nearest, normal_at, own_axes, table_axes
from vision.training.clear import OFF, through
from vision.training.compiled import compiled
from vision.training.rooms import SEES_ALL, SEES_NONE, Room, ground_at, lamp_ray, size_of, sky, wide
from vision.training.surfaces import CLEAR, METAL, MIRRORS, ROUGH, colour_of, marks
from vision.training.vectors import Rng, Vector, anywhere, dot, more, times, unit

CLEAR_SHADOW = 0.35
"""What a clear body lets through of the light that falls on it."""

BOUNCES = 4
"""So many things a path meets at most."""

LEFT = 0.2
"""What of the sky's light comes along where a path was not followed to its end."""

BRIGHTEST = 12.0
"""No path brings more than this: the few that would are sparks in a picture of a few paths a pixel."""

SHINIEST = 60.0
"""As BRIGHTEST, of what the first thing mirrors."""

FARTHEST = 1e6
"""What is farther off is the sky, in sides."""

GRAZING = 0.6
"""How much more of the light that just grazes a glossy surface is mirrored: none of them is quite smooth."""


class Camera(NamedTuple):
    """A pinhole.

    ``eye`` (3,), ``basis`` (3, 3) the picture's x, y and the way forward as rows, ``focal_px``, and
    ``off_px`` (2,) where the picture's middle is from the axis.
    """

    eye: Numbers
    basis: Numbers
    focal_px: float
    off_px: Numbers


class _Met(NamedTuple):
    """What a ray has met.

    Its colour, its normal towards the ray, how much it mirrors, how roughly, whether it is a metal, and which
    part of the light goes through it.
    """

    colour: Vector
    normal: Vector
    mirrors: float
    rough: float
    metal: float
    clear: float


@compiled
def picture(
    bodies: Bodies, room: Room, camera: Camera, side_px: int, paths: int, rng: Rng
) -> NDArray[np.float32]:
    """Follow ``paths`` through every pixel; give the light that comes along (side, side, 3)."""
    out = np.zeros((side_px, side_px, 3), np.float32)
    middle, basis, columns = (side_px - 1) / 2, camera.basis, max(1, round(sqrt(paths)))
    rows = -(-paths // columns)
    for row in range(side_px):
        for column in range(side_px):
            for nth in range(paths):
                x = column - middle - 0.5 + (nth % columns + rng.random()) / columns
                y = row - middle - 0.5 + (nth // columns + rng.random()) / rows
                x, y = (x + camera.off_px[0]) / camera.focal_px, (y + camera.off_px[1]) / camera.focal_px
                way = unit(
                    x * basis[0, 0] + y * basis[1, 0] + basis[2, 0],
                    x * basis[0, 1] + y * basis[1, 1] + basis[2, 1],
                    x * basis[0, 2] + y * basis[1, 2] + basis[2, 2],
                )
                light = _light(rng, bodies, room, (camera.eye[0], camera.eye[1], camera.eye[2]), way)
                for each in range(3):
                    out[row, column, each] += light[each] / paths
    return out


@compiled
def _light(rng: Rng, bodies: Bodies, room: Room, at: Vector, way: Vector) -> Vector:
    """Give the light that comes along one ray from the eye.

    What the first thing mirrors and what it scatters are followed both: few paths would be mirrored else, and
    those few bring the lamp's light.
    """
    far, which = _first(bodies, at, way, -1)
    if far > FARTHEST:
        return sky(room, way, SEES_ALL)
    point = (at[0] + far * way[0], at[1] + far * way[1], at[2] + far * way[2])
    met = _met(bodies, room, point, way, which)
    mirrors = _mirrored(met, way)
    total = (0.0, 0.0, 0.0)
    if mirrors > 0:
        onwards = _mirror(rng, met, way)
        sheen = _path(rng, bodies, room, _above(point, met.normal), onwards, which, met.rough, BOUNCES - 1)
        shine = _shine(bodies, room, point, met, way, which)
        tint = met.colour if met.metal > 0 else (1.0, 1.0, 1.0)
        for each in (sheen, shine):
            bounded = (min(each[0], SHINIEST), min(each[1], SHINIEST), min(each[2], SHINIEST))
            total = more(total, times(tint, (mirrors, mirrors, mirrors)), bounded)
    rest = _go_on(rng, bodies, room, point, met, way, which)
    bounded = (min(rest[0], BRIGHTEST), min(rest[1], BRIGHTEST), min(rest[2], BRIGHTEST))
    return more(total, (1 - mirrors, 1 - mirrors, 1 - mirrors), bounded)


@compiled
def _first(bodies: Bodies, at: Vector, way: Vector, leave_out: int) -> tuple[float, int]:
    """Say how far a ray goes until it meets something, and which body that is; -1 if it is the table."""
    far, which = nearest(bodies, at, way, leave_out)
    down = -at[2] / way[2] if way[2] < -1e-9 else np.inf
    return (down, -1) if down < far else (far, which)


@compiled
def _path(
    rng: Rng, bodies: Bodies, room: Room, at: Vector, way: Vector, came_from: int, sees: float, bounces: int
) -> Vector:
    """Give the light that comes along a path; ``sees`` as for `sky`."""
    share, total = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)
    which = came_from
    for nth in range(bounces):
        far, which = _first(bodies, at, way, which)
        if far > FARTHEST:
            return more(total, share, sky(room, way, sees))
        point = (at[0] + far * way[0], at[1] + far * way[1], at[2] + far * way[2])
        met = _met(bodies, room, point, way, which)
        at = _above(point, met.normal)
        if rng.random() < _mirrored(met, way):
            way, sees = _mirror(rng, met, way), met.rough
            share = times(share, met.colour) if met.metal > 0 else share
        elif nth < bounces - 1 and rng.random() < met.clear:
            passed = through(bodies, room, point, met.normal, met.colour, way, which)
            at, way, sees = passed.at, passed.way, SEES_ALL
            share = times(share, passed.kept)
            if passed.ends:
                return more(total, share, passed.light)
        else:
            share = times(share, met.colour)
            total = more(total, share, _lit(rng, bodies, room, at, met.normal, which))
            way, sees = _scattered(rng, met.normal), SEES_NONE
    left = sky(room, (0.0, 0.0, 1.0), SEES_NONE)
    return more(total, share, (LEFT * left[0], LEFT * left[1], LEFT * left[2]))


@compiled
def _go_on(rng: Rng, bodies: Bodies, room: Room, point: Vector, met: _Met, way: Vector, which: int) -> Vector:
    """Give the light that the first thing does not mirror: what it scatters, or lets through."""
    if rng.random() < met.clear:
        passed = through(bodies, room, point, met.normal, met.colour, way, which)
        if passed.ends:
            return times(passed.kept, passed.light)
        return times(
            passed.kept, _path(rng, bodies, room, passed.at, passed.way, which, SEES_ALL, BOUNCES - 1)
        )
    at = _above(point, met.normal)
    direct = _lit(rng, bodies, room, at, met.normal, which)
    around = _path(rng, bodies, room, at, _scattered(rng, met.normal), which, SEES_NONE, BOUNCES - 1)
    return times(met.colour, (direct[0] + around[0], direct[1] + around[1], direct[2] + around[2]))


@compiled
def _mirrored(met: _Met, way: Vector) -> float:
    """Say which part of the light is mirrored."""
    if met.mirrors <= 0:
        return 0.0
    facing = min(max(-dot(met.normal, way), 0.0), 1.0)
    return met.mirrors + GRAZING * (1 - met.mirrors) * (1 - facing) ** 5


@compiled
def _mirror(rng: Rng, met: _Met, way: Vector) -> Vector:
    """Give a way on which light is mirrored, more or less roughly."""
    x, y, z = anywhere(rng)
    facing, normal = -dot(met.normal, way), met.normal
    return unit(
        way[0] + 2 * facing * normal[0] + met.rough * x,
        way[1] + 2 * facing * normal[1] + met.rough * y,
        way[2] + 2 * facing * normal[2] + met.rough * z,
    )


@compiled
def _scattered(rng: Rng, normal: Vector) -> Vector:
    x, y, z = anywhere(rng)
    return unit(normal[0] + x, normal[1] + y, normal[2] + z)


@compiled
def _above(point: Vector, normal: Vector) -> Vector:
    return point[0] + OFF * normal[0], point[1] + OFF * normal[1], point[2] + OFF * normal[2]


@compiled
def _shine(bodies: Bodies, room: Room, point: Vector, met: _Met, way: Vector, which: int) -> Vector:
    """Give what a rough mirror shows of lamps that are smaller than what it blurs them to."""
    facing, normal = -dot(met.normal, way), met.normal
    mirror = unit(
        way[0] + 2 * facing * normal[0], way[1] + 2 * facing * normal[1], way[2] + 2 * facing * normal[2]
    )
    total = (0.0, 0.0, 0.0)
    for nth in range(len(room.lamps)):
        lamp = (room.lamps[nth, 0], room.lamps[nth, 1], room.lamps[nth, 2])
        near = 2 - 2 * dot(mirror, lamp)
        if met.rough < size_of(room, nth) or near > 9 * met.rough**2:
            continue
        far, _ = nearest(bodies, _above(point, normal), lamp, which)
        if far == np.inf and lamp[2] > 0:
            part = wide(room, nth) / (pi * met.rough**2) * exp(-near / met.rough**2)
            shine = room.shine[nth]
            total = (total[0] + part * shine[0], total[1] + part * shine[1], total[2] + part * shine[2])
    return total


@compiled
def _met(bodies: Bodies, room: Room, point: Vector, way: Vector, which: int) -> _Met:
    """Say what a body's surface is like at a point, or the table's where ``which`` is -1."""
    if which < 0:
        gloss = room.ground_gloss
        return _Met(ground_at(room, point), (0.0, 0.0, 1.0), gloss[0], gloss[1], 0.0, 0.0)
    turn, middle, paint = bodies.turn[which], bodies.middle[which], bodies.paint[which]
    own = own_axes(turn, point[0] - middle[0], point[1] - middle[1], point[2] - middle[2])
    flat = normal_at(bodies, which, *own)
    pip, plate, face, bend = marks(bodies, which, own)
    x, y, z = unit(flat[0] + bend[0], flat[1] + bend[1], flat[2] + bend[2])
    normal = table_axes(turn, x, y, z)
    if dot(normal, way) > 0:  # bent so far that it would be seen from behind
        normal = table_axes(turn, flat[0], flat[1], flat[2])
    colour = colour_of(bodies, which, own, pip, plate, face)
    clear = 0.0 if pip or plate else paint[CLEAR]
    return _Met(colour, normal, paint[MIRRORS], paint[ROUGH], paint[METAL], clear)


@compiled
def _lit(rng: Rng, bodies: Bodies, room: Room, point: Vector, normal: Vector, which: int) -> Vector:
    """Give the light that one lamp, drawn at random, throws on a point, over pi."""
    count = len(room.lamps)
    if not count:
        return 0.0, 0.0, 0.0
    nth = int(rng.random() * count)
    way = lamp_ray(rng, room, nth)
    faces = dot(way, normal)
    if faces <= 0 or way[2] <= 0:
        return 0.0, 0.0, 0.0
    far, by = nearest(bodies, point, way, which)
    if far < np.inf:
        faces *= CLEAR_SHADOW * bodies.paint[by, CLEAR]
    lamp = (room.lamps[nth, 0], room.lamps[nth, 1], room.lamps[nth, 2])
    strength, shine = count / pi * faces * wide(room, nth) * dot(way, lamp) ** 3, room.shine[nth]
    return strength * shine[0], strength * shine[1], strength * shine[2]
