"""The program, its libraries and its settings."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from typing import Final

import cv2
import numpy as np

from companion import __version__
from companion.cli.checks.finding import Finding, Place
from companion.cli.toml.settings import load_settings
from companion.house.broker import BadMqtt, NoMqtt, try_broker
from companion.house.pairing import paired
from companion.rules.catalogue import GAMES

PATIENCE_S: Final = 60

TOGETHER: Final = "import numpy, cv2, picamera2; print(picamera2.__file__)"
"""Run in a process of its own: libraries built for another numpy end it where it stands."""

APT: Final = "sudo apt install --no-install-recommends python3-picamera2"


def program(_: Place) -> Finding:
    """Which program, and which Python runs it."""
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("program", "ok", f"companion {__version__} on Python {version}")


def libraries(_: Place) -> Finding:
    """Whether what reads pictures is there and new enough."""
    found = f"OpenCV {cv2.__version__}, numpy {np.__version__}, SQLite {sqlite3.sqlite_version}"
    if not hasattr(cv2, "aruco") or not hasattr(cv2.aruco, "ArucoDetector"):
        remedy = "OpenCV 4.10 or later is needed: make clean, then make run"
        return Finding("libraries", "fault", found, remedy)
    return Finding("libraries", "ok", found)


def packages(_: Place) -> Finding:
    """Whether every installed game can be played."""
    if GAMES.faults:
        told = " ".join(fault.told for fault in GAMES.faults)
        return Finding("packages", "warning", told, "update the package, or pip uninstall it")
    return Finding("packages", "ok", f"{len(GAMES)} games can be played")


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
    last = said[-1] if said else f"the process ended with {tried.returncode}"
    if tried.returncode == 0:
        return _origin(tried.stdout.strip())
    if "No module named 'picamera2'" in last:
        if not place.board:
            return Finding("picamera2", "ok", "not installed; only a Pi's own camera needs it")
        return Finding("picamera2", "warning", "not installed", APT)
    return Finding("picamera2", "fault" if place.board else "warning", last, _mend(last))


def _origin(path: str) -> Finding:
    """From pip it works until the system's libcamera is upgraded (raspberrypi/picamera2#1311, #1171)."""
    if "/dist-packages/" in path:
        return Finding("picamera2", "ok", "works together with numpy and OpenCV")
    remedy = f"pip uninstall picamera2; {APT}"
    return Finding("picamera2", "warning", f"works, but comes from pip ({path})", remedy)


def _mend(said: str) -> str:
    """Give the remedy for what Python said (raspberrypi/picamera2#1211, #341, #1311)."""
    if "numpy" in said and ("size changed" in said or "dtype" in said or "_ARRAY_API" in said):
        return "the system's picamera2 is built for another numpy: use Raspberry Pi OS Trixie"
    if "libcamera" in said or "pykms" in said or "kms" in said:
        return f"make the venv anew with the system's own Python and --system-site-packages; {APT}"
    return APT


def mqtt(place: Place) -> Finding:
    """Whether the broker of the settings takes the table; a game goes on without."""
    wishes = load_settings(place.settings).mqtt
    if not wishes.enabled:
        return Finding("mqtt", "ok", "off")
    try:
        trouble = try_broker(wishes)
    except (NoMqtt, BadMqtt) as error:
        return Finding("mqtt", "warning", f"{error.sentence} [{error.code}]", "mend [mqtt] in the settings")
    if trouble is None:
        return Finding("mqtt", "ok", f"the broker at {wishes.host}:{wishes.port} takes the table")
    return Finding("mqtt", "warning", f"{trouble.sentence} [{trouble.code}]", trouble.remedy)


def many_tables(place: Place) -> Finding:
    """Whether the broker of the hub takes the table; what it lacks waits at the table."""
    of_settings = load_settings(place.settings).hub
    wishes = of_settings if of_settings.enabled else paired(place.data)
    if not wishes.enabled:
        return Finding("hub", "ok", "this table is alone")
    line, where = (
        wishes.line(),
        "[hub] of the settings" if of_settings.enabled else "the link on the Host page",
    )
    try:
        trouble = try_broker(line)
    except (NoMqtt, BadMqtt) as error:
        sentence = error.sentence.replace("[mqtt]", "[hub]")
        return Finding("hub", "warning", f"{sentence} [{error.code}]", f"mend {where}")
    if trouble is None:
        return Finding("hub", "ok", f"the hub's broker at {line.host}:{line.port} takes {line.node}")
    remedy = trouble.remedy.replace("in [mqtt]", f"in {where}")
    if trouble.code == "mqtt-login":
        remedy = "add this table at the hub again, and join it by the new code"
    return Finding("hub", "warning", f"{trouble.sentence} [{trouble.code}]", remedy)


def settings(place: Place) -> Finding:
    """Whether the settings can be read."""
    load_settings(place.settings)
    path = place.settings
    return Finding("settings", "ok", str(path) if path.exists() else f"none at {path}; the defaults hold")
