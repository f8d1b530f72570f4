"""Opening the game store: compare it with what is known of it, and repair it where it is damaged.

The damaged file is kept, the saved games go to a new one, and sentences tell so. The steps are
ordered so that a second power cut, at any point, loses nothing: the new file is complete on the
disk before the old one makes way.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.record.errors import StoreError
from companion.repair.merging import SavedGame, merged
from companion.repair.remains import Remains, copy_with_log, read_remains
from companion.repair.report import note_repair, told
from companion.repair.soundness import check_file, is_as_it_was_left, last_numbers
from companion.rules.message import Message
from companion.rules.phrases import Count, marked
from companion.storage.database import Database, hold, suspect_mark
from companion.storage.failures import of_system
from companion.storage.files import files_like, is_there, move_durably, sync_folder, unused
from companion.storage.kept_sums import forget_sums, kept_sums, log_is_left

NUMBERED: Final = re.compile(r"-(\d{4,})-\d{4,}-\d\d-\d\d$")
"""A backup's number before its day."""


_NOT_OPENED: Final = marked("The game store cannot be opened: {why}.")
_NOT_REPAIRED: Final = marked("The damaged game store cannot be repaired: {why}.")


def open_checked(path: Path) -> tuple[Database, tuple[Message, ...]]:
    """Open the game store, repairing it first where it is damaged.

    Returns
    -------
    Database, tuple of Message
        The open store, and sentences for the players; empty when all is well.

    Raises
    ------
    StoreError
        When the store cannot be opened, or is damaged and in use by another program.
    """
    try:
        notice = _check_alone(path)
        return Database(path), notice
    except StoreError as error:
        if error.code != "store-damaged":
            raise
    # What a comparison of counts does not see, opening may meet; then everything is checked.
    notice = _check_alone(path)
    return Database(path), notice


