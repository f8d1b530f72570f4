"""A lamp that is mirrored in a dark board of a bought game hides none of its spaces."""

from __future__ import annotations

import numpy as np
import pytest
from lamps import seen_in, with_mirrored_lamp

from companion.cli.assembly.demo_box import demo_box
from companion.cli.assembly.taught import box_layout, taught_reader
from companion.layouts import load_layout
from companion.simulation.table import SimulatedTable
from vision.ports import Image

LAMP_MM, WIDE_MM, STRONG = np.array([330.0, 200.0]), 80.0, 0.15
"""Where the lamp is mirrored, how widely, and how strongly, as a share of white."""


@pytest.mark.whole
def test_spaces_of_a_dark_board_are_read_under_a_mirrored_lamp() -> None:
    layout = load_layout("caterpillar-filler")
    demo = demo_box(layout, "night")
    table = SimulatedTable(demo.layout, seed=4, artwork=demo.artwork)
    garden = layout.sheet("mat").zone("garden")
    laid = {cell.id: garden.kinds[n % len(garden.kinds)] for n, cell in enumerate(garden.cells) if n % 9 == 4}
    table.lay({"garden": laid})
    seen = box_layout(demo.box)

    def mat(picture: Image):
        return next(
            each for each in taught_reader(seen, demo.box).read_sheets(picture).sheets if each.sheet == "mat"
        )

    plain = table.picture()
    light = with_mirrored_lamp(plain, mat(plain).homography, LAMP_MM, WIDE_MM, STRONG)
    under = mat(seen_in(light)).cells["garden"]
    read = {cell: one.best()[0] for cell, one in under.items() if not one.covered}
    wrong = {cell: kind for cell, kind in read.items() if kind != laid.get(cell, "empty")}
    assert (len(read), wrong) == (len(garden.cells), {})
