"""The five fillings, the three symbols and the four abilities.

Convention: every icon fills about -10 to 10 in both directions; `icon` brings it to its place. They
differ in outline and in lightness, not in hue alone.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.star_baker.layout import INK
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
    polar,
    polygon,
    rectangle,
    ring,
    rounded,
    shifted,
    star,
    turned,
)

FILLINGS: dict[str, Rgb] = {
    "vanilla": (250, 234, 184),
    "chocolate": (96, 54, 32),
    "blueberry": (62, 72, 150),
    "strawberry": (222, 62, 76),
    "custard": (246, 190, 50),
}
"""What a cake with this filling looks like."""

GOLD: Rgb = (242, 186, 48)
LEAF: Rgb = (86, 146, 70)
WHITE: Rgb = (255, 255, 252)


def icon(name: str, centre: Point, size_mm: float) -> list[Path]:
    """Draw an icon so large, in its place."""
    return shifted(centre).drawing(turned(0.0, scale=size_mm / 20).drawing(ICONS[name]()))


def _plate(ground: Rgb) -> list[Path]:
    return [disc((0, 0), 10.0, INK), disc((0, 0), 9.2, ground)]


def vanilla() -> list[Path]:
    """A vanilla blossom with its pods."""
    petals = [turned(72 * n - 90).path(Path(drop(7.4, 5.4, 0.6), WHITE)) for n in range(5)]
    rims = [turned(72 * n - 90).path(Path(drop(8.2, 6.6, 0.2), (176, 132, 60))) for n in range(5)]
    pods = [line([(-6.5, 6.2), (0.5, 5.0), (6.5, 7.0)], (84, 54, 30), 1.3)]
    return [
        *_plate((236, 200, 120)),
        *pods,
        *rims,
        *petals,
        disc((0, 0), 2.2, GOLD),
        disc((0, 0), 1.1, (176, 110, 30)),
    ]


def chocolate() -> list[Path]:
    """Four pieces of a bar."""
    pieces = []
    for x in (-5.6, 0.3):
        for y in (-5.6, 0.3):
            pieces += [
                rounded(x, y, 5.3, 5.3, 0.8, (70, 36, 20)),
                rounded(x + 0.5, y + 0.4, 4.1, 3.9, 0.6, (128, 76, 46)),
            ]
    return [*_plate((224, 190, 156)), *turned(8).drawing(pieces)]


def blueberry() -> list[Path]:
    """Three berries with their crowns."""
    berries: list[Path] = [turned(-150, (0, 0)).path(Path(drop(8.5, 4.2, 1.0), LEAF))]
    for x, y in ((-3.4, -2.2), (3.6, -2.8), (0.4, 3.6)):
        berries += [disc((x, y), 4.3, (26, 30, 78)), disc((x, y), 3.7, (74, 88, 176))]
        berries.append(polygon([(x + px, y + py) for px, py in star(5, 2.0, 0.9)], (30, 36, 92)))
        berries.append(disc((x - 1.6, y - 1.8), 0.6, (190, 198, 240)))
    return [*_plate((206, 214, 242)), *berries]


def strawberry() -> list[Path]:
    """A strawberry with its leaves."""
    body = (
        ("M", ((0.0, 8.2),)),
        ("C", ((-7.4, 4.0), (-7.8, -4.2), (-2.6, -4.4))),
        ("C", ((-1.2, -4.6), (1.2, -4.6), (2.6, -4.4))),
        ("C", ((7.8, -4.2), (7.4, 4.0), (0.0, 8.2))),
        ("Z", ()),
    )
    seeds = [(-3.2, -1.2), (0.0, -1.8), (3.2, -1.2), (-1.9, 1.8), (1.9, 1.8), (0.0, 4.8)]
    leaves = [
        shifted((0, -4.6)).path(turned(a).path(Path(drop(5.4, 3.4), LEAF))) for a in (-170, -130, -50, -10)
    ]
    return [
        *_plate((252, 222, 216)),
        Path(body, FILLINGS["strawberry"], (150, 22, 40), 0.8),
        *(ellipse(at, 0.6, 0.9, (255, 230, 150)) for at in seeds),
        *leaves,
        line([(0, -4.8), (0.9, -8.0)], LEAF, 1.2),
    ]


def custard() -> list[Path]:
    """A pudding turned out on its dish."""
    body = ((-4.6, -4.6), (4.6, -4.6), (6.4, 4.4), (-6.4, 4.4))
    return [
        *_plate((255, 244, 206)),
        ellipse((0, 5.0), 8.2, 2.2, (150, 160, 170)),
        ellipse((0, 4.6), 7.4, 1.6, WHITE),
        Path(outline(body), FILLINGS["custard"], (150, 96, 16), 0.8),
        polygon(
            [
                (-4.7, -5.2),
                (4.7, -5.2),
                (5.3, -1.4),
                (4.0, -0.2),
                (2.6, -1.6),
                (0.9, 0.8),
                (-0.8, -1.2),
                (-2.8, 0.2),
                (-5.3, -1.6),
            ],
            (166, 84, 22),
        ),
        ellipse((0, -5.0), 4.7, 1.5, (190, 104, 34)),
    ]


def coin() -> list[Path]:
    """Money: a coin."""
    return [
        disc((0, 0), 8.6, INK),
        disc((0, 0), 7.8, GOLD),
        ring((0, 0), 6.6, 5.8, (176, 116, 18)),
        rounded(-1.5, -4.2, 3.0, 8.4, 0.8, (176, 116, 18)),
        rounded(-3.4, -1.3, 6.8, 2.6, 0.8, (176, 116, 18)),
    ]


def review() -> list[Path]:
    """A customer's review: a star."""
    return [
        polygon(star(5, 9.8, 4.5), INK),
        polygon(star(5, 8.2, 3.7), (78, 166, 214)),
        polygon(star(5, 4.6, 2.0), (206, 236, 250)),
    ]


