"""Octopus's Garden read from pictures: tokens at any turn, tokens on tokens, one change among many."""

from __future__ import annotations

import random

import pytest
from sweeps import slow

from companion.layouts import load_layout
from companion.printing import artwork
from companion.rules.abilities import piles_of
from companion.rules.catalogue import load_game
from companion.rules.game import CHANCE
from companion.sighting import EMPTY
from companion.simulation.table import SimulatedTable
from vision.view.reader import TableReader

SEATS = 3
LAYOUT = load_layout("octopus-garden").for_seats(SEATS)
GAME = load_game("octopus-garden")


def late_in_a_game(seed: int):
    """A position with all modules, gardens half full, and tokens on tokens."""
    rng = random.Random(seed)
    modules = next(option for option in GAME.info.options if option.key == "modules").choices
    state = GAME.new(SEATS, {"modules": "+".join(modules)})
    while state.actors and sum(len(cells) for cells in state.lying().values()) < 55:
        actor = rng.choice(state.actors)
        actions = [action for action, _ in state.odds()] if actor == CHANCE else list(state.legal(actor))
        state = state.after(rng.choice([a for a in actions if not str(a).startswith("pass")] or actions))
    return state


def wrong_cells(sighting, lying) -> list[tuple[str, str, str]]:
    return [
        (zone, cell, seen.best()[0])
        for zone, cell, seen in sighting.cells()
        if seen.covered or seen.best()[0] != lying.get(zone, {}).get(cell, EMPTY)
    ]


@pytest.mark.whole
@pytest.mark.parametrize("seed", [0, *slow(1, 2)])
def test_every_space_is_read_right(seed: int) -> None:
    state = late_in_a_game(seed)
    table = SimulatedTable(LAYOUT, seed=seed)
    table.lay(piles_of(state))
    sighting = TableReader(LAYOUT, artwork).read(table.picture())
    assert {sheet.sheet for sheet in sighting.sheets} == {sheet.id for sheet in LAYOUT.sheets}
    assert wrong_cells(sighting, state.lying()) == []


def test_what_did_not_change_is_not_compared_again_and_what_did_is_seen() -> None:
    reader, table = TableReader(LAYOUT, artwork), SimulatedTable(LAYOUT, seed=4)
    lying = {"market": {"11": "anemone", "12": "trash"}, "garden-1": {"A1": "coral"}}
    table.lay(lying)
    assert wrong_cells(reader.read(table.picture()), lying) == []
    lying = {"market": {"11": "lionfish"}, "garden-1": {"A1": "coral", "B1": "trash"}}
    table.lay(lying)
    assert wrong_cells(reader.read(table.picture()), lying) == []
