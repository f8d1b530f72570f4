"""What moves: crabs, star, fish and octopuses. Each is drawn within 9.2 mm of the middle."""

from __future__ import annotations

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
    ring,
    shifted,
    star,
)

O: Point = (0.0, 0.0)  # noqa: E741
INK = COLOURS["ink"]
WHITE = COLOURS["white"]


def eyes(apart: float, y: float, size: float) -> list[Path]:
    """Draw two round eyes."""
    return [
        part
        for side in (-1, 1)
        for part in (
            disc((side * apart, y), size + 0.25, INK),
            disc((side * apart, y), size, WHITE),
            disc((side * (apart - 0.2), y + 0.25), size * 0.55, INK),
        )
    ]


def hermit_crab(ground: Rgb, figure: Rgb) -> list[Path]:
    """Draw a crab that shows both claws, its soft tail curled up behind."""
    dark = mix(figure, INK, 0.45)
    parts = [
        line(arc_points((0.0, 4.2), 3.6, 20, 300), mix(figure, WHITE, 0.55), 2.4),
        *(
            line([(s * 2.0, y), (s * 5.6, y + 0.7), (s * 7.4, y + 2.7)], dark, 1.0)
            for s in (-1, 1)
            for y in (0.2, 2.4, 4.6)
        ),
    ]
    for side in (-1, 1):
        parts += [
            line([(side * 2.4, -1.2), (side * 5.6, -3.0)], figure, 1.8),
            disc((side * 6.0, -5.0), 2.75, figure),
            polygon([(side * 5.9, -5.2), (side * 5.0, -7.4), (side * 6.6, -7.6)], ground),
        ]
    parts += [ellipse((0.0, 0.6), 4.3, 3.5, figure), line(arc_points((0.0, 0.8), 2.1, 30, 150), dark, 0.7)]
    for side in (-1, 1):
        parts.append(line([(side * 1.3, -2.2), (side * 1.7, -4.8)], figure, 0.9))
    return [*parts, *eyes(1.75, -5.2, 1.0)]


def sea_star(_: Rgb, figure: Rgb) -> list[Path]:
    """Draw five arms with a row of knobs on each."""
    dark = mix(figure, INK, 0.5)
    parts = [
        Path(polygon(star(5, 9.3, 3.7), figure).segments, figure, figure, 1.0),
    ]
    for n in range(5):
        parts += [
            disc(polar(r, 72.0 * n - 90), size, dark) for r, size in ((3.6, 0.75), (5.6, 0.6), (7.3, 0.45))
        ]
    return [*parts, disc(O, 1.1, dark)]


def shark(_: Rgb, figure: Rgb) -> list[Path]:
    """Draw a shark from the side, its belly white."""
    body = [
        (-9.0, -0.6),
        (-5.4, -3.2),
        (0.4, -3.6),
        (5.6, -1.4),
        (7.0, -0.5),
        (9.2, -4.4),
        (8.5, 0.2),
        (9.2, 3.2),
    ]
    body += [(6.6, 0.9), (3.4, 1.9), (-1.0, 3.2), (-6.0, 2.8), (-8.6, 1.2)]
    return [
        polygon([(-1.6, -3.2), (2.2, -8.4), (3.0, -2.6)], figure),
        polygon([(-1.8, 2.2), (0.2, 7.6), (2.4, 1.8)], mix(figure, INK, 0.3)),
        Path(polygon(body, figure).segments, figure, figure, 0.8),
        polygon([(-8.4, 1.2), (-4.2, 0.4), (3.4, 0.9), (-1.0, 2.9), (-6.0, 2.6)], WHITE),
        disc((-5.6, -1.2), 0.9, WHITE),
        disc((-5.7, -1.1), 0.5, INK),
        *(line([(x, -1.6), (x - 0.4, 0.2)], WHITE, 0.45) for x in (-2.6, -1.5, -0.4)),
        line([(-8.0, 1.0), (-5.6, 1.4)], INK, 0.6),
    ]


def shark_marks() -> tuple[tuple[Path, ...], ...]:
    """Draw what tells the four sharks apart on the table: a ring, a triangle, a cross, two bars (10.2.3).

    The camera reads the beads on the rim, which all four share: whose shark claims a token the game knows.
    """
    at = (-4.6, 4.4)
    x, y = at
    corners = [polar(2.0, angle, at) for angle in (-90.0, 30.0, 150.0)]
    falling = line([(x - 1.3, y - 1.3), (x + 1.3, y + 1.3)], INK, 0.9)
    rising = line([(x - 1.3, y + 1.3), (x + 1.3, y - 1.3)], INK, 0.9)
    bars = tuple(line([(x + by, y - 1.5), (x + by, y + 1.5)], INK, 0.9) for by in (-0.8, 0.8))
    figures = ((ring(at, 1.8, 0.9, INK),), (polygon(corners, INK),), (falling, rising), bars)
    return tuple((disc(at, 2.7, WHITE), *figure) for figure in figures)


