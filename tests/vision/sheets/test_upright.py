"""Which way is up: one sheet tells it for all that lie on the same table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sweeps import slow

from companion.layouts import load_layout
from companion.printing import artwork
from companion.simulation.rendering.scene import Scene
from companion.simulation.table import SIZE_PX, SimulatedTable
from vision.sheets.lens import Lens
from vision.sheets.registration import SAME_TABLE_DEG, Registration, levelled
from vision.sheets.upright import upright_of
from vision.view.reader import TableReader

LAYOUT = load_layout("caterpillar-filler")
DIE_MM = 16.0


def seen(seed: int, monkeypatch: pytest.MonkeyPatch) -> tuple[SimulatedTable, list[Registration]]:
    """Lay the sheets out, and register each by itself."""
    monkeypatch.setattr("vision.view.reader.levelled", list)
    table = SimulatedTable(LAYOUT, seed=seed)
    return table, TableReader(LAYOUT, artwork)._register(table.picture()[:, :, 1])[1]


def height_px(tray: Registration) -> np.ndarray:
    """Give how a die's height moves its top, in the middle of the tray."""
    x, y = (side / 2 for side in tray.sheet.size_mm)
    foot, top = tray.solid_to_frame(np.array([(x, y, 0.0), (x, y, DIE_MM)]))
    return top - foot


@pytest.mark.parametrize("seed", [43, *slow(44, 48)])
def test_the_largest_sheet_tells_where_the_top_of_a_die_in_the_tray_is(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, registrations = seen(seed, monkeypatch)
    scene = Scene.of_seed(seed)
    camera = scene.camera(scene.arrange(LAYOUT), SIZE_PX)
    (own,) = [one for one in registrations if one.sheet.id == "tray"]
    (tray,) = [one for one in levelled(registrations) if one.sheet.id == "tray"]
    x, y = table._renderer_for(frozenset()).on_table("tray", *(side / 2 for side in tray.sheet.size_mm))
    foot, top = camera.project(np.array([(x, y, 0.0), (x, y, DIE_MM)]))
    off_px, own_off_px = (np.hypot(*(height_px(one) - (top - foot))) for one in (tray, own))
    assert off_px < 0.4
    assert off_px < own_off_px


def test_a_sheet_that_lies_on_another_plane_keeps_its_own_way_up(monkeypatch: pytest.MonkeyPatch) -> None:
    _, (mat, tray) = seen(41, monkeypatch)
    for lean_deg, same in ((0.7 * SAME_TABLE_DEG, True), (1.5 * SAME_TABLE_DEG, False)):
        cos, sin = np.cos(np.radians(lean_deg)), np.sin(np.radians(lean_deg))
        turn = np.array([(1.0, 0.0, 0.0), (0.0, cos, -sin), (0.0, sin, cos)])
        leaning = replace(tray, upright=replace(mat.upright, down=turn @ mat.upright.down))
        kept = levelled([mat, leaning])[1].upright
        assert (kept is mat.upright) == same


def test_no_sheet_is_no_trouble() -> None:
    assert levelled([]) == []


def test_a_known_focal_length_is_taken_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    _, (mat, _) = seen(41, monkeypatch)
    half = np.hypot(*SIZE_PX) / 2
    upright = upright_of(mat.homography, Lens(focal=1.5), SIZE_PX)
    assert upright.camera[0, 0] == pytest.approx(1.5 * half)
    assert np.linalg.norm(upright.down) == pytest.approx(1.0)
