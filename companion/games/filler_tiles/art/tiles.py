"""The faces of the tiles and of the stone.

Tiles lie at any turn, under any lamp, before any eye. So red is dark outside and light within, blue
dark within and light outside; red's star has eight points, blue's flower four petals. The stone is
one tone, flecked, from rim to middle.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.filler_tiles.layout import COLOURS, TILE_MM
from companion.layout import Point, Rgb
from companion.printing.drawing import Path, disc, drop, ellipse, mix, polar, polygon, star, turned

RADIUS = TILE_MM / 2
O: Point = (0.0, 0.0)  # noqa: E741
INK: Rgb = (24, 22, 34)
CREAM, SKY = COLOURS["cream"], COLOURS["sky"]


def shade(colour: Rgb, share: float = 0.4) -> Rgb:
    """Give a darker tone."""
    return mix(colour, INK, share)


def tile_red() -> list[Path]:
    """Draw a sun: terracotta with a cream disc in which a star of eight points stands."""
    red = COLOURS["red"]
    beads = [disc(polar(10.7, 45.0 * n + 22.5), 0.75, mix(red, CREAM, 0.75)) for n in range(8)]
    return [
        disc(O, RADIUS, shade(red)),
        disc(O, RADIUS - 0.8, red),
        *beads,
        disc(O, 8.7, shade(red, 0.3)),
        disc(O, 8.1, CREAM),
        polygon(star(8, 6.6, 3.7), red),
        disc(O, 2.5, CREAM),
        disc(O, 1.1, red),
    ]


def tile_blue() -> list[Path]:
    """Draw a flower of four petals in a dark disc, with a light ring round it."""
    blue = COLOURS["blue"]
    petals = [turned(90.0 * n + 45.0).path(Path(drop(5.6, 3.6, 1.2), SKY)) for n in range(4)]
    leaves = [disc(polar(5.6, 90.0 * n), 0.8, mix(blue, SKY, 0.55)) for n in range(4)]
    beads = [disc(polar(10.2, 30.0 * n), 0.75, mix(blue, SKY, 0.15)) for n in range(12)]
    return [
        disc(O, RADIUS, shade(blue)),
        disc(O, RADIUS - 1.3, SKY),
        *beads,
        disc(O, 8.7, shade(blue)),
        disc(O, 8.2, blue),
        *petals,
        *leaves,
        disc(O, 0.9, SKY),
    ]


def stone() -> list[Path]:
    """Draw a pebble: grey granite, flecked all over."""
    grey = COLOURS["stone"]
    light, dark = mix(grey, COLOURS["white"], 0.4), shade(grey, 0.3)
    # Turning by the golden angle strews the flecks evenly without a pattern.
    places = [polar(1.75 * n**0.5, 137.508 * n) for n in range(1, 44)]
    flecks = [
        turned(37.0 * n, at).path(ellipse(at, 0.5 + 0.13 * (n % 4), 0.4, dark if n % 3 else light))
        for n, at in enumerate(places)
    ]
    return [disc(O, RADIUS, dark), disc(O, RADIUS - 0.7, grey), *flecks]


FACES: dict[str, Callable[[], list[Path]]] = {"tile-red": tile_red, "tile-blue": tile_blue, "stone": stone}
