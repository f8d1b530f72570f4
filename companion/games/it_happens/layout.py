"""It Happens: a dice tray, twelve mound cards, the dice of five colours, and the tiles.

Three mounds are in play at a time (section 3); they lie anywhere on the table, so every card is a
sheet of its own. Its spaces are named as in the rules: ``C2.1`` is column 2, lowest level. Spaces
are 25 x 22 mm apart, so that dice of 16 mm can be put down and taken up without touching others.
An owner's own cards (IH-R29) take the printed ones' place, with their markers: a table has either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from companion.games.it_happens import GAME
from companion.games.it_happens.rules.data.mounds import SHIPPED, SLOTS, Mound, MoundSet
from companion.games.it_happens.rules.game import ItHappens
from companion.layout import TABLE, Cell, Kind, Layout, Point, Rgb, Sheet, Zone
from companion.layouts.by_box import LayoutsByBox
from companion.layouts.ids import Ids, sheet_ids
from companion.layouts.shapes import corner_markers, rectangle, square_cell
from companion.layouts.tray import tray_sheet, white_and_grey
from companion.rules.errors import BadData
from companion.rules.message import Message
from companion.rules.phrases import Term

DIE_MM = 16.0
CARD_MM = 2.0
ITEM_MM = 26.0
WORM_MM = 22.0
VICTORY_MM: Point = (24.0, 32.0)

COLUMN_MM, LEVEL_MM, SPACE_MM = 25.0, 22.0, 21.0
SIDE_MM, HEAD_MM, FOOT_MM = 8.5, 34.0, 27.0
"""What is left of and right of the columns, above the highest level, and below the lowest."""

MARKER_MM, MARKER_INSET_MM = 18.0, 5.0
PATCH_MM = 10.0

LEAST_COLUMNS = 5
"""A card is at least as wide as that: markers, patches and numbers need the room."""

INK: Rgb = (34, 28, 26)
IVORY: Rgb = (248, 246, 238)
DICE: dict[str, tuple[Rgb, Rgb]] = {
    "yellow": ((246, 200, 30), INK),
    "red": ((196, 32, 36), IVORY),
    "green": ((24, 128, 62), IVORY),
    "blue": ((24, 84, 184), IVORY),
    "white": (IVORY, INK),
}
"""Colour -> body and pips."""

FELT: Rgb = (186, 168, 146)
"""Of the tray. Red, green and blue dice are as dark as the usual felt."""

SAND: Rgb = (244, 229, 198)
EARTH: Rgb = (206, 142, 88)
HOLE: Rgb = (206, 174, 130)
"""Paper, clay, and a space on which a die is put: dark enough for white dice to stand out."""


def _kinds(mounds: MoundSet) -> dict[str, Kind]:
    face: Point = (DIE_MM, DIE_MM)
    kinds = [
        Kind(f"die-{colour}-{n}", f"{colour} die showing {n}", "die", face, DIE_MM, colours)
        for colour, colours in DICE.items()
        for n in range(1, 7)
    ]
    item: Point = (ITEM_MM, ITEM_MM)
    kinds += [Kind(f"item-{t}", f"{t} tile", "square", item, CARD_MM, (SAND,)) for t in mounds.types]
    kinds.append(Kind("worm", "worm tile", "disc", (WORM_MM, WORM_MM), CARD_MM, (EARTH,)))
    for title, values in (
        ("queen", {mound.queen_vp for mound in mounds.mounds}),
        ("general", {mound.general_vp for mound in mounds.mounds}),
    ):
        kinds += [_victory(f"{title}-{value}", f"{title} tile, {value}") for value in sorted(values)]
        kinds.append(_victory(f"{title}-back", f"{title} tile, face down"))
    return {kind.name: kind for kind in kinds}


def _victory(name: str, label: str) -> Kind:
    return Kind(name, label, "card", VICTORY_MM, CARD_MM, (SAND,))


def mound_size_mm(columns: int, levels: int) -> Point:
    """Give the size of a card with so many columns and levels."""
    return 2 * SIDE_MM + columns * COLUMN_MM, HEAD_MM + levels * LEVEL_MM + FOOT_MM


def _spaces(mound: Mound, called: str, levels: int) -> tuple[Cell, ...]:
    """Give the spaces of a card; all columns stand on the same ground."""
    cells = []
    for column, spaces in enumerate(mound.columns, 1):
        for level in range(1, len(spaces) + 1):
            x = SIDE_MM + (column - 0.5) * COLUMN_MM
            y = HEAD_MM + (levels - level + 0.5) * LEVEL_MM
            label = f"column {column}, space {level} of {called}"
            cells.append(square_cell(f"C{column}.{level}", (x, y), SPACE_MM, label))
    return tuple(cells)


def _mound_sheet(
    mound: Mound, called: str, ids: Ids, size_mm: Point, levels: int, dice: tuple[str, ...]
) -> Sheet:
    width, height = size_mm
    outline = rectangle(SIDE_MM, HEAD_MM, width - 2 * SIDE_MM, levels * LEVEL_MM)
    zone = Zone(mound.id, called, "cells", outline, dice, _spaces(mound, called, levels), {"": HOLE})
    markers = corner_markers(ids, size_mm, MARKER_MM, MARKER_INSET_MM)
    y = height - FOOT_MM / 2
    patches = white_and_grey((width / 2 - 30.0, y), (width / 2 + 30.0, y), PATCH_MM)
    return Sheet(mound.id, called, size_mm, markers, patches, (zone,), loose=True)


def _cards(mounds: MoundSet, dice: tuple[str, ...]) -> Iterator[Sheet]:
    """Give a sheet for every card of a set, all as large as the largest has to be."""
    levels = max(len(column) for mound in mounds.mounds for column in mound.columns)
    columns = max(LEAST_COLUMNS, *(len(mound.columns) for mound in mounds.mounds))
    size_mm = mound_size_mm(columns, levels)
    for nth, mound in enumerate(mounds.mounds, 1):
        ids = sheet_ids(GAME, nth)
        yield _mound_sheet(mound, mounds.called(mound.id), ids, size_mm, levels, dice)


def _layout(mounds: MoundSet) -> Layout:
    kinds = _kinds(mounds)
    dice = tuple(name for name, kind in kinds.items() if kind.shape == "die")
    sheets = (tray_sheet(GAME, 0, dice, FELT), *_cards(mounds, dice))
    _refuse_equal_names(sheets)
    return Layout(GAME.slug, sheets, kinds, loose_places=SLOTS, box=mounds.edition)


def _refuse_equal_names(sheets: Sequence[Sheet]) -> None:
    """Raise `BadData` where two places have one name, but for capitals: people do not tell them apart."""
    places = [TABLE, *(name for sheet in sheets for name in {sheet.id, *(zone.id for zone in sheet.zones)})]
    count = Counter(name.casefold() for name in places)
    taken = sorted({name for name in places if count[name.casefold()] > 1})
    if taken:
        sentence = "Several cards or places are called {names}. Give them different names."
        raise BadData(Message(sentence, {"names": ", ".join(taken)}))


_LAYOUTS: Final = LayoutsByBox(_layout)

LAYOUT: Final = _LAYOUTS.of(SHIPPED)


def layout_of(game: ItHappens) -> Layout:
    """Give the layout with the cards that a table plays with.

    Raises `BadData` where two places are called alike.
    """
    return _LAYOUTS.of(game.box)


def mounds_of(layout: Layout) -> MoundSet:
    """Give the cards that a layout is of."""
    return _LAYOUTS.box_of(layout)


WORDS: Final = (
    Term("yellow die showing"),
    Term("red die showing"),
    Term("green die showing"),
    Term("blue die showing"),
    Term("white die showing"),
    Term("queen tile"),
    Term("general tile"),
)
"""What the labels of sheets, zones, cells and pieces are made of, for translators."""
