"""A finished table without a camera: what scores are tiles before the players, and they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from companion.games.it_happens.rules.people import COLOURS, IMAGINARY
from companion.games.it_happens.rules.people import item as called
from companion.games.it_happens.rules.table import Table
from companion.rules.final_table import Counted, FinalTable, TableQuestion
from companion.rules.game import Seat
from companion.rules.message import Message
from companion.rules.phrases import Value

COUNTED: Final = Counted(
    unseen="The tiles before the players: items, worms, Queens and Generals. They are asked for one by one."
)
HIGHEST_TILE: Final = 9
MOST: Final = 30


def questions(table: Table) -> Iterator[TableQuestion]:
    """Ask for the tiles of each colour."""
    for place, colour in enumerate(table.colours):
        for item in table.mounds.item_types:
            yield _asked(
                table,
                place,
                f"items-{colour}-{item.type}",
                "How many tiles with {what} has {who}?",
                called(item.type),
            )
        yield _asked(table, place, f"worms-{colour}", "How many worms has {who} left?")
        text = "Which numbers are on the Queen tiles of {who}? Give them all; nothing for none."
        yield _asked(table, place, f"Queen-{colour}", text, several=True)
        text = "Which numbers are on the General tiles of {who}? Give them all; nothing for none."
        yield _asked(table, place, f"General-{colour}", text, several=True)


def _asked(
    table: Table, place: int, key: str, text: str, what: Value = "", *, several: bool = False
) -> TableQuestion:
    seat: Seat = place + 1
    if seat <= table.seats:
        message = Message(text, {"what": what}, {"who": seat})
    else:
        colour = COLOURS[table.colours[place]]
        who = Message("{imaginary:*} ({colour:Cap})", {"imaginary": IMAGINARY, "colour": colour})
        message = Message(text, {"what": what, "who": who})
    if several:
        return TableQuestion(key, message, "numbers", bounds=(1, HIGHEST_TILE), usual="")
    return TableQuestion(key, message, "number", bounds=(0, MOST), usual="0")


def position(final: FinalTable, table: Table) -> bytes:
    """Write what each colour holds."""
    colours, items = table.colours, [item.type for item in table.mounds.item_types]
    return msgspec.json.encode(
        {
            "n": final.seats,
            "items": {
                colour: {item: number for item in items if (number := final.number(f"items-{colour}-{item}"))}
                for colour in colours
            },
            "worms": {colour: final.number(f"worms-{colour}") for colour in colours},
            "queens": {colour: final.numbers(f"Queen-{colour}") for colour in colours},
            "generals": {colour: final.numbers(f"General-{colour}") for colour in colours},
            "options": final.options,
        }
    )
