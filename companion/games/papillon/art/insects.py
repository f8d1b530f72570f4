"""Butterflies and caterpillars, in mm round the origin; ``scale`` 1 is as large as a token."""

from __future__ import annotations

from companion.games.papillon.art.ground import CREAM, INK
from companion.layout import Point, Rgb
from companion.printing.drawing import Path, arc_points, disc, ellipse, line, mix, turned

O: Point = (0.0, 0.0)  # noqa: E741
_UPPER = (
    ("M", ((0.0, -0.6),)),
    ("C", ((1.6, -6.4), (6.6, -7.4), (7.2, -4.6))),
    ("C", ((7.6, -1.6), (4.0, 0.6), (0.0, 0.6))),
    ("Z", ()),
)
_LOWER = (
    ("M", ((0.0, 0.2),)),
    ("C", ((3.6, 0.2), (6.2, 1.8), (5.4, 4.4))),
    ("C", ((4.6, 6.8), (1.8, 5.4), (0.0, 1.6))),
    ("Z", ()),
)


def butterfly(wings: Rgb, marks: Rgb, scale: float = 1.0, rim: Rgb = INK) -> list[Path]:
    """Draw a butterfly from above, its head up, about 15 mm wide."""
    parts: list[Path] = []
    for side in (1.0, -1.0):
        for wing in (_UPPER, _LOWER):
            mirrored = tuple((verb, tuple((side * x, y) for x, y in points)) for verb, points in wing)
            parts.append(Path(mirrored, wings, rim, 0.7))
        parts += [
            disc((side * 4.9, -4.2), 1.25, marks),
            disc((side * 3.4, 3.4), 0.95, marks),
            line([(side * 1.2, -1.0), (side * 3.2, -2.4)], marks, 0.6),
            line([(0.0, -3.4), (side * 1.7, -6.4)], rim, 0.4),
        ]
    parts += [ellipse((0.0, 0.2), 0.75, 3.9, rim), disc((0.0, -3.6), 0.95, rim)]
    return turned(0.0, O, scale).drawing(parts)


def caterpillar(scale: float = 1.0) -> list[Path]:
    """Draw a caterpillar with its back arched, about 13 mm long."""
    green, dark = (118, 176, 52), (44, 84, 30)
    body = [(-5.4, 1.8), (-3.0, 0.2), (-0.4, -1.2), (2.2, -0.2)]
    parts: list[Path] = [line([(x, y + 1.0), (x, y + 3.2)], dark, 0.6) for x, y in body]
    parts += [disc(at, 2.15, dark) for at in (*body, (4.7, -1.6))]
    parts += [disc(at, 1.75, mix(green, CREAM, 0.25 * (n % 2))) for n, at in enumerate(body)]
    parts += [
        disc((4.7, -1.6), 1.9, (236, 190, 60)),
        disc((5.4, -2.0), 0.45, INK),
        disc((4.1, -2.0), 0.45, INK),
        line(arc_points((4.75, -1.4), 0.8, 30, 150), INK, 0.3),
        line([(4.2, -3.2), (3.4, -5.0)], dark, 0.45),
        line([(5.2, -3.2), (6.0, -5.0)], dark, 0.45),
    ]
    return turned(0.0, O, scale).drawing(parts)
