"""The cards (section 2): their data file, and what is printed on each."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from companion.rules.phrases import Value, quoted

Filling = Literal["vanilla", "chocolate", "blueberry", "strawberry", "custard"]
Symbol = Literal["coin", "star", "trophy"]
Ability = Literal["none", "bonus_fill", "bonus_restock", "somethings_wrong", "arrive_early"]

Kind = Literal["chef", "recipe", "advanced"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

BORDER: Final = "[a-z]{1,20}"

CARD: Final = "[A-Z][0-9A-Za-z]{1,5}"
"""The id of a card, as a regular expression."""

CardId: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^{CARD}\Z")]

SYMBOLS: Final[tuple[Symbol, ...]] = ("coin", "star", "trophy")

CHEF_SETS: Final = 6
CARDS_A_SET: Final = 3

PRINTED: Final = "printed"
"""What the option ``cards`` calls the cards that come with the program."""


class Card(msgspec.Struct, frozen=True):
    """One card. ``time_min`` is minutes after midnight, None on an Arrive early card (SB-21)."""

    card_id: CardId
    kind: Kind
    border: Annotated[str, msgspec.Meta(pattern=rf"^{BORDER}\Z")]
    name: str
    time_min: int | None
    fillings: tuple[Filling, ...]
    requires: tuple[Filling, ...]
    symbols: tuple[Symbol, ...]
    ability: Ability


class CardSet(msgspec.Struct, frozen=True, eq=False):
    """All cards of a box, by id.

    ``name`` is what the option ``cards`` calls it; ``edition``, of an owner's box, that and what tells one
    file of that name from another.
    """

    cards: dict[CardId, Card]
    name: str
    edition: str = ""

    def __getitem__(self, card: CardId) -> Card:
        return self.cards[card]

    def __contains__(self, card: CardId) -> bool:
        return card in self.cards

    def called(self, card: CardId) -> str:
        """What players call a card: the name printed on it, with its id where that is not its alone.

        What a chef card is called is a sentence or half of one: it stands in quotation marks.
        """
        return _names(self).get(card, card)

    def said(self, card: CardId) -> Value:
        """Give the same for a sentence: each language has its own quotation marks."""
        return quoted(self.called(card))

    @property
    def colours(self) -> tuple[str, ...]:
        """The border colours of the chef sets."""
        return tuple(_chef_sets(self))

    def chef_set(self, colour: str) -> tuple[CardId, ...]:
        """The three chef cards of a colour (SB-01); none for no colour."""
        return _chef_sets(self).get(colour, ())

    def recipes(self, *, advanced: bool) -> tuple[CardId, ...]:
        """The recipe cards, with or without the advanced ones (SB-02)."""
        return _recipes(self, ("recipe", "advanced") if advanced else ("recipe",))


@cache
def _names(cards: CardSet) -> dict[CardId, str]:
    """Card -> what it is called."""
    bearers = Counter(card.name for card in cards.cards.values())
    names = {}
    for each in cards.cards.values():
        name = f"“{each.name}”" if each.kind == "chef" else each.name
        alone = each.name and bearers[each.name] == 1
        names[each.card_id] = name if alone else f"{each.card_id} {each.name}".strip()
    return names


@cache
def _chef_sets(cards: CardSet) -> dict[str, tuple[CardId, ...]]:
    """Colour -> its chef cards."""
    chefs = [card for card in cards.cards.values() if card.kind == "chef"]
    colours = dict.fromkeys(card.border for card in chefs)
    return {each: tuple(sorted(card.card_id for card in chefs if card.border == each)) for each in colours}


@cache
def _recipes(cards: CardSet, kinds: tuple[str, ...]) -> tuple[CardId, ...]:
    return tuple(sorted(card.card_id for card in cards.cards.values() if card.kind in kinds))


def clock(minutes: int) -> str:
    """Write a time of day, as ``6:50``."""
    return f"{minutes // 60}:{minutes % 60:02}"
