"""Octopus's Garden: the market, a garden for every seat, and the tokens.

The spaces of a garden lie where its file says (rule OG-R01), so that an owner's own garden gets
its layout from the same file as its rules. The printed one fits on one page of A4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import cos, hypot, pi, sin
from typing import Annotated, Final

import msgspec

from companion.games.octopus_garden import GAME
from companion.games.octopus_garden.rules.data.board import CELLS
from companion.games.octopus_garden.rules.data.box import BONUSES, Box
from companion.games.octopus_garden.rules.data.piece_set import SHIPPED, PieceSet
from companion.games.octopus_garden.rules.game import OctopusGarden
from companion.games.octopus_garden.rules.sentences.words import market_space
from companion.layout import Cell, Kind, Layout, Patch, Point, Rgb, Sheet, Zone
from companion.layouts.by_box import LayoutsByBox
from companion.layouts.ids import sheet_ids
from companion.layouts.rim_code import bead_dots
from companion.layouts.shapes import corner_markers
from companion.rules.errors import BadData
from companion.rules.kit.data_words import read_json
from companion.rules.message import Message
from companion.rules.phrases import Term

SEATS = (1, 2, 3, 4)

TOKEN_MM = 25.0
SPACE_MM = 26.0
BEADS_AT_MM = 10.95
CARD_MM = 2.0
FISH_MM, PEARL_MM = 22.0, 14.0
MARKER_MM, MARKER_INSET_MM = 20.0, 5.0
PATCH_MM = 8.0

MARKET_MM: Point = (156.0, 178.0)
MARKET_AT: Point = (45.0, 47.0)
MARKET_PITCH_MM = 33.0
BED_AT: Point = (30.0, 134.0)
BED_MM: Point = (96.0, 27.0)

MARGIN_X_MM, MARGIN_Y_MM = 43.0, 31.0
"""From the middles of the outermost spaces to the edges of a garden: room for markers and title."""

LEAST_MM, LARGEST_MM = (140.0, 120.0), (420.0, 297.0)
"""Of a garden: markers, patches and title need the room, and a page of A3 has no more."""

COLOURS: dict[str, Rgb] = {
    "white": (250, 250, 246),
    "grey": (128, 128, 128),
    "deep": (18, 44, 78),
    "water": (132, 196, 204),
    "sand": (238, 220, 178),
    "foam": (226, 242, 240),
    "ink": (22, 26, 40),
}

SEAT_COLOURS: tuple[Rgb, ...] = ((214, 74, 60), (64, 106, 190), (232, 176, 44), (128, 78, 156))
"""The four octopuses, one a seat."""

FACES: dict[str, tuple[str, tuple[Rgb, Rgb]]] = {
    "anemone": ("anemone", ((240, 120, 158), (120, 22, 70))),
    "coral": ("coral", ((248, 236, 214), (216, 66, 34))),
    "hermit-crab": ("hermit crab", ((116, 186, 200), (196, 44, 30))),
    "shell": ("empty shell", ((122, 74, 42), (252, 230, 190))),
    "relic": ("relic", ((64, 34, 96), (250, 198, 60))),
    "seagrass": ("seagrass", ((222, 238, 168), (26, 104, 58))),
    "sea-star": ("sea star", ((22, 58, 140), (255, 190, 36))),
    "trash": ("piece of trash", ((214, 214, 204), (70, 74, 80))),
    "oyster": ("oyster", ((16, 88, 92), (222, 214, 230))),
    "mimic-octopus": ("mimic octopus", ((250, 216, 120), (94, 44, 30))),
    "mimic-octopus-back": ("mimic octopus in disguise", ((52, 52, 44), (206, 190, 116))),
    "coconut-octopus": ("coconut octopus", ((150, 206, 122), (92, 52, 34))),
    "coconut-octopus-back": ("coconut octopus, shut in", ((96, 60, 38), (240, 238, 224))),
    "shark": ("shark", ((160, 208, 240), (58, 74, 100))),
    "parrot-fish": ("parrot fish", ((255, 240, 176), (0, 128, 150))),
    "diver": ("diver", ((8, 30, 66), (246, 150, 30))),
    "lionfish": ("lionfish", ((244, 226, 226), (150, 30, 44))),
    "treasure-chest": ("treasure chest", ((34, 104, 84), (238, 184, 62))),
    "boxer-crab": ("boxer crab", ((70, 40, 60), (250, 160, 140))),
}
"""Kind -> label, and the colours of its ground and its figure. New kinds are appended: the order
settles the beads on the rims."""

BACKS = ("mimic-octopus-back", "coconut-octopus-back")
"""They lie in gardens only."""

FISH_COLOURS: dict[str, Rgb] = {"clownfish": (244, 124, 32), "seahorse": (92, 160, 72)}


Millimetres = Annotated[float, msgspec.Meta(ge=0, le=1000)]


class _Place(msgspec.Struct, frozen=True):
    id: str
    x_mm: Millimetres
    y_mm: Millimetres
    printed_oyster: bool = False


class GardenFile(msgspec.Struct, frozen=True):
    """The part of a garden's file that says where its spaces lie."""

    garden: tuple[_Place, ...]

    @property
    def printed(self) -> tuple[str, ...]:
        """The spaces with a printed oyster."""
        return tuple(place.id for place in self.garden if place.printed_oyster)


