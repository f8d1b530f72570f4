"""`bundle`: versions, settings, log, events and the last pictures in one file, to send to us."""

from __future__ import annotations

import platform
import subprocess
import sys
import urllib.error
import urllib.request
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Final

import click
import msgspec

from companion import __version__
from companion.cli.checks.finding import Place
from companion.cli.commands.doctor import findings
from companion.cli.output import json_of, note
from companion.cli.spoken import say
from companion.cli.toml.settings import (
    STORE_FILE,
    Settings,
    SettingsError,
    data_folder,
    load_settings,
    salvaged,
    settings_path,
)
from companion.cli.toml.toml_text import as_toml
from companion.live import bundle as bundles
from companion.record.errors import StoreError
from companion.record.events import kind_of
from companion.sessions.store import Store
from companion.storage.files import is_there, unused
from webui.access.host_role import kept_code

LIBRARIES: Final = (
    "numpy",
    "opencv-python-headless",
    "onnxruntime",
    "flask",
    "gunicorn",
    "gpiozero",
    "msgspec",
)
LOG_LINES: Final = "600"
PATIENCE_S: Final = 10


@click.command()
@click.option("--data", type=click.Path(path_type=Path), default=None, help="The folder of the games.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="The file to write; else one in the current folder, named by the time.",
)
@click.option("--port", type=int, default=None, help="Port of the running table, for its last pictures.")
def bundle(data: Path | None, out: Path | None, port: int | None) -> None:
    """Write all that helps to find out why the table was misread into one file.

    Versions, what doctor finds, the settings without secrets, the service's log, the events and the
    record of the game played last, and the last pictures that the running table has read. It shows
    your table and the players' names; nothing is sent anywhere.
    """
    settings, shown = _settings()
    folder = data_folder(data, settings)
    target = out or unused(Path(f"companion-bundle-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip"))
    parts = {"about.json": _about(folder), "settings.toml": shown, "log.txt": _log(), **_game(folder)}
    parts = {name: without_code(data, folder) for name, data in parts.items()}
    film = _film(port or settings.port)
    bundles.write_bundle(target, parts, film)
    written = [*parts, *([say("the last pictures")] if film else [])]
    note(say("Written to {file}: {parts}.", file=str(target), parts=", ".join(written)))
    slug = bundles.game_of(film)
    if slug:
        command = f"companion follow {slug} {target}"
        note(say("To see what the table makes of it: {command}", command=command))


def without_code(data: bytes, folder: Path) -> bytes:
    """Leave out the host's code, which doctor shows and the journal may hold: a bundle is sent to others."""
    code = kept_code(folder / STORE_FILE)
    return data.replace(code.encode(), b"****-****-****") if code else data


def _settings() -> tuple[Settings, bytes]:
    try:
        settings = load_settings(settings_path())
    except SettingsError as error:
        return salvaged(error), f"# {error.sentence}\n".replace("\n", "\n# ").encode()
    return settings, as_toml(settings).encode()


def _about(folder: Path) -> bytes:
    place = Place(folder, settings_path())
    return msgspec.json.format(
        json_of(
            {
                "companion": __version__,
                "at": datetime.now(UTC).isoformat(timespec="seconds"),
                "python": sys.version,
                "system": platform.platform(),
                "board": place.board,
                "libraries": {name: _version(name) for name in LIBRARIES},
                "doctor": [finding.in_english() for finding in findings(place)],
            }
        )
    ).encode()


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "-"


def _log() -> bytes:
    """The service's own words, from the journal; whoever may not read it is told so in their place."""
    try:
        said = subprocess.run(  # noqa: S603 - our own words
            ["journalctl", "--unit=companion", "--no-pager", f"--lines={LOG_LINES}", "--output=short-iso"],  # noqa: S607
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"no journal: {error}\n".encode()
    return said.stdout or said.stderr


def _game(folder: Path) -> dict[str, bytes]:
    """The events and the record of the game played last; why not, where the games cannot be read."""
    try:
        return _last_game(folder)
    except StoreError as error:
        return {"games.txt": f"{error.sentence} [{error.code}]\n".encode()}
    except OSError as error:
        return {"games.txt": f"{folder}: {error.strerror}\n".encode()}


def _last_game(folder: Path) -> dict[str, bytes]:
    if not is_there(folder / STORE_FILE):
        return {}
    with Store(folder / STORE_FILE) as store:
        kept = sorted(store.sessions(), key=lambda game: game.last_turn)
        if not kept:
            return {}
        session = store.load(kept[-1].id)
        lines = [
            msgspec.json.encode(
                {"seq": each.seq, "at": each.at, "kind": kind_of(each.event), "event": each.event}
            )
            for each in session.events
        ]
        return {"events.jsonl": b"\n".join(lines) + b"\n", bundles.GAME: session.record().encode()}


def _film(port: int) -> bytes:
    """The last pictures of the table that runs on this machine; none where none runs."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/care/film.zip", timeout=PATIENCE_S) as answer:
            return bytes(answer.read())
    except (urllib.error.URLError, OSError) as error:
        note(say("The running table was not asked for its pictures: {error}", error=str(error)))
        return b""
