"""Which phone has which seat of the game on the table: one at a time, as far as it was seen lately."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from companion.rules.game import Seat

LATELY_S: Final = 20 * 60.0
"""A page that is open asks for its news more often than this, whatever happens at the table."""


class Holders:
    """The phones at the seats of one game, in memory alone; another game begins anew.

    Parameters
    ----------
    clock
        Monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._game = ""
        self._seen_s: dict[Seat, dict[str, float]] = {}
        self._replaced: set[tuple[Seat, str]] = set()

    def see(self, game: str, seat: Seat, phone: str) -> bool:
        """Note that a phone plays as this seat; False where another has taken its place."""
        with self._lock:
            self._turn_to(game)
            if (seat, phone) in self._replaced:
                return False
            self._seen_s.setdefault(seat, {})[phone] = self._clock()
            return True

    def elsewhere(self, game: str, seat: Seat, phone: str) -> bool:
        """Whether another phone that was seen lately plays as this seat."""
        with self._lock:
            self._turn_to(game)
            seen_s = self._seen_s.get(seat, {})
            return any(self._clock() - at_s < LATELY_S and other != phone for other, at_s in seen_s.items())

    def sit(self, game: str, seat: Seat, phone: str) -> bool:
        """Let a phone have this seat, in place of whichever had it; True where one had."""
        with self._lock:
            self._turn_to(game)
            others = self._seen_s.get(seat, {}).keys() - {phone}
            self._replaced |= {(seat, other) for other in others}
            self._replaced.discard((seat, phone))
            self._seen_s[seat] = {phone: self._clock()}
            return bool(others)

    def leave(self, phone: str) -> None:
        """The phone has no seat any more."""
        with self._lock:
            for seen_s in self._seen_s.values():
                seen_s.pop(phone, None)

    def _turn_to(self, game: str) -> None:
        if game != self._game:
            self._game, self._seen_s, self._replaced = game, {}, set()
