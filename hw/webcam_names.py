"""The names of webcams: by their number, which changes with the order of plugging in, or by one that stays.

udev keeps links to each video device in ``/dev/v4l``: *by-id* after maker, model and serial number, *by-path*
after the socket that it is plugged into.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

WEBCAM: Final = "v4l2:"
"""Before the number or the name of a webcam, in the words that choose it."""

DEV: Final = Path("/dev")
LINKS: Final = ("v4l/by-id", "v4l/by-path")
"""Folders of names that stay, the better first. Two webcams of one model may share a name by id."""

DEVICE: Final = re.compile(r"video([0-9]+)")
NAMED: Final = re.compile(r"/dev/v4l/by-(id|path)/[^/\s]+")


def webcam_in(spec: str) -> int | Path | None:
    """Give the number or the name of the webcam that words choose; None where they choose none."""
    named = spec.removeprefix(WEBCAM)
    if named != spec and named.isdigit() and named.isascii():
        return int(named)
    device = DEVICE.fullmatch(named.removeprefix("/dev/")) if named.startswith("/dev/") else None
    if device is not None:
        return int(device[1])
    return Path(named) if NAMED.fullmatch(named) and Path(named).name not in (".", "..") else None


def device_number(source: int | Path) -> int | None:
    """Give the number that a webcam has now; None where no device of that name is there."""
    if isinstance(source, int):
        return source
    try:
        found = DEVICE.fullmatch(source.resolve(strict=True).name)
    except (OSError, RuntimeError):  # the latter where links go in a circle
        return None
    return int(found[1]) if found else None


def lasting_spec(number: int, dev: Path = DEV) -> str:
    """Give the words that choose a webcam for good; by its number where it has no name that stays."""
    for folder in LINKS:
        for link in sorted(dev.glob(f"{folder}/*")):
            if device_number(link) == number:
                return f"{WEBCAM}{link}"
    return f"{WEBCAM}{number}"


def lasting(spec: str) -> str:
    """Give the words that choose the same webcam for good; any other words as they are."""
    source = webcam_in(spec)
    number = device_number(source) if source is not None else None
    return spec if number is None else lasting_spec(number)


def plain_name(source: Path) -> str:
    """Give what people call a webcam of a name: the name without what udev puts around it."""
    name = re.sub(r"-video-index[0-9]+$", "", source.name.removeprefix("usb-"))
    return name.replace("_", " ")
