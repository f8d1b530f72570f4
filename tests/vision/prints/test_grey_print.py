"""A set that was printed in black and white is known for one, and read by its patterns."""

from __future__ import annotations

import numpy as np
import pytest
from sweeps import slow

from companion.layouts import load_layout
from companion.printing import artwork
from companion.rules.abilities import piles_of
from companion.rules.catalogue import load_game
from companion.sighting import EMPTY
from companion.simulation.rendering.scene import Scene
from companion.simulation.table import SimulatedTable
from vision.prints.grey_print import GreyPrint, PrintWatch
from vision.view.reader import TableReader

SURE = np.log(0.99)


def opening(
    slug: str, drawn: object, scene: Scene | None = None
) -> tuple[SimulatedTable, dict[str, dict[str, str]]]:
    """Lay out a game's opening with a set of this artwork; give the table and what lies there."""
    layout = load_layout(slug).for_seats(4)
    state = load_game(slug).new(4, {})
    table = SimulatedTable(layout, seed=0, scene=scene or Scene(), artwork=drawn)
    table.lay(piles_of(state))
    return table, {zone: dict(cells) for zone, cells in state.lying().items()}


@pytest.mark.parametrize("kelvin", [2900.0, *slow(5500.0)])
def test_a_grey_set_is_read_by_its_patterns(kelvin: float) -> None:
    table, lying = opening("caterpillar-filler", GreyPrint(artwork), Scene().lit(kelvin=kelvin))
    reader = TableReader(table.layout, artwork)
    accepted = {
        (zone, cell): seen.best()[0]
        for zone, cell, seen in reader.read_sheets(table.picture()).cells()
        if zone in lying and not seen.covered and seen.best()[1] >= SURE
    }
    wrong = {at: kind for at, kind in accepted.items() if kind != lying[at[0]].get(at[1], EMPTY)}
    assert wrong == {}
    pieces = [(zone, cell) for zone, cells in lying.items() for cell in cells if (zone, cell) in accepted]
    assert len(pieces) > 40


@pytest.mark.whole
@pytest.mark.parametrize(("drawn", "grey"), [(GreyPrint(artwork), True), (artwork, False)])
@pytest.mark.parametrize("slug", ["caterpillar-filler", "it-happens", *slow("octopus-garden")])
def test_the_print_that_fits_is_chosen(slug: str, drawn: object, grey: bool) -> None:
    table, _ = opening(slug, drawn)
    reader = TableReader(table.layout, artwork)
    reader.read_sheets(table.picture())
    assert isinstance(reader.expected_print, GreyPrint) is grey


def test_a_watch_that_has_seen_nothing_expects_colours() -> None:
    watch = PrintWatch(load_layout("filler-tiles"), artwork)
    assert not watch.look(np.zeros((4, 4, 3), np.uint8), [])
    assert watch.artwork is artwork
