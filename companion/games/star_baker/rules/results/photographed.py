"""A finished table from photographs: each player's cards, spread out so that their markers can be seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from companion.games.star_baker.rules.checks.lying import BACK, card_of
from companion.games.star_baker.rules.table import Table
from companion.rules.final_table import Counted, FinalTable, TableQuestion
from companion.rules.game import Seat
from companion.rules.message import Message

UNSEEN: Final = (
    "Cards that lie under others. Spread out every card of a player, hand and discard pile together."
)


def counted(table: Table) -> Counted:
    """Give the players who have cards, the automatic chef among them."""
    return Counted(hands=table.players, unseen=UNSEEN)


def questions(table: Table) -> Iterator[TableQuestion]:
    """Ask for cards that no photograph shows."""
    names = tuple((card, table.cards.called(card)) for card in table.cards.cards)
    for player in range(1, table.players + 1):
        text = "Which cards of {who} are in no photograph? Give the names printed in their corners."
        yield TableQuestion(f"more-{player}", _about(text, player, table), "words", names, usual="")


def _about(text: str, player: Seat, table: Table) -> Message:
    if player <= table.seats:
        return Message(text, seats={"who": player})
    return Message(text, {"who": table.chef_name})


def position(final: FinalTable, table: Table) -> bytes:
    """Write every card of each player as its hand: hand and discard pile score alike."""
    hands = [
        sorted(
            {
                *(card_of(kind) for kind in final.cards.get(player, ()) if kind != BACK),
                *final.words(f"more-{player}"),
            }
        )
        for player in range(1, table.players + 1)
    ]
    return msgspec.json.encode(
        {"n": final.seats, "options": final.options, "hand": hands, "discard": [[] for _ in hands]}
    )
