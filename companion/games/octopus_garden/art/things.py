"""What lies about: shell, relic, trash, oyster, diver, chest, and the backs. Within 9.2 mm of the middle."""

from __future__ import annotations

from math import cos, radians, sin

from companion.games.octopus_garden.layout import COLOURS
from companion.layout import Point, Rgb
from companion.printing.drawing import (
    Path,
    arc_points,
    disc,
    ellipse,
    line,
    mix,
    polar,
    polygon,
    rectangle,
    ring,
    rounded,
    turned,
)

O: Point = (0.0, 0.0)  # noqa: E741
INK = COLOURS["ink"]
WHITE = COLOURS["white"]


def shell(ground: Rgb, figure: Rgb) -> list[Path]:
    """Draw a snail's shell: a spiral of two turns and its mouth."""
    turns = [(r, a) for a in range(0, 760, 12) if (r := 0.7 + 6.6 * a / 760)]
    spiral = [(r * cos(radians(a + 60)) - 0.4, r * sin(radians(a + 60)) - 0.6) for r, a in turns]
    mouth = polygon([(-1.0, 7.0), (6.0, 3.4), (8.6, 7.0), (3.4, 8.4)], figure)
    return [
        Path(mouth.segments, figure, figure, 1.0),
        disc((-0.4, -0.6), 7.6, figure),
        line(spiral, mix(ground, INK, 0.2), 1.25),
        *(
            line([polar(5.6, a, (-0.4, -0.6)), polar(7.3, a, (-0.4, -0.6))], mix(ground, figure, 0.45), 0.7)
            for a in range(150, 330, 24)
        ),
    ]


def relic(ground: Rgb, figure: Rgb) -> list[Path]:
    """Draw an amphora."""
    body = [
        (-2.0, -6.4),
        (2.0, -6.4),
        (2.0, -4.4),
        (5.4, -1.4),
        (4.6, 3.0),
        (1.9, 6.2),
        (-1.9, 6.2),
        (-4.6, 3.0),
    ]
    body += [(-5.4, -1.4), (-2.0, -4.4)]
    parts = [
        line([(s * 2.2, -5.4), (s * 5.6, -5.6), (s * 6.6, -2.4), (s * 5.0, -0.4)], figure, 1.1)
        for s in (-1, 1)
    ]
    zigzag = [(-4.2 + 1.4 * n, -0.2 if n % 2 else 1.5) for n in range(7)]
    return [
        *parts,
        Path(polygon(body, figure).segments, figure, figure, 0.8),
        rounded(-3.2, -8.2, 6.4, 1.9, 0.8, figure),
        rounded(-3.0, 6.2, 6.0, 1.9, 0.8, figure),
        line(zigzag, ground, 0.9),
        line([(-4.6, -2.0), (4.6, -2.0)], ground, 0.8),
        line([(-3.4, 3.6), (3.4, 3.6)], ground, 0.8),
    ]


def trash(ground: Rgb, figure: Rgb) -> list[Path]:
    """Draw a crumpled can and the rings of a six-pack."""
    can = [
        (-4.6, -6.6),
        (3.0, -7.6),
        (4.4, -3.4),
        (3.0, -0.6),
        (5.4, 5.0),
        (-2.4, 7.2),
        (-3.6, 2.2),
        (-5.8, -1.6),
    ]
    tilt = turned(-8.0)
    return [
        *(ring(at, 2.1, 1.3, mix(figure, INK, 0.2)) for at in ((6.5, 2.6), (6.3, 6.0), (-6.6, 3.6))),
        tilt.path(Path(polygon(can, figure).segments, figure, figure, 0.8)),
        tilt.path(polygon([(-4.8, -2.8), (4.0, -3.9), (3.3, 0.2), (-4.6, 1.4)], (196, 58, 48))),
        tilt.path(polygon([(-2.6, -7.4), (1.6, -8.0), (2.2, -6.4), (-2.6, -5.8)], mix(ground, WHITE, 0.6))),
        tilt.path(line([(-2.0, 3.4), (2.8, 2.4)], ground, 0.7)),
        tilt.path(line([(-1.6, 5.2), (3.4, 4.0)], ground, 0.7)),
    ]