def _layout(pieces: PieceSet) -> Layout:
    """Give the layout of a set. Raises `BadData` when its file does not say where the spaces lie."""
    places = read_json(pieces.board_file, GardenFile, Message("where the garden's spaces lie"))
    _refuse_overlaps(places)
    sheets = (_market(), *(_garden(seat, places) for seat in SEATS))
    _refuse_large(sheets)
    return Layout(GAME.slug, sheets, _kinds(pieces.box), box=pieces.edition)


def _refuse_overlaps(places: GardenFile) -> None:
    """Raise `BadData` where spaces lie on each other."""
    for one, other in combinations(places.garden, 2):
        if hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < SPACE_MM:
            raise BadData(
                Message(
                    "{one} and {other} lie on each other: spaces are {mm} mm wide.",
                    {"one": one.id, "other": other.id, "mm": f"{SPACE_MM:g}"},
                )
            )


def _refuse_large(sheets: Sequence[Sheet]) -> None:
    """Raise `BadData` for a garden that is larger than a page of A3."""
    for sheet in sheets:
        if sheet.size_mm[0] > LARGEST_MM[0] or sheet.size_mm[1] > LARGEST_MM[1]:
            width, height = (round(side) for side in sheet.size_mm)
            raise BadData(
                Message(
                    "The garden is {width} x {height} mm with its margins; "
                    "{most_wide} x {most_high} mm are the most.",
                    {
                        "width": width,
                        "height": height,
                        "most_wide": f"{LARGEST_MM[0]:g}",
                        "most_high": f"{LARGEST_MM[1]:g}",
                    },
                )
            )


def _fish(box: Box) -> Iterator[tuple[str, int]]:
    """Give every fish and value that comes up with some number of players, the best first."""
    for bonus in BONUSES.values():
        values = {value for seats in SEATS[1:] for value in box.fish(bonus, seats)}
        yield from ((bonus, value) for value in sorted(values, reverse=True))


def _kinds(box: Box) -> dict[str, Kind]:
    token: Point = (TOKEN_MM, TOKEN_MM)
    kinds = [
        Kind(name, label, "disc", token, CARD_MM, colours, bead_dots(number, BEADS_AT_MM))
        for number, (name, (label, colours)) in enumerate(FACES.items())
    ]
    for fish, value in _fish(box):
        colours = (FISH_COLOURS[fish], COLOURS["white"])
        size: Point = (FISH_MM, FISH_MM)
        kinds.append(Kind(f"{fish}-{value}", f"{fish} worth {value}", "disc", size, CARD_MM, colours))
    kinds.append(Kind("pearl", "pearl", "disc", (PEARL_MM, PEARL_MM), CARD_MM, ((246, 240, 244),)))
    for seat, colour in zip(SEATS, SEAT_COLOURS, strict=True):
        label = f"octopus of player {seat}"
        kinds.append(Kind(f"octopus-{seat}", label, "disc", (FISH_MM, FISH_MM), CARD_MM, (colour,)))
    return {kind.name: kind for kind in kinds}


