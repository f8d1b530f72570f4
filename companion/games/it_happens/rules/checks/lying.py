"""What should be lying on the table, under the names of the game's layout.

Zones are the mounds in the slots, named by their ids, and the ``tray``; a mound has a zone as long
as its card lies there, with or without dice. A cell is a space, ``C2.1`` = column 2, lowest level;
a piece is a die with its value on top, ``die-yellow-4``. Tiles and cards of the supply, and the
dice in the hands, are not in it.
"""

from __future__ import annotations

from companion.games.it_happens.rules.position import Column, Die, Position
from companion.games.it_happens.rules.table import Colour
from companion.rules.game import Lying

TRAY = "tray"


def lying(p: Position) -> Lying:
    """What lies on the mounds and in the tray. After a round the dice lie until the next mounds come."""
    mounds = {
        name: {
            _cell(column, level): kind_of(p, die)
            for column, dice in enumerate(columns, 1)
            for level, die in enumerate(dice, 1)
        }
        for name, columns in zip(p.slots, p.board, strict=True)
    }
    return {**mounds, TRAY: {"1": kind_of(p, p.rolled)} if p.rolled else {}}


def kind_of(p: Position, die: Die) -> str:
    """The kind of a die."""
    return f"die-{p.table.colours[die.colour]}-{die.pips}"


def cells_of(columns: tuple[Column, ...], colour: Colour) -> tuple[str, ...]:
    """The cells of a mound that hold dice of a colour."""
    return tuple(
        _cell(column, level)
        for column, dice in enumerate(columns, 1)
        for level, die in enumerate(dice, 1)
        if die.colour == colour
    )


def _cell(column: int, level: int) -> str:
    return f"C{column}.{level}"
