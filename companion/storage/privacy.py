"""Whatever lies beside the games is for its owner's eyes: hidden hands, seeds, secrets and backups."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO

SECRETS: Final = (".key", ".host", ".seats", ".seats.log")
"""What the files end with whose names have these in the place of the store's own ending."""

BESIDE: Final = ("-wal", "-shm", ".open", ".served", ".sums", ".rescued", ".repairs")
"""What the names of the files of a store end with."""


def make_private(store: Path) -> None:
    """Make a store where there is none, and close it to all but its owner, with all that belongs to it.

    An older program left files that everybody could read. SQLite gives its log the mode of the store.

    Raises
    ------
    OSError
        When the store cannot be made.
    """
    with suppress(FileExistsError):
        os.close(os.open(store, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    secrets = [store.with_suffix(end) for end in SECRETS]
    for path in (store, *secrets, *(store.with_name(store.name + end) for end in BESIDE)):
        _close_to_others(path)
    for path in store.parent.glob(f"{store.stem}.damaged-*"):
        _close_to_others(path)
    backups = store.parent / "backups"
    _close_to_others(backups)
    with suppress(OSError):
        for path in backups.iterdir():
            _close_to_others(path)


def _close_to_others(path: Path) -> None:
    """Take the rights of all but the owner; what is another user's, or not there, is left alone."""
    with suppress(OSError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS)
