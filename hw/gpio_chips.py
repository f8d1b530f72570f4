"""The GPIO chips of this machine, found by their labels.

The number of the chip behind a Pi's header is no property of the board: on the Pi 5 it was 4, then
0, then 11 and more, as kernels went by (raspberrypi/linux#6144, adafruit/Adafruit_Blinka#1119). Its
label has always been the same.
"""

from __future__ import annotations

import fcntl
import os
import re
import struct
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import Saying

HEADER_LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The chip behind the 40-pin header: of the Pi 5, the Pi 4, and all before."""

GET_CHIP_INFO: Final = 0x8044B401
"""GPIO_GET_CHIPINFO_IOCTL of linux/gpio.h: two texts of 32 bytes and the number of lines."""

CHIP_INFO: Final = struct.Struct("=32s32sI")


class Chip(NamedTuple):
    """One chip; ``why_not`` says why it cannot be used, and is empty where it can."""

    number: int
    label: str
    lines: int
    why_not: str | Saying = ""


def chips(dev: Path = Path("/dev")) -> list[Chip]:
    """Give every GPIO chip that there is, by its number."""
    names = (path.name.removeprefix("gpiochip") for path in dev.glob("gpiochip*"))
    numbers = sorted(int(name) for name in names if re.fullmatch(r"\d+", name))
    return [_look_at(dev / f"gpiochip{number}", number) for number in numbers]


def _look_at(path: Path, number: int) -> Chip:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        return Chip(number, "", 0, Saying("{path} cannot be opened: {why}", path=path, why=error.strerror))
    try:
        info = bytearray(CHIP_INFO.size)
        fcntl.ioctl(handle, GET_CHIP_INFO, info)
    except OSError as error:
        return Chip(number, "", 0, Saying("{path} is no GPIO chip: {why}", path=path, why=error.strerror))
    finally:
        os.close(handle)
    _, label, lines = CHIP_INFO.unpack(info)
    return Chip(number, label.rstrip(b"\0").decode(errors="replace"), lines)


def header_chip(label: str = "", found: list[Chip] | None = None) -> Chip | None:
    """Give the chip of that label, or the one behind the header of a Pi; None without one.

    Parameters
    ----------
    label : str
        The label to look for; empty: those of the header, the newest board's first.
    found : list of Chip, optional
        The chips of the machine, where they have been listed before.
    """
    there = [chip for chip in (chips() if found is None else found) if not chip.why_not]
    for wanted in (label,) if label else HEADER_LABELS:
        match = next((chip for chip in there if chip.label == wanted), None)
        if match is not None:
            return match
    return None
