"""Video devices: which are cameras, and why the others are not."""

from __future__ import annotations

import errno
import os
import struct
from pathlib import Path

import pytest

from hw import v4l2
from hw.v4l2 import VideoDevice, holder, video_devices

WHOLE = 0x80000000
WEBCAM = (b"uvcvideo", b"Table Cam HD", WHOLE | 0x84A00001, 0x04200001)
METADATA = (b"uvcvideo", b"Table Cam HD", WHOLE | 0x84A00001, 0x04A00000)
FRONT_END = (b"rp1-cfe", b"rp1-cfe", WHOLE | 0x1, 0x1)
DECODER = (b"somecodec", b"decoder", WHOLE | 0x8000, 0x8000 | 0x1)
OLD = (b"vivid", b"An old driver", 0x1, 0)

MJPG, YUYV = (int.from_bytes(code, "little") for code in (b"MJPG", b"YUYV"))


@pytest.fixture
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """Device -> what the kernel says of it: its capabilities, or an error."""
    known: dict[str, object] = {}

    def ioctl(handle: int, request: int, answer: bytearray) -> None:
        said = known[Path(f"/proc/self/fd/{handle}").readlink().name]
        if isinstance(said, OSError):
            raise said
        if request == v4l2.QUERY_CAPABILITIES:
            driver, card, whole, own = said
            answer[:] = v4l2.CAPABILITIES.pack(driver, card, b"usb-1", 1, whole, own)
            return
        index = struct.unpack_from("=I", answer)[0]
        if index >= 2:
            raise OSError(errno.EINVAL, "Invalid argument")
        if request == v4l2.ENUM_FORMATS:
            answer[:] = v4l2.FORMAT.pack(index, 1, 0, b"", (MJPG, YUYV)[index], 0)
        elif struct.unpack_from("=I", answer, 4)[0] == MJPG:
            size = struct.pack("=6I", *((640, 480), (1920, 1080))[index], 0, 0, 0, 0)
            answer[:] = v4l2.SIZE.pack(index, MJPG, 1, size)
        else:
            answer[:] = v4l2.SIZE.pack(index, YUYV, 3, struct.pack("=6I", 2, 800, 2, 2, 600, 2))

    monkeypatch.setattr(v4l2.fcntl, "ioctl", ioctl)
    return known


def plug(devices: dict[str, object], tmp_path: Path, **said: object) -> list[VideoDevice]:
    for name, capabilities in said.items():
        (tmp_path / name).write_text("")
        devices[name] = capabilities
    return video_devices(tmp_path)


def test_a_webcam_tells_its_name_its_formats_and_its_sizes(devices, tmp_path: Path) -> None:
    (found,) = plug(devices, tmp_path, video2=WEBCAM)
    sizes = ((1920, 1080), (800, 600), (640, 480))
    assert found == VideoDevice(2, "Table Cam HD", ("MJPG", "YUYV"), sizes)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (METADATA, "no pictures"),
        (FRONT_END, "choose picamera2"),
        (DECODER, "decoder"),
        (OSError(errno.ENOTTY, "Inappropriate ioctl"), "It is no camera"),
    ],
    ids=["metadata", "the Pi's own", "a decoder", "no video device"],
)
def test_what_is_no_camera_says_why(devices, tmp_path: Path, said: object, words: str) -> None:
    (found,) = plug(devices, tmp_path, video0=said)
    assert words in str(found.why_not)


def test_devices_come_by_their_numbers_and_an_old_driver_counts(devices, tmp_path: Path) -> None:
    found = plug(devices, tmp_path, video10=WEBCAM, video9=OLD, video=WEBCAM)
    assert [each.number for each in found] == [9, 10]
    assert found[0].why_not == ""


def test_a_device_that_may_not_be_opened_names_the_group(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "video0").write_text("")

    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    (found,) = video_devices(tmp_path)
    assert "group video" in str(found.why_not)


def test_the_program_that_holds_a_device_is_named(tmp_path: Path) -> None:
    device = tmp_path / "video0"
    for process, comm in (("17", "rpicam-hello"), (str(os.getpid()), "companion")):
        fds = tmp_path / "proc" / process / "fd"
        fds.mkdir(parents=True)
        (fds / "3").symlink_to(device)
        (fds.parent / "comm").write_text(f"{comm}\n")
    assert holder(device, tmp_path / "proc") == "rpicam-hello"
    assert holder(tmp_path / "video1", tmp_path / "proc") == ""


def test_a_real_video_device_can_be_asked() -> None:
    if not list(Path("/dev").glob("video*")):
        pytest.skip("this machine has no video device")
    assert all(each.name for each in video_devices())
