"""What is counted of a table: spaces read right, spaces where they are, and boards of other boxes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.traced.boards.reading import Reading
from bench.traced.boards.score import CellScore, score_picture
from companion.boxes.taught_box import pack_box
from companion.cli.assembly.demo_box import DemoBox, demo_box
from companion.layouts import load_layout
from companion.simulation.table import SimulatedTable

LAYOUT = load_layout("filler-tiles")
PIECES = {"C3": "tile-red", "F6": "tile-blue", "K11": "tile-red"}
BOX = "boxes/filler-tiles-parchment-1234-0.zip"


def own() -> DemoBox:
    return demo_box(LAYOUT, "parchment")


@cache
def a_table() -> SimulatedTable:
    table = SimulatedTable(own().layout, seed=6, artwork=own().artwork)
    for cell, kind in PIECES.items():
        table.add(kind, "board", cell)
    return table


def the_truth() -> dict[str, Any]:
    """What a drawn table's file says of this one."""
    renderer, zone = a_table().renderer(), own().layout.find("board")[1]
    middles = np.array([renderer.on_table("mat", *cell.centre_mm) for cell in zone.cells])
    px = renderer.camera.project(middles)
    spaces = {cell.id: [*at, 30.0] for cell, at in zip(zone.cells, px.tolist(), strict=True)}
    return {
        "game": "filler-tiles",
        "lying": {"board": PIECES},
        "dice": [],
        "style": "parchment",
        "box": BOX,
        "spaces": {"board": spaces},
    }


def score(folder: Path, truth: dict[str, Any]) -> CellScore:
    return score_picture(a_table().picture(), truth, Reading.of(folder, truth))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the box of this table."""
    (tmp_path / BOX).parent.mkdir()
    (tmp_path / BOX).write_bytes(pack_box(own().box.contents, own().box.files))
    return tmp_path


@pytest.mark.whole
def test_an_unmarked_table_is_read_by_its_box_and_by_no_other(folder: Path) -> None:
    other = demo_box(LAYOUT, "night").box
    (folder / BOX.replace("parchment", "night")).write_bytes(pack_box(other.contents, other.files))
    counted = score(folder, the_truth())
    assert (counted.cells, counted.pieces, counted.sheets_found) == (144, 3, 1)
    assert (counted.wrong, counted.unsure_pieces, counted.taken_for_another) == (0, 0, 0)
    assert (counted.spaces, counted.spaces_placed) == (144, 144)


@pytest.mark.whole
def test_what_lies_and_is_found_elsewhere_counts_against_the_reader(folder: Path) -> None:
    truth = the_truth()
    truth["lying"] = {"board": PIECES | {"C3": "tile-blue"}}
    x_px, y_px, wide_px = truth["spaces"]["board"]["A1"]
    truth["spaces"]["board"]["A1"] = [x_px + 4, y_px, wide_px]
    counted = score(folder, truth)
    assert (counted.wrong, counted.wrong_accepted) == (1, 1)
    assert counted.spaces_placed == 143


@pytest.mark.whole
def test_the_same_board_in_another_box_counts_as_taken_for_it(folder: Path) -> None:
    (folder / BOX.replace("parchment", "other")).write_bytes((folder / BOX).read_bytes())
    assert score(folder, the_truth()).taken_for_another == 1
