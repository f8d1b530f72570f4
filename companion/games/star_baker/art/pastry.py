"""What comes out of the oven: a picture for every recipe, in the colours of what it asks for, and the chefs.

Convention: a picture stands on y = 0 and reaches up to about -30, x from -18 to 18.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sin

from companion.games.star_baker.art.icons import FILLINGS, WHITE
from companion.games.star_baker.layout import INK
from companion.layout import Point, Rgb
from companion.printing.drawing import Path, arc_points, disc, ellipse, line, mix, outline, polygon, rounded

SPONGE: Rgb = (228, 176, 108)
CRUST: Rgb = (180, 116, 56)
STEEL: Rgb = (176, 186, 196)
SKIN: tuple[Rgb, ...] = ((246, 208, 172), (206, 150, 108), (132, 88, 62))


def pastry(requires: Sequence[str]) -> list[Path]:
    """Draw what a recipe with these requirements makes: the more fillings, the grander."""
    colours = [FILLINGS[filling] for filling in requires]
    draw = {1: _cupcake, 2: _slice}.get(len(colours), _cake)
    return [*_stand(len(colours)), *draw(colours)]


def _stand(fillings: int) -> list[Path]:
    width = 14.0 if fillings < 3 else 17.0
    return [
        ellipse((0, 0.6), width + 0.6, 2.4, mix(STEEL, INK, 0.4)),
        ellipse((0, 0.0), width, 2.1, mix(STEEL, WHITE, 0.4)),
    ]


def _cupcake(colours: list[Rgb]) -> list[Path]:
    """A bun in a paper case under a swirl of icing."""
    (icing,) = colours
    case = [(-8.0, -10.0), (8.0, -10.0), (6.0, 0.0), (-6.0, 0.0)]
    pleats = [line([(x * 1.3, -9.6), (x, -0.4)], mix(CRUST, INK, 0.2), 0.5) for x in (-4.5, -1.5, 1.5, 4.5)]
    swirl: list[Path] = []
    for y, half in ((-11.0, 9.6), (-15.4, 7.4), (-19.4, 5.0), (-22.6, 2.6)):
        swirl += [
            ellipse((0, y), half, 3.2, mix(icing, INK, 0.45)),
            ellipse((0, y - 0.3), half - 0.6, 2.6, icing),
        ]
        swirl.append(ellipse((-half * 0.35, y - 1.2), half * 0.35, 0.7, mix(icing, WHITE, 0.55)))
    cherry = [
        disc((0, -26.2), 2.4, (120, 14, 30)),
        disc((0, -26.2), 1.9, (206, 36, 52)),
        disc((-0.6, -26.9), 0.5, WHITE),
    ]
    return [Path(outline(case), CRUST, INK, 0.6), *pleats, *swirl, *cherry]


def _slice(colours: list[Rgb]) -> list[Path]:
    """A slice of cake: sponge and two fillings, cut open."""
    lower, upper = colours
    parts: list[Path] = []
    bands = (
        (-4.2, SPONGE),
        (-7.6, lower),
        (-12.0, SPONGE),
        (-15.4, upper),
        (-19.2, mix(SPONGE, WHITE, 0.15)),
    )
    bottom = 0.0
    for top, tone in bands:
        parts.append(Path(outline([(-12, bottom), (11, bottom), (11, top), (-12, top)]), tone, INK, 0.4))
        bottom = top
    icing = [(-12, -19.2), (11, -19.2), (14.0, -22.4), (-6.0, -24.6)]
    side = [(11, 0), (14.0, -3.2), (14.0, -22.4), (11, -19.2)]
    berries = [disc((x, y), 2.2, mix(upper, INK, 0.35)) for x, y in ((-2.0, -23.6), (3.2, -23.0))]
    berries += [disc((x, y), 1.7, upper) for x, y in ((-2.0, -23.9), (3.2, -23.3))]
    return [
        *parts,
        Path(outline(side), mix(CRUST, INK, 0.15), INK, 0.5),
        Path(outline(icing), mix(upper, WHITE, 0.45), INK, 0.5),
        *berries,
    ]


def _cake(colours: list[Rgb]) -> list[Path]:
    """A cake with a layer for every filling, smaller towards the top, under dripping icing."""
    parts: list[Path] = []
    height = 22.0 / len(colours)
    for n, tone in enumerate(colours):
        half, bottom = 14.5 - 2.3 * n, -n * height
        top = bottom - height
        parts += [
            rounded(-half - 0.4, top - 0.4, 2 * half + 0.8, height + 0.8, 1.6, INK),
            rounded(-half, top, 2 * half, height, 1.3, SPONGE),
            rounded(-half, top + 0.28 * height, 2 * half, 0.5 * height, 0.6, tone),
        ]
        drips = [
            (x / 2, top + 1.3 + 0.9 * sin(x * 1.7 + n)) for x in range(round(-2 * half), round(2 * half) + 1)
        ]
        parts.append(polygon([(-half, top), *drips, (half, top)], mix(colours[-1 - n], WHITE, 0.72)))
        parts += [disc((x, top + height - 0.9), 0.7, WHITE) for x in _spread(half - 1.4, 7)]
    crown = -len(colours) * height
    half = 14.5 - 2.3 * (len(colours) - 1)
    for x, tone in zip(_spread(half - 2.6, len(colours)), colours, strict=True):
        parts += [
            disc((x, crown - 1.6), 2.1, INK),
            disc((x, crown - 1.6), 1.6, tone),
            disc((x - 0.5, crown - 2.2), 0.4, WHITE),
        ]
    return parts


def _spread(half: float, count: int) -> list[float]:
    return [-half + 2 * half * n / (count - 1) for n in range(count)]


def chef(number: int, colour: Rgb, item: int) -> list[Path]:
    """Draw a chef in the colour of the set; ``item`` 0 to 2 is what the chef is at."""
    skin, hair = SKIN[number * 2 // 3 % 3], ((72, 46, 34), (226, 170, 84), (40, 34, 40))[number % 3]
    shoulders = [(-15.0, 0.0), (-13.0, -6.5), (-5.0, -9.0), (5.0, -9.0), (13.0, -6.5), (15.0, 0.0)]
    scarf = [(-5.6, -9.4), (5.6, -9.4), (3.0, -6.0), (0.0, -3.2), (-3.0, -6.0)]
    puffs: tuple[Point, ...] = ((-5.4, -27.4), (0.0, -29.4), (5.4, -27.4))
    parts = [
        Path(outline(shoulders), WHITE, INK, 0.7),
        *(disc((x, y), 0.7, colour) for x in (-2.4, 2.4) for y in (-4.4, -1.6)),
        Path(outline(scarf), colour, INK, 0.6),
        ellipse((0, -15.6), 7.4, 7.6, mix(hair, INK, 0.2)),
        ellipse((0, -14.8), 6.2, 6.8, INK),
        ellipse((0, -14.8), 5.7, 6.3, skin),
        *(disc((x, -15.6), 0.8, INK) for x in (-2.3, 2.3)),
        line(arc_points((0, -13.6), 2.6, 25, 155), mix(INK, (190, 60, 60), 0.4), 0.8),
        *(disc(at, 5.4, INK) for at in puffs),
        rounded(-6.9, -25.4, 13.8, 6.4, 1.0, INK),
        *(disc(at, 4.8, WHITE) for at in puffs),
        rounded(-6.3, -26.0, 12.6, 6.4, 0.8, WHITE),
        rounded(-6.3, -21.4, 12.6, 2.2, 0.4, colour),
    ]
    return [*parts, *_at_hand(item)]


def _at_hand(item: int) -> list[Path]:
    """A key in the morning, a rolling pin at noon, a whisk at night."""
    if item == 0:
        return [
            disc((15.0, -9.0), 2.6, INK),
            disc((15.0, -9.0), 1.1, WHITE),
            line([(15.0, -6.6), (15.0, 0.0)], INK, 1.2),
            line([(15.0, -1.2), (17.0, -1.2)], INK, 1.2),
        ]
    if item == 1:
        return [
            line([(9.0, -1.5), (19.0, -9.5)], INK, 1.4),
            line([(11.4, -3.4), (16.6, -7.6)], INK, 4.6),
            line([(11.4, -3.4), (16.6, -7.6)], SPONGE, 3.6),
        ]
    loops = [ellipse((15.0, -10.6), half, 5.0, INK) for half in (3.0,)] + [
        ellipse((15.0, -10.6), 2.3, 4.3, (250, 246, 236))
    ]
    return [
        *loops,
        line([(15.0, -15.0), (15.0, -6.2)], INK, 0.6),
        line([(15.0, -5.8), (15.0, 0.0)], INK, 1.6),
    ]
