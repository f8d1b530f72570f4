"""The rules and the layout call every zone, cell and kind by the same name."""

from __future__ import annotations

from importlib import import_module

import pytest

from companion.layouts import LAYOUTS, grown, load_layout
from companion.layouts.ids import PIECES, SHEETS, piece_ids, sheet_ids
from companion.printing.art import ARTISTS
from companion.rules.catalogue import GAMES, load_game
from companion.rules.record import history
from companion.rules.testing import random_record

TRAY = ("tray", "area")
"""Zones without cells of their own; their pieces are only numbered."""


def test_what_has_a_layout_is_a_game_and_has_artwork() -> None:
    assert set(LAYOUTS) == set(ARTISTS) <= set(GAMES)


@pytest.mark.parametrize("slug", ARTISTS)
def test_the_artwork_gives_all_that_is_asked_of_it(slug: str) -> None:
    assert {"sheet", "piece", "parts"} <= set(dir(import_module(ARTISTS[slug])))


def test_a_game_without_marker_ids_is_told_where_they_are_allotted() -> None:
    with pytest.raises(ValueError, match=r"no-such-game has .* 0 sheets.*SHEETS of companion\.layouts\.ids"):
        sheet_ids("no-such-game", 0)
    with pytest.raises(ValueError, match="ids for 4 sheets, and none for sheet 4"):
        sheet_ids("caterpillar-filler", 4)


def test_no_marker_is_allotted_twice() -> None:
    sheets = [
        number for slug in SHEETS for nth in range(len(SHEETS[slug])) for number in sheet_ids(slug, nth)
    ]
    pieces = [number for slug in PIECES for number in piece_ids(slug)]
    assert len(set(sheets + pieces)) == len(sheets + pieces), "two games have one number of a sheet"
    assert max(sheets) < min(pieces) < max(pieces) < 587
    assert len(piece_ids("papillon")) == 102
    with pytest.raises(KeyError):
        piece_ids("filler-tiles")


def test_sheets_with_numbers_of_pieces_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SHEETS, "hop-home", range(101, 102))
    with pytest.raises(ValueError, match="Sheet 0 of hop-home has ids that pieces have"):
        sheet_ids("hop-home", 0)


@pytest.mark.parametrize("slug", LAYOUTS)
def test_what_lies_and_what_scores_is_in_the_layout(slug: str) -> None:
    game, fixed, known = load_game(slug), load_layout(slug), set[str]()
    for seats in game.info.seats:
        for state in history(random_record(game, seats, seed=seats)):
            layout = grown(fixed, state.lying())
            zones = {zone.id: zone for _, zone in layout.zones()}
            cells = {name: {cell.id for cell in zone.cells} for name, zone in zones.items()}
            for name, pieces in state.lying().items():
                assert set(pieces.values()) <= set(zones[name].kinds)
                new = set(zones[name].kinds) - known
                assert all(map(layout.knows, new))
                known |= new
                assert zones[name].form in TRAY or set(pieces) <= cells[name]
            for lines in state.sheet().lines.values():
                for where in (where for line in lines for where in line.where):
                    zone, cell = where.split("/")
                    assert cell in cells[zone]
            assert all(set(kinds) <= set(layout.kinds) for kinds in state.seated().values())
