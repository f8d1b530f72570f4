"""What can be read of a damaged game store: of every game its first events without a gap, and its seeds."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.play.database import Database, Row, Seed, printable
from companion.play.files import is_there, sync_folder

PAGE_BYTES: Final = 4096
"""The first page of a store: its header, and the schema."""

LENGTH_KNOWN: Final = slice(92, 96)
"""In the header; with zeros there SQLite asks the system how long the file is (fileformat2, 1.3.9)."""

UNREADABLE: Final = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What is raised over a damaged file; the second where the very name of what is damaged is none."""


class SavedSession(msgspec.Struct, frozen=True):
    """What could be read of one session: its first events without a gap, and its seeds."""

    created_at: str
    rows: tuple[Row, ...]
    seeds: tuple[Seed, ...]


def read_what_can_be_read(path: Path) -> dict[str, SavedSession]:
    """Read every session of a store as far as the file lets us, on a copy of it.

    If the write-ahead log makes the file unreadable, the file is read without it; if its first page does,
    with that of a store of ours.
    """
    with tempfile.TemporaryDirectory(dir=path.parent) as name:
        folder = Path(name)
        found = _first_readable(path, folder, b"")
        return found or max(
            (_first_readable(path, folder, page) for page in _first_pages(folder)), key=_worth
        )


def _first_readable(path: Path, folder: Path, first_page: bytes) -> dict[str, SavedSession]:
    """Read a store with its log, or else without, having put ``first_page`` in the place of its own."""
    copy = folder / "copy.sqlite"
    copy_with_log(path, copy)
    _put_first(copy, first_page)
    found = _read_sessions(copy)
    if not found:
        shutil.copyfile(path, copy)
        copy.with_name(f"{copy.name}-wal").unlink(missing_ok=True)
        _put_first(copy, first_page)
        found = _read_sessions(copy)
    return found


def _put_first(path: Path, page: bytes) -> None:
    with path.open("r+b") as file:
        file.write(page)


def _first_pages(folder: Path) -> Iterator[bytes]:
    """Give the first pages that a store of ours may have, as it was made and as a backup of it is.

    On that page stands where everything else begins, and that is the same in all of them.
    """
    made, kept = folder / "made.sqlite", folder / "kept.sqlite"
    with closing(Database(made)) as database:
        database.backup(kept)
    for path in (made, kept):
        page = bytearray(path.read_bytes()[:PAGE_BYTES])
        page[LENGTH_KNOWN] = bytes(4)
        yield bytes(page)


def _worth(sessions: dict[str, SavedSession]) -> tuple[int, int]:
    """How much was read: events, and seeds."""
    games = sessions.values()
    return sum(len(game.rows) for game in games), sum(len(game.seeds) for game in games)


def _read_sessions(path: Path) -> dict[str, SavedSession]:
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = printable  # a name that cannot be read is no reason to end the list
        sessions = dict(_until_damage(connection, "SELECT id, created_at FROM session"))
        # Where the list of sessions itself is damaged, the events still know their session.
        for name, at in _until_damage(connection, "SELECT session, at FROM event WHERE seq = 1"):
            sessions.setdefault(name, at)
        connection.text_factory = str
        found = {name: _read_session(connection, name, at) for name, at in sessions.items()}
    return {name: session for name, session in found.items() if session.rows}


def _read_session(connection: sqlite3.Connection, name: str, created_at: str) -> SavedSession:
    events = _until_damage(
        connection, "SELECT seq, at, kind, version, body FROM event WHERE session = ? ORDER BY seq", name
    )
    seeds = _until_damage(connection, "SELECT commitment, seed FROM seed WHERE session = ?", name)
    return SavedSession(str(created_at), tuple(_without_gap(events)), tuple(_whole(seeds, Seed)))


def _without_gap(events: Iterable[object]) -> Iterator[Row]:
    """Give rows up to the first that does not carry the next number, or cannot be read."""
    for place, row in enumerate(_whole(events, Row), 1):
        if row.seq != place or not _is_json(row.body):
            return
        yield row


def _is_json(text: str) -> bool:
    try:
        msgspec.json.decode(text)
    except msgspec.DecodeError:
        return False
    return True


def _whole(rows: Iterable[object], kind: Any) -> Iterator[Any]:
    """Give rows up to the first that is not of this kind."""
    try:
        for row in rows:
            yield msgspec.convert(row, kind)
    except msgspec.ValidationError:
        return


def _until_damage(connection: sqlite3.Connection, query: str, *values: str) -> Iterator[tuple]:  # type: ignore[type-arg]
    """Give rows until the file cannot be read any further."""
    try:
        yield from connection.execute(query, values)
    except UNREADABLE:
        return


def legible(connection: sqlite3.Connection) -> bool:
    """Whether every event is text; `quick_check` does not look into it."""
    connection.text_factory = bytes
    for row in connection.execute("SELECT session, at, kind, body FROM event"):
        b" ".join(row).decode()
    return True


def copy_with_log(source: Path, target: Path) -> None:
    """Copy a store that nobody has open, durably, and the log of what was not yet written into it."""
    for suffix in ("", "-wal"):
        part = source.with_name(source.name + suffix)
        if is_there(part):
            copy = target.with_name(target.name + suffix)
            shutil.copyfile(part, copy)
            with copy.open("rb") as file:
                os.fsync(file.fileno())
    sync_folder(target.parent)
