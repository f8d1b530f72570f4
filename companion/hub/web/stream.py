"""The news of the room for open screens: the card of each table that has changed, as server-sent events.

A screen that is slow gets each changed table once, as it stands by then: nothing piles up.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from companion.hub.room import Room
from webui.request.stream import STILL_HERE

HEARTBEAT_S: Final = 10.0
LIFETIME_S: Final = 30 * 60.0
RETRY_MS: Final = 1500


class Screens:
    """All open screens."""

    def __init__(self, room: Room, card: Callable[[str, str], str], opened: Callable[[int], None]) -> None:
        self._room, self._card, self._opened = room, card, opened
        self._lock = threading.Lock()
        self._streams: set[RoomStream] = set()
        self._closed = False
        self._cards: dict[str, dict[str, str]] = {}
        room.subscribe(self._changed)

    def open(self, language: str) -> RoomStream:
        """Give the stream of a new screen in a language; it begins with the whole room."""
        stream = RoomStream(self, language)
        with self._lock:
            self._streams.add(stream)
            if self._closed:
                stream.end()
        stream.put(place.table for place in self._room.places())
        self._opened(len(self._streams))
        return stream

    def leave(self, stream: RoomStream) -> None:
        """Tell this screen nothing more."""
        with self._lock:
            self._streams.discard(stream)
        self._opened(len(self._streams))

    def close(self) -> None:
        """End all streams, and all that come: the program stops."""
        with self._lock:
            self._closed = True
            streams = tuple(self._streams)
        for each in streams:
            each.end()

    def line(self, table: str, language: str) -> str:
        """Give the event with the card of a table; it is drawn once a language for all screens."""
        cards = self._cards.setdefault(table, {})
        kept = cards.get(language)
        if kept is None:
            data = msgspec.json.encode({"table": table, "html": self._card(table, language)}).decode()
            kept = cards[language] = f"event: card\ndata: {data}\n\n"
        return kept

    def _changed(self, table: str) -> None:
        self._cards.pop(table, None)
        with self._lock:
            streams = tuple(self._streams)
        for each in streams:
            each.put((table,))


class RoomStream:
    """The news for one screen; the server's loop reads it as it reads `webui.request.stream.EventStream`."""

    def __init__(self, screens: Screens, language: str) -> None:
        self._screens, self._language = screens, language
        self._lock, self._news = threading.Lock(), threading.Event()
        self._changed: dict[str, None] = {}
        self._ends_s = time.monotonic() + LIFETIME_S
        self._ended = False
        self._wake: Callable[[], None] = _nobody_waits
        self.heartbeat_s = HEARTBEAT_S

    def __iter__(self) -> Iterator[str]:
        """Give the stream piece by piece; this waits for the news."""
        yield from self.opening()
        while not self.ended:
            self._news.wait(self.heartbeat_s)
            self._news.clear()
            yield self.ready() or STILL_HERE

    @property
    def ended(self) -> bool:
        """Whether nothing more comes: the screen comes back and catches up."""
        return self._ended or time.monotonic() >= self._ends_s

    def opening(self) -> Iterator[str]:
        """Give what the screen hears first."""
        yield f"retry: {RETRY_MS}\n\n"

    def ready(self) -> str:
        """Give what there is by now, without waiting; empty where there is nothing."""
        with self._lock:
            changed, self._changed = self._changed, {}
        return "".join(self._screens.line(table, self._language) for table in changed)

    def put(self, tables: Iterator[str] | tuple[str, ...]) -> None:
        """Note that tables have changed."""
        with self._lock:
            self._changed.update(dict.fromkeys(tables))
        self._news.set()
        self._wake()

    def wake_by(self, wake: Callable[[], None]) -> None:
        """Have this called, by any thread, whenever something is ready; and now, for what is already."""
        self._wake = wake
        wake()

    def end(self) -> None:
        """End the stream."""
        self._ended = True
        self._news.set()
        self._wake()

    def close(self) -> None:
        """Listen no more."""
        self._screens.leave(self)


def _nobody_waits() -> None:
    """Do nothing: the stream's own thread waits for its news."""
