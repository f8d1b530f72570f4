"""Webcams by names that stay, as udev gives them, and by the numbers that they have now."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np
import pytest

from hw import webcam_names
from hw.camera import CameraError
from hw.cameras import absent, camera_from, cameras_found
from hw.v4l2 import VideoDevice
from hw.webcam_names import device_number, lasting, lasting_spec, plain_name, webcam_in

BY_ID = "/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_ABC-video-index0"
BY_PATH = "/dev/v4l/by-path/platform-xhci-hcd.0-usb-0:1.2:1.0-video-index0"


@pytest.mark.parametrize(
    ("spec", "source"),
    [
        ("v4l2:3", 3),
        ("/dev/video3", 3),
        ("v4l2:/dev/video3", 3),
        (BY_ID, Path(BY_ID)),
        (f"v4l2:{BY_ID}", Path(BY_ID)),
        (BY_PATH, Path(BY_PATH)),
        *(
            (spec, None)
            for spec in ("picamera2", "v4l2:", "v4l2:x", "v4l2:-1", "/dev/sda", "/etc/passwd", "v4l2:²")
        ),
        *((f"/dev/v4l/by-id/{name}", None) for name in ("", "..", "../../sda", "a b", "a/b")),
    ],
)
def test_the_words_for_a_webcam(spec: str, source: int | Path | None) -> None:
    assert webcam_in(spec) == source


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    """Two webcams of one model, which share a name by id."""
    for folder in ("by-id", "by-path"):
        (tmp_path / "v4l" / folder).mkdir(parents=True)
    for number in (0, 1, 2):
        (tmp_path / f"video{number}").touch()
    (tmp_path / "v4l/by-id/usb-Cam-video-index0").symlink_to("../../video2")
    (tmp_path / "v4l/by-path/usb-1-video-index0").symlink_to("../../video0")
    (tmp_path / "v4l/by-path/usb-2-video-index0").symlink_to("../../video2")
    (tmp_path / "v4l/by-path/loop").symlink_to("loop")
    return tmp_path


def test_a_webcam_is_listed_by_the_name_that_stays(dev: Path) -> None:
    assert lasting_spec(2, dev) == f"v4l2:{dev}/v4l/by-id/usb-Cam-video-index0"
    assert lasting_spec(0, dev) == f"v4l2:{dev}/v4l/by-path/usb-1-video-index0"
    assert lasting_spec(1, dev) == "v4l2:1"


def test_a_name_leads_to_the_number_that_the_webcam_has_now(dev: Path) -> None:
    name = dev / "v4l/by-id/usb-Cam-video-index0"
    assert device_number(name) == 2
    name.unlink()
    assert device_number(name) is None
    name.symlink_to("../../video0")
    assert device_number(name) == 0
    assert device_number(dev / "v4l/by-path/loop") is None


class FakeCapture:
    opened: ClassVar[list[int]] = []

    def __init__(self, source: int, *_: object) -> None:
        FakeCapture.opened.append(source)

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
        return True

    def set(self, *_: object) -> bool:
        return True

    def read(self) -> tuple[bool, np.ndarray]:
        return True, np.zeros((48, 64, 3), np.uint8)

    def release(self) -> None:
        pass


def test_a_named_webcam_is_opened_by_its_number_of_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = {Path(BY_ID): 4}
    monkeypatch.setattr(cv2, "VideoCapture", FakeCapture)
    monkeypatch.setattr("hw.capture.device_number", numbers.get)
    camera = camera_from(BY_ID, lambda: pytest.fail("simulated"))
    assert (camera.spec, camera.name) == (f"v4l2:{BY_ID}", "webcam 046d HD Pro Webcam C920 ABC")
    FakeCapture.opened.clear()
    camera.open()
    numbers[Path(BY_ID)] = 7
    camera.open()
    assert FakeCapture.opened == [4, 7]
    numbers.clear()
    with pytest.raises(CameraError, match="C920 ABC is not connected") as caught:
        camera.open()
    assert caught.value.code == "camera-missing"
    assert str(absent(BY_ID)) == "The webcam 046d HD Pro Webcam C920 ABC is not connected."


def test_the_list_has_the_names_that_stay(monkeypatch: pytest.MonkeyPatch, dev: Path) -> None:
    monkeypatch.setattr("hw.cameras.find_spec", lambda _: None)
    monkeypatch.setattr("hw.cameras.video_devices", lambda: [VideoDevice(1, "Old"), VideoDevice(2, "Cam")])
    monkeypatch.setattr("hw.cameras.lasting_spec", lambda number: lasting_spec(number, dev))
    assert [each.spec for each in cameras_found()][1:3] == [
        "v4l2:1",
        f"v4l2:{dev}/v4l/by-id/usb-Cam-video-index0",
    ]


def test_number_and_name_of_one_webcam_are_the_same_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        webcam_names, "lasting_spec", lambda number: f"v4l2:{BY_ID}" if number == 4 else "v4l2:9"
    )
    monkeypatch.setattr(
        webcam_names, "device_number", lambda source: 4 if source in (4, Path(BY_ID)) else None
    )
    assert {lasting(each) for each in ("v4l2:4", "/dev/video4", BY_ID, f"v4l2:{BY_ID}")} == {f"v4l2:{BY_ID}"}
    for other in ("picamera2", "v4l2:5", "rtsp://cam/", "sim", "off"):
        assert lasting(other) == other


def test_what_udev_puts_round_a_name_is_left_out() -> None:
    assert plain_name(Path(BY_PATH)) == "platform-xhci-hcd.0-usb-0:1.2:1.0"
