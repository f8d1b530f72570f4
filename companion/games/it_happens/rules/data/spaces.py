"""Which space a die takes, and who can still place one (section 6, the definitions).

The pips never matter here: any number may go on any target (IH-R04).
"""

from __future__ import annotations

from typing import NamedTuple

from companion.games.it_happens.rules.position import Column, Position
from companion.games.it_happens.rules.table import Colour
from companion.rules.game import Seat


class Space(NamedTuple):
    """A space of a mound: column 1 is the leftmost, level 1 the lowest."""

    column: int
    level: int

    def __str__(self) -> str:
        return f"C{self.column}.{self.level}"


def own_column(columns: tuple[Column, ...], colour: Colour) -> int | None:
    """The column (from 1) that holds dice of that colour."""
    for number, dice in enumerate(columns, 1):
        for die in dice:
            if die.colour == colour:
                return number
    return None


def free_column(columns: tuple[Column, ...]) -> int | None:
    """The leftmost column (from 1) without any die (IH-R01)."""
    return next((number for number, dice in enumerate(columns, 1) if not dice), None)


def target(p: Position, colour: Colour, slot: int) -> Space | None:
    """The one space that a die of that colour takes on the mound of a slot (from 0).

    The lowest empty space of the own column, none when it is full (IH-R03); without an own column
    level 1 of the leftmost free one, none when there is none (IH-R32).
    """
    columns = p.board[slot]
    column = own_column(columns, colour) or free_column(columns)
    if column is None:
        return None
    level = len(columns[column - 1]) + 1
    spaces = p.table.mounds.mound(p.slots[slot]).columns[column - 1]
    return Space(column, level) if level <= len(spaces) else None


def targets(p: Position, colour: Colour) -> dict[str, Space]:
    """The mounds that are open to a colour, left to right, and the space on each."""
    found = ((name, target(p, colour, slot)) for slot, name in enumerate(p.slots))
    return {name: space for name, space in found if space is not None}


def placeable(p: Position, seat: Seat) -> tuple[Colour, ...]:
    """The colours of which a seat holds a die that some mound is open to."""
    hand = p.hand[seat - 1]
    return tuple(colour for colour in p.colours if hand[colour] and targets(p, colour))


def stuck(p: Position, seat: Seat) -> bool:
    """Whether a seat is skipped for the rest of the round (IH-R04, IH-R05)."""
    return not placeable(p, seat)
