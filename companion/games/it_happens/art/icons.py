"""The lost things that termites carry off, a worm, and the signs of Queen and General.

Convention: every icon fills about -10 to 10 in both directions; `icon` brings it to its place.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sin

from companion.games.it_happens.layout import INK, IVORY
from companion.layout import Point, Rgb
from companion.printing.drawing import (
    Path,
    arc_points,
    disc,
    drop,
    ellipse,
    line,
    mix,
    outline,
    polygon,
    rectangle,
    ring,
    rounded,
    shifted,
    turned,
)
from companion.printing.glyphs import centred_text

GOLD: Rgb = (240, 182, 44)
CRIMSON: Rgb = (176, 40, 48)
TEAL: Rgb = (26, 118, 126)
LEAF: Rgb = (92, 142, 66)
WORM_PINK: Rgb = (232, 132, 128)
STEEL: Rgb = (132, 142, 152)
SKY: Rgb = (168, 214, 232)
LEATHER: Rgb = (146, 86, 44)


def icon(name: str, centre: Point, size_mm: float) -> list[Path]:
    """Draw what a space or a tile shows, so large, in its place; a name without an icon is written."""
    draw = ICONS.get(name)
    if draw is None:
        return [
            centred_text(name[:7], centre, min(0.3 * size_mm, 1.3 * size_mm / max(1, len(name[:7]))), INK)
        ]
    place = turned(0.0, scale=size_mm / 20)
    return shifted(centre).drawing(place.drawing(draw()))


def worm() -> list[Path]:
    """A worm that looks up from three bends."""
    body = [
        (x, 3.4 * sin((x + 7.5) * 0.62) + 3.0 - 0.5 * (x + 7.5)) for x in (n / 2 - 7.5 for n in range(29))
    ]
    x, y = body[-1]
    rings = [
        line([(px, py - 1.7), (px, py + 1.7)], mix(WORM_PINK, INK, 0.25), 0.5) for px, py in body[3:24:4]
    ]
    return [
        line(body, mix(WORM_PINK, INK, 0.45), 5.2),
        line(body, WORM_PINK, 4.0),
        *rings,
        disc((x + 0.2, y - 0.4), 3.3, mix(WORM_PINK, INK, 0.45)),
        disc((x + 0.2, y - 0.4), 2.7, WORM_PINK),
        disc((x - 0.7, y - 1.1), 1.0, IVORY),
        disc((x + 1.5, y - 1.1), 1.0, IVORY),
        disc((x - 0.5, y - 1.0), 0.5, INK),
        disc((x + 1.7, y - 1.0), 0.5, INK),
        line(arc_points((x + 0.4, y + 0.2), 1.1, 25, 155), INK, 0.4),
    ]


def speaker() -> list[Path]:
    """A loudspeaker box with two cones."""
    return [
        rounded(-6.5, -9.5, 13, 19, 2, INK),
        rounded(-5.5, -8.5, 11, 17, 1.4, (74, 66, 84)),
        disc((0, 3.2), 4.4, INK),
        disc((0, 3.2), 3.6, STEEL),
        disc((0, 3.2), 1.5, INK),
        disc((0, -5.0), 2.3, INK),
        disc((0, -5.0), 1.4, GOLD),
    ]


def telescope() -> list[Path]:
    """A spyglass drawn out, pointing up to the right."""
    tubes = [
        rectangle(-10, -1.6, 6.5, 3.2, LEATHER),
        rectangle(-3.8, -2.4, 6.3, 4.8, mix(LEATHER, INK, 0.25)),
        rectangle(2.2, -3.4, 7.3, 6.8, LEATHER),
        *(rectangle(x, -h, 1.3, 2 * h, GOLD) for x, h in ((-10.4, 2.1), (-4.2, 2.5), (1.7, 3.4), (9.2, 4.0))),
        ellipse((10.8, 0), 0.9, 3.4, SKY),
    ]
    return turned(-38).drawing(tubes)


def key() -> list[Path]:
    """A door key."""
    parts = [
        ring((-5.6, 0), 4.6, 2.3, GOLD),
        rectangle(-1.6, -1.2, 11.4, 2.4, GOLD),
        rectangle(4.6, 0.6, 1.9, 3.6, GOLD),
        rectangle(7.9, 0.6, 1.9, 4.4, GOLD),
    ]
    dark = [ring((-5.6, 0), 5.2, 1.7, INK), rounded(-1.9, -1.8, 12.3, 3.6, 0.6, INK)]
    dark += [rectangle(4.0, 0.6, 3.1, 4.2, INK), rectangle(7.3, 0.6, 3.1, 5.0, INK)]
    return turned(-40).drawing([*dark, *parts])


def glove() -> list[Path]:
    """A woollen glove."""
    wool: Rgb = (196, 62, 110)
    fingers = [((-4.4, -1.0), (-5.6, -7.0)), ((-1.5, -2.0), (-1.9, -9.0)), ((1.5, -2.0), (2.0, -8.8))]
    fingers += [((4.2, -1.0), (5.6, -6.6)), ((4.0, 3.2), (8.4, -0.4))]
    return [
        *(line(finger, INK, 4.2) for finger in fingers),
        rounded(-6.2, -3.2, 12, 9.4, 2.6, INK),
        rounded(-6.6, 5.0, 12.8, 5.0, 1.2, INK),
        *(line(finger, wool, 3.0) for finger in fingers),
        rounded(-5.6, -2.6, 10.8, 8.4, 2.2, wool),
        rounded(-6.0, 5.6, 11.6, 3.8, 0.8, IVORY),
        *(line([(x, 6.2), (x, 8.8)], wool, 0.8) for x in (-4.0, -1.4, 1.2, 3.8)),
    ]


def eyeglasses() -> list[Path]:
    """A pair of round glasses."""
    parts: list[Path] = []
    for side in (-1, 1):
        parts += [disc((side * 5.2, 1.2), 4.6, TEAL), disc((side * 5.2, 1.2), 3.3, (224, 240, 244))]
        parts.append(line([(side * 9.4, 0.0), (side * 9.8, -3.0), (side * 7.6, -5.4)], TEAL, 1.4))
        parts.append(line([(side * 5.2 - 1.4, 2.2), (side * 5.2 + 1.2, -0.6)], IVORY, 0.9))
    return [*parts, line(arc_points((0, 1.4), 1.7, 200, 340), TEAL, 1.4)]


def treasure_map() -> list[Path]:
    """A folded map with a trail and a cross."""
    left, middle = ((-9, -6), (-3, -8), (-3, 6), (-9, 8)), ((-3, -8), (3, -6), (3, 8), (-3, 6))
    right = ((3, -6), (9, -8), (9, 6), (3, 8))
    paper: Rgb = (250, 236, 190)
    folds = [
        Path(
            outline(((-9, -6), (-3, -8), (3, -6), (9, -8), (9, 6), (3, 8), (-3, 6), (-9, 8))), INK, INK, 1.4
        ),
        polygon(left, paper),
        polygon(middle, mix(paper, LEATHER, 0.25)),
        polygon(right, paper),
    ]
    trail = [(-6.8, 4.6), (-4.6, 1.6), (-1.6, 2.2), (0.8, -0.8), (3.6, 0.6)]
    dots = [disc(at, 0.75, CRIMSON) for at in trail]
    cross = [line([(5.0, -3.6), (7.4, -1.0)], CRIMSON, 1.2), line([(7.4, -3.6), (5.0, -1.0)], CRIMSON, 1.2)]
    return [*folds, polygon([(-7.6, -2.2), (-5.6, -5.2), (-3.8, -2.2)], LEAF), *dots, *cross]


def sneaker() -> list[Path]:
    """A sports shoe."""
    shoe = (
        (-9.2, -5.0),
        (-4.2, -6.0),
        (-3.0, -3.4),
        (0.6, -0.4),
        (7.0, 0.8),
        (9.6, 3.2),
        (9.6, 4.6),
        (-9.6, 4.6),
    )
    return [
        Path(outline(shoe), INK, INK, 1.4),
        polygon(shoe, (42, 112, 196)),
        rounded(-10.0, 4.0, 20.2, 3.2, 1.4, INK),
        rounded(-9.4, 4.4, 19.0, 2.2, 1.0, IVORY),
        *(
            line([(x, -2.6 + 0.9 * n), (x + 1.8, -4.6 + 1.1 * n)], IVORY, 1.0)
            for n, x in enumerate((-2.2, 0.0, 2.2))
        ),
        polygon(((-8.0, 2.8), (-3.6, -1.6), (-1.0, 0.8), (2.2, 2.8)), GOLD),
    ]


def bone() -> list[Path]:
    """A bone."""
    knobs = [(x, y) for x in (-6.4, 6.4) for y in (-2.3, 2.3)]
    dark = [disc(at, 3.4, INK) for at in knobs] + [rectangle(-6, -2.6, 12, 5.2, INK)]
    light = [disc(at, 2.6, (252, 246, 226)) for at in knobs] + [rectangle(-6, -1.8, 12, 3.6, (252, 246, 226))]
    return turned(-34).drawing([*dark, *light])


def queen() -> list[Path]:
    """A crown."""
    points = ((-8.6, 5.4), (-9.4, -4.6), (-4.6, 0.0), (0.0, -7.6), (4.6, 0.0), (9.4, -4.6), (8.6, 5.4))
    jewels = [disc(at, 1.5, CRIMSON) for at in ((-9.4, -5.2), (0.0, -8.2), (9.4, -5.2))]
    return [
        Path(outline(points), GOLD, INK, 1.2),
        *jewels,
        rounded(-8.8, 5.0, 17.6, 3.6, 0.8, INK),
        rounded(-8.2, 5.6, 16.4, 2.4, 0.5, mix(GOLD, LEATHER, 0.4)),
        *(disc((x, 2.2), 1.3, TEAL if x else CRIMSON) for x in (-4.8, 0.0, 4.8)),
    ]


def general() -> list[Path]:
    """A general's hat with its cockade."""
    blue: Rgb = (44, 62, 104)
    hat = [(-10.0, 4.6), (-8.0, 0.4), (-4.6, -4.4), (0.0, -6.4), (4.6, -4.4), (8.0, 0.4), (10.0, 4.6)]
    return [
        turned(-62).path(Path(drop(7.6, 4.6, 4.4), CRIMSON)),
        Path(outline([*hat, (4.6, 6.6), (0.0, 7.2), (-4.6, 6.6)]), blue, INK, 1.2),
        line([(-9.2, 4.4), (-4.4, 5.6), (0.0, 6.0), (4.4, 5.6), (9.2, 4.4)], GOLD, 1.7),
        disc((0, -0.6), 3.2, GOLD),
        disc((0, -0.6), 2.1, CRIMSON),
        disc((0, -0.6), 0.9, IVORY),
    ]


ICONS: dict[str, Callable[[], list[Path]]] = {
    "worm": worm,
    "speaker": speaker,
    "telescope": telescope,
    "key": key,
    "glove": glove,
    "eyeglasses": eyeglasses,
    "map": treasure_map,
    "sneaker": sneaker,
    "bone": bone,
    "queen": queen,
    "general": general,
}
