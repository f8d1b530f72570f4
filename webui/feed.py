"""News for the pages that are open: one bounded queue a listener, none of which anybody waits for."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, Literal, NamedTuple, TypeAlias

from companion.play.events import Logged

BACKLOG: Final = 64
"""News that a slow listener may be behind; then it is let go, comes back and catches up."""

Topic: TypeAlias = Literal["game", "live", "simulation", "seat", "reset"]


class News(NamedTuple):
    """What there is news of. ``seq`` is the event's number in the game, 0 for anything else.

    Of a ``seat`` there is news when a phone may have lost its own to another one.
    """

    topic: Topic
    seq: int = 0


class Listener:
    """One open page."""

    def __init__(self) -> None:
        self._queue: queue.Queue[News | None] = queue.Queue(BACKLOG)
        self.dropped = False

    def put(self, news: News) -> None:
        """Hand over one piece of news; a listener that is too far behind is dropped."""
        try:
            self._queue.put_nowait(news)
        except queue.Full:
            self.dropped = True

    def drop(self) -> None:
        """Let it go; whoever waits for its next piece of news is woken."""
        self.dropped = True
        with suppress(queue.Full):  # then nobody waits
            self._queue.put_nowait(None)

    def get(self, timeout_s: float) -> News | None:
        """Wait for the next piece of news; None when there was none in time, or it was let go."""
        try:
            return self._queue.get(timeout=timeout_s)
        except queue.Empty:
            return None


class Feed:
    """Passes news on to every listener. Telling never blocks: the game's thread does it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: set[Listener] = set()
        self._closed = False

    def __len__(self) -> int:
        """Number of listeners."""
        return len(self._listeners)

    @contextmanager
    def listen(self) -> Iterator[Listener]:
        """Be told of everything within the block."""
        listener = Listener()
        with self._lock:
            self._listeners.add(listener)
            listener.dropped = self._closed
        try:
            yield listener
        finally:
            with self._lock:
                self._listeners.discard(listener)

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
            for listener in self._listeners:
                listener.put(news)
