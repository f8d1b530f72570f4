"""Filler (tiles) read from pictures: full boards and bare ones, at any turn of the tiles."""

from __future__ import annotations

import random

import cv2
import numpy as np
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


@pytest.mark.whole
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


def test_a_sleeve_of_the_stones_colour_is_no_stone() -> None:
    """It lies over the corners of the spaces, which a stone leaves bare."""
    table = SimulatedTable(LAYOUT, seed=0)
    table.lay({"board": {"A1": "tile-red", "F6": "stone"}})
    picture = table.picture()
    (sheet,) = TableReader(LAYOUT, artwork).read_sheets(picture).sheets
    stone = sheet.cells["board"]["F6"]
    assert stone.best()[0] == "stone"
    assert not stone.covered
    _, zone = LAYOUT.find("board")
    corners = np.array([zone.outline_mm[at] for at in range(4)])
    sleeve = corners[0] + (corners[2] - corners[0]) * np.array([(0.5, 0.5), (1, 0.5), (1, 1), (0.5, 1)])
    homography = np.array(sheet.homography).reshape(3, 3)
    at = cv2.perspectiveTransform(sleeve[None].astype(float), homography)[0]
    colour = LAYOUT.kinds["stone"].colours[0][::-1]
    cv2.fillConvexPoly(picture, at.round().astype(int), colour)
    (sheet,) = TableReader(LAYOUT, artwork).read_sheets(picture).sheets
    accepted = {
        cell.id
        for cell in zone.cells
        if (sleeve.min(0) < cell.centre_mm).all()
        and (sleeve.max(0) > cell.centre_mm).all()
        and not sheet.cells["board"][cell.id].covered
    }
    assert accepted == set()
