"""A taught sheet is searched in a small frame first, then in a larger one, then by its outline."""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np
import pytest

from companion.boxes.layout_of import layout_of_box
from companion.cli.assembly.demo_box import demo_box
from companion.cli.assembly.taught import taught_reader
from companion.layouts import load_layout
from companion.simulation.table import SimulatedTable
from vision.ports import Image
from vision.taught import finder
from vision.taught.features import FRAME_PX, Features, frame_features

LAYOUT = load_layout("filler-tiles")
QUICK_PX = finder.QUICK_PX


def searched_sides(monkeypatch: pytest.MonkeyPatch, picture: Image, blind: Collection[int]) -> list[int]:
    """Find a sheet by a reader that sees nothing in frames of some sides; give the sides it searched."""
    sides: list[int] = []

    def features(grey: Image, side_px: int) -> Features:
        sides.append(side_px)
        return frame_features(np.zeros_like(grey) if side_px in blind else grey, side_px)

    monkeypatch.setattr(finder, "frame_features", features)
    demo = demo_box(LAYOUT, "parchment")
    sheets = taught_reader(layout_of_box(demo.box, LAYOUT), demo.box).read_sheets(picture).sheets
    assert [sheet.sheet for sheet in sheets] == ["mat"]
    return sides


@pytest.fixture(scope="module")
def picture() -> Image:
    demo = demo_box(LAYOUT, "parchment")
    return SimulatedTable(demo.layout, seed=6, artwork=demo.artwork).picture()


@pytest.mark.whole
@pytest.mark.parametrize(
    ("blind", "searched"),
    [((), [QUICK_PX]), ((QUICK_PX,), [QUICK_PX, FRAME_PX])],
)
def test_a_sheet_is_found_by_the_first_stage_that_sees_it(
    monkeypatch: pytest.MonkeyPatch, picture: Image, blind: tuple[int, ...], searched: list[int]
) -> None:
    assert searched_sides(monkeypatch, picture, blind) == searched


@pytest.mark.whole
def test_a_frame_that_is_small_already_is_searched_once(
    monkeypatch: pytest.MonkeyPatch, picture: Image
) -> None:
    small = cv2.resize(picture, (760, 571), interpolation=cv2.INTER_AREA)
    assert searched_sides(monkeypatch, small, ()) == [760]
