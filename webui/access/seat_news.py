"""What becomes of seats: told at every phone for a while, and written down for the log."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from companion.rules.game import Seat
from companion.rules.phrases import Audience
from companion.sessions.store import utc_now

_log = logging.getLogger(__name__)

ENDING: Final = ".seats.log"
"""What the file beside the store ends with: one line a change."""

TOLD_S: Final = 30.0
"""So long a change is told at every phone."""

MOST_BYTES: Final = 200_000
"""Of the file; a longer one begins anew with its second half."""

WORDS: Final = {
    "sat": "A phone plays as {name} now.",
    "taken": "Another phone plays as {name} now.",
    "bot": "A bot plays as {name} now.",
    "relieved": "A phone plays as {name} now. Before, a bot did.",
    "freed": "The host has freed the seat of {name}.",
    "refused": "{name} keeps the seat: another phone had asked for it.",
}
"""What a change is told as."""


class SeatChange(msgspec.Struct, frozen=True):
    """One change: what became of a seat, and when by the clock on the wall."""

    game: str
    seat: Seat
    what: str
    at: str

    def told(self, audience: Audience, name: str) -> str:
        """Tell it, of the player of that name."""
        return audience.say(WORDS[self.what], name=name)


class SeatNews:
    """The changes of seats, in the order in which they came.

    Parameters
    ----------
    path
        The file; None: in memory alone.
    clock
        Monotonic seconds.
    """

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._path, self._clock, self._lock = path, clock, threading.Lock()
        self._changes = _read(path)
        self._fresh: list[tuple[float, SeatChange]] = []

    @classmethod
    def beside(cls, store: Path) -> SeatNews:
        """Give the changes of seats in the games of a store."""
        return cls(store.with_name(f"{store.stem}{ENDING}"))

    def tell(self, game: str, seat: Seat, what: str) -> None:
        """Tell of a change; one of the words in `WORDS`."""
        change = SeatChange(game, seat, what, utc_now())
        _log.info("Seat %s of game %s: %s", seat, game, what)
        with self._lock:
            self._changes.append(change)
            self._fresh = [*self._still_told(), (self._clock(), change)]
            self._write(change)

    def now(self, game: str) -> list[SeatChange]:
        """Give the changes of a game that are still told at every phone."""
        with self._lock:
            self._fresh = self._still_told()
            return [change for _, change in self._fresh if change.game == game]

    def of(self, game: str) -> list[SeatChange]:
        """Give all changes of a game, the last first."""
        return [change for change in reversed(self._changes) if change.game == game]

    def _still_told(self) -> list[tuple[float, SeatChange]]:
        return [each for each in self._fresh if self._clock() - each[0] < TOLD_S]

    def _write(self, change: SeatChange) -> None:
        if self._path is None:
            return
        try:
            if self._path.exists() and self._path.stat().st_size > MOST_BYTES:
                self._changes = self._changes[len(self._changes) // 2 :]
                self._path.write_bytes(b"".join(map(_line, self._changes)))
                return
            with self._path.open("ab") as file:
                file.write(_line(change))
        except OSError as error:
            _log.warning("What became of a seat cannot be written to %s: %s", self._path, error)


def _line(change: SeatChange) -> bytes:
    return msgspec.json.encode(change) + b"\n"


def _read(path: Path | None) -> list[SeatChange]:
    """Read the changes; a line that is cut or damaged is passed over."""
    try:
        lines = path.read_bytes().splitlines() if path else []
    except OSError:
        return []
    found = []
    for line in lines:
        try:
            change = msgspec.json.decode(line, type=SeatChange)
        except msgspec.MsgspecError:
            continue
        if change.what in WORDS:
            found.append(change)
    return found
