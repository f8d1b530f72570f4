"""Papillon's artwork: which hand draws what."""

from __future__ import annotations

from companion.games.papillon.art import board, flowers, tiles, tokens
from companion.games.papillon.art.parts import parts
from companion.games.papillon.layout import box_of
from companion.layout import Layout
from companion.printing.drawing import Path

__all__ = ["parts", "piece", "sheet"]


def sheet(layout: Layout, sheet_id: str) -> tuple[Path, ...]:
    """Draw the board or a flower card."""
    found = layout.sheet(sheet_id)
    if sheet_id == "board":
        return tuple(board.board(found, box_of(layout).zero_bonus, layout.marker_dictionary))
    return tuple(flowers.flower(found, layout.marker_dictionary))


def piece(layout: Layout, kind: str) -> tuple[Path, ...]:
    """Draw a piece, in mm from its centre."""
    found = layout.kinds[kind]
    box = box_of(layout)
    if kind in box.tiles:
        return tuple(tiles.tile(found, box.tiles[kind], layout.marker_dictionary))
    stem, _, rest = kind.partition("-")
    match stem:
        case "butterfly":
            drawn = tokens.butterfly_token(found, rest)
        case "gardener":
            drawn = tokens.gardener(found, rest)
        case "gnome":
            drawn = tokens.gnome_back(found) if rest == "back" else tokens.gnome(found, int(rest))
        case "planter":
            drawn = tokens.planter(found, box.planters[rest], layout.marker_dictionary)
        case "caterpillar":
            drawn = tokens.caterpillar_token(found)
        case _:
            drawn = tokens.bonus_token(found)
    return tuple(drawn)
