"""What is known of a store outside of it: how long each game is, and the sum of the whole file.

The next start compares the store with this file. It tells which games are gone when the store cannot tell
any more, and a file whose sum is right needs no closer look.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.storage.files import is_there, write_atomically


class KeptSums(msgspec.Struct, frozen=True):
    """What a store was like when it was last looked at.

    ``games`` gives of every game the number of its last event and that event's link, in hexadecimal digits.
    ``file`` is the sum of the whole file; empty while a program has the store open.
    """

    games: dict[str, tuple[int, str]] = {}
    file: str = ""


def sums_path(store: Path) -> Path:
    """The file beside a store that keeps its sums."""
    return store.with_name(f"{store.name}.sums")


def kept_sums(store: Path) -> KeptSums | None:
    """Read what is kept beside a store; None where that is missing or damaged."""
    try:
        return msgspec.json.decode(sums_path(store).read_bytes(), type=KeptSums)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def keep_sums(store: Path, games: Mapping[str, tuple[int, bytes]], *, closed: bool) -> None:
    """Write down what a store is like.

    Parameters
    ----------
    store
        The SQLite file.
    games
        The last event of every game, and its link.
    closed
        Nobody has the store open, and nobody opens it meanwhile.

    Raises
    ------
    OSError
        When that cannot be written.
    """
    whole = file_sum(store) if closed and not log_is_left(store) else ""
    kept = KeptSums({game: (seq, link.hex()) for game, (seq, link) in games.items()}, whole)
    if kept != kept_sums(store):
        write_atomically(sums_path(store), msgspec.json.encode(kept))


def forget_sums(store: Path) -> None:
    """Keep nothing about a store in whose place another one comes."""
    sums_path(store).unlink(missing_ok=True)


def file_sum(store: Path) -> str:
    """Give the sum of the whole file; empty where it cannot be read."""
    with suppress(OSError), store.open("rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()
    return ""


def log_is_left(store: Path) -> bool:
    """Whether something lies in the write-ahead log, as after a power cut."""
    log = store.with_name(f"{store.name}-wal")
    return is_there(log) and log.stat().st_size > 0
