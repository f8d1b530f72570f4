"""Calls that may never return, made in a thread of their own, so that nobody has to wait for them."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, NamedTuple, TypeVar
from weakref import WeakSet

T = TypeVar("T")

LINGER_S: Final = 5.0
"""A thread that is not asked anything for so long ends; the next call begins another."""


class _Errand(NamedTuple):
    call: Callable[[], Any]
    answer: Future[Any]
    asked_s: float


class Aside:
    """Makes calls one after the other, in the order in which they are asked for.

    Its thread keeps no program from ending, whatever hangs in it.

    Parameters
    ----------
    name
        Of the thread.
    clock
        Monotonic seconds.
    counted
        Whether `owed_since_s` counts what it owes.
    """

    def __init__(
        self, name: str, clock: Callable[[], float] = time.monotonic, *, counted: bool = True
    ) -> None:
        self._name, self._clock = name, clock
        self._news = threading.Condition()
        self._errands: deque[_Errand] = deque()
        self._awake = False
        if counted:
            with _registering:
                _all.add(self)

    @property
    def since_s(self) -> float | None:
        """Since when a call has been owed its answer, the oldest if there are several; None: none is."""
        with self._news:
            return self._errands[0].asked_s if self._errands else None

    def ask(self, call: Callable[[], T]) -> Future[T]:
        """Have a call made; the answer is there when it has returned, or raised an error."""
        answer: Future[T] = Future()
        with self._news:
            self._errands.append(_Errand(call, answer, self._clock()))
            self._news.notify()
            if not self._awake:
                self._wake()
        return answer

    def _wake(self) -> None:
        """Begin a thread; where that fails nothing is owed, and the next call tries again."""
        try:
            threading.Thread(target=self._run, name=self._name, daemon=True).start()
        except RuntimeError:
            self._errands.pop()
            raise
        self._awake = True

    def _run(self) -> None:
        while self._is_asked():
            self._make()

    def _is_asked(self) -> bool:
        """Wait until there is an errand to run; False when the thread is to end."""
        with self._news:
            self._awake = self._news.wait_for(lambda: bool(self._errands), LINGER_S)
            return self._awake

    def _make(self) -> None:
        """Run the oldest errand.

        When it is answered nothing of it is held any more: the thread lingers, and behind a call stand a
        camera and its pictures. An error's traceback holds this frame, and with it what is not let go here.
        """
        call, answer, _ = self._errands[0]
        result, error = None, None
        try:
            result = call()
        except BaseException as raised:  # noqa: BLE001 - it is raised where the answer is asked for
            error = raised
        del call
        with self._news:
            self._errands.popleft()
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)
        del answer, error


_registering: Final = threading.Lock()
_all: Final[WeakSet[Aside]] = WeakSet()


def owed_since_s() -> float | None:
    """Since when the oldest of all calls that count has been owed its answer; None: none is."""
    with _registering:
        since_s = [each.since_s for each in _all]
    return min((each for each in since_s if each is not None), default=None)