def parrot_fish(_: Rgb, figure: Rgb) -> list[Path]:
    """Draw a fish of large scales with a beak."""
    pink: Rgb = (232, 72, 120)
    parts = [
        polygon([(4.4, 0.0), (9.2, -5.0), (7.6, 0.0), (9.2, 5.0)], pink),
        polygon([(-4.6, -3.6), (0.0, -7.8), (5.0, -3.0)], pink),
        polygon([(-2.4, 4.0), (1.4, 7.4), (3.6, 3.2)], pink),
        ellipse((-0.8, 0.0), 7.4, 5.1, figure),
    ]
    scales = ((-0.8, -2.5), (-0.8, 0.0), (-0.8, 2.5), (1.9, -1.3), (1.9, 1.3), (4.4, 0.0))
    parts += [line(arc_points(at, 1.35, -70, 70), mix(figure, WHITE, 0.75), 0.75) for at in scales]
    return [
        *parts,
        polygon([(-9.1, 0.1), (-7.2, -1.9), (-6.8, 0.0), (-7.2, 1.9)], WHITE),
        line([(-8.9, 0.1), (-6.9, 0.1)], INK, 0.4),
        disc((-4.7, -1.7), 1.35, WHITE),
        disc((-4.8, -1.6), 0.75, INK),
    ]


def lionfish(_: Rgb, figure: Rgb) -> list[Path]:
    """Draw a striped fish in a fan of spines."""
    spines = [(180 + 22.5 * n, 8.7, 0.9) for n in range(9)] + [(40 + 32.0 * n, 8.2, 1.3) for n in range(4)]
    parts = [line([polar(3.0, turn), polar(reach, turn)], figure, width) for turn, reach, width in spines]
    parts += [polygon([(5.0, 0.6), (8.6, -2.6), (8.6, 3.4)], figure), ellipse((-0.2, 0.6), 6.0, 3.9, figure)]
    stripes = ((-2.2, 2.8), (0.1, 3.1), (2.4, 2.6), (4.3, 1.7))
    parts += [line([(x, 0.6 - half), (x, 0.6 + half)], WHITE, 1.0) for x, half in stripes]
    return [*parts, disc((-4.3, -0.1), 1.1, WHITE), disc((-4.4, 0.0), 0.6, INK)]


def boxer_crab(ground: Rgb, figure: Rgb) -> list[Path]:
    """Draw a small crab that holds up two white pompons."""
    parts = [
        *(
            line([(s * 2.0, y), (s * 5.0, y + 1.2), (s * 5.8, y + 3.4)], figure, 0.95)
            for s in (-1, 1)
            for y in (1.6, 3.4)
        ),
    ]
    for side in (-1, 1):
        arm = [(side * 2.4, 1.0), (side * 5.2, -0.6), (side * 5.4, -3.0)]
        parts += [line(arm, figure, 1.5)]
        parts += [disc(polar(1.9, 60.0 * n, (side * 5.4, -4.9)), 1.45, WHITE) for n in range(6)]
        parts.append(disc((side * 5.4, -4.9), 1.1, mix(ground, figure, 0.5)))
    body = polygon([(-4.0, 1.0), (-2.0, -1.6), (2.0, -1.6), (4.0, 1.0), (2.2, 5.0), (-2.2, 5.0)], figure)
    bars = [line([(-2.6, y), (2.6, y)], mix(figure, INK, 0.6), 0.7) for y in (2.2, 3.7)]
    return [*parts, Path(body.segments, figure, figure, 1.0), *bars, *eyes(1.3, -0.6, 0.85)]


def _octopus(figure: Rgb, y: float, stripe: Rgb | None) -> list[Path]:
    """Draw a head and eight arms, perhaps banded."""
    parts: list[Path] = []
    for side in (-1, 1):
        for n, (reach, fall) in enumerate(((2.0, 7.6), (4.2, 6.8), (6.4, 4.8), (7.9, 1.6))):
            arm = [
                (side * 1.2, y + 1.8),
                (side * reach * 0.7, y + 2.6 + fall * 0.35),
                (side * reach, y + 1.6 + fall),
            ]
            tip = (side * (reach + 0.8), y + 0.6 + fall)
            parts.append(line([*arm, tip] if n else arm, figure, 1.75))
            if stripe is not None:
                for share in (0.45, 0.8):
                    at = tuple(a + (b - a) * share for a, b in zip(arm[1], arm[2], strict=True))
                    parts.append(disc((at[0], at[1]), 0.75, stripe))
    parts += [ellipse((0.0, y - 2.0), 4.6, 5.1, figure), ellipse((0.0, y + 1.4), 3.6, 2.2, figure)]
    return parts


def mimic_octopus(ground: Rgb, figure: Rgb) -> list[Path]:
    """Draw a banded octopus."""
    pale = mix(ground, WHITE, 0.5)
    bands = [line(arc_points((0.0, 3.4), r, 232, 308), pale, 0.9) for r in (8.6, 7.0)]
    return [*_octopus(figure, -1.2, pale), *bands, *eyes(1.7, -0.6, 1.15)]


def coconut_octopus(ground: Rgb, figure: Rgb) -> list[Path]:
    """Draw an octopus that looks out of half a coconut."""
    shell = polygon(arc_points((0.0, 0.8), 8.6, 0, 180), figure)
    pink: Rgb = (240, 150, 130)
    arms = [line([(s * 3.0, 0.4), (s * 6.8, -1.2), (s * 7.6, -4.4)], pink, 1.7) for s in (-1, 1)]
    return [
        *arms,
        ellipse((0.0, -3.0), 4.6, 5.2, pink),
        *eyes(1.8, -3.2, 1.25),
        shell,
        ellipse((0.0, 0.9), 8.6, 1.5, WHITE),
        *(line([(x, 3.4), (x * 0.8, 6.2)], mix(figure, ground, 0.4), 0.7) for x in (-5.0, -2.0, 1.4, 4.6)),
        *(shifted((s * 2.4, 1.1)).path(disc(O, 1.0, pink)) for s in (-1, 1)),
    ]
