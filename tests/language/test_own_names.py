"""Names that people type are never translated, also those that are words of the catalogues."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion.boxes.layout_of import layout_of_box
from companion.boxes.taught_box import BoxContents, BoxSheet, BoxZone, TaughtBox
from companion.boxes.teach_file import Shape
from companion.games.caterpillar_filler.rules.data.own_tiles import called
from companion.language.languages import LANGUAGES
from companion.layouts import layout_of
from companion.rules.catalogue import GAMES, load_game, take_in
from companion.rules.labels import Label, keep_names
from companion.rules.phrases import Audience, Term, Value, spoken
from webui.views.options import say_choice

GERMAN = Audience({}, LANGUAGES.speech("de"))
WORDS = {"pearl": "Perle", "wasp": "Wespe", "flower": "Blume"}
"""Terms that the catalogues have, and how their German begins."""


@pytest.fixture(autouse=True)
def printed_again() -> Iterator[None]:
    games = [load_game(slug) for slug in ("it-happens", "star-baker", "caterpillar-filler")]
    yield
    for game in games:
        take_in(game)
    keep_names("box", ())


def german(said: Value) -> str:
    return spoken(said, GERMAN)


def own_mounds(name: str) -> Any:
    """It Happens with a set of which one mound bears that name."""
    game = load_game("it-happens")
    data = json.loads(game.example_box) | {"data_set": "mine"}
    data["mounds"][0]["name"] = name
    return game.with_box(json.dumps(data).encode(), "mine")


def own_cards(name: str) -> Any:
    """Star Baker with a set of which one recipe bears that name."""
    game = load_game("star-baker")
    rows = list(csv.DictReader(io.StringIO(game.example_box.decode())))
    next(row for row in rows if row["kind"] == "recipe")["name"] = name
    written = io.StringIO()
    writer = csv.DictWriter(written, rows[0].keys())
    writer.writeheader()
    writer.writerows(rows)
    return game.with_box(written.getvalue().encode(), "mine")


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize("own", [own_mounds, own_cards])
def test_a_card_of_ones_own_keeps_its_name_in_every_label(own: Any, name: str) -> None:
    assert german(Label(name)).startswith(WORDS[name]), "a word of the catalogues"
    game = own(name)
    take_in(game)
    layout = layout_of(game.at_table({game.box_option: "mine"}))
    labels = {sheet.title for sheet in layout.sheets} | {kind.label for kind in layout.kinds.values()}
    assert name in labels
    for article in ("", "a", "the"):
        assert german(Label(name, article)) == name
    assert german(Label(f"column 1, space 2 of {name}")) == f"Spalte 1, Feld 2 von {name}"
    assert german(Label(f"B7 ({name})")) == f"B7 ({name})"
    assert german(Term(name)).startswith(WORDS[name]), "the word itself is translated as before"
    take_in(game.without_box("mine"))
    assert german(Label(name)).startswith(WORDS[name]), "nobody has such a card any more"


def test_cards_of_ones_own_that_bear_a_printed_name_take_no_translation_from_the_printed_ones() -> None:
    game: Any = load_game("star-baker")
    own = game.with_box(game.example_box, "mine")
    assert not own.own_names & frozenset(game.names_in(game.box))


def test_what_an_owner_has_taught_keeps_its_name() -> None:
    square = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    sheet = BoxSheet("Board", (90.0, 90.0), "sheets/00.jpg", (BoxZone("the reserve", square),))
    contents = BoxContents(1, "mine", None, (sheet,), {"wasp": Shape("disc", (9.0, 9.0), 1.0)})
    layout = layout_of_box(TaughtBox(contents), None)
    labels = [layout.sheets[0].title, layout.sheets[0].zones[0].label, layout.kinds["wasp"].label]
    assert [german(Label(label)) for label in labels] == labels


def test_a_box_of_ones_own_keeps_its_name_in_the_form_of_a_game() -> None:
    game = own_mounds("Planter")
    option = next(each for each in game.info.options if each.key == game.box_option)
    printed, own = option.choice_labels
    assert (str(own), german(own)) == ("mine (your own)", "mine (eigene)")
    assert isinstance(printed, str)
    assert say_choice(option, "wasp") == "wasp", "a box that is not here any more"


def test_tiles_of_ones_own_keep_their_names() -> None:
    game: Any = load_game("caterpillar-filler")
    rule = game.box.rules[0]
    assert german(called(rule)) != rule.name, "a printed one has a name in each language"
    own = type(rule)(**{**{f: getattr(rule, f) for f in rule.__struct_fields__}, "origin": "owner"})
    assert german(called(own)) == rule.name


@pytest.mark.parametrize("slug", [*GAMES])
def test_a_sheet_that_is_called_as_its_game_is_called_so_in_every_language(slug: str) -> None:
    name = load_game(slug).info.name
    assert german(Label(name)) == name
