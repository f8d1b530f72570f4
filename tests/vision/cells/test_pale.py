"""A piece that looks much like the ground is no bare ground."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.layouts import games_with_layout, load_layout
from companion.printing import artwork
from companion.simulation.table import SimulatedTable
from vision.cells.ground import Ground
from vision.cells.pale import least_difference
from vision.cells.reading import CLEARLY_BARE
from vision.prints.grey_print import GreyPrint
from vision.view.reader import TableReader

SURE = np.log(0.99)


@pytest.mark.whole
@pytest.mark.parametrize("slug", games_with_layout())
def test_in_colours_no_piece_looks_so_much_like_the_ground(slug: str) -> None:
    layout = load_layout(slug)
    for sheet, zone in layout.zones():
        if zone.cells:
            ground = Ground(layout, sheet, zone, artwork)
            looks, radius_mm = ground.plain_looks(), ground.core_radius_mm
            assert least_difference(artwork, layout, zone.kinds, looks, radius_mm) > CLEARLY_BARE


def test_a_yellow_head_in_black_and_white_is_seen_from_afar() -> None:
    layout, grey = load_layout("caterpillar-filler"), GreyPrint(artwork)
    table = SimulatedTable(layout, seed=0, artwork=grey)
    heads = ("C5", "F10", "K3", "M14")
    table.lay({"garden": dict.fromkeys(heads, "head-yellow")})
    small = cv2.resize(table.picture(), None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
    picture = cv2.GaussianBlur(small, (0, 0), 1.2)
    (mat,) = (each for each in TableReader(layout, grey).read_sheets(picture).sheets if each.sheet == "mat")
    taken_for_bare = [
        head
        for head in heads
        if mat.cells["garden"][head].best()[0] == "empty" and mat.cells["garden"][head].best()[1] > SURE
    ]
    assert not taken_for_bare
