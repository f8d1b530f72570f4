"""It Happens: a dice tray, twelve mound cards, the dice of five colours, and the tiles.

Three mounds are in play at a time (section 3); they lie anywhere on the table, so every card is a
sheet of its own. Its spaces are named as in the rules: ``C2.1`` is column 2, lowest level. Spaces
are 25 x 22 mm apart, so that dice of 16 mm can be put down and taken up without touching others.
"""

from __future__ import annotations

from companion.layout import Cell, Kind, Layout, Point, Rgb, Sheet, Zone
from companion.layouts.ids import sheet_ids
from companion.layouts.shapes import corner_markers, rectangle, square_cell
from companion.layouts.tray import tray_sheet, white_and_grey
from companion.rules.games.it_happens.mounds import SHIPPED, SLOTS, Mound, MoundSet

GAME = "it-happens"
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
    for title, values in (("queen", {m.queen_vp for m in mounds.mounds}), ("general", _generals(mounds))):
        kinds += [_victory(f"{title}-{value}", f"{title} tile, {value}") for value in sorted(values)]
        kinds.append(_victory(f"{title}-back", f"{title} tile, face down"))
    return {kind.name: kind for kind in kinds}


def _generals(mounds: MoundSet) -> set[int]:
    return {mound.general_vp for mound in mounds.mounds}


def _victory(name: str, label: str) -> Kind:
    return Kind(name, label, "card", VICTORY_MM, CARD_MM, (SAND,))


def mound_size_mm(columns: int, levels: int) -> Point:
    """Give the size of a card with so many columns and levels."""
    return 2 * SIDE_MM + columns * COLUMN_MM, HEAD_MM + levels * LEVEL_MM + FOOT_MM


def _spaces(mound: Mound, levels: int) -> tuple[Cell, ...]:
    """Give the spaces of a card; all columns stand on the same ground."""
    cells = []
    for column, spaces in enumerate(mound.columns, 1):
        for level in range(1, len(spaces) + 1):
            x = SIDE_MM + (column - 0.5) * COLUMN_MM
            y = HEAD_MM + (levels - level + 0.5) * LEVEL_MM
            cells.append(square_cell(f"C{column}.{level}", (x, y), SPACE_MM))
    return tuple(cells)


def _mound_sheet(mound: Mound, nth: int, size_mm: Point, levels: int, dice: tuple[str, ...]) -> Sheet:
    width, height = size_mm
    outline = rectangle(SIDE_MM, HEAD_MM, width - 2 * SIDE_MM, levels * LEVEL_MM)
    zone = Zone(mound.id, f"mound {mound.id}", "cells", outline, dice, _spaces(mound, levels), {"": HOLE})
    markers = corner_markers(sheet_ids(GAME, nth), size_mm, MARKER_MM, MARKER_INSET_MM)
    y = height - FOOT_MM / 2
    patches = white_and_grey((width / 2 - 30.0, y), (width / 2 + 30.0, y), PATCH_MM)
    return Sheet(mound.id, f"Mound {mound.id}", size_mm, markers, patches, (zone,), loose=True)


def layout_of(mounds: MoundSet) -> Layout:
    """Give the layout of a set of mounds: the shipped one, or an owner's."""
    kinds = _kinds(mounds)
    dice = tuple(name for name, kind in kinds.items() if kind.shape == "die")
    levels = max(len(column) for mound in mounds.mounds for column in mound.columns)
    size_mm = mound_size_mm(max(len(mound.columns) for mound in mounds.mounds), levels)
    cards = [_mound_sheet(mound, n, size_mm, levels, dice) for n, mound in enumerate(mounds.mounds, 1)]
    return Layout(GAME, (tray_sheet(GAME, 0, dice, FELT), *cards), kinds, loose_places=SLOTS)


LAYOUT = layout_of(SHIPPED)
