"""What a seat holds, and where a card is that it does not hold: for a hand that is shown to a phone."""

from __future__ import annotations

from typing import Final

from companion.games.star_baker.rules.checks.lying import kind_of
from companion.games.star_baker.rules.data.cards import CardId
from companion.games.star_baker.rules.position import HIDDEN, Position
from companion.rules.game import Seat
from companion.rules.message import Message
from companion.rules.phrases import marked

_KIND: Final = kind_of("")


def hand_kinds(p: Position, seat: Seat) -> tuple[str, ...]:
    """Give the kinds of the cards in a hand, as far as this view tells."""
    return tuple(kind_of(card) for card in p.hand[seat - 1] if card != HIDDEN)


def whereabouts(p: Position, kind: str, seat: Seat) -> Message:
    """Say to a seat where a card is that it does not hold; asked of a view, it tells no more than that."""
    card = kind.removeprefix(_KIND)
    if card not in p.table.cards:
        return Message("A card that lies face down cannot be told from others.")
    text, player = _of_the_book(p, card) or _before_somebody(p, card, seat) or _elsewhere(p, card, seat)
    seats = {"who": player} if 0 < player <= p.seats else {}
    return Message(text, {"card": p.called(card), "who": p.table.chef_name}, seats)


_Where = tuple[str, int]
"""Where a card is, and the player of whom that speaks, or 0."""

_YOURS: Final = {
    "discard": marked("{card} is in your discard pile."),
    "time": marked("{card} is in your time slot."),
}
_THEIRS: Final = {
    "discard": marked("{card} is in {who}'s discard pile."),
    "time": marked("{card} is in {who}'s time slot."),
    "hand": marked("{card} is in {who}'s hand."),
    "deck": marked("{card} is in {who}'s deck."),
}


def _of_the_book(p: Position, card: CardId) -> _Where | None:
    """Where a card is that is nobody's."""
    if card in p.book:
        return marked("{card} lies in the recipe book."), 0
    if card in (*p.reserved, *p.returned):
        return marked("{card} is in the recipe deck."), 0
    if card in p.box_seen:
        return marked("{card} is out of the game."), 0  # SB-20
    return None


def _before_somebody(p: Position, card: CardId, seat: Seat) -> _Where | None:
    """Before whom a card lies that is not in the seat's hand."""
    for player in p.players:
        i, own = player - 1, player == seat
        for pile, place in (
            (p.discard[i], "discard"),
            (p.time_pick[i], "time"),
            (() if own else p.hand[i], "hand" if player <= p.seats else "deck"),
        ):
            if card in pile:
                return (_YOURS[place], 0) if own else (_THEIRS[place], player)
    return None


def _elsewhere(p: Position, card: CardId, seat: Seat) -> _Where:
    """What is known of a card that lies open nowhere; whose a chef card is everybody knows (SB-01)."""
    chef, colour = p.card(card).kind == "chef", p.card(card).border
    if not chef or p.chefs[seat - 1] == colour:
        if chef or card in p.seen:
            return marked("{card} is not in your hand."), 0
        return marked("{card} has not been turned up yet."), 0
    if colour not in p.chefs:
        return marked("{card} is of a chef set that nobody has."), 0
    return marked("{card} is one of {who}'s cards."), p.chefs.index(colour) + 1