def _check_alone(path: Path) -> tuple[Message, ...]:
    """Repair a damaged store, unless another program has it open; give the sentences for the players."""
    try:
        if not is_there(path.parent) or not path.parent.is_dir():
            return ()
        alone = hold(path, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return ()
    except OSError as error:
        raise of_system(error, path, _NOT_OPENED) from error
    try:
        return _repair_if_damaged(path)
    except OSError as error:
        raise of_system(error, path, _NOT_REPAIRED) from error
    finally:
        os.close(alone)


def mend(database: Database, in_memory: Callable[[], Remains]) -> tuple[Message, ...]:
    """Repair a store that this process has open; whoever wants it meanwhile waits.

    Parameters
    ----------
    database
        The open store.
    in_memory
        Gives the events of the games that are being played.

    Returns
    -------
    tuple of Message
        Sentences for the players.

    Raises
    ------
    StoreError
        ``store-busy`` when another program has the store open; or as the disk has it.
    """
    path = database.path
    with database.let_go():
        try:
            alone = hold(path, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            sentence = "The game store is damaged, and another program keeps it open. Stop that program."
            raise StoreError("store-busy", sentence) from error
        try:
            notice = _repair(path, in_memory())
        finally:
            os.close(alone)
    database.suspected.clear()
    return notice


def backups(path: Path) -> list[Path]:
    """The backups kept beside the store in the order of making: by number, since a clock may jump.

    Those of programs that gave them no number come first, in the order of their files' times.
    """
    kept = files_like(backup_folder(path), "*.sqlite")
    return sorted(kept, key=lambda each: (backup_number(each), each.stat().st_mtime_ns, each.name))


def backup_number(backup: Path) -> int:
    """Give the number of a backup, as in ``games-0007-2026-01-31.sqlite``; 0 where it has none."""
    found = NUMBERED.search(backup.stem)
    return int(found[1]) if found else 0


def next_backup(path: Path, day: str) -> Path:
    """Name the backup of a day: that of the newest one where it is of this day, else by the next number."""
    kept = backups(path)
    if kept and kept[-1].stem.endswith(day):
        return kept[-1]
    number = max(map(backup_number, kept), default=0) + 1
    return backup_folder(path) / f"{path.stem}-{number:04}-{day}.sqlite"


def backup_folder(path: Path) -> Path:
    """Where the backups of a store are kept."""
    return path.parent / "backups"


def _repair_if_damaged(path: Path) -> tuple[Message, ...]:
    if is_there(_rescued(path)):
        _finish(path)
        return (Message("The repair of the damaged game store was completed."),)
    if not _sound(path):
        return _repair(path, Remains())
    suspect_mark(path).unlink(missing_ok=True)
    return _older(path)


def _sound(path: Path) -> bool:
    """Whether the store is in order.

    A file that is bit for bit what a clean stop left needs no closer look. After a power cut the counts are
    compared, and the running table checks the rest. Where damage was met, or a file is not what a clean
    stop left, everything is checked at once.
    """
    suspect = is_there(suspect_mark(path))
    if _is_empty(path):
        return not log_is_left(path) and not kept_sums(path) and not backups(path)
    if is_as_it_was_left(path) and not suspect:
        return True
    try:
        return check_file(path, full=suspect or _was_closed(path))
    except sqlite3.DatabaseError:
        return True  # Not readable for this user, or the disk is full: opening it says so.


def _is_empty(path: Path) -> bool:
    return not is_there(path) or not path.stat().st_size


def _was_closed(path: Path) -> bool:
    """Whether the last program to use a store closed it, and wrote down what it left."""
    kept = kept_sums(path)
    return bool(kept and kept.file) and not log_is_left(path)


def _older(path: Path) -> tuple[Message, ...]:
    """Tell of games that are shorter than they were: somebody put an older copy of the store there."""
    kept = kept_sums(path)
    if kept is None or is_as_it_was_left(path):
        return ()
    try:
        there = last_numbers(path)
    except sqlite3.DatabaseError:
        return ()  # opening it says so
    shorter = [game for game, (seq, _) in kept.games.items() if there.get(game, 0) < seq]
    if not shorter:
        return ()
    sentence = Message(
        "An older copy of the game store lies here: {games} had more events when "
        "the table was last stopped. The backups are in the folder “backups”.",
        {"games": Count(len(shorter), "game")},
    )
    return (sentence,)


def _repair(path: Path, in_memory: Remains) -> tuple[Message, ...]:
    """Save what can be saved; give the sentences for the players."""
    kept = kept_sums(path)
    there = not _is_empty(path) or log_is_left(path)
    aside = _keep_aside(path) if there else None
    store = read_remains(path) if there else Remains()
    known = {game: seq for game, (seq, _) in kept.games.items()} if kept else None
    games = _put_together(path, store, in_memory, known)
    _write_rescued(path, games)
    _finish(path)
    notice = told(games, aside)
    note_repair(path, notice, games)
    return notice


def _put_together(
    path: Path, store: Remains, in_memory: Remains, known: dict[str, int] | None
) -> dict[str, SavedGame]:
    """Merge with one backup after the other, the newest first, until nothing is missing.

    Where nothing is known of the games that should be there, all backups are asked.
    """
    others = [in_memory]
    games = merged(store, others, known or {})
    for backup in reversed(backups(path)):
        if known is not None and not any(game.lost or game.doubtful for game in games.values()):
            break
        remains = _read_backup(backup)
        if remains is not None:
            others.append(remains)
            games = merged(store, others, known or {})
    return games


def _read_backup(backup: Path) -> Remains | None:
    try:
        return read_remains(backup)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return None  # the card does not give it any more; there are others


def _keep_aside(path: Path) -> Path:
    """Copy the damaged file and its log to a name that tells when."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    aside = unused(path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}"))
    copy_with_log(path, aside)
    return aside


def _rescued(path: Path) -> Path:
    """Where the new store stands, complete, until the damaged one has made way."""
    return path.with_name(f"{path.name}.rescued")


def _write_rescued(path: Path, games: dict[str, SavedGame]) -> None:
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        part = Path(folder) / "part.sqlite"
        with closing(Database(part)) as database:
            database.create_all(
                {name: (game.created_at, game.rows, game.seeds) for name, game in games.items() if game.rows}
            )
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
    forget_sums(path)
    sync_folder(path.parent)
    move_durably(_rescued(path), path)
