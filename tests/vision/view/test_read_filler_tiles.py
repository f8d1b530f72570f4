"""Filler (tiles) read from pictures: full boards and bare ones, at any turn of the tiles."""

from __future__ import annotations

import random

import pytest
from sweeps import slow

from companion.layouts import load_layout
from companion.printing import artwork
from companion.sighting import EMPTY
from companion.simulation.table import SimulatedTable
from vision.view.reader import TableReader

LAYOUT = load_layout("filler-tiles")
BOARD = LAYOUT.sheet("mat").zone("board")
SHARES = {"bare": (1, 0, 0, 0), "mixed": (2, 2, 2, 1), "full": (0, 5, 5, 1)}
"""How often a square is open, red, blue, a stone."""


@pytest.mark.parametrize("shares", ["bare", "full", *slow("mixed")])
@pytest.mark.parametrize("seed", [0, *slow(5, 6)])
@pytest.mark.parametrize("switch", ["", *slow("dim", "hard-shadow")])
def test_every_square_is_read_right(seed: int, shares: str, switch: str) -> None:
    kinds = random.Random(seed).choices((EMPTY, *BOARD.kinds), SHARES[shares], k=len(BOARD.cells))
    laid = {cell.id: kind for cell, kind in zip(BOARD.cells, kinds, strict=True)}
    table = SimulatedTable(LAYOUT, seed=seed)
    table.lay({"board": {square: kind for square, kind in laid.items() if kind != EMPTY}})
    if switch:
        table.set_switch(switch, on=True)
    sighting = TableReader(LAYOUT, artwork).read(table.picture())
    read = {cell: "covered" if seen.covered else seen.best()[0] for _, cell, seen in sighting.cells()}
    assert read == laid