def _round_cell(name: str, centre: Point, label: str = "") -> Cell:
    """Give a space: a circle."""
    turns = (2 * pi * n / 24 for n in range(24))
    radius = SPACE_MM / 2
    outline = tuple(
        (round(centre[0] + radius * cos(turn), 3), round(centre[1] + radius * sin(turn), 3)) for turn in turns
    )
    return Cell(name, centre, outline, label)


def _bounds(cells: tuple[Cell, ...]) -> tuple[Point, ...]:
    xs, ys = zip(*(point for cell in cells for point in cell.outline_mm), strict=True)
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _market() -> Sheet:
    cells = tuple(
        _round_cell(
            cell,
            (
                MARKET_AT[0] + (int(cell[1]) - 1) * MARKET_PITCH_MM,
                MARKET_AT[1] + (int(cell[0]) - 1) * MARKET_PITCH_MM,
            ),
            f"{market_space(cell)} of the market",
        )
        for cell in CELLS
    )
    kinds = tuple(name for name in FACES if name not in (*BACKS, "oyster"))
    zone = Zone("market", "the market", "grid", _bounds(cells), kinds, cells, {"": COLOURS["sand"]})
    markers = corner_markers(sheet_ids(GAME, 0), MARKET_MM, MARKER_MM, MARKER_INSET_MM)
    return Sheet("market", "Octopus's Garden: the market", MARKET_MM, markers, _patches(MARKET_MM), (zone,))


def _garden(seat: int, places: GardenFile) -> Sheet:
    name = f"garden-{seat}"
    left, width = _span([place.x_mm for place in places.garden], MARGIN_X_MM, LEAST_MM[0])
    top, height = _span([place.y_mm for place in places.garden], MARGIN_Y_MM, LEAST_MM[1])
    cells = tuple(_round_cell(place.id, (place.x_mm - left, place.y_mm - top)) for place in places.garden)
    size: Point = (width, height)
    water = {cell.id: COLOURS["water"] for cell in cells}
    ground = water | dict.fromkeys(places.printed, COLOURS["sand"])
    zone = Zone(name, f"garden {seat}", "cells", _bounds(cells), tuple(FACES), cells, ground)
    markers = corner_markers(sheet_ids(GAME, seat), size, MARKER_MM, MARKER_INSET_MM)
    return Sheet(name, f"Octopus's Garden: garden {seat}", size, markers, _patches(size), (zone,), seat=seat)


def _span(middles: Sequence[float], margin: float, least: float) -> tuple[float, float]:
    """Give where a garden begins and how long it is, one way: so long at least, its spaces in the middle."""
    first, last = min(middles), max(middles)
    length = max(last - first + 2 * margin, least)
    return (first + last - length) / 2, length


def _patches(size: Point) -> tuple[Patch, ...]:
    """Put white and grey on all four sides, so that a gradient of light can be undone."""
    (width, height), edge, half = size, 10.0, 6.0
    middles = ((width / 2, edge), (width / 2, height - edge), (edge + 3, height / 2))
    found = []
    for x, y in (*middles, (width - edge - 3, height / 2)):
        across = (0.0, half) if edge < x < width - edge and y == height / 2 else (half, 0.0)
        for name, side in (("white", -1), ("grey", 1)):
            at = (x + side * across[0], y + side * across[1])
            found.append(Patch(name, COLOURS[name], at, (PATCH_MM, PATCH_MM)))
    return tuple(found)


_LAYOUTS: Final = LayoutsByBox(_layout)

LAYOUT: Final = _LAYOUTS.of(SHIPPED)


def layout_of(game: OctopusGarden) -> Layout:
    """Give the layout with the pieces that a table plays with. Raises `BadData`, see `_layout`."""
    return _LAYOUTS.of(game.box)


def box_of(layout: Layout) -> Box:
    """Give the tokens that a layout is of."""
    return _LAYOUTS.box_of(layout).box


WORDS: Final = (
    Term("empty shell"),
    Term("piece of trash"),
    Term("mimic octopus in disguise"),
    Term("shut in"),
    Term("clownfish worth"),
    Term("seahorse worth"),
    Term("octopus of player"),
    Term("market"),
    Term("garden"),
)
"""What the labels of sheets, zones, cells and pieces are made of, for translators."""
