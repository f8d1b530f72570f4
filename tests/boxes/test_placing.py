"""Spaces are placed by showing a few of them."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boxes.errors import BoxError
from companion.boxes.placing import fit_places, homography, place_zones, through
from companion.boxes.teach_file import Grid, TaughtSheet, TaughtZone
from companion.layouts import load_layout

PICTURE = np.array([(0.9, 0.1, 200.0), (-0.05, 1.1, 120.0), (1e-4, 2e-4, 1.0)])
"""How a photograph shows the millimetres of a sheet."""


def in_picture(*places_mm: tuple[float, float]) -> list[tuple[float, float]]:
    return [tuple(place) for place in through(PICTURE, np.array(places_mm)).tolist()]


def a_sheet(zone: TaughtZone, size: tuple[float, float] = (400.0, 300.0), name: str = "mat") -> TaughtSheet:
    width, height = size
    corners = in_picture((0, 0), (width, 0), (width, height), (0, height))
    return TaughtSheet(name, "mat.jpg", tuple(corners), size, (zone,))  # type: ignore[arg-type]


def test_four_corner_cells_give_a_whole_grid() -> None:
    rows, columns = ("A", "B", "C"), ("1", "2", "3", "4")
    corners = in_picture((50, 40), (350, 40), (350, 240), (50, 240))
    zone = TaughtZone("g", dict(zip(("A1", "A4", "C4", "C1"), corners, strict=True)), (), Grid(rows, columns))
    (placed,) = place_zones(a_sheet(zone), None)
    centres = {cell.id: cell.centre_mm for cell in placed.cells}
    assert len(centres) == 12
    assert centres["B3"] == pytest.approx((250, 140), abs=0.01)
    assert np.ptp(np.array(placed.cells[0].outline_mm), axis=0) == pytest.approx((100, 100), abs=0.01)


def test_the_ends_of_a_row_give_all_slots_of_a_game() -> None:
    layout = load_layout("caterpillar-filler")
    cells = layout.find("letters")[1].cells
    shift = 30.0
    ends = {cell.id: (cell.centre_mm[0] - shift, cell.centre_mm[1]) for cell in (cells[0], cells[-1])}
    shown = dict(zip(ends, in_picture(*ends.values()), strict=True))
    (placed,) = place_zones(a_sheet(TaughtZone("letters", shown), (564.0, 396.0)), layout)
    for cell, own in zip(placed.cells, cells, strict=True):
        assert cell.centre_mm == pytest.approx((own.centre_mm[0] - shift, own.centre_mm[1]), abs=0.01)


def test_a_cell_that_was_shown_lies_where_it_was_shown() -> None:
    model = {"a": (0.0, 0.0), "b": (10.0, 0.0), "c": (20.0, 0.0)}
    fitted = fit_places(np.array(list(model.values())), np.array([(0, 0), (10, 0), (20, 0)], dtype=float))
    assert through(fitted, np.array([(5.0, 3.0)]))[0] == pytest.approx((5, 3))


def test_a_homography_is_found_again() -> None:
    source = np.random.default_rng(1).uniform(0, 300, (9, 2))
    found = homography(source, through(PICTURE, source))
    assert through(found, np.array([(120.0, 80.0)])) == pytest.approx(
        through(PICTURE, np.array([(120.0, 80.0)]))
    )


def test_names_of_another_game_are_refused_with_those_that_there_are() -> None:
    layout = load_layout("filler-tiles")
    with pytest.raises(BoxError, match="no zone garden") as caught:
        place_zones(a_sheet(TaughtZone("garden", {"A1": (300.0, 200.0)})), layout)
    assert caught.value.code == "box-of-another-game"
    with pytest.raises(BoxError, match="no cell Z9"):
        place_zones(a_sheet(TaughtZone("board", {"Z9": (300.0, 200.0)})), layout)
    with pytest.raises(BoxError, match="no sheet lawn"):
        place_zones(a_sheet(TaughtZone("board", {"A1": (300.0, 200.0)}), name="lawn"), layout)


def test_a_cell_beyond_the_edge_is_refused() -> None:
    zone = TaughtZone("g", {"a": in_picture((450.0, 20.0))[0]})
    with pytest.raises(BoxError) as caught:
        place_zones(a_sheet(zone), None)
    assert caught.value.code == "cells-outside"
