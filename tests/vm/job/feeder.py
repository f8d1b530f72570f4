"""Feeds a video device: shows the picture whose number stands in a file, until it is ended."""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import time
from pathlib import Path
from typing import Final

import cv2

SET_FORMAT: Final = 0xC0D05605
OUTPUT: Final = 2
"""VIDIOC_S_FMT and V4L2_BUF_TYPE_VIDEO_OUTPUT of linux/videodev2.h."""

FORMAT_BYTES: Final = 208
PROGRESSIVE: Final = 1
SRGB: Final = 8
PAUSE_S: Final = 0.2


def opened(device: str, width_px: int, height_px: int) -> int:
    """Open a device to write pictures of this size into, as YUYV."""
    handle = os.open(device, os.O_RDWR)
    code = int.from_bytes(b"YUYV", "little")
    row_bytes = 2 * width_px
    picture = (width_px, height_px, code, PROGRESSIVE, row_bytes, row_bytes * height_px, SRGB, 0, 0, 0, 0, 0)
    wish = struct.pack("<I4x12I", OUTPUT, *picture)
    fcntl.ioctl(handle, SET_FORMAT, bytearray(wish.ljust(FORMAT_BYTES, b"\0")))
    return handle


def feed(device: str, film: Path) -> None:
    """Show picture after picture; the file ``now`` of the film's folder says which."""
    output, shown, frame = -1, "", b""
    while True:
        now = (film / "now").read_text()
        if now != shown:
            picture = cv2.imread(str(film / f"{now}.png"))
            if output < 0:
                output = opened(device, picture.shape[1], picture.shape[0])
            frame, shown = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_YUYV).tobytes(), now
        os.write(output, frame)
        time.sleep(PAUSE_S)


if __name__ == "__main__":
    feed(sys.argv[1], Path(sys.argv[2]))
