"""News for the pages that are open: one bounded queue a listener, none of which anybody waits for."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, Literal, NamedTuple, TypeAlias

from companion.record.events import Logged

BACKLOG: Final = 64
"""News that a slow listener may be behind; then it is let go, comes back and catches up."""

Topic: TypeAlias = Literal["game", "live", "simulation", "seat", "seats", "reset"]


class News(NamedTuple):
    """What there is news of. ``seq`` is the event's number in the game, 0 for anything else.

    Of a ``seat`` there is news when a phone may have lost its own to another one, and of ``seats`` for
    every phone when somebody sits down or asks for a seat.
    """

    topic: Topic
    seq: int = 0


class Listener:
    """One open page.

    ``wake`` is called when there is something to `get`. It is called by the game's thread, so it must not
    wait for anything.
    """

    def __init__(self) -> None:
        self._queue: queue.Queue[News | None] = queue.Queue(BACKLOG)
        self.dropped = False
        self.wake: Callable[[], None] = _nobody_waits

    def put(self, news: News) -> None:
        """Hand over one piece of news; a listener that is too far behind is dropped."""
        try:
            self._queue.put_nowait(news)
        except queue.Full:
            self.dropped = True
        self.wake()

    def drop(self) -> None:
        """Let it go; whoever waits for its next piece of news is woken."""
        self.dropped = True
        with suppress(queue.Full):  # then nobody waits
            self._queue.put_nowait(None)
        self.wake()

    def get(self, timeout_s: float) -> News | None:
        """Wait for the next piece of news; None when there was none in time, or it was let go."""
        try:
            return self._queue.get(timeout=timeout_s)
        except queue.Empty:
            return None


def _nobody_waits() -> None:
    """Do nothing: the listener's own thread waits for its news."""


class Feed:
    """Passes news on to every listener. Telling never blocks: the game's thread does it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: set[Listener] = set()
        self._closed = False
        self.told = 0
        """How many pieces of news there have been; whatever phones see changes with news alone."""

    def __len__(self) -> int:
        """Number of listeners."""
        return len(self._listeners)

    def join(self) -> Listener:
        """Give a listener that is told of everything until it leaves."""
        listener = Listener()
        with self._lock:
            self._listeners.add(listener)
            listener.dropped = self._closed
        return listener

    def leave(self, listener: Listener) -> None:
        """Tell this listener nothing more."""
        with self._lock:
            self._listeners.discard(listener)

    @contextmanager
    def listen(self) -> Iterator[Listener]:
        """Be told of everything within the block."""
        listener = self.join()
        try:
            yield listener
        finally:
            self.leave(listener)

    def close(self) -> None:
        """Let every listener go, and all that come: the program stops."""
        with self._lock:
            self._closed = True
            for listener in self._listeners:
                listener.drop()

    def game(self, logged: Sequence[Logged]) -> None:
        """Tell of events that are on the disk."""
        for each in logged:
            self._tell(News("game", each.seq))

    def tell(self, topic: Topic) -> None:
        """Tell of something that is not in the log."""
        self._tell(News(topic))

    def _tell(self, news: News) -> None:
        with self._lock:
            self.told += 1
            for listener in self._listeners:
                listener.put(news)
