"""The position: the state variables of specification section 5 and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec

from companion.games.star_baker.rules.actions import ByItself
from companion.games.star_baker.rules.data.cards import Card, CardId
from companion.games.star_baker.rules.table import Table
from companion.rules.game import Seat
from companion.rules.phrases import Value

Phase = Literal["CHEFS", "REFILL", "PICK", "CHEF", "REVEAL", "TURN", "TOSS", "RESET", "OVER"]
"""What is awaited.

``CHEFS``: chef cards. ``REFILL``: a card of the book, at the start and at a day's end. ``PICK``: time
cards. ``CHEF``: the automatic chef's time card. ``REVEAL``: the time cards are turned face up. ``TURN``:
fill or restock. ``TOSS``: Something's wrong. ``RESET``: the book goes back into the deck.
"""

Did = Literal["", "fill", "restock"]
"""What a player did today."""

Pile: TypeAlias = tuple[CardId, ...]

HIDDEN: Final = "?"
"""Stands for a card that the viewer may not see."""

P = TypeVar("P", bound="Position")


class Position(msgspec.Struct, frozen=True):
    """The state. Tuples by player have player 1 at index 0; a solo game's chef is player 2.

    ``book``, ``hand``, ``box_seen``, ``seen`` and ``returned`` are in the order of the ids,
    ``discard`` and ``reserved`` from the bottom up; ``time_pick`` has the time card first. The deck
    holds ``deck`` cards: on top those that were ``reserved``, then, in unknown order, the
    ``returned`` ones of a reset among cards nobody has seen. ``seen`` are all recipe cards that were
    ever turned up. Of the automatic chef, ``hand`` is its deck. ``since`` is what came by itself since
    somebody last did something: people have yet to be told of it.
    """

    table: Table
    phase: Phase
    deck: int
    hand: tuple[Pile, ...]
    discard: tuple[Pile, ...]
    time_pick: tuple[Pile, ...]
    chefs: tuple[str, ...]
    actions_today: tuple[Did, ...]
    book: Pile = ()
    reserved: Pile = ()
    returned: Pile = ()
    seen: Pile = ()
    box_seen: Pile = ()
    order: tuple[int, ...] = ()
    turn_index: int = 0
    day: int = 0
    all_restock_days: int = 0
    resets: int = 0
    since: tuple[ByItself, ...] = ()

    @property
    def seats(self) -> int:
        """Number of people who play."""
        return self.table.seats

    @property
    def players(self) -> range:
        """The players, a solo game's automatic chef included."""
        return range(1, self.table.players + 1)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "OVER"

    @property
    def mover(self) -> int:
        """Whose turn it is; 0 when it is nobody's."""
        return self.order[self.turn_index] if self.turn_index < len(self.order) else 0

    @property
    def unseen(self) -> Pile:
        """The recipe cards that nobody has seen: in the deck, or unused in the box."""
        return tuple(card for card in self.table.in_use if card not in self.seen)

    def card(self, card: CardId) -> Card:
        """What is printed on a card."""
        return self.table.cards[card]

    def called(self, card: CardId) -> Value:
        """What players call a card."""
        return self.table.cards.said(card)

    def collection(self, player: int) -> Pile:
        """Every card of a player: hand, discard pile and time slot (SB-28)."""
        i = player - 1
        return (*self.hand[i], *self.discard[i], *self.time_pick[i])


def in_order(cards: Iterable[CardId]) -> Pile:
    """Sort cards by id, so that equal sets are equal tuples."""
    return tuple(sorted(cards))


def without(cards: Iterable[CardId], gone: Iterable[CardId]) -> Pile:
    """Leave out some cards."""
    away = set(gone)
    return tuple(card for card in cards if card not in away)


_V = TypeVar("_V")


def replaced(values: tuple[_V, ...], player: Seat, value: _V) -> tuple[_V, ...]:
    """Change one player's entry."""
    return (*values[: player - 1], value, *values[player:])
