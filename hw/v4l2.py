"""What the video devices of this machine are, asked of the kernel without disturbing them.

A Pi has some twenty of them, of which at most one is a webcam: the others are parts of its own
camera, decoders, and the second node that every webcam has for its metadata.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import Saying

QUERY_CAPABILITIES: Final = 0x80685600
ENUM_FORMATS: Final = 0xC0405602
ENUM_SIZES: Final = 0xC02C564A
"""VIDIOC_QUERYCAP, VIDIOC_ENUM_FMT and VIDIOC_ENUM_FRAMESIZES of linux/videodev2.h."""

CAPABILITIES: Final = struct.Struct("=16s32s32sIII12x")
FORMAT: Final = struct.Struct("=III32sII12x")
SIZE: Final = struct.Struct("=III24s8x")

VIDEO_CAPTURE: Final = 0x1
OUTPUT: Final = 0x2 | 0x8000 | 0x4000
"""Devices that also take pictures in are decoders and scalers, no cameras."""

CAPTURE_TYPE: Final = 1
DISCRETE: Final = 1
MOST: Final = 64
"""Formats or sizes of one device that are asked for."""

INSIDE_A_PI: Final = ("unicam", "rp1-cfe", "bcm2835-isp", "pispbe", "bcm2835-codec", "rpi-hevc", "rpivid")
"""Drivers of the Pi's own camera and decoders; those pictures come through picamera2."""


NO_RIGHTS: Final = Saying("This user may not use it: the group video is missing.")
PART_OF_A_PI: Final = Saying("It is a part of the Pi's own camera: choose picamera2.")
NO_PICTURES: Final = Saying("It gives no pictures: metadata, or a decoder.")


class VideoDevice(NamedTuple):
    """One device; ``why_not`` says why it is no camera, and is empty where it is one.

    ``sizes_px`` are the sizes of its pictures, the largest first, where it names them.
    """

    number: int
    name: str
    formats: tuple[str, ...] = ()
    sizes_px: tuple[tuple[int, int], ...] = ()
    why_not: str | Saying = ""


def video_devices(dev: Path = Path("/dev")) -> list[VideoDevice]:
    """Give every video device that there is, by its number."""
    names = (path.name.removeprefix("video") for path in dev.glob("video*"))
    return [
        _look_at(dev / f"video{number}", number) for number in sorted(int(n) for n in names if n.isdigit())
    ]


def _look_at(path: Path, number: int) -> VideoDevice:
    try:
        handle = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except PermissionError:
        return VideoDevice(number, path.name, why_not=NO_RIGHTS)
    except OSError as error:
        shut = Saying("It cannot be opened: {why}.", why=error.strerror)
        return VideoDevice(number, path.name, why_not=shut)
    try:
        return _described(handle, number)
    except OSError as error:
        return VideoDevice(number, path.name, why_not=Saying("It is no camera: {why}.", why=error.strerror))
    finally:
        os.close(handle)


def _described(handle: int, number: int) -> VideoDevice:
    answer = bytearray(CAPABILITIES.size)
    fcntl.ioctl(handle, QUERY_CAPABILITIES, answer)
    driver, card, _, _, whole, own = CAPABILITIES.unpack(answer)
    able, name = own if whole & 0x80000000 else whole, _text(card)
    if any(_text(driver).startswith(inside) for inside in INSIDE_A_PI):
        return VideoDevice(number, name, why_not=PART_OF_A_PI)
    if not able & VIDEO_CAPTURE or able & OUTPUT:
        return VideoDevice(number, name, why_not=NO_PICTURES)
    formats = list(_formats(handle))
    sizes = {size for _, code in formats for size in _sizes(handle, code)}
    return VideoDevice(number, name, tuple(text for text, _ in formats), tuple(sorted(sizes, reverse=True)))


def _formats(handle: int) -> Iterator[tuple[str, int]]:
    """Give the four letters and the code of every format."""
    for index in range(MOST):
        answer = bytearray(FORMAT.pack(index, CAPTURE_TYPE, 0, b"", 0, 0))
        try:
            fcntl.ioctl(handle, ENUM_FORMATS, answer)
        except OSError:
            return
        code = FORMAT.unpack(answer)[4]
        yield struct.pack("<I", code).decode("latin-1").strip(), code


def _sizes(handle: int, code: int) -> Iterator[tuple[int, int]]:
    for index in range(MOST):
        answer = bytearray(SIZE.pack(index, code, 0, b""))
        try:
            fcntl.ioctl(handle, ENUM_SIZES, answer)
        except OSError:
            return
        _, _, kind, body = SIZE.unpack(answer)
        numbers = struct.unpack("=6I", body)
        if kind == DISCRETE:
            yield numbers[0], numbers[1]
        else:  # a range: its largest
            yield numbers[1], numbers[4]
            return


def _text(raw: bytes) -> str:
    return raw.split(b"\0")[0].decode(errors="replace")


def holder(device: Path, proc: Path = Path("/proc")) -> str:
    """Give the name of a program that has a device open, other than this one; empty if none is to be seen."""
    for handle in proc.glob("[0-9]*/fd/*"):
        process = handle.parent.parent
        try:
            if process.name != str(os.getpid()) and handle.readlink() == device:
                return (process / "comm").read_text().strip()
        except OSError:  # it has ended, or is somebody else's
            continue
    return ""
