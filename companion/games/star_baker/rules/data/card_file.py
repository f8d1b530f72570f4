"""The file of a box's cards: comma-separated lines under the names of section 2."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from importlib import resources
from typing import Final, get_args

import msgspec

from companion.games.star_baker.rules.data.cards import (
    BORDER,
    CARD,
    CARDS_A_SET,
    CHEF_SETS,
    KINDS,
    PRINTED,
    SYMBOLS,
    Ability,
    Card,
    CardId,
    CardSet,
    Filling,
)
from companion.rules.boxes import edition_of
from companion.rules.errors import BadData
from companion.rules.message import Message
from companion.rules.phrases import marked

MOST: Final = 6
"""Words in a list. No card needs as many, and every one more doubles the ways to pay."""

LEAST_RECIPES: Final = 20
"""Ten a player (SB-03), and nobody plays alone: there is the automatic chef."""

_TIME: Final = re.compile("([01]?[0-9]|2[0-3]):([0-5][0-9])")

_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "kind": KINDS,
    "ability": get_args(Ability),
    "ingredients": get_args(Filling),
    "requires": get_args(Filling),
    "vp_symbols": SYMBOLS,
}
"""Column -> the words that may stand there."""

_LISTS: Final = ("ingredients", "requires", "vp_symbols")

_PATTERNS: Final = {
    "card_id": (CARD, marked("a capital letter and 1 to 5 letters or digits")),
    "border": (BORDER, marked("a colour, in small letters")),
    "name": (r"[^{}\x00-\x1f]{0,40}", marked("up to 40 signs, without curly brackets")),
}

_COLUMNS: Final = (*_PATTERNS, *_WORDS, "time")


def load_cards(data: bytes, name: str, edition: str = "") -> CardSet:
    """Read the cards of a box: comma-separated lines under the names of section 2.

    Raises
    ------
    BadData
        Naming the line that is not as it must be.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadData(
            Message(
                "The cards cannot be read: the file is not UTF-8 text. A spreadsheet saves it as “CSV UTF-8”."
            )
        ) from error
    cards: dict[CardId, Card] = {}
    for number, row in _rows(text):
        card = _card(number, row)
        if card.card_id in cards:
            raise BadData(
                Message(
                    "Line {number} of the cards: {card} stands there twice.",
                    {"number": number, "card": card.card_id},
                )
            )
        cards[card.card_id] = card
    return _checked(CardSet(cards, name, edition))


def _rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Give the number and the columns of every line that holds something, in either way to part columns."""
    between = ";" if ";" in text.partition("\n")[0] else ","
    lines = csv.reader(text.splitlines(keepends=True), delimiter=between, strict=True)
    try:
        head = [name.strip() for name in next(lines, [])]
        missing = [name for name in _COLUMNS if name not in head]
        if missing:
            raise BadData(
                Message("The cards cannot be read: the column {name} is missing.", {"name": missing[0]})
            )
        for line in lines:
            written = [text.strip() for text in line]
            if len(written) > len(head) and any(written[len(head) :]):
                raise BadData(
                    Message(
                        "Line {number} of the cards has {found} fields instead of {all}: "
                        "a text with {between} in it stands in quotation marks.",
                        {
                            "number": lines.line_num,
                            "found": len(written),
                            "all": len(head),
                            "between": between,
                        },
                    )
                )
            if any(written):
                nothing = dict.fromkeys(_COLUMNS, "")
                yield lines.line_num, nothing | dict(zip(head, written, strict=False))
    except csv.Error as error:
        raise BadData(
            Message(
                "Line {number} of the cards cannot be read: {error}.",
                {"number": lines.line_num, "error": str(error)},
            )
        ) from error


def _card(number: int, row: dict[str, str]) -> Card:
    wrong = next(_unknown_words(row), None)
    if wrong:
        raise BadData(Message("Line {number} of the cards: {wrong}.", {"number": number, "wrong": wrong}))
    values = {
        "card_id": row["card_id"],
        "kind": row["kind"],
        "border": row["border"],
        "name": row["name"],
        "time_min": _minutes(number, row["time"]),
        "fillings": _list(row["ingredients"]),
        "requires": _list(row["requires"]),
        "symbols": _list(row["vp_symbols"]),
        "ability": row["ability"],
    }
    card = msgspec.convert(values, Card)
    wrong = _contradiction(card, row)
    if wrong:
        raise BadData(Message("Line {number} of the cards: {wrong}", {"number": number, "wrong": wrong}))
    return card


def _unknown_words(row: dict[str, str]) -> Iterator[Message]:
    """Say which words of a line mean nothing."""
    for column, words in _WORDS.items():
        written = _list(row[column]) if column in _LISTS else (row[column],)
        unknown = [each for each in written if each not in words]
        yield from (
            Message(
                "{column} is {text}; it may be {words}",
                {"column": column, "text": repr(each), "words": ", ".join(words)},
            )
            for each in unknown
        )
        if len(written) > MOST:
            yield Message("{column} has more than {most} words", {"column": column, "most": MOST})
    for column, (pattern, meaning) in _PATTERNS.items():
        if not re.fullmatch(pattern, row[column]):
            yield Message(
                "{column} is {text}; it should be {meaning}",
                {"column": column, "text": repr(row[column]), "meaning": Message(meaning)},
            )


def _contradiction(card: Card, row: dict[str, str]) -> Message | None:
    """What is wrong with a card whose columns can be read."""
    if (card.time_min is None) != (card.ability == "arrive_early"):
        return Message("every card has a time, except Arrive early cards.")  # SB-21
    if (card.kind == "chef") != (not card.requires):
        return Message("recipes have requirements, chef cards have none.")
    if row.get("count", "1") != "1":
        return Message("every card has a line of its own, with count 1.")
    return None


def _minutes(number: int, text: str) -> int | None:
    """Read ``h:mm``; an Arrive early card has none."""
    if not text:
        return None
    match = _TIME.fullmatch(text)
    if match is None:
        raise BadData(
            Message(
                "Line {number} of the cards: {text} is no time such as 6:50.",
                {"number": number, "text": repr(text)},
            )
        )
    return int(match[1]) * 60 + int(match[2])


def _list(text: str) -> tuple[str, ...]:
    return tuple(text.split("+")) if text else ()


def _checked(cards: CardSet) -> CardSet:
    sets = [cards.chef_set(colour) for colour in cards.colours]
    if len(sets) != CHEF_SETS or any(len(each) != CARDS_A_SET for each in sets):
        found = ", ".join(f"{len(cards.chef_set(colour))} {colour}" for colour in cards.colours)
        raise BadData(  # SB-01
            Message(
                "There must be six chef sets of three cards, one border colour each: {found}.",
                {"found": found or "0"},
            )
        )
    recipes = len(cards.recipes(advanced=True))
    if recipes < LEAST_RECIPES:
        raise BadData(
            Message(
                "There are {n} recipes; two players need {least}.", {"n": recipes, "least": LEAST_RECIPES}
            )
        )  # SB-03
    return cards


def owners_cards(data: bytes, name: str) -> CardSet:
    """Read the file of somebody's own box (SB-G28). Raises `BadData`."""
    return load_cards(data, name, edition_of(name, data))


SHIPPED_FILE: Final = (
    resources.files("companion.games.star_baker.rules.data").joinpath("cards.csv").read_bytes()
)

SHIPPED: Final = load_cards(SHIPPED_FILE, PRINTED)
"""The cards that ship with the software."""
