"""What the surface of a body looks like: pips, plates under them, marble.

Convention: as in `vision.training.bodies`; colours are blue, green, red, 0 to 1 of the light.
"""

from __future__ import annotations

from math import hypot, inf, sin

import numpy as np

from vision.training.bodies import Bodies, Numbers
from vision.training.compiled import compiled
from vision.training.tracing import DIVIDING
from vision.training.vectors import Vector

FACES = np.array([[5, 2], [4, 3], [6, 1]]) - 1
"""The face, counted from 0, whose normal is the axis of a row, backwards and forwards."""

OTHERS = np.array([[1, 2], [0, 2], [0, 1]])

ON_FACE = 0.6
"""A face reaches as far down as this part of half a side."""

MOST_PIPS = 12
"""On one face: a domino has two halves."""

PAINT = {
    **dict.fromkeys(("body", "second", "pip", "special", "plate", "plate_pip"), 3),
    **dict.fromkeys(("marble", "edged", "ring", "drilled", "pip_power", "plate_radius", "plate_power"), 1),
    **dict.fromkeys(("pillow", "mirrors", "rough", "metal", "clear", "line"), 1),
    "waves": 12,
    "phases": 4,
}
"""What tells how a body looks, with the count of numbers of each."""

_AT = {name: sum(list(PAINT.values())[:nth]) for nth, name in enumerate(PAINT)}
BODY, SECOND, PIP, SPECIAL, PLATE, PLATE_PIP = (
    _AT[name] for name in ("body", "second", "pip", "special", "plate", "plate_pip")
)
MARBLE, EDGED, RING, DRILLED, PIP_POWER = (
    _AT[name] for name in ("marble", "edged", "ring", "drilled", "pip_power")
)
PLATE_RADIUS, PLATE_POWER, PILLOW = (_AT[name] for name in ("plate_radius", "plate_power", "pillow"))
MIRRORS, ROUGH, METAL, CLEAR = (_AT[name] for name in ("mirrors", "rough", "metal", "clear"))
LINE = _AT["line"]
WAVES, PHASES = _AT["waves"], _AT["phases"]


@compiled
def marks(bodies: Bodies, nth: int, own: Vector) -> tuple[bool, bool, int, Vector]:
    """Say what is on a face at a point, in the body's axes.

    Returns
    -------
    pip, plate : bool
        Whether a pip is there, or a plate.
    face : int
        Which face it is, counted from 0.
    bend : tuple
        How a pip's hollow or a pillowed face bends the normal.
    """
    half, paint = bodies.half[nth], bodies.paint[nth]
    axis, most = 0, -inf
    for each in range(3):
        if abs(own[each]) - half[each] > most:
            axis, most = each, abs(own[each]) - half[each]
    face = FACES[axis, 1 if own[axis] > 0 else 0]
    one, other = OTHERS[axis, 0], OTHERS[axis, 1]
    x, y = own[one], own[other]
    if abs(own[axis]) < ON_FACE * half[axis]:
        return False, False, face, (0.0, 0.0, 0.0)
    bend_x, bend_y, pip = paint[PILLOW] * x, paint[PILLOW] * y, False
    radius = bodies.radius[nth, face]
    for each in range(bodies.count[nth, face]):
        off_x, off_y = x - bodies.pips[nth, face, each, 0], y - bodies.pips[nth, face, each, 1]
        if abs(off_x) > radius or abs(off_y) > radius:
            continue
        power = paint[PIP_POWER]
        away = (
            hypot(off_x, off_y) if power == 2 else (abs(off_x) ** power + abs(off_y) ** power) ** (1 / power)
        )
        if away < radius:
            pip = away >= paint[RING] * radius
            bend_x -= paint[DRILLED] * off_x / radius
            bend_y -= paint[DRILLED] * off_y / radius
    if paint[LINE] > 0 and face == 0 and abs(x) < DIVIDING[0] and abs(y) < DIVIDING[1]:
        pip = True
    power = paint[PLATE_POWER]
    plate = (
        paint[PLATE_RADIUS] > 0 and (abs(x) ** power + abs(y) ** power) ** (1 / power) < paint[PLATE_RADIUS]
    )
    if axis == 0:
        return pip, plate, face, (0.0, bend_x, bend_y)
    return pip, plate, face, (bend_x, 0.0, bend_y) if axis == 1 else (bend_x, bend_y, 0.0)


@compiled
def colour_of(bodies: Bodies, nth: int, own: Vector, pip: bool, plate: bool, face: int) -> Vector:
    """Give the colour of a surface at a point, in the body's axes."""
    paint = bodies.paint[nth]
    if pip:
        first = PLATE_PIP if paint[PLATE_RADIUS] > 0 else SPECIAL if face in (0, 3) else PIP
        return paint[first], paint[first + 1], paint[first + 2]
    if plate:
        return paint[PLATE], paint[PLATE + 1], paint[PLATE + 2]
    share = 0.0
    if paint[MARBLE] > 0:
        share = paint[MARBLE] * min(max(0.5 + paint[EDGED] * 0.5 * _wave(paint, own), 0.0), 1.0)
    return (
        paint[BODY] + share * (paint[SECOND] - paint[BODY]),
        paint[BODY + 1] + share * (paint[SECOND + 1] - paint[BODY + 1]),
        paint[BODY + 2] + share * (paint[SECOND + 2] - paint[BODY + 2]),
    )


@compiled
def _wave(paint: Numbers, own: Vector) -> float:
    """Marble: folded waves through the solid, -1 to 1."""
    out = 0.0
    for nth in range(4):
        first = WAVES + 3 * nth
        along = own[0] * paint[first] + own[1] * paint[first + 1] + own[2] * paint[first + 2]
        out = sin(along + paint[PHASES + nth] + 1.5 * out)
    return out
