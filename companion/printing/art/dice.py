"""A die's top face, in any colours."""

from __future__ import annotations

from companion.layout import Kind, Point, Rgb, die_face
from companion.printing.drawing import Path, disc, mix, rounded

INK: Rgb = (30, 26, 30)

PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (1, 1), (-1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (1, 1), (-1, 1)),
}


def die(kind: Kind) -> list[Path]:
    """Draw the top face of a die: body and pips in the colours of its kind."""
    body, pips = kind.colours
    side, (_, value) = kind.size_mm[0], die_face(kind.name)
    half, spread = side / 2, 0.26 * side
    return [
        rounded(-half, -half, side, side, 0.16 * side, mix(body, INK, 0.25)),
        rounded(-half + 0.4, -half + 0.4, side - 0.8, side - 0.8, 0.14 * side, body),
        *(disc((x * spread, y * spread), 0.097 * side, pips) for x, y in PIPS[value]),
    ]
