"""The rules and the layout call every zone, cell and kind by the same name."""

from __future__ import annotations

import pytest

from companion.layouts import games_with_layout, grown, load_layout
from companion.layouts.ids import sheet_ids
from companion.rules.bundle import MARKER_IDS
from companion.rules.catalogue import GAMES, load_game
from companion.rules.record import history
from companion.rules.testing import random_record

TRAY = ("tray", "area")
"""Zones without cells of their own; their pieces are only numbered."""


def test_every_game_has_a_layout() -> None:
    assert set(games_with_layout()) == set(GAMES)


@pytest.mark.parametrize("slug", games_with_layout())
def test_the_artwork_gives_all_that_is_asked_of_it(slug: str) -> None:
    assert {"sheet", "piece", "parts"} <= set(dir(GAMES[slug].open("art")))


def test_a_game_with_too_few_numbers_of_sheets_is_told_where_they_stand() -> None:
    with pytest.raises(ValueError, match=r"has numbers for 4 sheets, and none for sheet 4: give its Bundle"):
        sheet_ids(GAMES["caterpillar-filler"], 4)


def test_no_marker_is_on_two_sheets_or_pieces() -> None:
    ids = [each for bundle in GAMES.values() for each in bundle.marker_ids()]
    assert len(set(ids)) == len(ids)
    assert max(ids) < MARKER_IDS
    assert len(GAMES["papillon"].pieces) == 102
    for slug, bundle in GAMES.items():
        layout = load_layout(slug)
        borne = {marker.id for sheet in layout.sheets for marker in sheet.markers}
        borne |= {
            kind.marker for kind in layout.kinds.values() if kind.marker is not None and kind.marker >= 0
        }
        assert borne <= set(bundle.marker_ids())


@pytest.mark.whole
@pytest.mark.parametrize("slug", games_with_layout())
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
