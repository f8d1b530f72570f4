"""A garden of Papillon: the piece of table under joined tiles, as large as it has grown.

Convention: the sheet's origin is the top left corner of the free cells shown round the tiles, so it
moves when the garden grows to the left or upwards; cells are named as the rules name them, ``x,y``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from companion.games.papillon.rules.data.box import Box, Tile
from companion.games.papillon.rules.data.garden import STEPS
from companion.games.papillon.rules.sentences.words import place_called
from companion.games.papillon.rules.table import COLOURS
from companion.layout import TURNS, Cell, Point, Rgb, Sheet, Zone
from companion.layouts.shapes import rectangle, square_cell
from companion.rules.game import Lying, Seat

TILE_MM = 50.0
GNOME_MM, BUTTERFLY_MM = 25.0, 17.0
LAWN: Rgb = (198, 218, 160)

HAND_PITCH_MM, HAND_MM = 56.0, 62.0
"""Tiles in hand lie below the garden, in a strip of this height."""

ON_SEGMENT_MM = 17.5
"""How far from the middle of a tile a butterfly or a gnome stands on one of its segments."""

SEATS: Final = (1, 2, 3, 4)
_BUTTERFLIES: Final = tuple(f"butterfly-{colour}" for colour in COLOURS)

_Grid = tuple[int, int]
_Laid = dict[_Grid, tuple[Tile, int]]


def gardens_of(lying: Lying, box: Box) -> Iterator[Sheet]:
    """Give the table under every garden of this box's tiles."""
    return (_garden(seat, lying, box) for seat in SEATS if f"garden-{seat}" in lying)


def _garden(seat: Seat, lying: Lying, box: Box) -> Sheet:
    laid = _laid(lying[f"garden-{seat}"], box)
    room = _room(laid)
    xs, ys = zip(*room, strict=True)
    left, top = min(xs), min(ys)
    columns, rows = max(xs) - left + 1, max(ys) - top + 1
    hand = lying.get(f"hand-{seat}", {})
    width = max(columns * TILE_MM, len(hand) * HAND_PITCH_MM)
    shift = (width - columns * TILE_MM) / 2

    def at(cell: _Grid) -> Point:
        return shift + (cell[0] - left + 0.5) * TILE_MM, (cell[1] - top + 0.5) * TILE_MM

    lawn = rectangle(0.0, 0.0, width, rows * TILE_MM)
    squares = tuple(
        square_cell(f"{x},{y}", at((x, y)), TILE_MM, str(place_called(x, y))) for x, y in sorted(room)
    )
    places = {
        name: _segment(laid, name, at)
        for zone in ("perched", "posted")
        for name in lying.get(f"{zone}-{seat}", {})
    }

    def zone(name: str, label: str, kinds: tuple[str, ...], cells: tuple[Cell, ...]) -> Zone:
        return Zone(f"{name}-{seat}", f"{label} {seat}", "cells", lawn, kinds, cells, {"": LAWN})

    def on_tiles(name: str, label: str, kinds: tuple[str, ...], side: float) -> Zone:
        nodes = lying.get(f"{name}-{seat}", {})
        return zone(name, label, kinds, tuple(square_cell(node, places[node], side) for node in nodes))

    first = width / 2 - (len(hand) - 1) / 2 * HAND_PITCH_MM
    below = rows * TILE_MM + HAND_MM / 2
    in_hand = tuple(
        square_cell(name, (first + n * HAND_PITCH_MM, below), TILE_MM) for n, name in enumerate(hand)
    )
    zones = (
        Zone(f"garden-{seat}", f"garden {seat}", "grid", lawn, _turned(box), squares, {"": LAWN}),
        zone("hand", "hand", tuple(box.tiles), in_hand),
        on_tiles("perched", "patch in garden", _BUTTERFLIES, BUTTERFLY_MM),
        on_tiles("posted", "gnome in garden", ("gnome-back",), GNOME_MM),
    )
    size: Point = (width, rows * TILE_MM + (HAND_MM if hand else 0.0))
    return Sheet(f"garden-{seat}", "Papillon: garden", size, (), (), zones, seat=seat, bare=True)


@lru_cache(maxsize=4)
def _turned(box: Box) -> tuple[str, ...]:
    """Give the kinds that lie in gardens: every tile at every turn."""
    return tuple(f"{tile}-{turns}" for tile in box.tiles for turns in TURNS)


def _laid(held: dict[str, str], box: Box) -> _Laid:
    """Give the tiles with their quarter turns by cell."""
    found: _Laid = {}
    for name, kind in held.items():
        x, _, y = name.partition(",")
        tile, _, turns = kind.partition("-")
        found[int(x), int(y)] = (box.tiles[tile], int(turns))
    return found


def _room(laid: _Laid) -> set[_Grid]:
    """Give the cells of a garden and the free ones beside them."""
    beside = {(x + across, y + down) for x, y in laid for across, down in STEPS}
    return beside | set(laid) or {(0, 0)}


def _segment(laid: _Laid, node: str, at: Callable[[_Grid], Point]) -> Point:
    """Give the place of a segment, such as ``T33.b``: on its tile, towards the first of its sides."""
    cell, tile, turns = next((cell, *piece) for cell, piece in laid.items() if piece[0].id == node[:3])
    segment = next(number for number, each in enumerate(tile.segments) if each.id == node[4:])
    sides = [side for side in range(4) if tile.segment_at(side, turns) == segment]
    x, y = at(cell)
    if len(sides) in (0, 4):
        return x, y - ON_SEGMENT_MM
    across, down = STEPS[sides[0]]
    return x + ON_SEGMENT_MM * across, y + ON_SEGMENT_MM * down
