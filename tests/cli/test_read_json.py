"""The JSON of `companion read`: every cell of every sheet comes out."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from commands import run

from companion.cli.commands.sighted import described
from companion.layout import Layout, Sheet
from companion.layouts import games_with_layout, load_layout
from companion.sighting import CellSighting, SheetSighting, Sighting

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def seen(layout: Layout, sheet: Sheet) -> SheetSighting:
    """A sighting in which every cell shows a kind of its own zone."""
    cells = {
        zone.id: {cell.id: CellSighting({f"{zone.id} {cell.id}": math.log(0.9)}) for cell in zone.cells}
        for zone in sheet.zones
        if zone.cells
    }
    return SheetSighting(sheet.id, CORNERS, (1.0,) * 9, 2.0, cells)


@pytest.mark.parametrize("slug", games_with_layout())
def test_every_cell_of_every_layout_comes_out_in_both_ways(slug: str) -> None:
    layout = load_layout(slug)
    sheets = tuple(seen(layout, sheet) for sheet in layout.sheets)
    shown = described(Path("a.jpg"), Sighting((9, 9), sheets=sheets), 1.0)["sheets"]
    assert [each["sheet"] for each in shown] == [sheet.id for sheet in layout.sheets]
    for sheet, told in zip(layout.sheets, shown, strict=True):
        every = {f"{zone.id} {cell.id}" for zone in sheet.zones for cell in zone.cells}
        assert {cell["kind"] for cell in told["cells"].values()} == every
        assert {cell["kind"] for cells in told["zones"].values() for cell in cells.values()} == every
        for zone, cells in told["zones"].items():
            for cell, what in cells.items():
                assert what["kind"] == f"{zone} {cell}"
                assert what == told["cells"].get(
                    cell if f"{zone}/{cell}" not in told["cells"] else f"{zone}/{cell}"
                )


@pytest.mark.whole
def test_a_mat_whose_zones_share_ids_is_read_whole(tmp_path: Path) -> None:
    record, picture = tmp_path / "played.game", tmp_path / "table.png"
    assert run("playout", "caterpillar-filler", "--seed", 4, "--record", record).exit_code == 0
    assert run("render", "caterpillar-filler", record, "--at", 1, "--out", picture).exit_code == 0
    shown = json.loads(run("read", picture, "--json").stdout)
    mat = next(sheet for sheet in shown["sheets"] if sheet["sheet"] == "mat")
    printed = next(sheet for sheet in load_layout("caterpillar-filler").sheets if sheet.id == "mat")
    assert len(mat["cells"]) == sum(len(zone.cells) for zone in printed.zones) == 308
    assert mat["zones"]["letters"]["1"] == mat["cells"]["letters/1"]
    assert mat["zones"]["garden"]["E5"] == mat["cells"]["E5"]
    assert "1" not in mat["cells"]
