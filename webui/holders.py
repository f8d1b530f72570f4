"""Which phone has which seat of a game: one at a time, as far as it was seen lately."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from companion.rules.game import Seat

LATELY_S: Final = 20 * 60.0
"""A page that is open asks for its news more often than this, whatever happens at the table."""


class _Hold(NamedTuple):
    """The phone that has a seat, and when it last asked for anything."""

    phone: str
    seen_s: float


class Holders:
    """The phones at the seats of all games, in memory alone: after a new start whichever asks first has its.

    Parameters
    ----------
    clock
        Monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._held: dict[tuple[str, Seat], _Hold] = {}

    def elsewhere(self, game: str, seat: Seat, phone: str) -> bool:
        """Say whether another phone that was seen lately has this seat."""
        with self._lock:
            return self._elsewhere(game, seat, phone)

    def sit(self, game: str, seat: Seat, phone: str, *, instead: bool = False) -> bool:
        """Let a phone have this seat and no other of the game.

        False, and nothing changes, where another phone has it, unless it is to be had ``instead``.
        """
        with self._lock:
            if self._elsewhere(game, seat, phone) and not instead:
                return False
            self._leave(game, phone)
            self._held[game, seat] = _Hold(phone, self._clock())
            return True

    def keep(self, game: str, seat: Seat, phone: str) -> bool:
        """Note that a phone still has this seat; False where another phone has it.

        What a phone has asked for before it went to another seat takes it back to none.
        """
        with self._lock:
            if self._elsewhere(game, seat, phone):
                return False
            if not self._has_another(game, seat, phone):
                self._held[game, seat] = _Hold(phone, self._clock())
            return True

    def leave(self, game: str, phone: str) -> None:
        """The phone has no seat of this game any more."""
        with self._lock:
            self._leave(game, phone)

    def follow(self, game: str, later: str) -> None:
        """Whoever has a seat of one game has it in a later one, too."""
        with self._lock:
            seats = {seat: hold for (of, seat), hold in self._held.items() if of == game}
            self._held |= {(later, seat): hold for seat, hold in seats.items()}

    def _elsewhere(self, game: str, seat: Seat, phone: str) -> bool:
        hold = self._held.get((game, seat))
        return hold is not None and hold.phone != phone and self._seen_lately(hold)

    def _has_another(self, game: str, seat: Seat, phone: str) -> bool:
        held = [hold for (of, at), hold in self._held.items() if of == game and at != seat]
        return any(hold.phone == phone and self._seen_lately(hold) for hold in held)

    def _seen_lately(self, hold: _Hold) -> bool:
        return self._clock() - hold.seen_s < LATELY_S

    def _leave(self, game: str, phone: str) -> None:
        for key in [key for key, hold in self._held.items() if key[0] == game and hold.phone == phone]:
            del self._held[key]
