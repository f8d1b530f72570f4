"""What is wrong with the file of somebody's own box is told in the readers' language."""

from __future__ import annotations

import json
from typing import Any

import pytest
from unwrapped import outside

from companion.language.languages import LANGUAGES
from companion.language.pseudo import TAG
from companion.rules.boxes import check_new_name
from companion.rules.catalogue import load_game
from companion.rules.errors import BadData
from companion.rules.phrases import Audience

GERMAN = Audience({}, LANGUAGES.speech("de"))
PSEUDO = Audience({}, LANGUAGES.speech(TAG))

IN_FILES = frozenset({"schema", "game", "border", "lamp", "late", "board", "tokens"})
"""Words of the files, which stand as they are."""

JSON_SAYS = "object keys must be strings"
"""What the reader of JSON says in English."""


def example(slug: str, **changes: Any) -> bytes:
    """The example file of a game, with parts of it changed."""
    return json.dumps(json.loads(load_game(slug).example_box) | changes).encode()  # type: ignore[attr-defined]


def cards(old: str, new: str) -> bytes:
    text: str = load_game("star-baker").example_box.decode()  # type: ignore[attr-defined]
    return text.replace(old, new, 1).encode()


MOUNDS = json.loads(load_game("it-happens").example_box)["mounds"]  # type: ignore[attr-defined]

WRONG: dict[str, tuple[str, bytes, str]] = {
    "no JSON": (
        "papillon",
        b"{",
        "Die Datei der Plättchen lässt sich nicht lesen: die Datei hört zu früh auf.",
    ),
    "a wrong line": ("octopus-garden", b"{\n!", "Zeile 2 ist kein gültiges JSON"),
    "no text": ("it-happens", b'{"game": "\xff"}', "Die Datei der Hügel lässt sich nicht lesen: "),
    "a part missing": ("papillon", b"{}", "„schema“ fehlt"),
    "too few tiles": ("papillon", example("papillon", gnomes=[]), "Es müssen 8 Zwerge sein (I3)."),
    "too few mounds": ("it-happens", example("it-happens", mounds=MOUNDS[:3]), "ein Spiel hat zwölf."),
    "a word": (
        "it-happens",
        example("it-happens", worm_tiles="many"),
        "Wurmplättchen: hier gehört eine Zahl hin",
    ),
    "an item": (
        "it-happens",
        example("it-happens", mounds=[{**MOUNDS[0], "columns": [["lamp"]]}, *MOUNDS[1:]]),
        "Einen Gegenstand lamp gibt es nicht.",
    ),
    "no garden": ("octopus-garden", b'{"other": 1}', "weder ein Garten"),
    "a garden of nothing": (
        "octopus-garden",
        b'{"garden": []}',
        "Die Datei des Gartens lässt sich nicht lesen",
    ),
    "no such rule": (
        "caterpillar-filler",
        example("caterpillar-filler", tiles=[{"tile": "X1", "rule_side": "R99"}]),
        "X1: Eine Regel R99 gibt es nicht.",
    ),
    "a column": ("star-baker", b"card_id\n", "Die Spalte border fehlt."),
    "no time": ("star-baker", cards("6:50", "late"), "'late' ist keine Uhrzeit wie 6:50."),
}


def refused(slug: str, data: bytes) -> BadData:
    with pytest.raises(BadData) as caught:
        load_game(slug).with_box(data, "mine")  # type: ignore[attr-defined]
    return caught.value


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_with_a_file_is_told_in_the_readers_language(what: str) -> None:
    slug, data, german = WRONG[what]
    error = refused(slug, data)
    assert german in error.said.say(GERMAN)
    assert german not in error.sentence
    assert outside([error.said.say(PSEUDO)], IN_FILES, JSON_SAYS) == set()


@pytest.mark.parametrize("name", ["-x", "x.", "none"])
def test_why_a_box_cannot_be_called_so_is_told_in_the_readers_language(name: str) -> None:
    with pytest.raises(BadData) as caught:
        check_new_name(name)
    assert caught.value.said.say(GERMAN).startswith(f"„{name}“ geht nicht als Name einer Schachtel: ")
    assert caught.value.sentence.startswith(f"“{name}” is no name for a box: ")
