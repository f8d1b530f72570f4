"""Joined tiles on the bare table: the lattice is found at any angle, and what lies badly is told."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from msgspec.structs import replace
from sweeps import slow

from companion.layouts import load_layout
from companion.printing import artwork
from companion.referee.mosaics import with_mosaics
from companion.simulation.rendering.held_up import held_up
from companion.simulation.rendering.snapshot import snapshot
from vision.sheets.markers import MarkerFinder
from vision.view.reader import TableReader

LAYOUT = load_layout("papillon")
GARDEN = {
    "0,0": "T21-0",
    "0,-1": "T01-2",
    "1,0": "T93-0",
    "1,1": "T94-3",
    "0,1": "T02-0",
    "-1,0": "T87-1",
}
LYING = {"garden-1": GARDEN, "hand-1": {}, "garden-2": {"0,0": "T13-1"}, "hand-2": {}}
SMALL = (1200, 900)


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(LAYOUT, artwork)


def read(reader, lying=LYING, **how):
    return reader.read(snapshot(LAYOUT, lying, 1, size_px=SMALL, **how))


def tiles(sighting, zone="garden-1"):
    """What lies in a garden, by cell; what is free is left out."""
    (sheet,) = (sheet for sheet in sighting.sheets if sheet.sheet == zone)
    seen = {cell: each.best()[0] for cell, each in sheet.cells[zone].items() if not each.covered}
    return {cell: kind for cell, kind in seen.items() if kind != "empty"}


@pytest.mark.whole
@pytest.mark.parametrize("turn", [44, *slow(0, 20, 90, 137, 181, 260, 315)])
def test_a_garden_is_read_at_any_angle(reader, turn) -> None:
    seen = read(reader, seed=turn, turn_deg=turn)
    (mosaic,) = seen.mosaics
    assert len(mosaic.pieces) == len(GARDEN)
    assert max(piece.off_mm for piece in mosaic.pieces) < 3
    placed = with_mosaics(LAYOUT, seen, LYING)
    assert tiles(placed) == GARDEN
    assert {each.code for each in placed.view} <= {"no-sheet"}


def test_tiles_that_the_record_knows_say_where_the_others_lie(reader) -> None:
    known = {cell: GARDEN[cell] for cell in ("0,0", "1,0")}
    seen = read(reader, turn_deg=100, seed=5)
    record = {**LYING, "garden-1": known, "hand-1": {"1": "T01", "2": "T94"}}
    assert tiles(with_mosaics(LAYOUT, seen, record)) == GARDEN


def test_free_cells_are_seen_to_be_free_and_those_outside_the_picture_are_not_seen(reader) -> None:
    placed = with_mosaics(LAYOUT, read(reader), LYING)
    cells = placed.sheets[0].cells["garden-1"]
    assert cells["1,-1"].best()[0] == "empty"
    assert set(cells) >= {"2,0", "0,2", "-1,1", "-2,0", "0,-2"}
    assert "5,5" not in cells


def test_the_first_garden_may_begin_with_any_tile_and_only_a_photograph_shows_it(reader) -> None:
    seen = read(reader)
    hand = {str(n): kind[:3] for n, kind in enumerate(GARDEN.values(), 1)}
    record = {**LYING, "garden-1": {}, "hand-1": hand}
    assert with_mosaics(LAYOUT, seen, record).sheets == ()
    first = tiles(with_mosaics(LAYOUT, replace(seen, partial=True), record))
    assert len(first) == len(GARDEN)
    assert "0,0" in first


@pytest.mark.parametrize(
    ("shift", "code", "word"),
    [
        ((0.0, 0.0, 14.0), "tile-askew", "askew"),
        ((9.0, 0.0, 0.0), "tile-gap", "gap"),
        ((6.0, -6.0, 0.0), "tile-gap", "gap"),
    ],
)
def test_a_tile_that_lies_badly_is_read_and_told(reader, shift, code, word) -> None:
    seen = read(reader, seed=3, turn_deg=30, untidy={"1,0": shift})
    placed = with_mosaics(LAYOUT, seen, LYING)
    assert tiles(placed) == GARDEN
    told = [each for each in placed.view if each.code == code]
    assert [each.sentence for each in told if "T93" in each.sentence and word in each.sentence]


def test_a_tile_far_off_is_told_to_lie_apart(reader) -> None:
    seen = read(reader, seed=3, untidy={"0,-1": (0.0, -32.0, 0.0)})
    placed = with_mosaics(LAYOUT, seen, LYING)
    assert [len(mosaic.pieces) for mosaic in seen.mosaics] == [5, 1]
    assert [each.code for each in placed.view if each.code != "no-sheet"] == ["tile-apart"]
    assert "0,-1" not in tiles(placed)


def test_a_drafted_tile_of_somebody_else_is_no_new_tile_of_an_unseen_garden(reader) -> None:
    seen = read(reader)
    loose = replace(seen.mosaics[0].pieces[0], kind="T13")
    away = replace(seen.mosaics[0], pieces=(loose,))
    record = {**LYING, "garden-2": {"0,0": "T14-0"}, "hand-2": {"1": "T13"}}
    beside = replace(seen, mosaics=(*seen.mosaics, away), partial=True)
    assert {each.code for each in with_mosaics(LAYOUT, beside, record).view} <= {"no-sheet"}
    alone = with_mosaics(LAYOUT, replace(beside, mosaics=(away,)), record).view
    assert [each.code for each in alone if each.code != "no-sheet"] == ["tile-alone"]


def hide_marker(picture, kind):
    """Lay something over the whole marker of a tile."""
    seen = TableReader(LAYOUT, artwork).read(picture)
    (at,) = (piece.centre_px for mosaic in seen.mosaics for piece in mosaic.pieces if piece.kind == kind)
    cv2.circle(picture, (round(at[0]), round(at[1])), 34, (60, 84, 60), -1)


def test_a_garden_is_one_though_a_thing_covers_a_marker_in_its_middle(reader) -> None:
    picture = snapshot(LAYOUT, LYING, 1, size_px=SMALL, seed=6, turn_deg=40)
    hide_marker(picture, "T21")
    seen = reader.read(picture)
    (mosaic,) = seen.mosaics
    assert {piece.kind for piece in mosaic.pieces} == {kind[:3] for kind in GARDEN.values()} - {"T21"}
    placed = with_mosaics(LAYOUT, seen, LYING)
    assert tiles(placed) == {cell: kind for cell, kind in GARDEN.items() if cell != "0,0"}
    assert placed.sheets[0].cells["garden-1"]["0,0"].covered


def test_parts_that_drifted_apart_under_a_thing_are_put_in_place_by_the_tiles_that_are_known(reader) -> None:
    """Tiles that are laid a little crooked in a long row: past a covered one the lattice fits no more."""
    row = {"0,0": "T21-0", "1,0": "T93-0", "2,0": "T02-0", "3,0": "T87-1", "4,0": "T94-3"}
    drift = {"3,0": (0.0, 14.0, 6.0), "4,0": (0.0, 18.0, 6.0)}
    lying = {**LYING, "garden-1": row}
    picture = snapshot(LAYOUT, lying, 1, size_px=SMALL, seed=6, turn_deg=20, untidy=drift)
    hide_marker(picture, "T02")
    seen = reader.read(picture)
    assert [len(mosaic.pieces) for mosaic in seen.mosaics] == [2, 2]
    record = {**LYING, "garden-1": {cell: kind for cell, kind in row.items() if cell != "4,0"}}
    placed = with_mosaics(LAYOUT, seen, record)
    assert tiles(placed) == {cell: kind for cell, kind in row.items() if cell != "2,0"}
    assert "tile-apart" not in {each.code for each in placed.view}


def test_a_tile_that_the_quick_search_misses_is_found_all_the_same(reader, monkeypatch) -> None:
    hidden = LAYOUT.kinds["T94"].marker
    quick = MarkerFinder.find

    def find(self, grey, *, others=False):
        quick(self, grey, others=others)
        self._known = tuple(marker for marker in self._known if marker.id != hidden)
        return self._known

    monkeypatch.setattr(MarkerFinder, "find", find)
    assert tiles(with_mosaics(LAYOUT, read(reader, seed=6, turn_deg=40), LYING)) == GARDEN


def test_one_tile_on_a_plain_table_is_no_even_surface(reader) -> None:
    photo = held_up(LAYOUT, ["T74"], spread="apart", seed=19, size_px=SMALL)
    seen = reader.read(photo)
    assert [piece.kind for mosaic in seen.mosaics for piece in mosaic.pieces] == ["T74"]
    assert "blurred" in {problem.code for problem in reader.read(np.full_like(photo, 120)).view}


def test_tiles_on_a_sheet_are_no_garden() -> None:
    from companion.simulation.table import render_position

    picture = render_position(LAYOUT, {"staircase": {"A1": "T13", "B1": "T40"}, "clips-FR1": {}})
    seen = TableReader(LAYOUT, artwork).read(picture)
    assert seen.mosaics == ()
    (board,) = (sheet for sheet in seen.sheets if sheet.sheet == "board")
    assert {cell: each.best()[0] for cell, each in board.cells["staircase"].items()} == {
        **dict.fromkeys(board.cells["staircase"], "empty"),
        "A1": "T13",
        "B1": "T40",
    }


@pytest.mark.whole
def test_a_cell_whose_marker_is_hidden_is_covered_and_nobody_guesses() -> None:
    from companion.simulation.rendering.render import Thing
    from companion.simulation.table import SimulatedTable

    table = SimulatedTable(LAYOUT)
    table.lay({"staircase": {"A1": "T13", "B2": "T40"}, "clips-FR1": {}})
    things = table.things()
    tile = next(thing for thing in things if thing.kind == "T40")
    table.things = lambda: [*things, Thing("caterpillar", "board", tile.x_mm, tile.y_mm, 0.0, 2.0)]
    seen = TableReader(LAYOUT, artwork).read(table.picture())
    (board,) = (sheet for sheet in seen.sheets if sheet.sheet == "board")
    assert board.cells["staircase"]["B2"].covered
    assert board.cells["staircase"]["A1"].best()[0] == "T13"


def test_a_garden_that_lies_still_is_not_searched_thoroughly_in_every_frame(monkeypatch):
    reader, searches = TableReader(LAYOUT, artwork), []
    real = MarkerFinder.expect_more
    monkeypatch.setattr(
        MarkerFinder, "expect_more", lambda finder, grey: searches.append(1) or real(finder, grey)
    )
    picture = snapshot(LAYOUT, {"garden-1": GARDEN}, 1, size_px=SMALL, turn_deg=20, seed=20)
    seen = [len(reader.read(picture).mosaics[0].pieces) for _ in range(8)]
    assert seen == [len(GARDEN)] * 8
    assert len(searches) == 4, "at first, and thrice after that the scene is known"
