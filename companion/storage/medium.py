"""The card or disk under a store: whether it takes what is written, told once when that changes."""

from __future__ import annotations

import errno
import logging
import os
from pathlib import Path

from companion.record.errors import StoreError

_log = logging.getLogger(__name__)


class Medium:
    """What is known of the card under a store.

    Attributes
    ----------
    trouble : StoreError or None
        Why the last write failed; None while all is well.
    """

    def __init__(self) -> None:
        self.trouble: StoreError | None = None

    def failed(self, error: StoreError) -> None:
        """Note that a write has failed; the log says so once for each reason."""
        before, self.trouble = self.trouble, error
        if before is None or before.code != error.code:
            _log.error("Nothing can be saved (%s): %s", error.code, error.sentence)

    def written(self) -> None:
        """Note that a write is on the disk."""
        before, self.trouble = self.trouble, None
        if before is not None:
            _log.warning("The games can be saved again.")


def lock_file(store: Path, what: str = "open") -> Path:
    """Give the file beside a store that tells who has it open, or ``what`` else."""
    return store.with_name(f"{store.name}.{what}")


def open_to_write(store: Path) -> None:
    """Open a file beside a store for writing, and write nothing, so that an idle table spares the card.

    The store itself is not opened: to close it again would drop SQLite's locks on it.

    Raises
    ------
    OSError
        `errno.EROFS` when the system has made the card read-only, as it does with one that fails.
    """
    os.close(os.open(lock_file(store), os.O_RDWR | os.O_CLOEXEC))


def is_read_only(store: Path) -> bool:
    """Tell whether the system lets nobody write on the card of a store."""
    try:
        open_to_write(store)
    except OSError as error:
        return error.errno == errno.EROFS
    return False
