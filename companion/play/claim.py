"""One table at a time: whoever serves a store of games claims it, for as long as it runs."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.play.database import hold
from companion.play.errors import StoreError

CLAIM: Final = "served"
"""What the name of the locked file ends with."""


@contextmanager
def claimed(store: Path) -> Iterator[None]:
    """Claim a store for this process and those that it forks, until the last of them has ended.

    Two tables on one store would each show its own phones a game that the other goes on with. Whatever
    reads the games, or backs them up, needs no claim. It is a lock of the system's, which goes with the
    processes that hold it: what a killed one leaves behind is a file that nobody has locked.

    Parameters
    ----------
    store
        The SQLite file. Nothing is done to it, and it need not be there; its folder is made.

    Raises
    ------
    StoreError
        ``store-busy`` where another table is served from it, or ``store-unwritable``.
    """
    handle = _claim(store)
    try:
        yield
    finally:
        os.close(handle)  # closed, not unlocked: that would take the claim from a forked process, too


def _claim(store: Path) -> int:
    try:
        store.parent.mkdir(parents=True, exist_ok=True)
        return hold(store, fcntl.LOCK_EX | fcntl.LOCK_NB, CLAIM)
    except BlockingIOError as error:
        sentence = f"Another table is running with the games in {store.parent}."
        raise StoreError(
            "store-busy", f"{sentence} Stop it, or choose another folder with --data."
        ) from error
    except OSError as error:
        raise StoreError(
            "store-unwritable", f"The game store cannot be written: {error.strerror}. ({store})"
        ) from error
