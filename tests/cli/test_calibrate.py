"""`companion calibrate`: numbers and a word for how the camera hangs; the lens is kept."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from commands import run
from sweeps import slow

from companion.cli.assembly import box_choice
from companion.cli.assembly.table import TableMaker
from companion.cli.commands.calibrating import LENS_FILE, kept_lens
from companion.layouts import load_layout
from companion.sessions.store import Store
from companion.simulation.table import SimulatedTable
from vision.view.reader import TableReader

FRAMES = 3


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    table = SimulatedTable(load_layout("filler-tiles"), size_px=(984, 739))
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


@pytest.mark.whole
def test_a_camera_that_hangs_well_is_good_and_its_lens_is_kept(tmp_path: Path, picture) -> None:
    folder = folder_of(tmp_path, [picture] * FRAMES)
    status, told = calibrate(folder, tmp_path / "data")
    assert status == 0, told
    assert told["grade"] in ("good", "usable")
    (mat, *_) = told["sheets"]
    assert mat["error_mm"] < 0.5
    assert mat["wobble_mm"] < 0.05, "the same picture each time"
    lens = kept_lens(tmp_path / "data", str(folder))
    assert lens is not None
    assert lens.k1 == pytest.approx(told["lens_k1"], abs=1e-3)
    assert kept_lens(tmp_path / "data", "v4l2:0") is None, "another camera"
    assert kept_lens(tmp_path, str(folder)) is None


class Webcam:
    """A webcam over the simulated table, as OpenCV gives it."""

    picture: np.ndarray

    def __init__(self, *_: object) -> None:
        pass

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
        return True

    def set(self, *_: object) -> bool:
        return True

    def get(self, _: int) -> float:
        return 0.0

    def read(self) -> tuple[bool, np.ndarray]:
        return True, self.picture

    def release(self) -> None:
        pass


@pytest.fixture
def webcam(monkeypatch: pytest.MonkeyPatch, picture: np.ndarray) -> None:
    """One webcam, number 0, is all that there is."""
    Webcam.picture = picture
    monkeypatch.setattr(cv2, "VideoCapture", Webcam)
    monkeypatch.setattr("hw.cameras.find_spec", lambda _: None)
    monkeypatch.setattr("hw.cameras.webcams", lambda: [0])


@pytest.mark.parametrize(
    ("camera", "kept", "k1"),
    [
        ("v4l2:0", "v4l2:0", 0.25),
        ("v4l2:1", "v4l2:0", 0.0),
        ("auto", "v4l2:0", 0.25),
        ("auto", "v4l2:1", 0.0),
        ("sim", "sim", 0.0),
        ("auto", "auto", 0.25),
        ("v4l2:0", "auto", 0.25),
        ("sim", "auto", 0.0),
    ],
)
def test_the_table_reads_with_the_lens_of_its_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, webcam, camera: str, kept: str, k1: float
) -> None:
    (tmp_path / LENS_FILE).write_text(json.dumps({"camera": kept, "k1": 0.25}))
    made: list[TableReader] = []
    make = box_choice.table_reader

    def reader(layout):
        made.append(make(layout))
        return made[0]

    monkeypatch.setattr(box_choice, "table_reader", reader)
    with Store(tmp_path / "games.sqlite") as store:
        session = store.new_session("filler-tiles", ["Anna", "Ben"])
        live = TableMaker(camera, folder=tmp_path)(session).live
        assert live.step(), "there is a picture"
        live.stop()
    assert made[0].lens.k1 == k1


@pytest.mark.whole
@pytest.mark.parametrize("called", ["auto", *slow("v4l2:0")])
def test_a_lens_belongs_to_the_camera_however_that_was_called(tmp_path: Path, webcam, called: str) -> None:
    done = run("calibrate", "--camera", called, "--data", tmp_path, "--frames", FRAMES, "--json")
    assert json.loads(done.stdout)["camera"] == "v4l2:0"
    assert kept_lens(tmp_path, "v4l2:0") is not None


@pytest.mark.whole
def test_a_lens_that_was_kept_under_auto_holds_until_the_next_calibration(tmp_path: Path, webcam) -> None:
    (tmp_path / LENS_FILE).write_text(json.dumps({"camera": "auto", "k1": 0.25}))
    assert kept_lens(tmp_path, "picamera2").k1 == kept_lens(tmp_path, "v4l2:3").k1 == 0.25
    assert kept_lens(tmp_path, "rtsp://camera/1") is None, "auto never finds that"
    run("calibrate", "--data", tmp_path, "--frames", FRAMES)
    assert kept_lens(tmp_path, "v4l2:0") is not None
    assert kept_lens(tmp_path, "picamera2") is None


@pytest.mark.whole
def test_a_folder_is_the_same_camera_from_wherever_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, picture
) -> None:
    folder = folder_of(tmp_path, [picture] * FRAMES)
    monkeypatch.chdir(tmp_path)
    assert calibrate(Path(folder.name), tmp_path / "data")[0] == 0
    assert kept_lens(tmp_path / "data", str(folder)) is not None


@pytest.mark.whole
def test_a_torn_picture_is_passed_over(tmp_path: Path, picture) -> None:
    folder = folder_of(tmp_path, [picture] * FRAMES)
    (folder / "1.png").write_bytes(b"torn")
    done = run("calibrate", "--camera", folder, "--data", tmp_path, "--frames", FRAMES, "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["sheets"][0]["frames"] == FRAMES - 1
    assert "1.png cannot be read. [picture-unreadable]" in done.stderr


def test_a_camera_without_any_picture_is_told(tmp_path: Path) -> None:
    (tmp_path / "1.png").write_bytes(b"torn")
    done = run("calibrate", "--camera", tmp_path, "--data", tmp_path / "data")
    assert done.exit_code == 1
    assert "[camera-lost]" in done.stderr


@pytest.mark.whole
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
