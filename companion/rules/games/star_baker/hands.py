"""What a seat holds, and where a card is that it does not hold: for a hand that is shown to a phone."""

from __future__ import annotations

from typing import Final

from companion.rules.game import Seat
from companion.rules.games.star_baker.cards import CardId
from companion.rules.games.star_baker.lying import kind_of
from companion.rules.games.star_baker.position import HIDDEN, Position
from companion.rules.message import Message

_KIND: Final = kind_of("")


def held(p: Position, seat: Seat) -> tuple[str, ...]:
    """Give the kinds of the cards in a hand, as far as this view tells."""
    return tuple(kind_of(card) for card in p.hand[seat - 1] if card != HIDDEN)


def whereabouts(p: Position, kind: str, seat: Seat) -> Message:
    """Say to a seat where a card is that it does not hold; asked of a view, it tells no more than that."""
    card = kind.removeprefix(_KIND)
    if card not in p.table.cards:
        return Message("A card that lies face down cannot be told from others.")
    found = _of_the_book(p, card) or _before_somebody(p, card, seat) or _chef_card(p, card, seat)
    if found is not None:
        return found
    if card in p.seen or p.card(card).kind == "chef":
        return Message("{card} is not in your hand.", {"card": card})
    return Message("{card} has not been turned up yet.", {"card": card})


def _of_the_book(p: Position, card: CardId) -> Message | None:
    """Where a card is that is nobody's."""
    if card in p.book:
        return Message("{card} lies in the recipe book.", {"card": card})
    if card in (*p.reserved, *p.returned):
        return Message("{card} is in the recipe deck.", {"card": card})
    if card in p.box_seen:
        return Message("{card} is out of the game.", {"card": card})  # SB-20
    return None


def _before_somebody(p: Position, card: CardId, seat: Seat) -> Message | None:
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
                return Message(f"{{card}} is in {whose} {name}.", {"card": card}, who)
    return None


def _chef_card(p: Position, card: CardId, seat: Seat) -> Message | None:
    """Whose a chef card is from the start (SB-01): everybody knows who has which set."""
    colour = p.card(card).border
    if p.card(card).kind != "chef" or p.chefs[seat - 1] == colour:
        return None
    if colour not in p.chefs:
        return Message("{card} is of a chef set that nobody has.", {"card": card})
    player = p.chefs.index(colour) + 1
    if player > p.seats:
        return Message(f"{{card}} is one of {p.table.chef_name}'s cards.", {"card": card})
    return Message("{card} is one of {who}'s cards.", {"card": card}, {"who": player})
