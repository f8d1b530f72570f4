"""No sentence of a game has a word that can be read in two ways at a table."""

from __future__ import annotations

import re
from importlib import resources
from typing import Final

import pytest
from babel.messages.pofile import read_po

from companion.rules.catalogue import GAMES

TURNED_OVER: Final = re.compile(
    r"\b(cards?|tiles?) (is|are) turned over\b|^Turn over|\bturn over\b(?! \w)", re.IGNORECASE
)
"""Cards are turned over, and so is a turn: cards are turned up, or face up."""

FILL: Final = re.compile(r"\b(re)?fill(s|ed)?\b", re.IGNORECASE)
"""To win a recipe, to lay new cards or tiles, to take cards back: in each game one of them."""

FILLED: Final = {
    "star-baker": re.compile(r"recipe|\bbonus fill\b|gets its missing", re.IGNORECASE),
    "papillon": re.compile(r"staircase|fill the board|fill all but D1", re.IGNORECASE),
    "octopus-garden": re.compile(r"market", re.IGNORECASE),
}
"""What is filled in each game: the sentence names it."""

GERMAN: Final = {
    "caterpillar-filler": re.compile(r"\b(gezogen|wird .* ziehen|zieht ein)\b|\bauf dem Zug\b"),
    "star-baker": re.compile(r"(Buch|Rezeptbuch)\b.*\b(auf)?gefüllt|\bfüllt? .*\bRezept\b|\bumgedreht\b"),
}
"""A caterpillar is moved (*gezogen*), so nothing is drawn in that word; only hands are filled up."""


def sentences(slug: str) -> list[tuple[str, str]]:
    """Every English sentence of a game, and its German, if there is any."""
    catalogue = resources.files(GAMES[slug].package) / "catalogue"
    german = catalogue / "de.po"
    with (german if german.is_file() else catalogue / "messages.pot").open("rb") as file:
        messages = list(read_po(file))
    found = []
    for message in messages:
        english = message.id if isinstance(message.id, tuple) else (message.id,)
        german = message.string if isinstance(message.string, tuple) else (message.string,)
        found += [(one, other) for one in english for other in german if one]
    assert found
    return found


def filled_otherwise(slug: str, english: str) -> bool:
    return bool(FILL.search(english)) and not (slug in FILLED and FILLED[slug].search(english))


@pytest.mark.parametrize("slug", GAMES)
def test_turned_over_is_said_neither_of_cards_nor_of_a_turn(slug: str) -> None:
    assert [english for english, _ in sentences(slug) if TURNED_OVER.search(english)] == []


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_filled_is_one_thing_in_each_game_and_named(slug: str) -> None:
    assert [english for english, _ in sentences(slug) if filled_otherwise(slug, english)] == []


@pytest.mark.parametrize("slug", GERMAN)
def test_the_german_word_means_one_thing_in_each_game(slug: str) -> None:
    assert [german for _, german in sentences(slug) if GERMAN[slug].search(german)] == []


@pytest.mark.parametrize("text", ["Turn over. Ann 6:12", "The time cards are turned over.", "Turn over"])
def test_a_card_that_is_turned_over_would_be_noticed(text: str) -> None:
    assert TURNED_OVER.search(text)


@pytest.mark.parametrize("text", ["Fill or restock.", "First the book is filled up.", "Refill."])
def test_a_second_meaning_of_fill_would_be_noticed(text: str) -> None:
    assert filled_otherwise("star-baker", text)
