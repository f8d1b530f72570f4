"""A finished table from photographs: the board shows all that scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.games.filler_tiles.rules.checks.lying import STONE, TILES
from companion.games.filler_tiles.rules.table import Table
from companion.rules.final_table import Counted, FinalTable, TableQuestion
from companion.rules.message import Message

BOARD: Final = "board"
_COLOURS: Final = (("1", "Red"), ("2", "Blue"))


def counted(table: Table) -> Counted:
    """Give the squares of this table's board."""
    return Counted({BOARD: tuple(table.board.squares)})


def questions() -> tuple[TableQuestion, ...]:
    """Ask whose the red tiles are."""
    text = Message("Which colour did {who} play?", seats={"who": 1})
    return (TableQuestion("colour", text, "choice", _COLOURS, usual="1"),)


def position(final: FinalTable, table: Table) -> bytes:
    """Write what lies on the board."""
    laid: Mapping[str, str] = final.lying.get(BOARD, {})
    first = final.answers.get("colour", "1")
    return msgspec.json.encode(
        {
            "rows": table.board.rows,
            "cols": table.board.cols,
            "stones": [square for square, kind in laid.items() if kind == STONE],
            "tile": {square: TILES.index(kind) + 1 for square, kind in laid.items() if kind in TILES},
            "colour_of_seat": [1, 2] if first == "1" else [2, 1],
            "options": final.options,
        }
    )
