"""What SQLite and the system report about the game store, told in a sentence that players understand."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from pathlib import Path
from typing import Final

from companion.record.errors import StoreError
from companion.rules.message import Message
from companion.rules.phrases import Written, marked
from companion.storage.medium import is_read_only

_FULL: Final = ("store-full", marked("The disk is full, so nothing more can be saved. Free some space."))
_REPAIR: Final = "A running table repairs it within a minute. Otherwise start the program again to repair it."
_DAMAGED: Final = ("store-damaged", marked("The game store is damaged. " + _REPAIR))

_SHOWN: Final = "Nothing that was shown is lost."
_READ_ONLY: Final = (
    "store-read-only",
    marked("The card or disk with the games can only be read now, so nothing more can be saved. " + _SHOWN),
)
_FAILING: Final = (
    "store-failing",
    marked("The card or disk with the games reports errors, so nothing more can be saved. " + _SHOWN),
)

_CODES: Final[dict[int, tuple[str, str]]] = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: ("store-unwritable", marked("The data folder cannot be written to.")),
    sqlite3.SQLITE_CANTOPEN: ("store-unwritable", marked("The game store cannot be opened or created.")),
    sqlite3.SQLITE_PERM: ("store-unwritable", marked("This user may not write the game store.")),
    sqlite3.SQLITE_IOERR: _FAILING,
    sqlite3.SQLITE_BUSY: (
        "store-busy",
        marked("Another program is using the game store. Try again in a moment."),
    ),
    sqlite3.SQLITE_LOCKED: (
        "store-busy",
        marked("Another program is using the game store. Try again in a moment."),
    ),
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}

_AT: Final = marked("{sentence} ({path})")

_WITHOUT_ROOM: Final = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
"""What SQLite also calls it when it finds no room for a file of its own beside the store."""

_REFUSED: Final = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""What SQLite calls it when the system refuses to write on the card."""

_ROOM_BYTES: Final = 64 * 1024
"""Twice the index of its log, which is the least that SQLite makes beside a store that it opens."""


def of_sqlite(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> StoreError:
    """Say in words what SQLite reported; the low byte of its code is the kind of failure.

    What cannot be decoded is the name of what it found damaged.
    """
    if isinstance(error, UnicodeDecodeError):
        code, sentence = _DAMAGED
    else:
        number = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        code, sentence = _CODES.get(number, ("store-failed", ""))
        if number in _WITHOUT_ROOM and _no_room(path):
            code, sentence = _FULL
        elif number in _REFUSED and is_read_only(path):
            code, sentence = _READ_ONLY
        elif not sentence:
            failed = Message("The game store failed: {error}.", {"error": str(error)})
            return StoreError(code, Message(_AT, {"sentence": failed, "path": str(path)}))
    return _at(path, code, sentence)


def damaged(path: Path) -> StoreError:
    """Say in words that a store is damaged."""
    return _at(path, *_DAMAGED)


_NOT_WRITTEN: Final = marked("The game store cannot be written: {why}.")


def of_system(error: OSError, path: Path, sentence: str = _NOT_WRITTEN) -> StoreError:
    """Say in words what the system reported; other reports than those of the disk fill in ``sentence``."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        code, sentence = _FULL
    elif error.errno == errno.EROFS:
        code, sentence = _READ_ONLY
    elif error.errno == errno.EIO:
        code, sentence = _FAILING
    else:
        said = Message(sentence, {"why": error.strerror or str(error)})
        return StoreError("store-unwritable", Message(_AT, {"sentence": said, "path": str(path)}))
    return _at(path, code, sentence)


def _at(path: Path, code: str, sentence: str) -> StoreError:
    return StoreError(code, Message(_AT, {"sentence": Written(sentence), "path": str(path)}))


def _no_room(path: Path) -> bool:
    """Whether the disk has no room for what SQLite needs beside the store."""
    try:
        return shutil.disk_usage(path.parent).free < _ROOM_BYTES
    except OSError:
        return False
