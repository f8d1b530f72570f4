"""Everything that a table keeps, in one file: games, own boxes, the choice of camera, the settings.

A backup is complete or absent. Its sums are checked before anything is restored.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from pathlib import Path, PurePath
from typing import Final, NamedTuple

import msgspec

from companion.record.errors import StoreError
from companion.repair.remains import copy_with_log
from companion.repair.salvage import backup_folder, replace_store
from companion.sessions.box_shelf import patterns
from companion.sessions.players import Players
from companion.sessions.store import Store
from companion.storage.database import hold
from companion.storage.files import (
    UNREADABLE_ZIP,
    add_to_zip,
    files_like,
    is_there,
    move_durably,
    unused,
    write_atomically,
)

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
GAMES: Final = "games.sqlite"
SETTINGS: Final = "companion.toml"
NAMES: Final = "games.players"
PICTURES: Final = "pictures/*/*.webp"
LOOSE: Final = ("camera.txt", "camera-turns.json", "lens.json", "games.seats.log", NAMES, PICTURES)
"""Files in the folder of the games that belong to no box."""

PHONES: Final = {"phones/key": ".key", "phones/host": ".host", "phones/seats": ".seats"}
"""Parts of a backup that identify phones: the key of their cookies, the host, the seats. Each has the
ending that the store's name gets for this file. Whoever has these files can be the host or take any seat."""

LARGEST_BYTES: Final = 2_000_000_000
"""The largest backup, unpacked. An evening of games has some 5 MB."""


class Manifest(msgspec.Struct, frozen=True):
    """What a backup says of itself; ``files`` are names and SHA-256 sums."""

    format: int
    version: str
    at: str
    files: dict[str, str]


class Restored(NamedTuple):
    """What was put in place: how many files, and the backup of what was there before, if any."""

    files: int
    before: Path | None
    settings: bool
    """Whether the backup holds settings; they are not restored."""
    phones: bool
    """Whether the backup holds the host and the seats, put in place or not."""


def write_backup(
    store: Path, target: Path, version: str, settings: Path | None = None, *, phones: bool = False
) -> Manifest:
    """Write a backup of a store and all files beside it; ``target`` is complete or absent.

    Parameters
    ----------
    store, target
        The games, and the file to write.
    version
        Of the program.
    settings
        The settings file, to be kept as it is.
    phones
        Whether to keep `PHONES`: the file is a secret then.

    Raises
    ------
    StoreError
        ``store-missing`` where there are no games; else when they cannot be read, or the backup written.
    """
    _must_be_there(store)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            copy = Path(folder) / GAMES
            with _opened(store, Path(folder)) as games:
                games.backup(copy)
            parts = {GAMES: copy.read_bytes()}
            parts |= {str(path.relative_to(store.parent)): path.read_bytes() for path in _loose(store.parent)}
            if phones:
                beside = {name: store.with_suffix(end) for name, end in PHONES.items()}
                parts |= {name: path.read_bytes() for name, path in beside.items() if path.is_file()}
            if settings is not None and is_there(settings) and settings.is_file():
                parts[SETTINGS] = settings.read_bytes()
            sums = {name: hashlib.sha256(data).hexdigest() for name, data in parts.items()}
            manifest = Manifest(FORMAT, version, datetime.now(UTC).isoformat(timespec="seconds"), sums)
            packed = Path(folder) / "packed.zip"
            _pack(packed, {MANIFEST: msgspec.json.encode(manifest), **parts})
            move_durably_to(packed, target)
    except OSError as error:
        raise _unwritable(target, error) from error
    return manifest


def _opened(store: Path, folder: Path) -> Store:
    """Open a store, or a copy of it in a folder where the card is read-only."""
    try:
        return Store(store)
    except StoreError as error:
        if error.code != "store-read-only":
            raise
    copied = folder / "read-only.sqlite"
    copy_with_log(store, copied)  # nobody writes there any more
    return Store(copied)


def _must_be_there(store: Path) -> None:
    """Refuse a missing store: opening it would make an empty one and back that up."""
    try:
        there = is_there(store)
    except PermissionError as error:
        raise _forbidden(store) from error
    if not there:
        raise StoreError(
            "store-missing", "There are no games at {path}. Name their folder with --data.", path=store
        )


def _loose(folder: Path) -> Iterator[Path]:
    for pattern in (*LOOSE, *patterns()):
        yield from _like(folder, PurePath(pattern).parts)


def _like(folder: Path, parts: tuple[str, ...]) -> Iterator[Path]:
    """Give the files whose path below a folder fits patterns, part by part."""
    for path in files_like(folder, parts[0]):
        if len(parts) == 1:
            yield path
        else:
            yield from _like(path, parts[1:])


def _pack(path: Path, parts: dict[str, bytes]) -> None:
    with path.open("wb") as file:
        os.fchmod(file.fileno(), 0o600)  # the settings may hold a password
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in parts.items():
                add_to_zip(archive, name, data)
        file.flush()
        os.fsync(file.fileno())


def move_durably_to(part: Path, target: Path) -> None:
    """Move a file to its place; a power cut leaves the old file or the new one."""
    beside = target.with_name(f".{target.name}.part")
    part.replace(beside)
    move_durably(beside, target)


