"""Tokens, gnomes, gardeners and planters: discs and cards, in mm from their middle.

Players' colours differ in structure as well: white is light on dark, black dark on light, green has
a light ring, orange a wreath of dots. A gnome has as many large dots round it as it brings caterpillars.
"""

from __future__ import annotations

from companion.games.papillon.art.ground import CREAM, INK, blossom
from companion.games.papillon.art.insects import butterfly, caterpillar
from companion.games.papillon.art.tiles import tag
from companion.games.papillon.layout import WINGS
from companion.layout import Kind, Point, Rgb
from companion.printing.drawing import (
    Path,
    disc,
    ellipse,
    line,
    mix,
    polar,
    polygon,
    polygons,
    ring,
    rounded,
    shifted,
    star,
)
from companion.printing.glyphs import centred_text

O: Point = (0.0, 0.0)  # noqa: E741
GROUNDS: dict[str, Rgb] = {
    "white": (58, 66, 84),
    "black": (240, 234, 212),
    "green": (16, 66, 42),
    "orange": (252, 226, 182),
}
MARKS: dict[str, Rgb] = {
    "white": (150, 176, 206),
    "black": (232, 190, 70),
    "green": (232, 246, 170),
    "orange": (60, 22, 10),
}


def _grounds(colour: str, radius: float) -> list[Path]:
    """Give the disc of a player: its tone, and the ring or the dots that go with it."""
    tone = GROUNDS[colour]
    parts = [disc(O, radius, mix(tone, INK, 0.45)), disc(O, radius - 0.5, tone)]
    if colour == "green":
        parts.append(ring(O, radius - 0.9, radius - 2.5, (226, 240, 176)))
    if colour == "orange":
        parts += [disc(polar(radius - 1.7, 40.0 * n), 1.15, (96, 40, 14)) for n in range(9)]
    return parts


def butterfly_token(kind: Kind, colour: str) -> list[Path]:
    """Draw a player's butterfly."""
    rim = INK if colour != "black" else (12, 12, 16)
    scale = 0.8 if colour in ("green", "orange") else 0.98
    return [*_grounds(colour, kind.size_mm[0] / 2), *butterfly(WINGS[colour], MARKS[colour], scale, rim)]


def gardener(kind: Kind, colour: str) -> list[Path]:
    """Draw a gardener from above: a straw hat with a band, a blossom on it."""
    radius = kind.size_mm[0] / 2
    hat, mark = WINGS[colour], MARKS[colour]
    petals = {"white": 5, "black": 6, "green": 4, "orange": 8}[colour]
    return [
        *_grounds(colour, radius),
        disc(O, radius - 3.1, mix(hat, INK, 0.5)),
        disc(O, radius - 3.6, hat),
        ring(O, 4.1, 3.3, mark),
        polygon(blossom(O, petals, 2.6, 1.3, 0.0), mark),
        disc(O, 0.9, hat),
    ]


def gnome(kind: Kind, number: int) -> list[Path]:
    """Draw a gnome's face with a pointed hat, its number, and as many dots."""
    radius = kind.size_mm[0] / 2
    hats: tuple[Rgb, ...] = ((198, 48, 44), (44, 88, 168), (236, 178, 44), (106, 58, 132))
    hat = hats[(number - 1) % len(hats)]
    dots = [disc(polar(radius - 2.3, -90.0 + 360.0 * n / number), 1.7, INK) for n in range(number)]
    return [
        disc(O, radius, (92, 74, 48)),
        disc(O, radius - 0.7, CREAM),
        *dots,
        polygon([(-4.6, -1.4), (0.0, -9.6 if number % 2 == 0 else -8.0), (4.6, -1.4)], hat),
        ellipse((0.0, 0.2), 4.0, 2.4, (238, 190, 158)),
        disc((-1.5, -0.2), 0.5, INK),
        disc((1.5, -0.2), 0.5, INK),
        disc((0.0, 0.8), 0.9, (224, 140, 116)),
        polygon([(-4.4, 1.2), (4.4, 1.2), (3.4, 6.6), (0.0, 8.8), (-3.4, 6.6)], (250, 250, 250)),
        centred_text(str(number), (0.0, 4.5), 6.0, INK),
    ]


def gnome_back(kind: Kind) -> list[Path]:
    """Draw the back of every gnome: three toadstools in the moss."""
    radius = kind.size_mm[0] / 2
    parts = [disc(O, radius, (34, 50, 36)), disc(O, radius - 0.7, (64, 92, 62))]
    parts += [disc(polar(radius - 2.0, 30.0 * n), 0.7, (124, 154, 96)) for n in range(12)]
    for n in range(3):
        at = polar(4.4, 120.0 * n - 90.0)
        cap = [disc((0.0, -0.6), 3.0, (206, 58, 48)), rounded(-1.0, 0.2, 2.0, 3.4, 0.8, CREAM)]
        spots = [disc(polar(1.7, 110.0 * k - 100.0, (0.0, -0.6)), 0.55, CREAM) for k in range(3)]
        parts += shifted(at).drawing([*cap, *spots])
    return parts


def caterpillar_token(kind: Kind) -> list[Path]:
    """Draw a caterpillar on a leaf."""
    radius = kind.size_mm[0] / 2
    return [disc(O, radius, (30, 62, 28)), disc(O, radius - 0.6, (232, 240, 196)), *caterpillar(0.92)]


def bonus_token(kind: Kind) -> list[Path]:
    """Draw a sun with a plus: one more butterfly."""
    radius = kind.size_mm[0] / 2
    gold, dark = (240, 186, 52), (120, 66, 10)
    return [
        disc(O, radius, dark),
        disc(O, radius - 0.6, gold),
        polygon(star(12, radius - 1.2, radius - 3.6), CREAM),
        disc(O, 4.2, dark),
        line([(-2.4, 0.0), (2.4, 0.0)], CREAM, 1.5),
        line([(0.0, -2.4), (0.0, 2.4)], CREAM, 1.5),
    ]


def planter(kind: Kind, nectar: tuple[int, int, int], dictionary: str) -> list[Path]:
    """Draw a trough of clay with its three numbers: high at the left, middle and low at the right."""
    width, height = kind.size_mm
    left, top = -width / 2, -height / 2
    high, middle, low = nectar
    clay = (196, 108, 66)
    grooves = [
        [(left + 1.2, y), (-left - 1.2, y), (-left - 1.2, y + 0.8), (left + 1.2, y + 0.8)]
        for y in (top + 2.2, -top - 3.0)
    ]
    parts = [
        rounded(left, top, width, height, 2.0, mix(clay, INK, 0.45)),
        rounded(left + 0.6, top + 0.6, width - 1.2, height - 1.2, 1.6, clay),
        polygons(grooves, mix(clay, CREAM, 0.35)),
    ]
    for number, x, size in ((high, -16.2, 6.0), (middle, 12.6, 5.0), (low, 19.4, 4.0)):
        parts.append(disc((x, 0.0), size * 0.62, CREAM))
        parts.append(centred_text(str(number), (x, 0.0), size, mix(clay, INK, 0.7)))
    return [*parts, *tag(kind, dictionary)]
