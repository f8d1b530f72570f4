"""The position: the state variables of specification section 5 and what follows from them."""

from __future__ import annotations

from typing import Final, Literal, TypeVar

import msgspec

from companion.games.filler_tiles.rules.board import Board, Square
from companion.games.filler_tiles.rules.table import Table
from companion.rules.game import Seat
from companion.rules.phrases import Term

Phase = Literal["STONES", "DRAW", "SEED", "PIE", "MAIN", "OVER"]
"""What is awaited: a pair of stones, the drawn opening, a seed, the pie opening, a placement."""

Kind = Literal["seed", "expand", "new", "laid"]
"""How a tile was placed; ``laid`` on a table that was not followed."""

COLOURS: Final = (Term("Red"), Term("Blue"))
"""Colour 1 and colour 2 (section 2)."""

P = TypeVar("P", bound="Position")


class Tile(msgspec.Struct, frozen=True):
    """A tile on the board."""

    square: Square
    colour: int
    kind: Kind


class Position(msgspec.Struct, frozen=True):
    """The public state; all that players have left follows from the tiles on the board.

    ``tiles`` are in the order of placing, ``colour_of_seat`` has seat 1 at index 0. ``passed`` is
    the seat that just passed because it had no placement (FT-13), or 0.
    """

    table: Table
    phase: Phase
    to_move: Seat
    colour_of_seat: tuple[int, int]
    stones: tuple[Square, ...] = ()
    tiles: tuple[Tile, ...] = ()
    passed: Seat = 0

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.colour_of_seat)

    @property
    def board(self) -> Board:
        """The grid."""
        return self.table.board

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "OVER"

    @property
    def turn_no(self) -> int:
        """How many tiles have been placed."""
        return len(self.tiles)

    @property
    def tile(self) -> dict[Square, int]:
        """Square -> the colour that lies there."""
        return {tile.square: tile.colour for tile in self.tiles}

    @property
    def open_squares(self) -> tuple[Square, ...]:
        """The squares without tile and stone, row by row (FT-03)."""
        taken = {*self.tile, *self.stones}
        return tuple(square for square in self.board.squares if square not in taken)

    @property
    def seeds_left(self) -> tuple[int, ...]:
        """Opening tiles that each seat has still to put down in turn (FT-07)."""
        if self.table.opening != "alternate":
            return (0,) * self.seats
        return tuple(self.table.opening_seeds - len(self.placed(seat, "seed")) for seat in self._everybody)

    @property
    def starts_left(self) -> tuple[int | None, ...]:
        """New groups that each seat may still start; None without limit (FT-10)."""
        allowed = self.table.new_starts
        if allowed is None:
            return (None,) * self.seats
        return tuple(allowed - len(self.placed(seat, "new")) for seat in self._everybody)

    @property
    def supply(self) -> tuple[int, ...]:
        """Tiles that each seat has left (FT-12)."""
        return tuple(self.table.tiles_per_player - len(self.placed(seat)) for seat in self._everybody)

    @property
    def _everybody(self) -> range:
        return range(1, self.seats + 1)

    def placed(self, seat: Seat, kind: Kind | None = None) -> tuple[Square, ...]:
        """The squares of a seat's tiles, or of those placed in one way."""
        colour = self.colour_of_seat[seat - 1]
        return tuple(t.square for t in self.tiles if t.colour == colour and kind in (None, t.kind))

    def colour_name(self, seat: Seat) -> Term:
        """What a seat's colour is called."""
        return COLOURS[self.colour_of_seat[seat - 1] - 1]

    def seat_of(self, colour: int) -> Seat:
        """Who plays a colour."""
        return self.colour_of_seat.index(colour) + 1


def other(seat: Seat) -> Seat:
    """The opponent."""
    return 3 - seat
