"""The cards (section 2): their data file, and what is printed on each."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from importlib import resources
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from companion.rules.errors import BadData

Filling = Literal["vanilla", "chocolate", "blueberry", "strawberry", "custard"]
Symbol = Literal["coin", "star", "trophy"]
Ability = Literal["none", "bonus_fill", "bonus_restock", "somethings_wrong", "arrive_early"]

CARD: Final = "[A-Z][0-9A-Za-z]{1,5}"
"""The id of a card, as a regular expression."""

CardId: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^{CARD}\Z")]

SYMBOLS: Final[tuple[Symbol, ...]] = ("coin", "star", "trophy")

CHEF_SETS: Final = 6
CARDS_A_SET: Final = 3

_TIME: Final = re.compile("([01]?[0-9]|2[0-3]):([0-5][0-9])")

_COLUMNS: Final = (
    *("card_id", "kind", "border", "name", "time"),
    *("ingredients", "requires", "vp_symbols", "ability"),
)


class Card(msgspec.Struct, frozen=True):
    """One card. ``time_min`` is minutes after midnight, None on an Arrive early card (SB-21)."""

    card_id: CardId
    kind: Literal["chef", "recipe", "advanced"]
    border: Annotated[str, msgspec.Meta(pattern="^[a-z]+$")]
    name: str
    time_min: int | None
    fillings: tuple[Filling, ...]
    requires: tuple[Filling, ...]
    symbols: tuple[Symbol, ...]
    ability: Ability


class CardSet(msgspec.Struct, frozen=True, eq=False):
    """All cards of a box, by id."""

    cards: dict[CardId, Card]

    def __getitem__(self, card: CardId) -> Card:
        return self.cards[card]

    def __contains__(self, card: CardId) -> bool:
        return card in self.cards

    def called(self, card: CardId) -> str:
        """What players call a card: the name printed on it, with its id where that is not its alone.

        What a chef card is called is a sentence or half of one: it stands in quotation marks.
        """
        return _names(self).get(card, card)

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


def load_cards(data: bytes) -> CardSet:
    """Read the cards of a box: comma-separated lines under the names of section 2.

    Raises
    ------
    BadData
        Naming the line that is not as it must be.
    """
    try:
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise BadData("The cards cannot be read: the file is not UTF-8 text.") from error
    head = lines[0].split(",") if lines else []
    missing = [name for name in _COLUMNS if name not in head]
    if missing:
        raise BadData(f"The cards cannot be read: the column {missing[0]} is missing.")
    cards: dict[CardId, Card] = {}
    for number, line in enumerate(lines[1:], 2):
        if line.strip():
            card = _card(number, dict(zip(head, line.split(","), strict=False)))
            if card.card_id in cards:
                raise BadData(f"Line {number} of the cards: {card.card_id} stands there twice.")
            cards[card.card_id] = card
    return _checked(CardSet(cards))


def _card(number: int, row: dict[str, str]) -> Card:
    values: dict[str, Any] = {
        "card_id": row.get("card_id"),
        "kind": row.get("kind"),
        "border": row.get("border"),
        "name": row.get("name"),
        "time_min": _minutes(number, row.get("time", "")),
        "fillings": _list(row.get("ingredients", "")),
        "requires": _list(row.get("requires", "")),
        "symbols": _list(row.get("vp_symbols", "")),
        "ability": row.get("ability"),
    }
    try:
        card = msgspec.convert(values, Card)
    except msgspec.ValidationError as error:
        raise BadData(f"Line {number} of the cards: {error}.") from error
    wrong = _contradiction(card, row)
    if wrong:
        raise BadData(f"Line {number} of the cards: {wrong}")
    return card


def _contradiction(card: Card, row: dict[str, str]) -> str:
    """What is wrong with a card whose columns can be read."""
    if (card.time_min is None) != (card.ability == "arrive_early"):
        return "every card has a time, except Arrive early cards."  # SB-21
    if (card.kind == "chef") != (not card.requires):
        return "recipes have requirements, chef cards have none."
    if row.get("count", "1") != "1":
        return "every card has a line of its own, with count 1."
    return ""


def _minutes(number: int, text: str) -> int | None:
    """Read ``h:mm``; an Arrive early card has none."""
    if not text:
        return None
    match = _TIME.fullmatch(text)
    if match is None:
        raise BadData(f"Line {number} of the cards: {text!r} is no time such as 6:50.")
    return int(match[1]) * 60 + int(match[2])


def _list(text: str) -> tuple[str, ...]:
    return tuple(text.split("+")) if text else ()


def _checked(cards: CardSet) -> CardSet:
    sets = [cards.chef_set(colour) for colour in cards.colours]
    if len(sets) != CHEF_SETS or any(len(each) != CARDS_A_SET for each in sets):
        raise BadData("The cards hold six chef sets of three cards, one border colour each.")  # SB-01
    return cards


SHIPPED: Final = load_cards(
    resources.files("companion.rules.games.star_baker").joinpath("cards.csv").read_bytes()
)
"""The cards that ship with the software."""
