"""How often one address may guess at a secret that people type."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

AT_ONCE: Final = 5
"""Wrong guesses in a row; people mistype."""

AGAIN_S: Final = 30.0
"""After that one more guess is let in every so many seconds."""

KEPT: Final = 1000
"""Addresses that are remembered; the oldest makes way. Somebody with many addresses may guess more often:
the secret is long enough for that, and a limit for all together would shut out its owner."""


class _Spent(NamedTuple):
    """How many guesses are spent, and when that was counted (monotonic seconds)."""

    guesses: float
    at_s: float


class Guesses:
    """Counts the wrong guesses of each address.

    Parameters
    ----------
    clock
        Monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._spent: OrderedDict[str, _Spent] = OrderedDict()

    def wait_s(self, address: str) -> float:
        """Give how many seconds this address has to wait before its next guess; 0: it may guess now."""
        with self._lock:
            return max(0.0, (self._now(address) - AT_ONCE + 1) * AGAIN_S)

    def note_wrong(self, address: str) -> None:
        """Count one wrong guess."""
        with self._lock:
            self._spent[address] = _Spent(self._now(address) + 1, self._clock())
            self._spent.move_to_end(address)
            while len(self._spent) > KEPT:
                self._spent.popitem(last=False)

    def _now(self, address: str) -> float:
        spent = self._spent.get(address)
        return max(0.0, spent.guesses - (self._clock() - spent.at_s) / AGAIN_S) if spent else 0.0
