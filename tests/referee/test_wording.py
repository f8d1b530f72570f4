"""How the referee speaks of places and pieces: in words that players know, never in names of cells."""

from __future__ import annotations

import re

import pytest

from companion.layouts import load_layout
from companion.referee.articles import name_piece, the
from companion.referee.verdict import Difference
from companion.referee.wording import Wording
from companion.rules.catalogue import GAMES
from companion.sighting import EMPTY

INTERNAL = re.compile(r"book-|planter-|token-|clips-|garden-|hand-|\bZ\d|C\d\.\d|^\d+$|(\w+), \1$|of,")
"""Ids of zones and cells that are printed nowhere, and names said twice."""


@pytest.mark.parametrize(
    ("game", "zone", "cell", "said"),
    [
        ("octopus-garden", "market", "23", "row 2, column 3 of the market"),
        ("octopus-garden", "garden-2", "B4", "garden 2, B4"),
        ("star-baker", "book", "book-2", "the recipe book"),
        ("star-baker", "deck", "deck", "the recipe deck"),
        ("it-happens", "M03", "C2.1", "column 2, space 1 of Sneaker Stack"),
        ("caterpillar-filler", "garden", "G3", "G3"),
        ("caterpillar-filler", "reserve", "red-1", "the reserve"),
        ("filler-tiles", "board", "A5", "A5"),
        ("papillon", "tokens", "B2", "the leaf of B2"),
        ("papillon", "bids", "Z2", "the bid track, 0"),
        ("papillon", "clips-FR1", "7", "red flower 1"),
        ("papillon", "planter-FR1", "planter", "red flower 1: planter"),
        ("papillon", "garden-1", "0,-1", "the tiles of Anna"),
        ("papillon", "hand-2", "1", "the hand of Ben"),
    ],
)
def test_a_place_is_called_what_players_call_it(game, zone, cell, said):
    assert Wording(load_layout(game)).cell(zone, cell).render({1: "Anna", 2: "Ben"}) == said


@pytest.mark.parametrize("game", GAMES)
def test_no_place_is_called_by_what_is_printed_nowhere(game):
    layout = load_layout(game)
    wording = Wording(layout)
    called = [wording.cell(zone.id, cell.id).render({}) for _, zone in layout.zones() for cell in zone.cells]
    assert called
    assert [each for each in called if INTERNAL.search(each)] == []


def differ(zone, cell, seen, expected):
    return Difference(zone, cell, seen, expected)


def test_a_stray_piece_goes_back_to_where_it_is_missing():
    said = Wording(load_layout("octopus-garden")).to_put_back(
        [
            differ("market", "11", EMPTY, "coral"),
            differ("garden-1", "A1", "coral", EMPTY),
            differ("garden-1", "A2", "relic", EMPTY),
            differ("market", "12", EMPTY, "trash"),
        ]
    )
    assert said.render({}) == (
        "Put the table right: the coral from garden 1, A1 to row 1, column 1 of the market; "
        "the relic away from garden 1, A2; a piece of trash on row 1, column 2 of the market."
    )


def test_where_table_and_game_differ_is_said_in_whole_sentences():
    said = Wording(load_layout("caterpillar-filler")).disagreement(
        [
            differ("garden", "C9", EMPTY, "flower"),
            differ("garden", "D4", "head-yellow", EMPTY),
            differ("garden", "K8", "body-black", "body-red"),
        ]
    )
    assert said.render({}) == (
        "Table and game disagree: a flower should lie on C9 and is not there; "
        "a yellow head lies on D4, where nothing should; "
        "a black body piece lies on K8 instead of a red body piece."
    )


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("empty shell", "an empty shell"),
        ("piece of trash", "a piece of trash"),
        ("die showing 1", "a die showing 1"),
        ("winner's butterfly", "the winner's butterfly"),
        ("letter B", "letter B"),
        ("number 16", "number 16"),
        ("tile T41", "tile T41"),
        ("Pebble Knoll", "Pebble Knoll"),
        ("“Ada opens up”", "“Ada opens up”"),
    ],
)
def test_a_piece_has_the_article_that_its_label_wants(label, said):
    assert str(name_piece(label)) == said


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("piece of trash", "the piece of trash"),
        ("winner's butterfly", "the winner's butterfly"),
        ("letter B", "letter B"),
        ("Pebble Knoll", "Pebble Knoll"),
    ],
)
def test_a_piece_that_lies_there_has_an_article_unless_it_has_a_name(label, said):
    assert str(the(label)) == said
