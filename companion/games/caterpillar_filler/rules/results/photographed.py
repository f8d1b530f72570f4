"""A finished table from photographs: the garden shows all but what a caterpillar holds that is away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from companion.games.caterpillar_filler.rules.data.board import NEIGHBOURS, ROUND_NEIGHBOURS, Space
from companion.games.caterpillar_filler.rules.table import Table
from companion.rules.final_table import Counted, FinalTable, TableQuestion
from companion.rules.game import Seat
from companion.rules.message import Message

GARDEN: Final = "garden"
COUNTED: Final = Counted({GARDEN: ()})

MOST_STEPS: Final = 20_000
"""Of the search for a caterpillar's way; ten pieces have far fewer."""

MOST_HELD: Final = 14


def questions(final: FinalTable, table: Table) -> Iterator[TableQuestion]:
    """Ask how long caterpillars are that are out of the garden."""
    for seat in final.everybody:
        if _head(final, table, seat) is None:
            text = "{who}'s caterpillar is not in the garden. How many body pieces does it have?"
            yield TableQuestion(
                f"held-{seat}", Message(text, seats={"who": seat}), "number", bounds=(0, MOST_HELD)
            )


def position(final: FinalTable, table: Table) -> bytes:
    """Write heads and bodies, each from the neck to the tail."""
    laid = final.lying.get(GARDEN, {})
    heads = [_head(final, table, seat) for seat in final.everybody]
    written = {
        "head": heads,
        "body": [
            _chain(head, _spaces(final, f"body-{table.bodies[seat - 1]}"), table)
            for seat, head in enumerate(heads, 1)
        ],
        "flowers": [space for space, kind in laid.items() if kind == "flower"],
        "wasp_spaces": [space for space, kind in laid.items() if kind == "wasp"],
        "options": final.options,
    }
    if None in heads:
        written["in_hand"] = [
            final.number(f"held-{seat}") if head is None else 0 for seat, head in enumerate(heads, 1)
        ]
    return msgspec.json.encode(written)


def _head(final: FinalTable, table: Table, seat: Seat) -> Space | None:
    return next(iter(_spaces(final, f"head-{table.heads[seat - 1]}")), None)


def _spaces(final: FinalTable, kind: str) -> list[Space]:
    return [space for space, each in final.lying.get(GARDEN, {}).items() if each == kind]


def _chain(head: Space | None, body: Sequence[Space], table: Table) -> list[Space]:
    """Order body pieces as they follow the head; as they lie where no way leads over all of them."""
    if head is None:
        return list(body)
    beside = ROUND_NEIGHBOURS if table.switches.wrap else NEIGHBOURS
    steps = 0
    ways: list[list[Space]] = [[]]
    while ways and steps < MOST_STEPS:
        way, steps = ways.pop(), steps + 1
        if len(way) == len(body):
            return way
        at = way[-1] if way else head
        ways += [[*way, space] for space in beside[at] if space in body and space not in way]
    return list(body)
