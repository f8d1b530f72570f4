"""The tiles: lost things, worms, and what the Queens and Generals of the mounds are worth."""

from __future__ import annotations

from companion.games.it_happens.art.icons import CRIMSON, GOLD, icon
from companion.games.it_happens.art.mound import CLAY_DARK, CLAY_LIGHT
from companion.games.it_happens.layout import EARTH, INK, SAND
from companion.layout import Kind, Point, Rgb
from companion.printing.drawing import Path, disc, mix, polygon, rounded
from companion.printing.glyphs import centred_text, text_width

O: Point = (0.0, 0.0)  # noqa: E741
GROUNDS: dict[str, Rgb] = {"queen": (252, 232, 178), "general": (206, 220, 236)}
BACKS: dict[str, Rgb] = {"queen": mix(CRIMSON, INK, 0.15), "general": (44, 62, 104)}


def item(kind: Kind) -> list[Path]:
    """Draw a lost thing, with its name."""
    half = kind.size_mm[0] / 2
    name = kind.name.removeprefix("item-")
    size = min(3.6, 3.6 * (2 * half - 5) / max(1.0, text_width(name, 3.6)))
    return [
        rounded(-half, -half, 2 * half, 2 * half, 3.0, CLAY_DARK),
        rounded(-half + 0.7, -half + 0.7, 2 * half - 1.4, 2 * half - 1.4, 2.5, SAND),
        *icon(name, (0.0, -2.2), 16.0),
        centred_text(name, (0.0, half - 4.0), size, INK),
    ]


def worm(kind: Kind) -> list[Path]:
    """Draw a worm on a round of earth."""
    radius = kind.size_mm[0] / 2
    return [
        disc(O, radius, CLAY_DARK),
        disc(O, radius - 0.7, EARTH),
        disc(O, radius - 2.2, SAND),
        *icon("worm", O, 13.5),
    ]


def victory(kind: Kind) -> list[Path]:
    """Draw a victory tile: what it is worth, or its back."""
    title, _, value = kind.name.partition("-")
    (width, height), ground = kind.size_mm, GROUNDS[title]
    left, top = -width / 2, -height / 2
    rim = [rounded(left, top, width, height, 3.0, BACKS[title])]
    if value == "back":
        return [*rim, *_back(title, width, height)]
    return [
        *rim,
        rounded(left + 0.8, top + 0.8, width - 1.6, height - 1.6, 2.4, ground),
        *icon(title, (0.0, -6.2), 15.0),
        centred_text(value, (0.0, 8.0), 13.0, INK),
    ]


def _back(title: str, width: float, height: float) -> list[Path]:
    """A mound by night, the same on every tile of a title."""
    ground, tone = mix(BACKS[title], INK, 0.35), mix(BACKS[title], GOLD, 0.28)
    x, y = width / 2 - 2.0, height / 2 - 2.0
    mound = [(-0.8 * x, 0.6 * y), (-0.45 * x, -0.1 * y), (-0.1 * x, -0.55 * y), (0.12 * x, -0.5 * y)]
    mound += [(0.4 * x, 0.0), (0.8 * x, 0.6 * y)]
    return [
        rounded(-x, -y, 2 * x, 2 * y, 2.0, ground),
        disc((0.45 * x, -0.6 * y), 2.6, mix(GOLD, SAND, 0.5)),
        polygon(mound, tone),
        disc((-0.1 * x, 0.32 * y), 1.6, ground),
        disc((0.28 * x, 0.38 * y), 1.1, ground),
        centred_text(title.upper(), (0.0, 0.82 * y), 3.0, CLAY_LIGHT),
    ]
