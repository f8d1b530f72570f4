"""A look through the camera before a game, at recordings and at drivers that fail or hang."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli.assembly import trial
from companion.cli.assembly.photos import PhotoDesk
from companion.cli.assembly.trial import CameraTrial
from companion.layouts import load_layout
from companion.simulation.table import SimulatedTable
from hw.camera import CameraEnded, CameraError, Frame
from hw.picture import Picture


class Webcam:
    """It gives a picture every half a second of its own time, each lighter than the one before."""

    name, spec = "webcam 0", "v4l2:0"

    def __init__(self) -> None:
        self.count, self.closed = 0, 0
        self.opens, self.free = threading.Event(), threading.Event()
        self.free.set()

    def open(self) -> None:
        self.opens.set()
        assert self.free.wait(60)

    def read(self, _timeout_s: float = 2.0) -> Frame:
        self.count += 1
        return Frame(np.full((480, 640, 3), 20 * self.count, np.uint8), self.count / 2, self.count)

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def webcam(monkeypatch: pytest.MonkeyPatch) -> Iterator[Webcam]:
    camera = Webcam()
    monkeypatch.setattr("hw.cameras._candidates", lambda _: [camera])
    yield camera
    camera.free.set()


def looking(folder: Path, chosen: str = "auto") -> CameraTrial:
    return CameraTrial(lambda: chosen, Picture(), folder, PhotoDesk(lambda: None))


@pytest.mark.whole
def test_a_folder_of_one_picture_is_looked_at_and_read(tmp_path: Path) -> None:
    table = SimulatedTable(load_layout("caterpillar-filler"), seed=1)
    cv2.imwrite(str(tmp_path / "1.png"), table.picture())
    image, sighting, drawn = looking(tmp_path, str(tmp_path))()
    assert {sheet.sheet for sheet in sighting.sheets} == {"mat", "tray"}
    assert drawn.shape == image.shape


def test_a_camera_is_given_time_to_find_its_light_and_is_let_go(tmp_path: Path, webcam: Webcam) -> None:
    image, sighting, _ = looking(tmp_path)()
    assert int(image[0, 0, 0]) == 80, "the first picture that is one and a half seconds after the first"
    assert webcam.closed == 1
    assert [problem.sentence for problem in sighting.view], "one even surface is no table"


def test_without_a_camera_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hw.cameras._candidates", lambda _: [])
    for chosen in ("auto", "off"):
        with pytest.raises(CameraError, match="No camera is connected") as caught:
            looking(tmp_path, chosen)()
        assert caught.value.code == "camera-missing"


def test_an_empty_folder_has_nothing_to_show(tmp_path: Path) -> None:
    with pytest.raises(CameraError):
        looking(tmp_path, str(tmp_path))()


def test_a_recording_that_ends_before_its_first_picture_has_ended(webcam: Webcam, tmp_path: Path) -> None:
    def ended(_timeout_s: float = 2.0) -> Any:
        raise CameraEnded

    webcam.read = ended  # type: ignore[method-assign]
    with pytest.raises(CameraEnded):
        looking(tmp_path)()
    assert webcam.closed == 1


def test_nobody_waits_for_a_driver_that_hangs_nor_asks_it_again(
    tmp_path: Path, webcam: Webcam, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "PATIENCE_S", 0.1)
    webcam.free.clear()
    look = looking(tmp_path)
    for _ in range(2):
        with pytest.raises(CameraError, match="does not answer") as caught:
            look()
        assert caught.value.code == "camera-silent"
    assert webcam.opens.is_set()
    webcam.free.set()
    ends_s = time.monotonic() + 30
    while not webcam.closed and time.monotonic() < ends_s:
        time.sleep(0.02)
    monkeypatch.setattr(trial, "PATIENCE_S", 30.0)
    while look._aside.since_s is not None and time.monotonic() < ends_s:
        time.sleep(0.02)
    assert look()[0].shape == (480, 640, 3)
