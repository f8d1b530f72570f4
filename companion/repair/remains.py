"""What can be read of a damaged game store: every event, link and seed, on whichever page."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec

from companion.record.draws import commitment_of
from companion.repair.raw_pages import PAGE_BYTES, carved_rows, raw_rows
from companion.repair.soundness import UNREADABLE
from companion.storage.database import Database
from companion.storage.files import is_there, sync_folder
from companion.storage.kept_sums import log_is_left
from companion.storage.rows import Row, Seed

EVENT_HEADER: Final = re.compile(
    rb"(?=[\x07-\x0b][\x0d-\x7f][\x01-\x04\x09][\x0d-\x7f][\x0d-\x7f][\x01\x09])"
)
"""How the row of an event begins: size of the header; types of game, number, time, kind and version."""

LENGTH_KNOWN: Final = slice(92, 96)
"""In the header; with zeros there SQLite asks the system how long the file is (fileformat2, 1.3.9)."""


class Remains:
    """All that could be read of one file, by game; of events that stand there twice, each one."""

    def __init__(self) -> None:
        self.created: dict[str, str] = {}
        self.events: dict[str, dict[int, list[Row]]] = defaultdict(lambda: defaultdict(list))
        self.links: dict[str, dict[int, bytes]] = defaultdict(dict)
        self.seeds: dict[str, dict[str, str]] = defaultdict(dict)

    def add_event(self, session: str, row: Row) -> None:
        """Take an event, unless it is damaged for all to see."""
        if row not in self.events[session][row.seq] and _is_json(row.body):
            self.events[session][row.seq].append(row)

    def add_seed(self, session: str, seed: Seed) -> None:
        """Take a seed; one that fits its commitment is preferred."""
        commitment, secret = seed
        if commitment not in self.seeds[session] or commitment_of(secret) == commitment:
            self.seeds[session][commitment] = secret

    def last(self, session: str) -> int:
        """Give the number of the last event that is known of a game, also where only its link is left."""
        known = (
            self.links.get(session) or self.events.get(session) or ()
        )  # a damaged number seems to be a late one
        return max(known, default=0)


def read_remains(store: Path) -> Remains:
    """Read whatever the file lets us, on a copy of it.

    If the first page keeps SQLite from applying the write-ahead log, that of a store of ours is put in its
    place; if that does not help either, the file is read without its log.
    """
    with tempfile.TemporaryDirectory(dir=store.parent) as name:
        folder = Path(name)
        copy = folder / "copy.sqlite"
        for first_page in (b"", *_first_pages(folder)):
            copy_with_log(store, copy)
            _put_first(copy, first_page)
            if copy.stat().st_size and _apply_log(copy):  # SQLite deletes the log of an empty file
                return _sorted(copy.read_bytes())
        return _sorted(copy.read_bytes())


def _apply_log(store: Path) -> bool:
    """Have SQLite write into a file what lies in its log; say whether nothing is left in the log."""
    with suppress(*UNREADABLE), closing(sqlite3.connect(store)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return not log_is_left(store)


def _put_first(path: Path, page: bytes) -> None:
    with open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:  # noqa: PTH123 - open, not made anew
        file.write(page)


def _first_pages(folder: Path) -> Iterator[bytes]:
    """Give the first page of a store of ours."""
    made = folder / "made.sqlite"
    Database(made).close()
    page = bytearray(made.read_bytes()[:PAGE_BYTES])
    page[LENGTH_KNOWN] = bytes(4)
    yield bytes(page)


def _sorted(data: bytes) -> Remains:
    """Tell the rows of a file apart by their shapes."""
    remains = Remains()
    for values in chain(raw_rows(data), carved_rows(data, EVENT_HEADER)):
        match values:
            case (str(session), str(created_at)):
                remains.created[session] = created_at
            case (str(session), int(seq), bytes(link)):
                remains.links[session][seq] = link
            case (str(session), str(commitment), str(seed)):
                remains.add_seed(session, (commitment, seed))
            case (str(session), int(seq), str(at), str(kind), int(version), str(body)):
                remains.add_event(session, Row(seq, at, kind, version, body))
    return remains


def _is_json(text: str) -> bool:
    try:
        msgspec.json.decode(text)
    except msgspec.DecodeError:
        return False
    return True


def copy_with_log(source: Path, target: Path) -> None:
    """Copy a store that nobody has open, durably, and the log of what was not yet written into it."""
    for suffix in ("", "-wal"):
        part = source.with_name(source.name + suffix)
        copy = target.with_name(target.name + suffix)
        copy.unlink(missing_ok=True)
        if is_there(part):
            shutil.copyfile(part, copy)
            with copy.open("rb") as file:
                os.fsync(file.fileno())
    sync_folder(target.parent)