def oyster(ground: Rgb, figure: Rgb) -> list[Path]:
    """Draw an open oyster with its pearl."""
    ribs = range(-60, 61, 20)
    lower = arc_points((0.0, -1.2), 8.2, 0, 180)
    return [
        polygon(arc_points((0.0, 0.6), 8.4, 180, 360), figure),
        *(line([(0.0, 0.2), polar(7.7, a - 90, (0.0, 0.6))], mix(figure, ground, 0.55), 0.6) for a in ribs),
        polygon(lower, mix(figure, ground, 0.4)),
        ellipse((0.0, -1.0), 8.0, 2.9, mix(figure, WHITE, 0.6)),
        disc((0.0, 0.9), 3.5, mix(ground, INK, 0.3)),
        disc((0.0, 0.9), 3.1, WHITE),
        disc((-1.0, -0.1), 0.8, (214, 196, 222)),
    ]


def diver(ground: Rgb, figure: Rgb) -> list[Path]:
    """Draw a helmet with its round window, and bubbles."""
    brass = mix(figure, INK, 0.35)
    bolts = [disc(polar(4.7, 45.0 * n, (0.0, -1.0)), 0.55, INK) for n in range(8)]
    return [
        rounded(-7.2, 4.4, 14.4, 3.6, 1.6, brass),
        disc((0.0, -1.0), 7.1, figure),
        rounded(-8.6, -3.0, 2.6, 4.0, 1.0, brass),
        rounded(6.0, -3.0, 2.6, 4.0, 1.0, brass),
        disc((0.0, -1.0), 5.4, brass),
        *bolts,
        disc((0.0, -1.0), 3.9, (196, 232, 244)),
        line([(-3.5, -1.0), (3.5, -1.0)], ground, 0.7),
        line([(0.0, -4.5), (0.0, 2.5)], ground, 0.7),
        *(ring(at, r, r - 0.5, WHITE) for at, r in (((6.6, -6.1), 1.3), ((4.4, -7.9), 0.9))),
    ]


def treasure_chest(ground: Rgb, figure: Rgb) -> list[Path]:
    """Draw a chest with bands and a lock."""
    wood: Rgb = (112, 62, 26)
    lid = [(-7.4, -0.8), *arc_points((0.0, -0.8), 7.4, 180, 360), (7.4, -0.8)]
    return [
        polygon([(x, y if y > -0.9 else -0.8 + (y + 0.8) * 0.82) for x, y in lid], wood),
        rectangle(-7.4, -0.8, 14.8, 7.6, mix(wood, INK, 0.3)),
        *(rectangle(x, y, 1.9, h, figure) for x, y, h in ((-6.3, -4.2, 11.0), (4.4, -4.2, 11.0))),
        rectangle(-7.6, -1.6, 15.2, 1.6, figure),
        rectangle(-7.6, 5.6, 15.2, 1.4, figure),
        rounded(-2.0, -2.4, 4.0, 4.6, 0.8, figure),
        disc((0.0, -0.7), 0.85, INK),
        rectangle(-0.4, -0.6, 0.8, 2.0, INK),
        *(disc(polar(8.3, a), 0.55, mix(ground, WHITE, 0.5)) for a in (-128, -52)),
    ]


def disguise(ground: Rgb, figure: Rgb) -> list[Path]:
    """Draw a mimic octopus that plays a stone: spots like gravel, two eyes shut."""
    spots = [
        disc(
            polar(7.9 * ((n + 0.5) / 26) ** 0.5, n * 137.5),
            0.8 + 0.28 * (n % 3),
            figure if n % 4 else mix(figure, WHITE, 0.6),
        )
        for n in range(26)
    ]
    lids = [line(arc_points((s * 2.5, -1.0), 1.6, 20, 160), INK, 0.9) for s in (-1, 1)]
    plates = [disc((s * 2.5, -0.4), 2.3, ground) for s in (-1, 1)]
    return [*spots, *plates, *lids]


def coconut(ground: Rgb, figure: Rgb) -> list[Path]:
    """Draw two halves of a coconut, shut: a seam, three pores and fibres."""
    fibres = [
        line([polar(5.2, a), polar(8.4, a + 6)], mix(ground, figure, 0.35), 0.8) for a in range(0, 360, 20)
    ]
    return [
        *fibres,
        disc(O, 7.2, mix(ground, INK, 0.25)),
        line([(-8.8, 1.5), (-4.0, 0.2), (0.0, 1.4), (4.0, 0.2), (8.8, 1.5)], figure, 1.5),
        *(disc(at, 1.25, figure) for at in ((-2.5, -3.2), (2.5, -3.2), (0.0, -5.5))),
        *(disc(at, 0.6, INK) for at in ((-2.5, -3.2), (2.5, -3.2), (0.0, -5.5))),
    ]
