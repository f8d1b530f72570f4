"""What lies beside the boards: bonus fish with their worth, pearls, and the four octopuses."""

from __future__ import annotations

from companion.games.octopus_garden.layout import COLOURS, SEAT_COLOURS
from companion.layout import Kind, Point, Rgb
from companion.printing.drawing import Path, arc_points, disc, ellipse, line, mix, polygon, ring
from companion.printing.glyphs import centred_text

O: Point = (0.0, 0.0)  # noqa: E741
INK = COLOURS["ink"]
WHITE = COLOURS["white"]


def beside(kind: Kind) -> list[Path]:
    """Draw one of them."""
    name, _, number = kind.name.partition("-")
    if name == "clownfish":
        return [*_plate(kind, (32, 96, 140)), *_clownfish(kind.colours[0]), *_worth(number)]
    if name == "seahorse":
        return [*_plate(kind, (238, 220, 178)), *_seahorse(kind.colours[0]), *_worth(number)]
    if name == "octopus":
        return [*_plate(kind, mix(SEAT_COLOURS[int(number) - 1], WHITE, 0.75)), *octopus(int(number), O, 1.0)]
    return _pearl(kind)


def _plate(kind: Kind, ground: Rgb) -> list[Path]:
    radius = kind.size_mm[0] / 2
    return [disc(O, radius, INK), disc(O, radius - 0.4, WHITE), disc(O, radius - 1.2, ground)]


def _worth(number: str) -> list[Path]:
    at = (5.6, 5.4)
    return [disc(at, 4.0, INK), disc(at, 3.5, WHITE), centred_text(number, at, 5.6, INK)]


def _clownfish(orange: Rgb) -> list[Path]:
    bars = [
        line([(x, -1.2 - h), (x, -1.2 + h)], WHITE, 1.4) for x, h in ((-3.4, 3.0), (0.8, 3.6), (4.2, 2.2))
    ]
    return [
        polygon([(4.6, -1.2), (9.0, -4.6), (9.0, 2.2)], orange),
        polygon([(-2.6, -4.6), (0.6, -7.6), (3.6, -4.2)], orange),
        ellipse((-1.0, -1.2), 7.0, 4.6, INK),
        ellipse((-1.0, -1.2), 6.7, 4.3, orange),
        *bars,
        disc((-5.2, -2.0), 1.0, WHITE),
        disc((-5.3, -1.9), 0.6, INK),
    ]


def _seahorse(green: Rgb) -> list[Path]:
    body = [
        (-4.6, -5.0),
        (-1.6, -7.2),
        (1.2, -6.0),
        (1.2, -3.0),
        (2.4, 0.2),
        (1.4, 3.6),
        (-1.0, 5.6),
        (-3.4, 6.0),
    ]
    curl = arc_points((-3.2, 4.4), 1.7, 90, 330)
    return [
        line(body, mix(green, INK, 0.4), 4.0),
        line(body[:6], green, 3.2),
        line(body[4:], green, 2.2),
        line(curl, green, 1.4),
        line([(-4.4, -5.0), (-7.4, -4.0)], green, 1.7),
        polygon([(2.6, -2.2), (6.2, -1.0), (3.0, 1.8)], mix(green, WHITE, 0.5)),
        disc((-1.9, -5.8), 1.0, WHITE),
        disc((-2.0, -5.7), 0.6, INK),
    ]


def _pearl(kind: Kind) -> list[Path]:
    radius = kind.size_mm[0] / 2
    return [
        disc(O, radius, mix(INK, WHITE, 0.3)),
        disc(O, radius - 0.4, (226, 216, 228)),
        disc((-0.4, -0.5), radius - 1.3, kind.colours[0]),
        disc((-2.0, -2.2), radius * 0.24, WHITE),
        ring((0.0, 0.0), radius - 0.9, radius - 1.3, (204, 190, 210)),
    ]


def octopus(seat: int, at: Point, scale: float) -> list[Path]:
    """Draw a seat's octopus round a point, 8 mm to each side at scale 1."""
    colour = SEAT_COLOURS[seat - 1]
    x, y = at

    def to(px: float, py: float) -> Point:
        return x + scale * px, y + scale * py

    parts = []
    for side in (-1, 1):
        for reach, fall in ((1.8, 7.4), (4.2, 6.6), (6.4, 4.4)):
            arm = [
                to(side * 1.2, 1.0),
                to(side * reach * 0.8, 1.6 + fall * 0.4),
                to(side * reach, 0.4 + fall),
            ]
            parts.append(line([*arm, to(side * (reach + 1.3), fall - 0.2)], colour, 1.8 * scale))
    parts.append(ellipse(to(0.0, -2.2), 4.9 * scale, 5.2 * scale, colour))
    for side in (-1, 1):
        parts.append(disc(to(side * 1.9, -1.6), 1.45 * scale, WHITE))
        parts.append(disc(to(side * 1.7, -1.3), 0.75 * scale, INK))
    # Besides its colour each octopus has its own number of spots.
    spots = (to((n - (seat - 1) / 2) * 1.9, -5.1) for n in range(seat))
    return [*parts, *(disc(spot, 0.7 * scale, WHITE) for spot in spots)]
