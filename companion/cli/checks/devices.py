"""What is plugged in: rights, GPIO chips, cameras."""

from __future__ import annotations

import getpass
import grp
import os
from pathlib import Path
from typing import Final

from companion.cli.assembly.looking import PatientLook
from companion.cli.checks.finding import Finding, Place, named
from companion.rules.message import Message
from companion.rules.phrases import Series, Value, Words
from hw.cameras import NO_ANSWER, cameras_found
from hw.gpio_chips import HEADER_LABELS, Chip, chips, header_chip

DEVICES: Final = ("video*", "media*", "dma_heap/*", "gpiochip*")
"""What a camera and a panel are reached through, below /dev."""


def groups(place: Place) -> Finding:
    """Whether whoever runs this may use the devices that are there."""
    there = [path for pattern in DEVICES for path in sorted((place.root / "dev").glob(pattern))]
    shut = [path for path in there if not os.access(path, os.R_OK | os.W_OK)]
    if not there:
        return Finding("rights", "ok", "there are no devices of cameras or panels")
    if not shut:
        one = "the only device of cameras and panels may be used"
        many = "all {n} devices of cameras and panels may be used"
        return Finding("rights", "ok", Message(one, {"n": len(there)}, many=many))
    wanted = sorted({_group(path) for path in shut} - {"root"})
    who = getpass.getuser()
    found = Message(
        "{who} may not use {names}", {"who": who, "names": named(*(path.name for path in shut[:4]))}
    )
    if not wanted:
        remedy = "put systemd/60-companion.rules into /etc/udev/rules.d, then start the machine again"
        return Finding("rights", "warning", found, remedy)
    command = f"sudo usermod -aG {','.join(wanted)} {who}"
    return Finding("rights", "warning", found, Message("{command}, then log in again", {"command": command}))


def _group(path: Path) -> str:
    number = path.stat().st_gid
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def gpio(place: Place) -> Finding:
    """Whether the chip behind the Pi's header is found."""
    found = chips(place.root / "dev")
    chip = header_chip(found=found)
    if chip is not None:
        values: dict[str, Value] = {"label": chip.label, "chip": f"gpiochip{chip.number}", "n": chip.lines}
        return Finding(
            "gpio",
            "ok",
            Message("{label} is {chip}, with {n} line", values, many="{label} is {chip}, with {n} lines"),
        )
    listed = Series(tuple(map(_described, found)))
    if not place.board:
        return Finding("gpio", "ok", listed if found else "no GPIO; a panel is played on its page")
    remedy = Message("name its label in [panel] chip; known are {labels}", {"labels": named(*HEADER_LABELS)})
    return Finding("gpio", "warning", listed if found else "no GPIO chip", remedy)


def _described(chip: Chip) -> Words:
    name = f"gpiochip{chip.number}"
    if chip.label:
        return f"{name} {chip.label}"
    return Message("{chip} {why}", {"chip": name, "why": chip.why_not})


def camera(_: Place) -> Finding:
    """Whether there is a camera that can be used; none is opened, since the table may be using it."""
    found = [each for each in cameras_found(PatientLook()) if each.spec not in ("sim", "off")]
    silent = [each.name for each in found if each.why_not == NO_ANSWER]
    real = [each for each in found if not each.why_not]
    if silent:
        remedy = "check the cable, and switch the machine off and on"
        return Finding(
            "camera", "warning", Message("no answer from {names}", {"names": Series(tuple(silent))}), remedy
        )
    if not real:
        remedy = "plug in a camera, or use --camera"
        return Finding("camera", "warning", "none found; the table is simulated", remedy)
    return Finding("camera", "ok", Series(tuple(each.name for each in real)))
