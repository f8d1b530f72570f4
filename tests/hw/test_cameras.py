"""Cameras that replay, and the words that choose one."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from hw.camera import CameraEnded, CameraError, Frame
from hw.cameras import BestCamera, camera_from
from hw.capture import CaptureCamera
from hw.recordings import FolderCamera, VideoCamera, picture_in
from hw.v4l2 import VideoDevice


def grey(value: int) -> np.ndarray:
    return np.full((48, 64, 3), value, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in (1, 2, 10):
        cv2.imwrite(str(tmp_path / f"frame{number}.png"), grey(number * 20))
    return tmp_path


def test_a_folder_gives_its_pictures_in_the_order_of_their_numbers(folder: Path) -> None:
    camera = FolderCamera(folder)
    camera.open()
    assert [int(camera.read().image[0, 0, 0]) for _ in range(3)] == [20, 40, 200]
    with pytest.raises(CameraEnded):
        camera.read()


def test_a_picture_that_cannot_be_read_is_named_and_passed_over(folder: Path) -> None:
    (folder / "frame2.png").write_bytes(b"torn")
    camera = FolderCamera(folder)
    camera.open()
    camera.read()
    with pytest.raises(CameraError, match=r"frame2\.png") as caught:
        camera.read()
    assert caught.value.code == "picture-unreadable"
    assert camera.read().image[0, 0, 0] == 200


@pytest.mark.parametrize("extension", [".jpg", ".png", ".bmp", ".webp"])
def test_half_a_picture_is_none(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"frame1{extension}"
    noise = np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8)
    whole = cv2.imencode(extension, noise)[1].tobytes()
    path.write_bytes(whole)
    assert picture_in(path).shape == (48, 64, 3)
    for share in (0.0, 0.5, 0.9):
        path.write_bytes(whole[: int(share * len(whole))])
        assert picture_in(path) is None


def photograph(size_px: tuple[int, int] = (64, 48)) -> bytes:
    noise = np.random.default_rng(2).integers(0, 255, (size_px[1], size_px[0], 3), np.uint8)
    return cv2.imencode(".jpg", noise)[1].tobytes()


def with_thumbnail(jpeg: bytes) -> bytes:
    """As cameras write it: a small picture, with an end of its own, in the headers."""
    small = b"Exif\0\0" + photograph((16, 12))
    return jpeg[:2] + b"\xff\xe1" + (len(small) + 2).to_bytes(2, "big") + small + jpeg[2:]


@pytest.mark.parametrize(
    "trailing",
    [b"\0" * 99, b"film\xff\xda\0\0more", photograph(), photograph()[:400], bytes(range(256)) * 9],
    ids=["zeros", "a scan's mark", "a second picture", "half of one", "every byte"],
)
@pytest.mark.parametrize("wrap", [bytes, with_thumbnail])
def test_a_whole_picture_may_have_anything_behind_it(tmp_path: Path, wrap, trailing: bytes) -> None:
    path = tmp_path / "1.jpg"
    path.write_bytes(wrap(photograph()) + trailing)
    assert picture_in(path).shape == (48, 64, 3)


def test_half_a_picture_is_none_though_the_small_one_in_its_headers_ends(tmp_path: Path) -> None:
    path, whole = tmp_path / "1.jpg", with_thumbnail(photograph())
    path.write_bytes(whole)
    assert picture_in(path) is not None
    for length in (3, 100, len(whole) // 3, len(whole) // 2, len(whole) - 2):
        path.write_bytes(whole[:length])
        assert picture_in(path) is None


@pytest.mark.parametrize("filling", [b"\xff", b"\xff\xff\xff"])
def test_headers_may_be_filled_up(tmp_path: Path, filling: bytes) -> None:
    path, whole = tmp_path / "1.jpg", photograph()
    path.write_bytes(whole[:2] + filling + whole[2:])
    assert picture_in(path) is not None


def test_a_picture_that_cannot_be_read_is_told_of_once_and_read_when_it_is_mended(folder: Path) -> None:
    torn = folder / "frame2.png"
    whole = torn.read_bytes()
    torn.write_bytes(whole[:20])
    camera = FolderCamera(folder)
    camera.open()
    camera.read()
    with pytest.raises(CameraError):
        camera.read()
    camera.open()
    assert [int(camera.read().image[0, 0, 0]) for _ in range(2)] == [20, 200]
    torn.write_bytes(whole)
    camera.open()
    assert [int(camera.read().image[0, 0, 0]) for _ in range(3)] == [20, 40, 200]


def test_a_folder_that_is_taken_away_is_missed_at_its_next_picture(folder: Path) -> None:
    camera = FolderCamera(folder)
    camera.open()
    camera.read()
    shutil.rmtree(folder)
    with pytest.raises(CameraError) as caught:
        camera.read()
    assert caught.value.code == "camera-missing"


def test_a_camera_may_be_opened_again_after_it_was_closed(folder: Path) -> None:
    camera = FolderCamera(folder)
    times_s = []
    for _ in range(3):
        camera.open()
        frame = camera.read()
        assert frame.number == 1
        times_s.append(frame.t_s)
        camera.close()
        camera.close()
    assert times_s == sorted(set(times_s)), "time never goes back"


def test_a_video_gives_its_frames_with_the_times_of_the_film(tmp_path: Path) -> None:
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for value in (10, 200):
        writer.write(grey(value))
    writer.release()
    camera = VideoCamera(path)
    camera.open()
    first, second = camera.read(), camera.read()
    assert second.t_s - first.t_s == pytest.approx(0.1)
    assert first.image.mean() < 60 < 150 < second.image.mean()
    with pytest.raises(CameraEnded):
        camera.read()
    camera.open()
    assert camera.read().t_s > second.t_s
    camera.close()


def test_a_video_that_cannot_be_played_is_not_kept_open(tmp_path: Path) -> None:
    path = tmp_path / "table.mp4"
    path.write_bytes(b"no film")
    camera = VideoCamera(path)
    with pytest.raises(CameraError) as caught:
        camera.open()
    assert caught.value.code == "camera-missing"
    with pytest.raises(CameraError) as caught:
        camera.read()
    assert caught.value.code == "camera-lost", "not that it has ended"


@pytest.mark.parametrize(
    "make",
    [
        lambda path: FolderCamera(path / "nowhere"),
        FolderCamera,
        lambda path: VideoCamera(path / "nowhere.mp4"),
        lambda _: CaptureCamera("webcam 97", 97),
    ],
    ids=["no folder", "empty folder", "no video", "no webcam"],
)
def test_a_camera_that_is_not_there_says_so(make, tmp_path: Path) -> None:
    with pytest.raises(CameraError) as caught:
        make(tmp_path).open()
    assert caught.value.code == "camera-missing"
    assert caught.value.sentence.endswith(".")


def test_reading_a_camera_that_is_not_open_is_an_error_with_a_code() -> None:
    with pytest.raises(CameraError) as caught:
        CaptureCamera("webcam 97", 97).read()
    assert caught.value.code == "camera-lost"


def test_the_words_choose_the_camera(folder: Path) -> None:
    simulated = FolderCamera(folder)
    assert camera_from("off", lambda: simulated) is None
    assert camera_from("sim", lambda: simulated) is simulated
    assert isinstance(camera_from(str(folder), lambda: simulated), FolderCamera)
    assert camera_from("v4l2:3", lambda: simulated).name == "webcam 3"
    assert camera_from("rtsp://camera/1", lambda: simulated).name == "network camera"
    assert isinstance(camera_from(str(folder / "later"), lambda: simulated), FolderCamera)
    for words in ("telescope", str(folder / "frame1.png")):
        with pytest.raises(CameraError, match="no camera that I know"):
            camera_from(words, lambda: simulated)


class Fake:
    """A camera that opens, or does not."""

    def __init__(self, name: str, code: str = "") -> None:
        self.name, self.spec, self.code, self.opened = name, f"{name}:0", code, 0

    def open(self) -> None:
        if self.code:
            raise CameraError(self.code, f"The {self.name} does not open.")
        self.opened += 1

    def read(self, timeout_s: float = 2.0) -> Frame:
        return Frame(grey(1), 0.0, 1)

    def close(self) -> None:
        self.opened -= 1


def test_nothing_is_asked_of_a_driver_before_the_camera_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hw.cameras.webcams", lambda: pytest.fail("the devices were looked at"))
    monkeypatch.setattr("hw.cameras.find_spec", lambda _: pytest.fail("picamera2 was looked for"))
    found: list[object] = []
    camera = camera_from("auto", lambda: pytest.fail("a table was simulated"), found=found.append)
    assert (camera.spec, found) == ("auto", [])
    camera.close()


def test_the_first_camera_that_opens_is_the_one_from_then_on() -> None:
    busy, first, second = Fake("busy", "camera-busy"), Fake("first"), Fake("second")
    found: list[object] = []
    camera = BestCamera(lambda: [busy, first, second], lambda: pytest.fail("simulated"), found.append)
    camera.open()
    assert (camera.name, camera.spec, found) == ("first", "first:0", [first])
    assert camera.read().number == 1
    camera.close()
    assert first.opened == 0, "it is let go"
    busy.code, first.code = "", "camera-missing"
    with pytest.raises(CameraError, match="first does not open"):
        camera.open()
    assert (busy.opened, second.opened) == (0, 0), "another would look at something else"
    first.code = ""
    camera.open()
    assert (first.opened, found) == (1, [first])


def test_of_two_cameras_it_is_said_which_was_taken_and_why_not_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    devices = [VideoDevice(1, "HD Pro Webcam C920"), VideoDevice(2, "Another")]
    monkeypatch.setattr("hw.cameras.video_devices", lambda: devices)
    busy, free, other = Fake("webcam 0", "camera-busy"), Fake("webcam 1"), Fake("webcam 2")
    free.spec = "v4l2:1"
    camera = BestCamera(lambda: [busy, free, other], lambda: pytest.fail("simulated"))
    assert camera.taken is None
    camera.open()
    assert str(camera.taken) == (
        "The webcam 1, HD Pro Webcam C920 (v4l2:1) is used. The webcam 0 does not open."
    )


def test_without_any_camera_the_table_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hw.cameras.find_spec", lambda _: None)
    monkeypatch.setattr("hw.cameras.webcams", lambda: [97])
    simulated, found = Fake("simulated table"), []
    camera = camera_from("auto", lambda: simulated, found=found.append)
    camera.open()
    assert (simulated.opened, camera.name, found) == (1, "simulated table", [simulated])
    assert str(camera.taken) == "No camera was found: the simulated table is used."


class Device:
    """A device that one camera at a time may hold."""

    def __init__(self) -> None:
        self.holder: object = None


class Holding(Fake):
    """A camera over such a device."""

    def __init__(self, device: Device) -> None:
        super().__init__("webcam")
        self.device = device

    def open(self) -> None:
        if self.device.holder is not None:
            raise CameraError("camera-busy", "The webcam is there, but another program holds it.")
        self.device.holder = self

    def close(self) -> None:
        if self.device.holder is self:
            self.device.holder = None


def test_a_camera_that_another_holds_is_told_and_taken_when_it_is_free_and_no_table_is_simulated() -> None:
    device, missing = Device(), Fake("Pi camera", "camera-missing")

    def best() -> BestCamera:
        return BestCamera(lambda: [missing, Holding(device)], lambda: pytest.fail("a table was simulated"))

    before, after = best(), best()
    before.open()
    for _ in range(2):
        with pytest.raises(CameraError, match="another program holds it") as caught:
            after.open()
        assert caught.value.code == "camera-busy"
        after.close()
    before.close()
    after.open()
    assert after.spec == "webcam:0"


def test_a_camera_that_is_there_but_does_not_work_is_told(caplog: pytest.LogCaptureFixture) -> None:
    broken, busy, second = Fake("broken"), Fake("busy", "camera-busy"), Fake("second")
    broken.open = lambda: [][0]
    camera = BestCamera(lambda: [broken, busy], lambda: pytest.fail("a table was simulated"))
    with pytest.raises(CameraError, match="The broken does not open: list index") as caught:
        camera.open()
    assert caught.value.code == "camera-lost"
    assert "Traceback" in caplog.text
    camera = BestCamera(lambda: [broken, busy, second], lambda: pytest.fail("a table was simulated"))
    camera.open()
    assert camera.name == "second", "one that fails hides no other"


def test_the_words_of_a_camera_choose_it_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    simulated = Fake("simulated table")
    for spec in ("picamera2", "v4l2:3", "rtsp://camera/1", str(folder), "film.mp4"):
        found: list[Fake] = []
        camera = camera_from(spec, lambda: simulated, found=found.append)
        assert found == [camera], "the words say which it is"
        assert type(camera_from(camera.spec, lambda: simulated)) is type(camera)
    assert camera_from(folder.name, lambda: simulated).spec == str(folder.resolve())
