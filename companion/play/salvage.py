"""Opening the game store after a power cut: check it, and save what can be read from a damaged one.

The damaged file is kept, the saved games go to a new one, and a sentence tells so. The steps are
ordered so that a second power cut, at any point, loses nothing: the new file is complete on the
disk before the old one makes way.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import tempfile
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from companion.play.database import Database, hold, suspect_mark
from companion.play.errors import StaleAction
from companion.play.failures import of_system
from companion.play.files import files_like, is_there, move_durably, sync_folder
from companion.play.remains import UNREADABLE, SavedSession, copy_with_log, legible, read_what_can_be_read


def open_checked(path: Path) -> tuple[Database, str]:
    """Open the game store, repairing it first where the last stop has left it damaged.

    Returns
    -------
    Database, str
        The open store, and a sentence for the players; empty when all is well.

    Raises
    ------
    StoreError
        When the store cannot be opened, or is damaged and in use by another program.
    """
    try:
        if not is_there(path) and not is_there(_rescued(path)):
            return Database(path), ""
        alone = hold(path, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return Database(path), ""
    except OSError as error:
        raise of_system(error, path, "The game store cannot be opened") from error
    try:
        notice = _repair(path)
    except OSError as error:
        raise of_system(error, path, "The damaged game store cannot be repaired") from error
    finally:
        os.close(alone)
    return Database(path), notice


def backups(path: Path) -> list[Path]:
    """The backups kept beside the store in the order of making; their names may be of a wrong clock."""
    kept = files_like(backup_folder(path), "*.sqlite")
    return sorted(kept, key=lambda backup: (backup.stat().st_mtime_ns, backup.name))


def backup_folder(path: Path) -> Path:
    """Where the backups of a store are kept."""
    return path.parent / "backups"


def _repair(path: Path) -> str:
    if is_there(_rescued(path)):
        _finish(path)
        return "The repair of the damaged game store was completed."
    if _sound(path):
        suspect_mark(path).unlink(missing_ok=True)
        return ""
    aside = _keep_aside(path)
    sessions = read_what_can_be_read(path)
    from_backup: set[str] = set()
    for backup in reversed(backups(path)):
        for name, kept in _read_backup(backup).items():
            # Nothing is taken out of a log: one that goes on from it is newer. One that does not is of before
            # an older backup was restored.
            if name not in sessions or _goes_on_from(sessions[name], kept):
                sessions[name] = kept
                from_backup.add(name)
    _write_rescued(path, sessions)
    _finish(path)
    events = sum(len(session.rows) for session in sessions.values())
    return (
        f"The game store was damaged, perhaps by a power cut. Saved: {counted(len(sessions), 'game')} with "
        f"{counted(events, 'event')}, {len(from_backup)} of the games from a backup; the last moves may "
        f"be missing. The damaged file is kept as {aside.name}."
    )


def _goes_on_from(session: SavedSession, other: SavedSession) -> bool:
    """Whether another log of the same game holds all of this one, and more."""
    length = len(session.rows)
    return len(other.rows) > length and other.rows[:length] == session.rows


def _read_backup(backup: Path) -> dict[str, SavedSession]:
    try:
        return read_what_can_be_read(backup)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return {}  # the card does not give it any more; there are others


def counted(number: int, word: str) -> str:
    """Give a number with its word: ``1 game``, ``2 games``."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _sound(path: Path) -> bool:
    """Whether the store can be read; after an unclean stop, whether all of it is in order.

    A clean stop leaves no write-ahead log, so its presence is the sign of the other kind; so is
    the mark of a program that came upon damage while it ran.
    """
    wal = path.with_name(f"{path.name}-wal")
    unclean = is_there(suspect_mark(path)) or (is_there(wal) and wal.stat().st_size > 0)
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            if not unclean:
                return True
            return connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",) and legible(connection)
    except sqlite3.OperationalError:
        return True  # Not readable for this user, or the disk is full: opening it says so.
    except UNREADABLE:
        return False


def _keep_aside(path: Path) -> Path:
    """Copy the damaged file and its log to a name that tells when."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    copy_with_log(path, aside)
    return aside


def _rescued(path: Path) -> Path:
    """Where the new store stands, complete, until the damaged one has made way."""
    return path.with_name(f"{path.name}.rescued")


def _write_rescued(path: Path, sessions: dict[str, SavedSession]) -> None:
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        part = Path(folder) / "part.sqlite"
        with closing(Database(part)) as database:
            for name, session in sessions.items():
                # One whose parts contradict each other does not cost the others their place.
                with suppress(StaleAction):
                    database.create(name, session.created_at, session.rows, session.seeds)
        move_durably(part, _rescued(path))


def replace_store(path: Path, games: Path) -> None:
    """Put other games, a complete file in the same folder or below, in the place of a store.

    A power cut in the middle leaves the old ones, or has the next start complete it.
    """
    with games.open("rb") as file:
        os.fsync(file.fileno())
    move_durably(games, _rescued(path))
    _finish(path)


def _finish(path: Path) -> None:
    """Put the new store in place; the old log goes first, for it must not meet the new file."""
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    suspect_mark(path).unlink(missing_ok=True)
    sync_folder(path.parent)
    move_durably(_rescued(path), path)
