"""Heads, body pieces, tokens and dice.

Pieces lie at any turn, under any lamp, before any eye, so hue is only one of three ways to
tell them apart. Each has its own brightness from rim to middle, and its own number of folds:
red is a ring (endless), blue stripes (2), black a cross (4), green dots (6); the heads have
two eyes and rims of 12 rays, 6 scallops, 5 points and a plain band; the flower has 6 light
petals, the wasp a hazard rim and 4 wings.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sin

from companion.games.caterpillar_filler.layout import COLOURS, DISC_MM
from companion.layout import Point, Rgb
from companion.printing.drawing import (
    Path,
    arc_points,
    disc,
    drop,
    ellipse,
    line,
    mix,
    polar,
    polygon,
    polygons,
    ring,
    ring_part,
    star,
    turned,
)

RADIUS = DISC_MM / 2
O: Point = (0.0, 0.0)  # noqa: E741
INK: Rgb = (30, 26, 30)
WHITE = COLOURS["white"]
CREAM: Rgb = (250, 232, 196)


def shade(colour: Rgb, share: float = 0.35) -> Rgb:
    """Give a darker tone."""
    return mix(colour, INK, share)


def _base(colour: Rgb) -> list[Path]:
    """Give a disc with a darker rim, which shows where to cut."""
    return [disc(O, RADIUS, shade(colour)), disc(O, RADIUS - 0.6, colour)]


def body_red() -> list[Path]:
    """Draw a ring round a spot."""
    return [*_base(COLOURS["red"]), ring(O, 6.7, 3.9, WHITE)]


def body_blue() -> list[Path]:
    """Draw three waves."""
    waves = []
    for middle in (-4.6, 0.0, 4.6):
        reach = (7.7**2 - (abs(middle) + 0.6) ** 2) ** 0.5 - 0.8
        xs = [reach * (n / 12 - 1) for n in range(25)]
        waves.append(line(((x, middle + 0.55 * sin(x * 1.35)) for x in xs), WHITE, 2.1))
    return [*_base(COLOURS["blue"]), *waves]


def body_green() -> list[Path]:
    """Draw six leaves' worth of dots round a seventh."""
    lime: Rgb = (222, 244, 150)
    around = [disc(polar(5.5, n * 60), 1.75, lime) for n in range(6)]
    return [*_base(COLOURS["green"]), *around, disc(O, 1.75, lime)]


def body_black() -> list[Path]:
    """Draw a cross."""
    near, far = 1.5, 6.9
    corners = [(-near, -far), (near, -far), (near, -near), (far, -near), (far, near), (near, near)]
    cross = corners + [(-x, -y) for x, y in corners]
    return [*_base(COLOURS["black"]), polygon(cross, WHITE)]


def _face(colour: Rgb, *, cheeks: Rgb, smile: Rgb = INK) -> list[Path]:
    """Give a face: feelers, two large eyes, cheeks and a smile."""
    radius = 6.1
    mouth = arc_points((0.0, 1.2), 2.7, 25.0, 155.0)
    parts = [disc(O, radius, shade(colour, 0.45)), disc(O, radius - 0.35, colour)]
    for side in (-1, 1):
        eye: Point = (side * 2.25, -1.3)
        parts += [
            disc((side * 3.6, 2.1), 1.05, cheeks),
            ellipse(eye, 1.75, 2.15, INK),
            ellipse(eye, 1.45, 1.85, WHITE),
            disc((eye[0] - side * 0.3, eye[1] + 0.35), 1.05, INK),
            disc((eye[0] - side * 0.3 + 0.35, eye[1] - 0.1), 0.35, WHITE),
        ]
    return [*parts, line(mouth, smile, 0.6)]


def head_yellow() -> list[Path]:
    """Draw a sun: twelve rays."""
    orange = COLOURS["orange"]
    return [
        disc(O, RADIUS, shade(orange)),
        disc(O, RADIUS - 0.6, (255, 240, 176)),
        polygon(star(12, 8.3, 6.0), orange),
        *_face(COLOURS["yellow"], cheeks=(246, 150, 50)),
    ]


