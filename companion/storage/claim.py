"""One table at a time: whoever serves a store of games claims it, for as long as it runs."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.record.errors import StoreError
from companion.storage.database import hold
from companion.storage.failures import of_system

CLAIM: Final = "served"
"""What the name of the locked file ends with; in it stands which process claimed the store last."""

PATIENCE_S: Final = 8.0
"""The processes that a killed one has forked notice within some seconds that they are alone, and end."""

POLL_S: Final = 0.1


@contextmanager
def claimed(store: Path, patience_s: float = PATIENCE_S) -> Iterator[None]:
    """Claim a store for this process and those that it forks, until the last of them has ended.

    Two tables on one store would each show its own phones a game that the other goes on with. Whatever
    reads the games, or backs them up, needs no claim. It is a lock of the system's, which goes with the
    processes that hold it: what a killed one leaves behind is a file that nobody has locked.

    Parameters
    ----------
    store
        The SQLite file. Nothing is done to it, and it need not be there; its folder is made.
    patience_s
        How long those are waited for that a killed process has left behind.

    Raises
    ------
    StoreError
        ``store-busy`` where another table is served from it, or ``store-unwritable``.
    """
    handle = _claim(store, patience_s)
    _sign(handle)
    try:
        yield
    finally:
        os.close(handle)  # closed, not unlocked: that would take the claim from a forked process, too


def _claim(store: Path, patience_s: float) -> int:
    try:
        store.parent.mkdir(parents=True, exist_ok=True)
        return _once_free(store, time.monotonic() + patience_s)
    except BlockingIOError as error:
        raise StoreError(
            "store-busy",
            "Another table is running with the games in {folder}. "
            "Stop it, or choose another folder with --data.",
            folder=store.parent,
        ) from error
    except OSError as error:
        raise of_system(error, store) from error


def _once_free(store: Path, until_s: float) -> int:
    """Lock the file; as long as only what a killed process has left behind holds it, wait for that."""
    while True:
        try:
            return hold(store, fcntl.LOCK_EX | fcntl.LOCK_NB, CLAIM)
        except BlockingIOError:
            if _claimant_runs(store) or time.monotonic() > until_s:
                raise
        time.sleep(POLL_S)


def _sign(handle: int) -> None:
    """Write down which process claims the store."""
    with suppress(OSError):  # on a full disk it stands nowhere, and the claim holds all the same
        os.ftruncate(handle, 0)
        os.pwrite(handle, str(os.getpid()).encode(), 0)


def _claimant_runs(store: Path) -> bool:
    """Whether the process that claimed the store last runs still; so it does where nobody can tell."""
    try:
        os.kill(int(store.with_name(f"{store.name}.{CLAIM}").read_text("ascii")), 0)
    except ProcessLookupError:
        return False
    except (OSError, ValueError):
        return True
    return True
