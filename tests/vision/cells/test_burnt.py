"""Spaces in a part of the picture that is burnt out are read by the channels that are not."""

from __future__ import annotations

import numpy as np
import pytest
from lamps import seen_in

from companion.layouts import load_layout
from companion.printing import artwork
from companion.sighting import EMPTY
from companion.simulation.table import SimulatedTable
from vision.light.palette import linear_of
from vision.ports import Image
from vision.view.reader import TableReader

LAYOUT = load_layout("papillon")
FLOWER, CLIPS = "FY1", "clips-FY1"
SURE = np.log(0.99)
PX_PER_MM, MARGIN_PX = 2.0, 100
TIMES_WHITE = 2.0


def burnt_flower() -> Image:
    """Give a yellow flower in twice the light that a camera can tell from white."""
    printed = artwork.sheet_image(LAYOUT, FLOWER, PX_PER_MM)
    margins = [(MARGIN_PX, MARGIN_PX)] * 2 + [(0, 0)]
    lit = TIMES_WHITE * linear_of(np.pad(printed, margins, constant_values=90) / 255)
    return seen_in(lit)


def test_the_spaces_of_a_yellow_flower_are_read_in_too_much_light() -> None:
    (flower,) = TableReader(LAYOUT, artwork).read_sheets(burnt_flower()).sheets
    told = {
        cell: (seen.best()[0], seen.best()[1] > SURE, seen.covered)
        for cell, seen in flower.cells[CLIPS].items()
    }
    assert len(told) == 16
    assert told == dict.fromkeys(told, (EMPTY, True, False))


@pytest.mark.whole
def test_pieces_are_read_on_a_board_whose_white_is_burnt_out() -> None:
    """No white place is left to fit the light to, and a fit without them must not turn it upside down."""
    layout = load_layout("octopus-garden").for_seats(2)
    table, (_, garden) = SimulatedTable(layout, seed=2), layout.find("garden-1")
    laid = {cell.id: garden.kinds[n % len(garden.kinds)] for n, cell in enumerate(garden.cells) if n % 2}
    table.lay({garden.id: laid})
    lit = 3.0 * linear_of(table.picture() / 255)
    sighting = TableReader(layout, artwork).read(seen_in(lit))
    seen = {cell: one for zone, cell, one in sighting.cells() if zone == garden.id}
    assert {cell: seen[cell].best()[0] for cell in laid} == laid
