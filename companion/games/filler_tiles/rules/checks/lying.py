"""What should be lying on the table, under the names of the game's layout."""

from __future__ import annotations

from typing import Final

from companion.games.filler_tiles.rules.position import Position
from companion.rules.game import Lying, Seat

STONE: Final = "stone"
TILES: Final = ("tile-red", "tile-blue")
"""The tiles of colour 1 and colour 2."""


def lying(p: Position) -> Lying:
    """What lies on the board."""
    tiles = {tile.square: TILES[tile.colour - 1] for tile in p.tiles}
    return {"board": dict.fromkeys(p.stones, STONE) | tiles}


def pieces_of(p: Position, seat: Seat) -> tuple[str, ...]:
    """The kind of a seat's tiles."""
    return (TILES[p.colour_of_seat[seat - 1] - 1],)
