"""The program's own care: `doctor` and `config`."""

from __future__ import annotations

import shutil
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import click
import cv2
import numpy as np

from companion import __version__
from companion.cli.arguments import as_json
from companion.cli.output import emit, note
from companion.cli.settings import default_data_folder, load_settings, settings_path
from hw.cameras import best_camera

MIN_FREE_MB = 200
"""An evening writes about 5 MB; below this the card itself is in trouble."""


class Finding(NamedTuple):
    """One check: what was looked at, how it is, and one remedy when it is not well."""

    check: str
    state: Literal["ok", "warning", "fault"]
    found: str
    remedy: str = ""


def _python(_: Path) -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("python", "ok", f"Python {version}, companion {__version__}")


def _libraries(_: Path) -> Finding:
    found = f"OpenCV {cv2.__version__}, numpy {np.__version__}, SQLite {sqlite3.sqlite_version}"
    if not hasattr(cv2, "aruco") or not hasattr(cv2.aruco, "ArucoDetector"):
        return Finding(
            "libraries", "fault", found, "OpenCV 4.10 or later is needed: make clean, then make run"
        )
    return Finding("libraries", "ok", found)


def _settings(_: Path) -> Finding:
    path = settings_path()
    load_settings(path)
    return Finding("settings", "ok", str(path) if path.exists() else f"none at {path}; the defaults hold")


def _data(folder: Path) -> Finding:
    probe = folder / ".probe"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"x")
        probe.unlink()
    except OSError as error:
        return Finding(
            "data", "fault", f"{folder}: {error.strerror}", f"make {folder} writable, or use --data"
        )
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    if free_mb < MIN_FREE_MB:
        return Finding("data", "warning", f"{folder}, {free_mb} MB free", "make room on the card")
    return Finding("data", "ok", f"{folder}, {free_mb} MB free")


def _camera(_: Path) -> Finding:
    camera = best_camera()
    if camera is None:
        return Finding(
            "camera", "warning", "none found; the table is simulated", "plug in a camera, or use --camera"
        )
    return Finding("camera", "ok", camera.name)


def _network(_: Path) -> Finding:
    from companion.cli.serving import lan_address

    address = lan_address()
    if address == "127.0.0.1":
        return Finding("network", "warning", "no network; phones cannot join", "connect to the Wi-Fi")
    return Finding("network", "ok", f"phones reach this machine at {address} ({socket.gethostname()})")


CHECKS: tuple[Callable[[Path], Finding], ...] = (_python, _libraries, _settings, _data, _camera, _network)


def findings(data: Path) -> Iterator[Finding]:
    """Make every check; one that fails by itself is a fault with its sentence."""
    for check in CHECKS:
        try:
            yield check(data)
        except Exception as error:  # noqa: BLE001 - a check that breaks is itself a finding
            name = check.__name__.strip("_")
            yield Finding(
                name, "fault", getattr(error, "sentence", str(error)), "mend this, then run doctor again"
            )


@click.command()
@click.option("--data", type=click.Path(path_type=Path), default=None, help="The folder of the games.")
@as_json
def doctor(data: Path | None, as_json: bool) -> None:
    """Check what the table needs: what, how it is, and one remedy."""
    found = list(findings(data or default_data_folder()))
    if as_json:
        emit([finding._asdict() for finding in found])
    else:
        for finding in found:
            remedy = f"\n{'':18}-> {finding.remedy}" if finding.remedy else ""
            click.echo(f"{finding.state:8}{finding.check:10}{finding.found}{remedy}")
    if any(finding.state == "fault" for finding in found):
        raise SystemExit(1)


@click.group()
def config() -> None:
    """Show, check or find the settings file."""


@config.command("path")
def config_path() -> None:
    """Print where the settings file is looked for."""
    click.echo(settings_path())


@config.command("check")
def config_check() -> None:
    """Read the settings file and say what is wrong with it."""
    load_settings(settings_path())
    note("The settings are in order.")


@config.command("show")
@as_json
def config_show(as_json: bool) -> None:
    """Print the settings in force."""
    settings = load_settings(settings_path())
    if as_json:
        emit(settings)
        return
    for key in settings.__struct_fields__:
        click.echo(f"{key} = {getattr(settings, key)!r}")