def trophy() -> list[Path]:
    """Critical acclaim: a cup."""
    silver: Rgb = (206, 108, 64)
    cup = ((-5.6, -8.2), (5.6, -8.2), (4.4, 0.4), (1.4, 3.0), (-1.4, 3.0), (-4.4, 0.4))
    return [
        line(arc_points((-5.6, -3.6), 3.0, 90, 270), INK, 2.4),
        line(arc_points((5.6, -3.6), 3.0, -90, 90), INK, 2.4),
        line(arc_points((-5.6, -3.6), 3.0, 90, 270), silver, 1.1),
        line(arc_points((5.6, -3.6), 3.0, -90, 90), silver, 1.1),
        Path(outline(cup), silver, INK, 1.0),
        rectangle(-1.1, 2.6, 2.2, 3.4, INK),
        rounded(-4.8, 5.4, 9.6, 3.4, 0.8, INK),
        rounded(-4.0, 6.1, 8.0, 2.0, 0.5, mix(silver, INK, 0.3)),
        polygon([(-3.4, -7.0), (-1.6, -7.0), (-1.4, -0.6), (-2.6, -1.2)], mix(silver, WHITE, 0.5)),
    ]


def bonus_fill() -> list[Path]:
    """One more plate."""
    return [
        *_plate(LEAF),
        ellipse((0, 3.6), 7.0, 2.2, WHITE),
        ellipse((0, 3.2), 4.4, 1.2, (206, 222, 200)),
        rounded(-1.5, -7.2, 3.0, 8.6, 0.8, WHITE),
        rounded(-4.3, -4.4, 8.6, 3.0, 0.8, WHITE),
    ]


def bonus_restock() -> list[Path]:
    """Cards that come back."""
    arrow = arc_points((0, 0), 5.8, -60, 190)
    return [
        *_plate((52, 116, 170)),
        line(arrow, WHITE, 2.2),
        polygon([polar(9.2, -62), polar(2.6, -62), polar(6.4, -104)], WHITE),
        rounded(-2.0, -2.8, 4.0, 5.6, 0.7, WHITE),
    ]


def somethings_wrong() -> list[Path]:
    """Smoke from the oven."""
    flame = (
        ("M", ((0.0, 7.2),)),
        ("C", ((-6.6, 6.6), (-6.0, -0.4), (-2.6, -2.6))),
        ("C", ((-2.8, -0.4), (-1.0, -0.4), (-1.0, -2.4))),
        ("C", ((-1.0, -5.0), (0.6, -6.8), (2.4, -7.8))),
        ("C", ((1.8, -4.2), (6.4, -1.8), (5.4, 2.6))),
        ("C", ((5.0, 5.2), (3.4, 7.0), (0.0, 7.2))),
        ("Z", ()),
    )
    return [
        *_plate((70, 62, 66)),
        Path(flame, (240, 110, 40)),
        ellipse((0.2, 4.0), 2.4, 3.0, (255, 222, 110)),
    ]


def arrive_early() -> list[Path]:
    """An alarm clock that rings an hour early."""
    return [
        *_plate((150, 94, 170)),
        line([(-5.4, -5.6), (-2.6, -7.6)], WHITE, 2.4),
        line([(5.4, -5.6), (2.6, -7.6)], WHITE, 2.4),
        disc((0, 0.6), 6.4, WHITE),
        disc((0, 0.6), 5.2, (96, 52, 116)),
        line([(0, 0.6), (0, -3.2)], WHITE, 1.3),
        line([(0, 0.6), (2.8, 2.2)], WHITE, 1.3),
    ]


ICONS: dict[str, Callable[[], list[Path]]] = {
    "vanilla": vanilla,
    "chocolate": chocolate,
    "blueberry": blueberry,
    "strawberry": strawberry,
    "custard": custard,
    "coin": coin,
    "star": review,
    "trophy": trophy,
    "bonus_fill": bonus_fill,
    "bonus_restock": bonus_restock,
    "somethings_wrong": somethings_wrong,
    "arrive_early": arrive_early,
}
