"""`companion calibrate`: numbers and a word for how the camera hangs; the lens is kept."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from commands import run

from companion.cli import table as tables
from companion.cli.calibrating import LENS_FILE, kept_lens
from companion.cli.table import TableMaker
from companion.layouts import load_layout
from companion.play.store import Store
from companion.simulation.table import SimulatedTable

FRAMES = 4


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    table = SimulatedTable(load_layout("filler-tiles"))
    return table.picture()


def folder_of(tmp_path: Path, pictures: list[np.ndarray]) -> Path:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number, image in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number}.png"), image)
    return folder


def calibrate(folder: Path, data: Path) -> tuple[int, dict[str, object]]:
    done = run("calibrate", "--camera", folder, "--data", data, "--frames", FRAMES, "--json")
    return done.exit_code, json.loads(done.stdout)


def test_a_camera_that_hangs_well_is_good_and_its_lens_is_kept(tmp_path: Path, picture) -> None:
    folder = folder_of(tmp_path, [picture] * FRAMES)
    status, told = calibrate(folder, tmp_path / "data")
    assert status == 0, told
    assert told["grade"] in ("good", "usable")
    (mat, *_) = told["sheets"]
    assert mat["error_mm"] < 0.5
    assert mat["wobble_mm"] < 0.05, "the same picture, four times"
    lens = kept_lens(tmp_path / "data", str(folder))
    assert lens is not None
    assert lens.k1 == pytest.approx(told["lens_k1"], abs=1e-3)
    assert kept_lens(tmp_path / "data", "v4l2:0") is None, "another camera"
    assert kept_lens(tmp_path, str(folder)) is None


@pytest.mark.parametrize(("camera", "k1"), [("v4l2:0", 0.25), ("v4l2:1", None), ("sim", None)])
def test_the_table_reads_with_the_lens_of_its_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, camera: str, k1: float | None
) -> None:
    kept = "sim" if camera == "sim" else "v4l2:0"
    (tmp_path / LENS_FILE).write_text(json.dumps({"camera": kept, "k1": 0.25}))
    given: list[object] = []
    make = tables.table_reader

    def reader(layout, *, lens=None):
        given.append(lens)
        return make(layout, lens=lens)

    monkeypatch.setattr(tables, "table_reader", reader)
    with Store(tmp_path / "games.sqlite") as store:
        session = store.new_session("filler-tiles", ["Anna", "Ben"])
        assert TableMaker(camera, folder=tmp_path)(session).live is not None
    assert [lens.k1 if lens else None for lens in given] == [k1]


def test_an_arm_that_shakes_is_told(tmp_path: Path, picture) -> None:
    shaken = [np.roll(picture, 12 * (number % 2), axis=1) for number in range(FRAMES)]
    status, told = calibrate(folder_of(tmp_path, shaken), tmp_path / "data")
    assert (status, told["grade"]) == (1, "redo")
    assert told["sheets"][0]["wobble_mm"] > 1.0
    assert kept_lens(tmp_path / "data", told["camera"]) is None


def test_nothing_in_view_is_told_in_words(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, [np.full((480, 640, 3), 120, np.uint8)] * FRAMES)
    done = run("calibrate", "--camera", folder, "--data", tmp_path / "data", "--frames", FRAMES)
    assert done.exit_code == 1
    assert "Redo" in done.stdout


@pytest.mark.parametrize("spec", ["sim", "off"])
def test_there_must_be_a_camera(tmp_path: Path, spec: str) -> None:
    done = run("calibrate", "--camera", spec, "--data", tmp_path)
    assert done.exit_code == 1
    assert "camera-unknown" in done.stderr
