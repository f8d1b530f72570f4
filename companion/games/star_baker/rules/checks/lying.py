"""What should be lying on the table, under the names of the game's layout.

On the table lie the recipe deck and the book, the book in the order of the ids: its places do not matter.
Hands, time cards and discard piles stay with their owners, and the box is put away.
"""

from __future__ import annotations

from typing import Final

from companion.games.star_baker.rules.data.cards import CardId
from companion.games.star_baker.rules.position import Position
from companion.rules.game import Lying, Seat

BACK: Final = "card-back"

DECK: Final = "deck"
PLACES: Final = tuple(f"book-{number}" for number in range(1, 8))
"""The places of the mat: one for the deck, and for the most cards that the book holds (section 4)."""


def kind_of(card: CardId) -> str:
    """The kind of piece that a card is."""
    return f"card-{card}"


def card_of(kind: str) -> CardId:
    """The card that a kind of piece is: the inverse of `kind_of`."""
    return kind.removeprefix("card-")


def lying(p: Position) -> Lying:
    """What lies on the table."""
    book = dict(zip(PLACES, map(kind_of, p.book), strict=False))
    return {"deck": {DECK: BACK} if p.deck else {}, "book": book}


def spaces_in_play(p: Position) -> dict[str, tuple[str, ...]]:
    """The places of the book that so many players use (SB-04)."""
    return {"book": PLACES[: p.table.book_size]}


def pieces_of(p: Position, seat: Seat) -> tuple[str, ...]:
    """The kinds of a seat's chef cards."""
    return tuple(map(kind_of, p.table.cards.chef_set(p.chefs[seat - 1])))
