"""What a seat holds, and where a card is that it does not hold: for a hand that is shown to a phone."""

from __future__ import annotations

from typing import Final

from companion.games.star_baker.rules.checks.lying import kind_of
from companion.games.star_baker.rules.data.cards import CardId
from companion.games.star_baker.rules.position import HIDDEN, Position
from companion.rules.game import Seat
from companion.rules.message import Message

_KIND: Final = kind_of("")


def hand_kinds(p: Position, seat: Seat) -> tuple[str, ...]:
    """Give the kinds of the cards in a hand, as far as this view tells."""
    return tuple(kind_of(card) for card in p.hand[seat - 1] if card != HIDDEN)


def whereabouts(p: Position, kind: str, seat: Seat) -> Message:
    """Say to a seat where a card is that it does not hold; asked of a view, it tells no more than that."""
    card = kind.removeprefix(_KIND)
    if card not in p.table.cards:
        return Message("A card that lies face down cannot be told from others.")
    text, who = _of_the_book(p, card) or _before_somebody(p, card, seat) or _elsewhere(p, card, seat)
    return Message(f"{{card}} {text}", {"card": p.called(card)}, who)


_Where = tuple[str, dict[str, Seat]]
"""Where a card is, in words behind its name, and the seats that they speak of."""


def _of_the_book(p: Position, card: CardId) -> _Where | None:
    """Where a card is that is nobody's."""
    if card in p.book:
        return "lies in the recipe book.", {}
    if card in (*p.reserved, *p.returned):
        return "is in the recipe deck.", {}
    if card in p.box_seen:
        return "is out of the game.", {}  # SB-20
    return None


def _before_somebody(p: Position, card: CardId, seat: Seat) -> _Where | None:
    """Before whom a card lies that is not in the seat's hand."""
    for player in p.players:
        i, own = player - 1, player == seat
        who = {} if own or player > p.seats else {"who": player}
        whose = "{who}'s" if who else "your" if own else f"{p.table.chef_name}'s"
        for pile, name in (
            (p.discard[i], "discard pile"),
            (p.time_pick[i], "time slot"),
            (() if own else p.hand[i], "hand" if player <= p.seats else "deck"),
        ):
            if card in pile:
                return f"is in {whose} {name}.", who
    return None


def _elsewhere(p: Position, card: CardId, seat: Seat) -> _Where:
    """What is known of a card that lies open nowhere; whose a chef card is everybody knows (SB-01)."""
    chef, colour = p.card(card).kind == "chef", p.card(card).border
    if not chef or p.chefs[seat - 1] == colour:
        return "is not in your hand." if chef or card in p.seen else "has not been turned up yet.", {}
    if colour not in p.chefs:
        return "is of a chef set that nobody has.", {}
    player = p.chefs.index(colour) + 1
    if player > p.seats:
        return f"is one of {p.table.chef_name}'s cards.", {}
    return "is one of {who}'s cards.", {"who": player}
