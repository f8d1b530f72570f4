"""Webcams: set up, locked and let go through OpenCV's properties."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hw import capture
from hw.camera import CameraError
from hw.capture import AUTOMATIC, MANUAL, webcam
from hw.picture import Picture
from hw.v4l2 import VideoDevice


class FakeCapture:
    """A webcam that takes every wish, and remembers it."""

    latest: FakeCapture

    def __init__(self, source: int, *_: object) -> None:
        FakeCapture.latest = self
        self.source, self.light = source, 120
        self.values = {cv2.CAP_PROP_EXPOSURE: 157.0}
        self.wishes: list[tuple[int, float]] = []

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
        return self.source != 97

    def set(self, key: int, value: float) -> bool:
        self.wishes.append((key, value))
        self.values[key] = value
        return True

    def get(self, key: int) -> float:
        return self.values.get(key, 0.0)

    def read(self) -> tuple[bool, np.ndarray]:
        return True, np.full((48, 64, 3), self.light, np.uint8)

    def release(self) -> None:
        pass


@pytest.fixture(autouse=True)
def slow_clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]

    def tick() -> float:
        now[0] += 0.1
        return now[0]

    monkeypatch.setattr(capture, "now_s", tick)
    monkeypatch.setattr(cv2, "VideoCapture", FakeCapture)
    return now


def read(camera, number: int) -> list[tuple[int, float]]:
    """What was wished of the webcam during so many frames."""
    device = FakeCapture.latest
    device.wishes.clear()
    for _ in range(number):
        camera.read()
    return device.wishes


def test_it_is_set_up_for_motion_jpeg_and_the_wished_size() -> None:
    webcam(2, Picture(width_px=1280, height_px=720)).open()
    values = FakeCapture.latest.values
    assert values[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert (values[cv2.CAP_PROP_FRAME_WIDTH], values[cv2.CAP_PROP_FRAME_HEIGHT]) == (1280, 720)
    assert values[cv2.CAP_PROP_AUTO_EXPOSURE] == AUTOMATIC
    assert values[cv2.CAP_PROP_AUTOFOCUS] == 1, "the arm may hang higher than when it was locked"


def test_it_settles_is_locked_and_let_go_when_the_light_changes(slow_clock) -> None:
    camera = webcam(0)
    camera.open()
    assert read(camera, 20) == [
        (cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL),
        (cv2.CAP_PROP_EXPOSURE, 157.0),
        (cv2.CAP_PROP_AUTO_WB, 0),
        (cv2.CAP_PROP_AUTOFOCUS, 0),
    ]
    slow_clock[0] += 60
    FakeCapture.latest.light = 30
    assert read(camera, 18)[:2] == [(cv2.CAP_PROP_AUTO_EXPOSURE, AUTOMATIC), (cv2.CAP_PROP_AUTO_WB, 1)]


def test_one_that_does_not_tell_its_exposure_keeps_its_own() -> None:
    camera = webcam(0)
    camera.open()
    FakeCapture.latest.values[cv2.CAP_PROP_EXPOSURE] = 0.0
    assert cv2.CAP_PROP_AUTO_EXPOSURE not in dict(read(camera, 20))


@pytest.mark.parametrize("exposure", ["auto", 12000])
def test_the_exposure_may_be_left_alone_or_given(exposure) -> None:
    camera = webcam(0, Picture(exposure=exposure))
    camera.open()
    if exposure == 12000:
        assert FakeCapture.latest.values[cv2.CAP_PROP_EXPOSURE] == 120
        assert FakeCapture.latest.values[cv2.CAP_PROP_AUTO_EXPOSURE] == MANUAL
    assert read(camera, 30) == []


def test_a_picture_on_which_opencv_fails_is_a_camera_that_gives_none(monkeypatch) -> None:
    def torn(_: FakeCapture) -> None:
        raise cv2.error("(-215:Assertion failed) !buf.empty()")

    camera = webcam(0)
    camera.open()
    monkeypatch.setattr(FakeCapture, "read", torn)
    with pytest.raises(CameraError) as caught:
        camera.read()
    assert caught.value.code == "camera-lost"


@pytest.mark.parametrize(
    ("why_not", "holder", "code", "words"),
    [
        ("", "guvcview", "camera-busy", "guvcview holds it"),
        ("", "", "camera-busy", "another program holds it"),
        ("It gives no pictures: metadata, or a decoder.", "", "camera-missing", "no pictures"),
    ],
)
def test_why_it_does_not_open(monkeypatch, why_not: str, holder: str, code: str, words: str) -> None:
    monkeypatch.setattr(capture.Path, "exists", lambda _: True)
    monkeypatch.setattr(capture, "video_devices", lambda: [VideoDevice(97, "x", why_not=why_not)])
    monkeypatch.setattr(capture, "holder", lambda _: holder)
    with pytest.raises(CameraError) as caught:
        webcam(97).open()
    assert caught.value.code == code
    assert words in caught.value.sentence
