"""The news streams of all open pages: the loop holds them, so a page costs no thread."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

from companion.cli.server.connection import Connection
from companion.cli.server.watch import Watch
from webui.request.stream import STILL_HERE, EventStream


@dataclass(eq=False)
class Opened:
    """A stream on its connection.

    ``body`` is what the application has answered with, to be closed at the end; ``chunked`` says whether the
    text goes out in chunks, as HTTP/1.1 wants it.
    """

    conn: Any
    news: EventStream
    body: Iterable[bytes]
    chunked: bool
    told_s: float = field(default_factory=time.monotonic)

    @property
    def socket(self) -> Connection:
        """The connection itself."""
        connection: Connection = self.conn.sock
        return connection

    def tell(self, text: str) -> None:
        """Send a text; what the network does not take at once waits."""
        data = text.encode()
        if data:
            self.told_s = time.monotonic()
            self.socket.sendall(b"%X\r\n%s\r\n" % (len(data), data) if self.chunked else data)


@dataclass
class Streams:
    """Tells all open pages of the news.

    Parameters
    ----------
    watch
        What the loop waits for.
    defer
        Has the loop call something; may be called by any thread.
    part
        Ends a connection in good order.
    close
        Closes a connection for good.
    """

    watch: Watch
    defer: Callable[[Callable[[], None]], None]
    part: Callable[[Any], None]
    close: Callable[[Any], None]
    _open: dict[Any, Opened] = field(default_factory=dict)
    _woken: deque[Opened] = field(default_factory=deque)
    _due: bool = False

    def __len__(self) -> int:
        """Number of open streams."""
        return len(self._open)

    def begin(self, opened: Opened) -> None:
        """Tell a page what it has missed, and from now on everything."""
        self._open[opened.conn] = opened
        try:
            opened.tell("".join(opened.news.opening()))
        except OSError:
            self._gone(opened)
            return
        self.watch.on(opened.conn, EVENT_READ, partial(self._hear, opened))
        opened.news.wake_by(partial(self._wake, opened))

    def beat(self) -> None:
        """Send a heartbeat to every page that has heard nothing for long; end the streams that are over."""
        now_s = time.monotonic()
        for opened in list(self._open.values()):
            if opened.news.ended:
                self.watch.guard(opened.conn, partial(self._tell, opened))
            elif now_s - opened.told_s >= opened.news.heartbeat_s and not opened.socket.unsent:
                self.watch.guard(opened.conn, partial(self._tell, opened, STILL_HERE))

    def lose(self, conn: Any) -> None:
        """Forget a connection with which something failed."""
        opened = self._open.get(conn)
        if opened is not None:
            self._forget(opened)

    def _wake(self, opened: Opened) -> None:
        """Remember that there is news for a page: the game's thread goes on at once."""
        self._woken.append(opened)
        if not self._due:  # asked after the append: the loop may finish with all others at any time
            self._due = True
            self.defer(self._tell_woken)

    def _tell_woken(self) -> None:
        self._due = False
        while self._woken:
            opened = self._woken.popleft()
            self.watch.guard(opened.conn, partial(self._tell, opened))

    def _tell(self, opened: Opened, text: str = "") -> None:
        if opened.conn not in self._open:
            return
        try:
            if not opened.socket.unsent:
                opened.tell(opened.news.ready() or text)
        except OSError:
            self._gone(opened)
            return
        if opened.news.ended:
            self._end(opened)
        elif opened.socket.unsent:
            self.watch.on(opened.conn, EVENT_READ | EVENT_WRITE, partial(self._catch_up, opened))

    def _hear(self, opened: Opened) -> None:
        """Notice that the page is gone; whatever else it sends is of no interest."""
        if opened.socket.hear() == b"":
            self._gone(opened)

    def _catch_up(self, opened: Opened) -> None:
        """Send what a slow network has not taken."""
        self._hear(opened)
        if opened.conn not in self._open:
            return
        try:
            opened.socket.send_more()
        except OSError:
            self._gone(opened)
            return
        if not opened.socket.unsent:
            self.watch.on(opened.conn, EVENT_READ, partial(self._hear, opened))
            self._tell(opened)

    def _end(self, opened: Opened) -> None:
        """End a stream in good order: its page comes back and catches up."""
        behind = bool(opened.socket.unsent)
        if opened.chunked and not behind:
            with suppress(OSError):  # the page may be gone by now
                opened.socket.sendall(b"0\r\n\r\n")
        self._forget(opened)
        (self.close if behind else self.part)(opened.conn)

    def _gone(self, opened: Opened) -> None:
        self._forget(opened)
        self.close(opened.conn)

    def _forget(self, opened: Opened) -> None:
        if self._open.pop(opened.conn, None) is not None:
            self.watch.stop(opened.conn)
            close = getattr(opened.body, "close", None)
            if close is not None:
                close()
