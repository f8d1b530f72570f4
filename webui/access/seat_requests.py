"""A seat that another phone has: who asks for it waits until the phone's owner has been told.

Nobody looks at a hand in silence: what becomes of a seat is told at every phone, and stands in the log.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from companion.rules.game import Seat

WAIT_S: Final = 20.0
"""So long the owner of a seat may say no before another phone has it."""

OPEN_S: Final = 180.0
"""So long the one who asked may come for the answer."""

REFUSED_S: Final = 60.0
"""So long nobody asks again for a seat whose owner has said no."""

MOST: Final = 4
"""Phones that may ask at the same time in a game."""

Answer: TypeAlias = Literal["", "yes", "no"]


@dataclass(frozen=True)
class SeatRequest:
    """One phone asks for the seat of another one; ``began_s`` is monotonic."""

    number: int
    game: str
    seat: Seat
    phone: str
    began_s: float
    answer: Answer = ""

    def left_s(self, now_s: float) -> float:
        """Give how many seconds the owner has left to answer."""
        return max(0.0, self.began_s + WAIT_S - now_s) if not self.answer else 0.0

    def is_granted(self, now_s: float) -> bool:
        """Whether the phone may have the seat: its owner said yes, or said nothing for long."""
        return self.answer == "yes" or (not self.answer and self.left_s(now_s) == 0)


class SeatRequests:
    """The requests that wait for an answer, in memory alone: after a restart they are made anew.

    Parameters
    ----------
    clock
        Monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock, self._lock = clock, threading.Lock()
        self._requests: dict[int, SeatRequest] = {}
        self._made = 0

    def ask(self, game: str, seat: Seat, phone: str) -> SeatRequest | None:
        """Ask for a seat, or give the request that was made already; None where too many phones ask."""
        with self._lock:
            mine = self._of(game, seat, phone)
            if mine is not None:
                return mine
            others = self._open(game)
            if len(others) >= MOST:
                return None
            refused = any(each.seat == seat and each.answer == "no" for each in others)
            self._made += 1
            answer: Answer = "no" if refused else ""
            made = SeatRequest(self._made, game, seat, phone, self.clock(), answer)
            if not refused:
                self._requests[made.number] = made
            return made

    def of(self, game: str, seat: Seat, phone: str) -> SeatRequest | None:
        """Give the request of a phone for a seat."""
        with self._lock:
            return self._of(game, seat, phone)

    def waiting(self, game: str) -> list[SeatRequest]:
        """Give the requests of a game that can still be answered."""
        with self._lock:
            return [each for each in self._open(game) if not each.answer]

    def answer(self, number: int, answer: Answer) -> SeatRequest | None:
        """Answer a request; None where it is over."""
        with self._lock:
            request = self._requests.get(number)
            if request is None or request.answer:
                return None
            began_s = self.clock() if answer == "no" else request.began_s
            answered = self._requests[number] = replace(request, answer=answer, began_s=began_s)
            return answered

    def settle(self, game: str, seat: Seat) -> None:
        """Forget what was asked for a seat: it has changed hands."""
        with self._lock:
            gone = [n for n, each in self._requests.items() if (each.game, each.seat) == (game, seat)]
            for number in gone:
                del self._requests[number]

    def _of(self, game: str, seat: Seat, phone: str) -> SeatRequest | None:
        mine = (each for each in self._open(game) if (each.seat, each.phone) == (seat, phone))
        return next(mine, None)

    def _open(self, game: str) -> list[SeatRequest]:
        now_s = self.clock()
        kept_s = {"no": REFUSED_S}
        self._requests = {
            number: each
            for number, each in self._requests.items()
            if now_s - each.began_s < kept_s.get(each.answer, OPEN_S)
        }
        return [each for each in self._requests.values() if each.game == game]
