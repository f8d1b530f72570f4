"""An unmarked table on which nothing changes is neither searched nor measured again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from test_unmarked_table import SIZE_PX, a_reader, a_table, the_set

from companion.simulation.table import SimulatedTable
from vision.ports import Image
from vision.prints.sheet_print import SheetPrint
from vision.sheets.lens import Lens
from vision.taught import finder
from vision.taught import reader as reader_module
from vision.taught.reader import TaughtReader


class Counted:
    """Counts how often a function is called, and calls it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.times = function, 0

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.times += 1
        return self.function(*given, **named)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> dict[str, Counted]:
    """Count what takes most of the time of a reading."""
    counted = {
        "print": Counted(SheetPrint.match),
        "light": Counted(reader_module.measure_taught_light),
        "search": Counted(finder.frame_features),
    }
    monkeypatch.setattr(SheetPrint, "match", lambda *given, **named: counted["print"](*given, **named))
    monkeypatch.setattr(reader_module, "measure_taught_light", counted["light"])
    monkeypatch.setattr(finder, "frame_features", counted["search"])
    return counted


def done(work: dict[str, Counted], reader: TaughtReader, picture: Image) -> set[str]:
    """Say what one more reading takes."""
    before = {name: each.times for name, each in work.items()}
    reader.read(picture)
    return {name for name, each in work.items() if each.times > before[name]}


def settled_reader(picture: Image) -> TaughtReader:
    """A reader that knows the table and its lens."""
    reader = a_reader()
    reader.lens = Lens()
    reader.read(picture)
    return reader


def test_a_table_that_does_not_change_is_not_measured_again(work: dict[str, Counted]) -> None:
    table = a_table(3)
    reader = settled_reader(table.picture())
    first = reader.read(table.picture()).sheets
    assert done(work, reader, table.picture()) == set()
    assert reader.read(table.picture()).sheets[0].corners_px == first[0].corners_px


def test_a_piece_that_is_put_down_moves_no_sheet_and_is_read(work: dict[str, Counted]) -> None:
    layout, artwork = the_set()
    table = SimulatedTable(layout, seed=3, size_px=SIZE_PX, artwork=artwork)
    reader = settled_reader(table.picture())
    table.add("tile-red", "board", "C3")
    assert done(work, reader, table.picture()) == set()
    (sheet,) = reader.read(table.picture()).sheets
    assert sheet.cells["board"]["C3"].best()[0] == "tile-red"


def test_a_sheet_that_is_pushed_by_half_a_pixel_is_found_where_it_lies_now(work: dict[str, Counted]) -> None:
    picture = a_table(3).picture()
    reader = settled_reader(picture)
    before = np.array(reader.read(picture).sheets[0].corners_px)
    move = np.array([(1.0, 0.0, 0.8), (0.0, 1.0, 0.0)])
    pushed = cv2.warpAffine(picture, move, SIZE_PX, borderMode=cv2.BORDER_REPLICATE)
    assert "print" in done(work, reader, pushed)
    after = np.array(reader.read(pushed).sheets[0].corners_px)
    assert np.abs((after - before).mean(axis=0) - (0.8, 0.0)).max() < 0.3


def test_another_light_is_measured(work: dict[str, Counted]) -> None:
    picture = a_table(3).picture()
    reader = settled_reader(picture)
    assert done(work, reader, (0.85 * picture).astype(np.uint8)) == {"light"}


def test_a_sheet_that_is_away_is_searched_for_until_the_table_is_known(work: dict[str, Counted]) -> None:
    picture = a_table(3).picture()
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    empty = np.clip(noise + np.array((90, 130, 170)), 0, 255).astype(np.uint8)
    cv2.circle(empty, (400, 300), 90, (240, 240, 240), cv2.FILLED)
    reader = settled_reader(picture)
    looks = [done(work, reader, empty) for _ in range(5)]
    assert ["search" in each for each in looks] == [True] * 3 + [False] * 2
    assert len(reader.read(picture).sheets) == 1
