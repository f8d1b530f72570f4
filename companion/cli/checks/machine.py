"""The machine itself: power, heat, throttling, storage, clock, network."""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

from companion.cli.checks.finding import Finding, Place, named
from companion.cli.machine.network import AVAHI, EVERYWHERE, addresses, is_public, local_name, url
from companion.cli.toml.settings import settings_at
from companion.rules.message import Message
from companion.rules.phrases import Written
from webui.ports import Address

MIN_FREE_MB: Final = 200
"""An evening writes about 5 MB; below this the card itself is in trouble."""

WARM_C: Final = 75.0
HOT_C: Final = 82.0
"""A Pi slows down from 80 degrees on, and reads the table later."""

THROTTLED: Final = "sys/devices/platform/soc*/soc*:firmware/get_throttled"
"""Below ``soc`` up to the Pi 4, below ``soc@107c000000`` on a Pi 5.

Bits of the firmware: 0 under-voltage now, 1 to 3 slowed down now, 16 to 19 the same since the start.
"""

FORGETFUL: Final = frozenset({"tmpfs", "ramfs", "overlay"})
"""Kinds of file system that keep nothing when the power goes."""

TIME_ERROR: Final = 5
"""What adjtimex(2) answers while the clock is not set by anybody."""

TIMEX_BYTES: Final = 512
"""More than ``struct timex`` has anywhere; zeros ask for the time and set nothing."""


def power(place: Place) -> Finding:
    """Whether the supply holds its voltage."""
    bits = _throttled(place)
    if bits is None:
        return Finding("power", "ok", "this machine does not measure its supply")
    if bits & 1:
        return Finding("power", "fault", "the voltage is too low right now", "use the Pi's own power supply")
    if bits & 1 << 16:
        found = "the voltage was too low since the Pi was switched on"
        return Finding("power", "warning", found, "use the Pi's own power supply")
    return Finding("power", "ok", "the voltage has been right since the Pi was switched on")


def heat(place: Place) -> Finding:
    """How warm the processor is."""
    zones = sorted((place.root / "sys/class/thermal").glob("thermal_zone*/temp"))
    texts = [place.text(str(zone.relative_to(place.root))) for zone in zones]
    degrees = [int(text) / 1000 for text in texts if text.lstrip("-").isdigit()]
    if not degrees:
        return Finding("heat", "ok", "this machine has no thermometer")
    warmest, remedy = max(degrees), "give it air, or a fan"
    found = Message("{n} degree Celsius", {"n": round(warmest)}, many="{n} degrees Celsius")
    if warmest >= HOT_C:
        return Finding("heat", "fault", Message("{found}; it slows down", {"found": found}), remedy)
    return Finding("heat", "warning", found, remedy) if warmest >= WARM_C else Finding("heat", "ok", found)


def speed(place: Place) -> Finding:
    """Whether the firmware slows the processor down."""
    bits = _throttled(place)
    if bits is None:
        return Finding("speed", "ok", "nothing here slows the processor down on its own")
    if bits & 0b1110:
        found = "the processor is slowed down right now"
        return Finding("speed", "fault", found, "look at power and heat above")
    if bits & 0b1110 << 16:
        found = "the processor was slowed down since the Pi was switched on"
        return Finding("speed", "warning", found, "look at power and heat above")
    return Finding("speed", "ok", "never slowed down since the Pi was switched on")


def _throttled(place: Place) -> int | None:
    for path in place.root.glob(THROTTLED):
        try:
            return int(place.text(str(path.relative_to(place.root))), 16)
        except ValueError:
            continue
    return None


def storage(place: Place) -> Finding:
    """Whether games can be written, and stay."""
    folder = place.data
    probe = folder / ".probe"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with probe.open("wb") as file:
            file.write(b"x")
            os.fsync(file.fileno())
        probe.unlink()
    except OSError as error:
        found = named(f"{folder}: {error.strerror}")
        if error.errno == errno.EROFS:
            copy = "copy the games with companion backup --out to another disk, then use another card"
            return Finding("storage", "fault", found, copy)
        writable = Message("make {folder} writable, or use --data", {"folder": str(folder)})
        return Finding("storage", "fault", found, writable)
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    room = Message("{folder}, {free} MB free", {"folder": str(folder), "free": free_mb})
    if free_mb < MIN_FREE_MB:
        return Finding("storage", "warning", room, "make room on the card")
    kind = _file_system(place)
    if kind in FORGETFUL:
        remedy = "put the folder of the games on a disk of its own: data = in the settings"
        forgets = Message("{found}, but a {kind} forgets all at power-off", {"found": room, "kind": kind})
        return Finding("storage", "warning", forgets, remedy)
    return Finding("storage", "ok", room)


def _file_system(place: Place) -> str:
    """Give the kind of the file system that the games lie on: that of the longest mount point above them."""
    above = {str(path) for path in (place.data.resolve(), *place.data.resolve().parents)}
    mounts = [line.split() for line in place.text("proc/mounts").splitlines()]
    kinds = {fields[1]: fields[2] for fields in mounts if len(fields) > 2 and fields[1] in above}
    return kinds[max(kinds, key=len)] if kinds else ""


def clock(place: Place) -> Finding:
    """Whether the time of day is right: a Pi up to the 4 has no clock that runs while it is off."""
    del place
    now = datetime.now(UTC).astimezone()
    found = f"{now:%Y-%m-%d %H:%M}"
    if _clock_state() == TIME_ERROR:
        remedy = "connect to the internet once, or set it: sudo date -s '2030-01-31 20:00'"
        return Finding("clock", "warning", Message("{time}, and nobody has set it", {"time": found}), remedy)
    return Finding("clock", "ok", named(found))


def _clock_state() -> int:
    """What the kernel says of its clock: 0 to 4 in time, `TIME_ERROR` not, -1 where it may not be asked."""
    try:
        answer: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(TIMEX_BYTES))
    except (OSError, AttributeError):
        return -1
    return answer


def network(place: Place) -> Finding:
    """Whether phones can reach this machine."""
    settings = settings_at(place.settings)
    reached = addresses(settings.host, settings.port, settings.web.address, place.root)
    if not reached:
        if settings.host not in EVERYWHERE:
            alone = Message("the table listens at {host}, where no phone reaches it", {"host": settings.host})
            return Finding("network", "warning", alone, 'host = "0.0.0.0" in the settings')
        return Finding("network", "warning", "no network; phones cannot join", "connect to the Wi-Fi")
    found = Message("phones reach the table at {places}", {"places": _every(reached)})
    host = urlsplit(reached[0].url).hostname or ""
    if is_public(host):
        remedy = "the service lets in private addresses only: see IPAddressAllow in docs/hardware.md"
        return Finding("network", "ok", found, remedy)
    name = local_name(host, place.root)
    if name:
        return Finding(
            "network",
            "ok",
            Message("{found}; the first also as {name}", {"found": found, "name": url(name, settings.port)}),
        )
    if (place.root / AVAHI).exists():
        remedy = "for a name besides the number: systemctl status avahi-daemon"
        return Finding(
            "network", "ok", Message("{found}; avahi announces no name for it", {"found": found}), remedy
        )
    remedy = "for a name besides the number: sudo apt install avahi-daemon"
    return Finding("network", "ok", Message("{found}; it has no name there", {"found": found}), remedy)


def _every(reached: tuple[Address, ...]) -> Message:
    """List the addresses, each with its network in plain words."""
    first, *others = (
        Message("{url} ({network})", {"url": each, "network": Written(kind)}) for each, kind in reached
    )
    for other in others:
        first = Message("{places}, or at {place}", {"places": first, "place": other})
    return first
