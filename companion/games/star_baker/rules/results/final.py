"""A final table that was not followed: its score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.star_baker.rules.checks import document, views
from companion.games.star_baker.rules.checks.problems import problems
from companion.games.star_baker.rules.data.cards import CARDS_A_SET, CardSet
from companion.games.star_baker.rules.position import Position
from companion.games.star_baker.rules.results.scoring import sheet
from companion.games.star_baker.rules.table import BOX_OPTION, CHEF
from companion.rules.errors import BadPosition
from companion.rules.game import Problem
from companion.rules.kit.position_file import ask_for, naming_missing, refuse
from companion.rules.message import Message
from companion.rules.phrases import Count, Value
from companion.rules.sheet import Sheet


def score(data: bytes, sets: Sequence[CardSet]) -> Sheet:
    """Score a position. Raises `BadPosition` with all problems."""
    with naming_missing(data, document.Document):
        p = document.decode(data, sets)
        if views.is_view(p):
            raise BadPosition("The position cannot be scored: every card of a hand must be named.")
        refuse(problems(p), tuple(_hints(p)))
    refuse(tuple(_too_few_cards(p)))
    if len(p.hand) == CHEF:
        ask_for(data, ["n"], "write 1 where the second hand is the automatic chef's, else 2")
    return sheet(p)


def _too_few_cards(p: Position) -> Iterator[Problem]:
    """Nobody has fewer than the three cards of the start: Something's wrong takes no more than it brings."""
    for player in p.players:
        number = len(p.collection(player))
        if p.over and number < CARDS_A_SET:
            text = "{who} ends with {cards}, but nobody ends with fewer than {least} cards."
            values: dict[str, Value] = {"cards": Count(number, "card"), "least": CARDS_A_SET}
            if player > p.seats:
                yield Problem("SB-20", Message(text, {"who": p.table.chef_name, **values}))
            else:
                yield Problem("SB-20", Message(text, values, {"who": player}))


def _hints(p: Position) -> Iterator[str]:
    """Name the options without which a position cannot be."""
    piles = (p.book, p.box_seen, *map(p.collection, p.players))
    cards = {card for pile in piles for card in pile}
    advanced = cards.intersection(p.table.cards.recipes(advanced=True)).difference(p.table.in_use)
    if advanced:
        yield f"{', '.join(sorted(advanced))}: advanced cards need options.advanced=on."
    if cards.difference(p.table.cards.cards):
        yield f"Cards of a box of your own need options.{BOX_OPTION}."
