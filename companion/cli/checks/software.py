"""The program, its libraries and its settings."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from typing import Final

import cv2
import numpy as np

from companion import __version__
from companion.cli.checks.finding import Finding, Place, named
from companion.cli.toml.settings import load_settings
from companion.house.broker import BadMqtt, NoMqtt, at_settings, try_broker
from companion.house.pairing import paired
from companion.rules.catalogue import GAMES
from companion.rules.message import Message
from companion.rules.phrases import Series, Words, Written, marked

PATIENCE_S: Final = 60

TOGETHER: Final = "import numpy, cv2, picamera2; print(picamera2.__file__)"
"""Run in a process of its own: libraries built for another numpy end it where it stands."""

APT: Final = "sudo apt install --no-install-recommends python3-picamera2"


def program(_: Place) -> Finding:
    """Which program, and which Python runs it."""
    version = ".".join(map(str, sys.version_info[:3]))
    found = Message("companion {version} on Python {python}", {"version": __version__, "python": version})
    return Finding("program", "ok", found)


def libraries(_: Place) -> Finding:
    """Whether what reads pictures is there and new enough."""
    found = named(f"OpenCV {cv2.__version__}", f"numpy {np.__version__}", f"SQLite {sqlite3.sqlite_version}")
    if not hasattr(cv2, "aruco") or not hasattr(cv2.aruco, "ArucoDetector"):
        remedy = "OpenCV 4.10 or later is needed: make clean, then make run"
        return Finding("libraries", "fault", found, remedy)
    return Finding("libraries", "ok", found)


def packages(_: Place) -> Finding:
    """Whether every installed game can be played."""
    if GAMES.faults:
        told = Series(tuple(_coded(fault.said, fault.code) for fault in GAMES.faults), " ")
        return Finding("packages", "warning", told, "update the package, or pip uninstall it")
    found = Message("{n} game can be played", {"n": len(GAMES)}, many="{n} games can be played")
    return Finding("packages", "ok", found)


def pi_camera(place: Place) -> Finding:
    """Whether numpy, OpenCV and picamera2 can be used together in one process."""
    try:
        tried = subprocess.run(  # noqa: S603 - our own Python and our own words
            [sys.executable, "-c", TOGETHER], capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
    except subprocess.TimeoutExpired:
        found = "numpy, OpenCV and picamera2 do not load within a minute"
        return Finding("picamera2", "warning", found, "look at power and heat, then try again")
    said = tried.stderr.strip().splitlines()
    last = said[-1] if said else ""
    if tried.returncode == 0:
        return _origin(tried.stdout.strip())
    if "No module named 'picamera2'" in last:
        if not place.board:
            return Finding("picamera2", "ok", "not installed; only a Pi's own camera needs it")
        return Finding("picamera2", "warning", "not installed", named(APT))
    ended: Words = (
        named(last) if last else Message("the process ended with {code}", {"code": tried.returncode})
    )
    return Finding("picamera2", "fault" if place.board else "warning", ended, _mend(last))


def _origin(path: str) -> Finding:
    """From pip it works until the system's libcamera is upgraded (raspberrypi/picamera2#1311, #1171)."""
    if "/dist-packages/" in path:
        return Finding("picamera2", "ok", "works together with numpy and OpenCV")
    found = Message("works, but comes from pip ({path})", {"path": path})
    return Finding("picamera2", "warning", found, named(f"pip uninstall picamera2; {APT}"))


def _mend(said: str) -> Words:
    """Give the remedy for what Python said (raspberrypi/picamera2#1211, #341, #1311)."""
    if "numpy" in said and ("size changed" in said or "dtype" in said or "_ARRAY_API" in said):
        return marked("the system's picamera2 is built for another numpy: use Raspberry Pi OS Trixie")
    if "libcamera" in said or "pykms" in said or "kms" in said:
        anew = "make the venv anew with the system's own Python and --system-site-packages; {command}"
        return Message(anew, {"command": APT})
    return named(APT)


def mqtt(place: Place) -> Finding:
    """Whether the broker of the settings takes the table; a game goes on without."""
    wishes = load_settings(place.settings).mqtt
    if not wishes.enabled:
        return Finding("mqtt", "ok", "off")
    try:
        trouble = try_broker(wishes)
    except (NoMqtt, BadMqtt) as error:
        return Finding("mqtt", "warning", _coded(error.said, error.code), "mend [mqtt] in the settings")
    if trouble is None:
        broker = f"{wishes.host}:{wishes.port}"
        return Finding("mqtt", "ok", Message("the broker at {broker} takes the table", {"broker": broker}))
    return Finding("mqtt", "warning", _coded(trouble.said, trouble.code), trouble.advice)


def many_tables(place: Place) -> Finding:
    """Whether the broker of the hub takes the table; what it lacks waits at the table."""
    of_settings = load_settings(place.settings).hub
    wishes = of_settings if of_settings.enabled else paired(place.data)
    if not wishes.enabled:
        return Finding("hub", "ok", "this table is alone")
    line, remedy = wishes.line(), "mend the link on the Host page"
    where = Message("in the link on the Host page")
    if of_settings.enabled:
        remedy, where = "mend [hub] of the settings", Message("in [hub] of the settings")
    try:
        trouble = try_broker(line)
    except (NoMqtt, BadMqtt) as error:
        return Finding("hub", "warning", _coded(at_settings(error.said, "[hub]"), error.code), remedy)
    if trouble is None:
        values = {"broker": f"{line.host}:{line.port}", "table": line.node}
        return Finding("hub", "ok", Message("the hub's broker at {broker} takes {table}", values))
    found = _coded(trouble.said, trouble.code)
    if trouble.code == "mqtt-login":
        return Finding(
            "hub", "warning", found, "add this table at the hub again, and join it by the new code"
        )
    return Finding("hub", "warning", found, at_settings(trouble.advice, where))


def _coded(said: Words, code: str) -> Message:
    sentence = Written(said) if isinstance(said, str) else said
    return Message("{sentence} [{code}]", {"sentence": sentence, "code": code})


def settings(place: Place) -> Finding:
    """Whether the settings can be read."""
    load_settings(place.settings)
    path = place.settings
    if path.exists():
        return Finding("settings", "ok", named(path))
    return Finding("settings", "ok", Message("none at {file}; the defaults hold", {"file": str(path)}))
