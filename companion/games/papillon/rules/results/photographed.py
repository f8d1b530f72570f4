"""A finished table from photographs: gardens, and flower cards in view; purses are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec

from companion.games.papillon.rules.data.board import BUTTERFLIES, CATERPILLARS, GNOMES, flowers_for
from companion.games.papillon.rules.sentences.words import flower_called, planter_called, said
from companion.games.papillon.rules.table import Table
from companion.rules.final_table import Counted, FinalTable, TableQuestion
from companion.rules.message import Message

UNSEEN: Final = "Caterpillars and gnomes before the players, and flower cards that are not in a photograph."


def counted(seats: int) -> Counted:
    """Give the gardens; flower cards are read where they are in view."""
    flowers = flowers_for(seats)
    zones = (f"{zone}-{flower}" for flower in flowers for zone in ("planter", "clips"))
    return Counted(welcome=tuple(zones), gardens=True, unseen=UNSEEN)


def questions(final: FinalTable, table: Table) -> Iterator[TableQuestion]:
    """Ask for purses, and for flower cards that were not seen."""
    for seat in final.everybody:
        yield TableQuestion(
            f"cat-{seat}", said("How many caterpillars has {who}?", seat), bounds=(0, CATERPILLARS)
        )
    planters = tuple((name, str(planter_called(name, table.box))) for name in table.box.planters)
    for flower in flowers_for(final.seats):
        name = flower_called(flower)
        if not final.lying.get(f"planter-{flower}"):
            text = Message("Which planter stands at the {flower}?", {"flower": name})
            yield TableQuestion(f"planter-{flower}", text, "choice", planters)
        if f"clips-{flower}" not in final.lying:
            for seat in final.everybody:
                text = said("How many butterflies has {who} on the {flower}?", seat, flower=name)
                yield TableQuestion(f"clips-{flower}-{seat}", text, bounds=(0, BUTTERFLIES), usual="0")
    for seat in final.everybody:
        if final.options.get("expert") == "on":
            ask = "On which segments does a gnome of {who} stand? Such as T02.a; nothing for none."
            yield TableQuestion(f"posted-{seat}", said(ask, seat), "words", usual="")
        else:
            yield TableQuestion(
                f"gnomes-{seat}", said("How many gnomes has {who} won?", seat), bounds=(0, GNOMES)
            )


def position(final: FinalTable, table: Table) -> bytes:
    """Write gardens, purses and flowers."""
    written = {
        "options": final.options,
        "garden": [
            [
                {"tile": each.tile, "x": each.x, "y": each.y, "rot": each.turns}
                for each in final.gardens.get(seat, ())
            ]
            for seat in final.everybody
        ],
        "cat": [final.number(f"cat-{seat}") for seat in final.everybody],
        "flower": {flower: _flower(final, table, flower) for flower in flowers_for(final.seats)},
    }
    if final.options.get("expert") == "on":
        written["gnome_at"] = [final.words(f"posted-{seat}") for seat in final.everybody]
    else:
        written["gnomes"] = [final.number(f"gnomes-{seat}") for seat in final.everybody]
    return msgspec.json.encode(written)


def _flower(final: FinalTable, table: Table, flower: str) -> dict[str, object]:
    laid = final.lying.get(f"planter-{flower}", {})
    planter = next(iter(laid.values()), "").removeprefix("planter-")
    clips = Counter(final.lying.get(f"clips-{flower}", {}).values())
    counts = [
        clips[f"butterfly-{table.colours[seat - 1]}"]
        if f"clips-{flower}" in final.lying
        else final.number(f"clips-{flower}-{seat}")
        for seat in final.everybody
    ]
    return {"planter": planter or final.answers.get(f"planter-{flower}", ""), "count": counts}
