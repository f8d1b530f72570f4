"""What should be lying on the table, under the names of the game's layout.

Cards lie in areas and are only numbered: the book in the order of the ids, piles from the bottom up.
Hands are never on the table; the box is put away.
"""

from __future__ import annotations

from typing import Final

from companion.rules.game import Lying, Seat
from companion.rules.games.star_baker.cards import CardId
from companion.rules.games.star_baker.position import Pile, Position

BACK: Final = "card-back"


def kind(card: CardId) -> str:
    """The kind of piece that a card is."""
    return f"card-{card}"


def lying(p: Position) -> Lying:
    """What lies on the table: deck, book, and every player's time slot and discard pile."""
    table: Lying = {"deck": _area((BACK,) if p.deck else ()), "book": _faces(p.book)}
    for player in p.players:
        table[f"discard-{player}"] = _faces(p.discard[player - 1])
    for seat in range(1, p.seats + 1):
        pick = p.time_pick[seat - 1]
        table[f"time-{seat}"] = _faces(pick) if p.order else _area((BACK,) if pick else ())
    if p.table.solo:
        table["chef-deck"] = _area((BACK,) if p.hand[p.players[-1] - 1] else ())
    return table


def pieces_of(p: Position, seat: Seat) -> tuple[str, ...]:
    """The kinds of a seat's chef cards."""
    return tuple(kind(card) for card in p.table.cards.chef_set(p.chefs[seat - 1]))


def _area(kinds: tuple[str, ...]) -> dict[str, str]:
    return {str(number): each for number, each in enumerate(kinds, 1)}


def _faces(cards: Pile) -> dict[str, str]:
    return _area(tuple(kind(card) for card in cards))
