"""Cameras that replay, and the words that choose one."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hw.camera import CameraEnded, CameraError
from hw.cameras import camera_from
from hw.capture import CaptureCamera
from hw.recordings import FolderCamera, VideoCamera


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
    with pytest.raises(CameraError, match="no camera that I know"):
        camera_from("telescope", lambda: simulated)


def test_without_any_camera_the_table_is_simulated(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hw.cameras.best_camera", lambda _: None)
    simulated = FolderCamera(folder)
    assert camera_from("auto", lambda: simulated) is simulated
