"""The Pi's camera, over a picamera2 that a test plays; and over the real one where there is one."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from hw.camera import CameraError
from hw.cameras import camera_from, cameras_found
from hw.pi_camera import PiCamera
from hw.picture import Picture


class Request:
    """A completed request: two streams, metadata, and whether it was given back."""

    def __init__(self, device: FakePicamera2) -> None:
        self.device, self.released = device, False
        self.asked: list[str] = []

    def make_array(self, stream: str) -> np.ndarray:
        assert not self.released, "the memory belongs to the camera again"
        self.asked.append(stream)
        if stream == "main":
            return np.full((1232, 1640, 3), (10, 20, 200), np.uint8)
        return np.full((360, 384), self.device.light, np.uint8)  # rows are padded, colours below

    def get_metadata(self) -> dict[str, object]:
        return dict(self.device.metadata)

    def release(self) -> None:
        self.released = True


class FakePicamera2:
    """As much of picamera2 as is used, remembering what it was told."""

    plugged, held, starts_not = True, False, False
    latest: FakePicamera2

    def __init__(self) -> None:
        if self.held:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        FakePicamera2.latest = self
        self.camera_controls = {"AeEnable": (), "AfMode": ()}
        self.metadata: dict[str, object] = {
            "ExposureTime": 9000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 1.8),
            "AfState": 2,
            "LensPosition": 1.4,
        }
        self.light, self.controls, self.requests = 120, [], []
        self.closed, self.fails = False, None
        if self.starts_not:
            self.start = self._fail

    @classmethod
    def global_camera_info(cls) -> list[dict[str, str]]:
        return [{"Model": "imx708"}] if cls.plugged else []

    def create_video_configuration(self, **parts: object) -> dict[str, object]:
        return parts

    def configure(self, parts: dict[str, object]) -> None:
        self.parts = parts

    def start(self) -> None:
        self.started = True

    def _fail(self) -> None:
        raise RuntimeError("Failed to start camera: Broken pipe")

    def set_controls(self, controls: dict[str, object]) -> None:
        self.controls.append(controls)

    def capture_request(self, *, wait: bool) -> str:
        assert wait is False
        return "job"

    def wait(self, job: str, timeout: float) -> Request:
        if self.fails is not None:
            raise self.fails
        self.requests.append(Request(self))
        return self.requests[-1]

    def stop(self) -> None:
        if self.fails is not None:
            raise RuntimeError("already gone")

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    module = ModuleType("picamera2")
    module.__spec__ = SimpleNamespace(name="picamera2")
    module.Picamera2 = FakePicamera2
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr(FakePicamera2, "plugged", True)
    monkeypatch.setattr(FakePicamera2, "held", False)
    monkeypatch.setattr(FakePicamera2, "starts_not", False)
    return FakePicamera2


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    now = SimpleNamespace(s=0.0)

    def tick() -> float:
        now.s += 0.1
        return now.s

    monkeypatch.setattr("hw.pi_camera.now_s", tick)
    return now


def test_two_streams_and_the_large_one_is_copied_only_when_asked_for(picamera2) -> None:
    camera = PiCamera()
    camera.open()
    device = picamera2.latest
    assert device.parts["main"] == {"size": (1640, 1232), "format": "RGB888"}
    first = camera.read()
    assert first.small.shape == (240, 320)
    assert device.requests[0].asked == ["lores"]
    assert first.image[0, 0].tolist() == [10, 20, 200]
    assert first.image is first.image, "copied once"
    second = camera.read()
    assert device.requests[0].released
    assert first.image.shape == (1232, 1640, 3), "who has asked keeps it"
    camera.read()
    with pytest.raises(CameraError) as caught:
        _ = second.image
    assert caught.value.code == "camera-slow"
    camera.close()
    camera.close()
    assert device.closed
    assert all(request.released for request in device.requests)


def test_exposure_white_balance_and_focus_are_settled_then_locked(picamera2, clock) -> None:
    camera = PiCamera()
    camera.open()
    device = picamera2.latest
    assert device.controls == [{"AfMode": 1, "AfTrigger": 0}], "focuses once"
    for _ in range(20):
        camera.read()
    assert device.controls[1:] == [
        {
            "AeEnable": False,
            "ExposureTime": 9000,
            "AnalogueGain": 2.0,
            "AwbEnable": False,
            "ColourGains": (1.5, 1.8),
            "AfMode": 0,
            "LensPosition": 1.4,
        }
    ]
    clock.s += 60
    device.light = 40
    for _ in range(18):
        camera.read()
    assert device.controls[2] == {"AeEnable": True, "AwbEnable": True}, "the light was switched off"


def test_it_is_not_locked_before_it_has_focused(picamera2, clock) -> None:
    camera = PiCamera()
    camera.open()
    picamera2.latest.metadata["AfState"] = 1
    for _ in range(20):
        camera.read()
    assert len(picamera2.latest.controls) == 1


def test_a_camera_without_focus_is_not_told_to(picamera2, clock) -> None:
    camera = PiCamera()
    camera.open()
    device = picamera2.latest
    del device.camera_controls["AfMode"], device.metadata["AfState"], device.metadata["LensPosition"]
    device.controls.clear()
    for _ in range(20):
        camera.read()
    assert [set(controls) & {"AfMode", "LensPosition"} for controls in device.controls] == [set()]


@pytest.mark.parametrize("exposure", ["auto", 5000])
def test_the_exposure_may_be_left_alone_or_given(picamera2, clock, exposure) -> None:
    camera = PiCamera(Picture(exposure=exposure, width_px=2304, height_px=1296))
    camera.open()
    device = picamera2.latest
    for _ in range(30):
        camera.read()
    assert len(device.controls) == 1, "only the focus"
    assert device.parts["main"]["size"] == (2304, 1296)
    assert device.parts["controls"].get("ExposureTime") == (5000 if exposure == 5000 else None)


@pytest.mark.parametrize(
    ("error", "code"), [(TimeoutError(), "camera-slow"), (RuntimeError("dead"), "camera-lost")]
)
def test_what_goes_wrong_has_a_code_and_closing_never_fails(picamera2, error, code) -> None:
    camera = PiCamera()
    camera.open()
    picamera2.latest.fails = error
    with pytest.raises(CameraError) as caught:
        camera.read()
    assert caught.value.code == code
    camera.close()


def test_why_it_cannot_be_opened(picamera2, monkeypatch) -> None:
    monkeypatch.setattr(picamera2, "held", True)
    with pytest.raises(CameraError) as caught:
        PiCamera().open()
    assert caught.value.code == "camera-busy"
    monkeypatch.setattr(picamera2, "plugged", False)
    with pytest.raises(CameraError) as caught:
        PiCamera().open()
    assert caught.value.code == "camera-missing"


def test_a_camera_that_does_not_start_is_let_go_to_be_tried_again(picamera2) -> None:
    picamera2.starts_not = True
    camera = PiCamera()
    with pytest.raises(CameraError, match="Broken pipe") as caught:
        camera.open()
    assert caught.value.code == "camera-lost"
    assert picamera2.latest.closed
    picamera2.starts_not = False
    camera.open()
    assert not picamera2.latest.closed


def test_a_picamera2_that_does_not_fit_the_other_libraries_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clash = "numpy.dtype size changed, may indicate binary incompatibility"
    (tmp_path / "picamera2.py").write_text(f"raise ValueError({clash!r})")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    with pytest.raises(CameraError, match="binary incompatibility") as caught:
        PiCamera().open()
    assert caught.value.code == "camera-missing"
    monkeypatch.setattr("hw.cameras.webcams", list)
    simulated = PiCamera()
    simulated.open = lambda: None
    camera = camera_from("auto", lambda: simulated)
    camera.open()
    assert camera._camera is simulated, "and the table is simulated"


def test_a_camera_that_goes_while_it_is_opened_is_told_and_let_go(picamera2, monkeypatch) -> None:
    def gone(*_: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(picamera2, "set_controls", gone)
    with pytest.raises(CameraError, match="list index") as caught:
        PiCamera().open()
    assert caught.value.code == "camera-lost"
    assert picamera2.latest.closed
    monkeypatch.setattr(picamera2, "__init__", gone)
    with pytest.raises(CameraError, match="does not open") as caught:
        PiCamera().open()
    assert caught.value.code == "camera-lost"


def test_a_picture_that_fails_gives_its_memory_back(picamera2, monkeypatch) -> None:
    camera = PiCamera()
    camera.open()

    def torn(request: Request) -> dict[str, object]:
        raise ValueError("mmap closed or invalid")

    monkeypatch.setattr(Request, "get_metadata", torn)
    for _ in range(2):
        with pytest.raises(CameraError) as caught:
            camera.read()
        assert caught.value.code == "camera-lost"
    assert [request.released for request in picamera2.latest.requests] == [True, False]
    camera.close()
    assert picamera2.latest.requests[-1].released


def test_a_camera_that_does_not_stop_is_closed_all_the_same(picamera2) -> None:
    camera = PiCamera()
    camera.open()
    picamera2.latest.fails = RuntimeError("dead")
    camera.close()
    assert picamera2.latest.closed, "it would be busy by ourselves for ever"


def test_the_list_says_what_is_there_and_why_not(picamera2, monkeypatch) -> None:
    monkeypatch.setattr("hw.cameras.video_devices", list)
    assert [each.spec for each in cameras_found()] == ["picamera2", "sim", "off"]
    assert cameras_found()[0].about == "imx708"
    monkeypatch.setattr(picamera2, "plugged", False)
    assert "No camera module" in str(cameras_found()[0].why_not)
    monkeypatch.setattr(picamera2, "global_camera_info", classmethod(lambda _: 1 / 0))
    assert "does not work" in str(cameras_found()[0].why_not)


def test_the_second_camera_of_a_pi_is_listed_and_opened_by_its_number(picamera2, monkeypatch) -> None:
    info = [{"Model": "imx708"}, {"Model": "imx477"}, {"Model": "C920", "Id": "/base/usb@1/1-1"}]
    monkeypatch.setattr(picamera2, "global_camera_info", classmethod(lambda _: info))
    monkeypatch.setattr("hw.cameras.video_devices", list)
    assert [(each.spec, each.about) for each in cameras_found()[:2]] == [
        ("picamera2", "imx708"),
        ("picamera2:1", "imx477"),
    ]
    numbers, begin = [], picamera2.__init__

    def begun(self, *number: int) -> None:
        numbers.append(number)
        begin(self)

    monkeypatch.setattr(picamera2, "__init__", begun)
    for spec, number, name in (
        ("picamera2", (), "Pi camera"),
        ("picamera2:0", (), "Pi camera"),
        ("picamera2:1", (1,), "Pi camera 1"),
    ):
        camera = camera_from(spec, lambda: pytest.fail("simulated"))
        camera.open()
        assert (numbers.pop(), camera.name) == (number, name)
        assert camera_from(camera.spec, lambda: pytest.fail("simulated")).spec == camera.spec
        camera.close()
    with pytest.raises(CameraError, match="Pi camera 2 is not connected") as caught:
        camera_from("picamera2:2", lambda: pytest.fail("simulated")).open()
    assert caught.value.code == "camera-missing", "the webcam is none of the Pi's own"


def test_a_real_camera_module_gives_pictures() -> None:
    if find_spec("picamera2") is None:
        pytest.skip("picamera2 is not installed")
    camera = PiCamera()
    try:
        camera.open()
    except CameraError as error:
        pytest.skip(error.sentence)
    frames = [camera.read() for _ in range(30)]
    assert frames[-1].image.ndim == 3
    assert frames[-1].small.shape == (240, 320)
    camera.close()