def head_brown() -> list[Path]:
    """Draw a biscuit: six scallops on cream."""
    brown = COLOURS["brown"]
    scallops = [disc(polar(6.3, n * 60 + 30), 2.0, brown) for n in range(6)]
    return [
        disc(O, RADIUS, shade(brown)),
        disc(O, RADIUS - 0.6, CREAM),
        *scallops,
        *_face(mix(brown, CREAM, 0.15), cheeks=(214, 128, 84), smile=CREAM),
    ]


def head_purple() -> list[Path]:
    """Draw a night star: five points on dark violet."""
    purple = COLOURS["purple"]
    return [
        disc(O, RADIUS, shade(purple, 0.75)),
        polygon(star(5, 8.7, 5.2), (216, 184, 240)),
        *_face(purple, cheeks=(232, 132, 190), smile=WHITE),
    ]


def head_white() -> list[Path]:
    """Draw a daisy moon: a black band on white."""
    return [
        disc(O, RADIUS, shade(COLOURS["grey"])),
        disc(O, RADIUS - 0.4, WHITE),
        ring(O, 7.9, 6.4, INK),
        *_face(WHITE, cheeks=(250, 170, 170)),
    ]


def flower() -> list[Path]:
    """Draw six light petals round a yellow eye."""
    parts = [*_base(COLOURS["wine"])]
    for n in range(6):
        turn = turned(n * 60 - 90)
        parts.append(turn.path(Path(drop(6.9, 5.6, 1.2), COLOURS["petal"])))
        parts.append(turn.path(Path(drop(4.2, 2.2, 3.2), WHITE)))
    return [*parts, disc(O, 2.9, (176, 96, 20)), disc(O, 2.5, COLOURS["yellow"])]


def wasp() -> list[Path]:
    """Draw a wasp inside a hazard rim."""
    yellow = COLOURS["yellow"]
    rim = polygons((ring_part(RADIUS - 0.4, 7.0, n * 45, n * 45 + 22.5) for n in range(8)), yellow)
    parts = [disc(O, RADIUS, INK), rim]
    for side in (-1, 1):
        for turn, length in ((-32, 6.2), (24, 5.0)):
            direction = turn if side > 0 else 180 - turn
            parts.append(turned(direction, (0.0, 0.0)).path(Path(drop(length, 3.0, 0.4), (206, 226, 236))))
    parts += [
        polygon([(-0.8, 4.6), (0.8, 4.6), (0.0, 6.6)], yellow),
        ellipse((0.0, 1.7), 2.3, 3.6, yellow),
        disc((0.0, -3.3), 1.9, yellow),
        disc((-0.8, -3.6), 0.6, INK),
        disc((0.8, -3.6), 0.6, INK),
    ]
    stripes = [line([(-w, y), (w, y)], INK, 0.95) for y, w in ((-0.2, 1.9), (1.8, 2.2), (3.7, 1.5))]
    return [*parts, *stripes]


def butterfly() -> list[Path]:
    """Draw the winner's butterfly."""
    parts = [disc(O, 15.0, shade(COLOURS["blue"], 0.5)), disc(O, 14.2, (222, 238, 250))]
    for side in (-1, 1):
        for direction, length, width, colour in (
            (-38, 12.6, 10.0, COLOURS["orange"]),
            (32, 9.6, 8.0, COLOURS["yellow"]),
        ):
            turn = turned(direction if side > 0 else 180 - direction)
            parts.append(turn.path(Path(drop(length, width, 0.2), shade(COLOURS["purple"], 0.5))))
            parts.append(turn.path(Path(drop(length - 2.2, width - 2.4, 1.2), colour)))
            parts.append(disc(polar(length * 0.68, -0.0), 0.0, WHITE))
            parts.append(turn.path(disc((length * 0.66, 0.0), width * 0.14, WHITE)))
        parts.append(line([(0.0, -5.0), (side * 1.4, -8.0), (side * 3.2, -9.6)], INK, 0.6))
        parts.append(disc((side * 3.2, -9.6), 0.8, INK))
    return [*parts, ellipse((0.0, 0.6), 1.3, 6.4, INK), disc((0.0, -5.6), 1.6, INK)]


FACES: dict[str, Callable[[], list[Path]]] = {
    "head-yellow": head_yellow,
    "head-brown": head_brown,
    "head-purple": head_purple,
    "head-white": head_white,
    "body-red": body_red,
    "body-blue": body_blue,
    "body-green": body_green,
    "body-black": body_black,
    "flower": flower,
    "wasp": wasp,
    "butterfly": butterfly,
}