def read_backup(path: Path) -> dict[str, bytes]:
    """Read a backup and check it against its sums.

    Raises
    ------
    StoreError
        ``bad-backup``: the file is no backup, is damaged, or comes from a newer version.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(info.file_size for info in archive.infolist()) > LARGEST_BYTES:
                raise _bad(path, "The file {path} is far too large.")
            manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
            if manifest.format > FORMAT:
                raise _bad(path, "The file {path} was written by a newer version.")
            parts = {name: archive.read(name) for name in manifest.files}
    except FileNotFoundError as error:
        raise _bad(path, "The file {path} is not there.") from error
    except PermissionError as error:
        raise _bad(path, "The file {path} may not be read by this user.") from error
    except (*UNREADABLE_ZIP, msgspec.MsgspecError) as error:
        raise _bad(path, "The file {path} is no backup, or is damaged.") from error
    for name, data in parts.items():
        if hashlib.sha256(data).hexdigest() != manifest.files[name]:
            raise _bad(path, "The file {path} is damaged: {name} is not what it was.", name=name)
        if name not in (GAMES, SETTINGS, *PHONES) and not _is_loose(name):
            raise _bad(path, "The file {path} holds {name}, which does not belong there.", name=name)
    if GAMES not in parts:
        raise _bad(path, "The file {path} holds no games.")
    return parts


def _is_loose(name: str) -> bool:
    """Whether a backup may have such a name, part by part: `Path.match` accepts any folder before."""
    return any(_fits(name.split("/"), pattern.split("/")) for pattern in (*LOOSE, *patterns()))


def _fits(parts: list[str], patterns: list[str]) -> bool:
    return len(parts) == len(patterns) and all(map(fnmatchcase, parts, patterns))


def restore(path: Path, store: Path, version: str, *, phones: bool = False) -> Restored:
    """Restore a backup; first make a backup of the present files.

    Parameters
    ----------
    path, store
        The backup, and the games.
    version
        Of the program.
    phones
        Whether the host and the seats of the backup take the place of this machine's, too.

    Raises
    ------
    StoreError
        ``bad-backup``, ``store-busy`` while the table runs, or what the disk refuses.
    """
    parts = read_backup(path)
    kept = {store.with_suffix(PHONES[name]): parts.pop(name) for name in PHONES if name in parts}
    if phones and not kept:
        raise _bad(path, "The file {path} holds no host and no seats: it was made without --phones.")
    try:
        store.parent.mkdir(parents=True, exist_ok=True)
        before = _kept_before(store, version) if is_there(store) else None
        with tempfile.TemporaryDirectory(dir=store.parent) as folder:
            games = Path(folder) / GAMES
            games.write_bytes(parts.pop(GAMES))
            _check_games(path, games)
            alone = _alone(store)
            try:
                replace_store(store, games)
            finally:
                os.close(alone)
        settings = parts.pop(SETTINGS, None) is not None
        number = len(parts) + 1
        _take_names(store, parts)
        for name, data in parts.items():
            target = store.parent / name
            target.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(target, data)
        if phones:
            for target, data in kept.items():
                write_atomically(target, data)
    except PermissionError as error:
        raise _forbidden(store) from error
    except OSError as error:
        raise _unwritable(store, error) from error
    return Restored(number, before, settings, bool(kept))


def _take_names(store: Path, parts: dict[str, bytes]) -> None:
    """Restore the names of players. Players who were forgotten since stay out of lists and pictures."""
    players = Players.beside(store)
    if data := parts.pop(NAMES, None):
        players.take_in(data)
    with Store(store) as games:
        gone = {game.id for game in games.sessions() if players.is_forgotten_in(game)}
    for name in [name for name in parts if fnmatchcase(name, PICTURES) and name.split("/")[1] in gone]:
        del parts[name]


def _kept_before(store: Path, version: str) -> Path:
    os.close(_alone(store))
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    target = unused(backup_folder(store) / f"before-restore-{stamp}.zip")
    write_backup(store, target, version, phones=True)  # as private as the folder of the games
    return target


def _alone(store: Path) -> int:
    try:
        return hold(store, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        sentence = "The table is running. Stop it first: sudo systemctl stop companion"
        raise StoreError("store-busy", sentence) from error


def _check_games(path: Path, games: Path) -> None:
    """Check that the games are sound and that this version can read them."""
    try:
        with closing(sqlite3.connect(games)) as connection:
            sound = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    except sqlite3.DatabaseError:
        sound = False
    if not sound:
        raise _bad(path, "The file {path} holds games that are damaged.")
    with Store(games):
        pass


def _bad(path: Path, text: str, **named: str) -> StoreError:
    return StoreError("bad-backup", text, path=path, **named)


def _forbidden(path: Path) -> StoreError:
    return StoreError(
        "store-unwritable", "{path} is not this user's. Put sudo before the command.", path=path
    )


def _unwritable(path: Path, error: OSError) -> StoreError:
    return StoreError(
        "store-unwritable", "{path} cannot be written: {why}.", path=path, why=error.strerror or error
    )
