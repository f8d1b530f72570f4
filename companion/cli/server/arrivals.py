"""Requests that are on their way: the loop takes them in, and a thread gets them when they are whole."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from selectors import EVENT_READ
from typing import Any, Final, NamedTuple

from companion.cli.server.connection import PATIENCE_S, Connection, seconds_for
from companion.cli.server.watch import Watch
from webui.app import LARGEST_UPLOAD
from webui.http.places import Places

LARGEST_HEAD: Final = 64 << 10
"""Bytes of a request's line and headers; browsers send two thousand."""

ARRIVING: Final = 256
"""Connections on which a request has begun, or may begin."""

SMALL: Final = 256 << 10
"""Bytes; forms are smaller, photographs are not."""

LARGE_TOGETHER: Final = 64 << 20
"""Bytes of all large requests that arrive at the same time: each is kept in memory."""

HURRY_S: Final = 1.0
"""So long the rest of a request may take when the program stops."""

MOST_DIGITS: Final = 12
"""Digits of a length that are read; with so many it is far too large already."""

END_OF_HEAD: Final = b"\r\n\r\n"
LENGTH: Final = re.compile(rb"^content-length:[ \t]*0*(\d+)[ \t]*\r$", re.IGNORECASE | re.MULTILINE)
CHUNKED: Final = re.compile(rb"^transfer-encoding:", re.IGNORECASE | re.MULTILINE)
WAITS: Final = re.compile(rb"^expect:[ \t]*100-continue", re.IGNORECASE | re.MULTILINE)


class Refusal(NamedTuple):
    """Why a request is not taken in: its HTTP status, a stable code and a sentence."""

    status: HTTPStatus
    code: str
    sentence: str

    @property
    def text(self) -> bytes:
        """The whole answer; a page's script and a person read the same words."""
        body = json.dumps({"ok": False, "code": self.code, "sentence": self.sentence}).encode()
        head = f"HTTP/1.1 {self.status.value} {self.status.phrase}\r\nConnection: close\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        return head.encode() + body


TOO_SLOW: Final = Refusal(
    HTTPStatus.REQUEST_TIMEOUT, "too-slow", "The phone's connection is too slow. Go nearer to the router."
)
CROWDED: Final = Refusal(
    HTTPStatus.SERVICE_UNAVAILABLE, "table-crowded", "Too many phones ask at once. Try again in a moment."
)
NO_LENGTH: Final = Refusal(
    HTTPStatus.LENGTH_REQUIRED, "no-length", "What is sent to the table must say how long it is."
)
LARGE_HEAD: Final = Refusal(
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    "large-head",
    "The browser sends far too much with its request. Delete the cookies of this site.",
)


@dataclass(eq=False)
class Arrival:
    """A request on its way; ``whole`` is its size in bytes, known once its head is there."""

    conn: Any
    ends_s: float
    whole: int | None = None

    @property
    def socket(self) -> Connection:
        """The connection itself."""
        connection: Connection = self.conn.sock
        return connection

    @property
    def size(self) -> int:
        """How many bytes of it are there."""
        return len(self.socket.heard)

    @property
    def address(self) -> str:
        """Where it comes from."""
        return str(self.conn.client[0]) if isinstance(self.conn.client, tuple) else ""


@dataclass
class Arrivals:
    """Takes requests in, all at once.

    A head has to be there within `PATIENCE_S`, a body at the pace of `seconds_for`. There are places for so
    many connections, and for so much of large requests, shared as `Places` does.

    Parameters
    ----------
    watch
        What the loop waits for.
    answer
        Has a thread answer the request on this connection.
    drop
        Closes a connection, after these last words.
    """

    watch: Watch
    answer: Callable[[Any], None]
    drop: Callable[[Any, bytes], None]
    _arriving: dict[Any, Arrival] = field(default_factory=dict)
    _places: Places[Arrival] = field(default_factory=lambda: Places(ARRIVING))
    _room: Places[Arrival] = field(default_factory=lambda: Places(LARGE_TOGETHER))

    def expect(self, conn: Any) -> None:
        """Wait for a request on this connection."""
        arrival = Arrival(conn, time.monotonic() + PATIENCE_S)
        if conn.parser is not None:
            # The server may have read on into this request, behind the one before.
            arrival.socket.heard[:0] = conn.parser.unreader.take_buffered()
        self.watch.on(conn, EVENT_READ, lambda: self._hear(arrival))
        self._arriving[conn] = arrival
        for displaced in self._places.take(arrival, arrival.address):
            self._refuse(displaced, CROWDED)
        self._judge(arrival)

    def expire(self) -> None:
        """Give up whoever takes too long."""
        now_s = time.monotonic()
        for arrival in [each for each in self._arriving.values() if each.ends_s < now_s]:
            self._refuse(arrival, TOO_SLOW)

    def leave(self) -> None:
        """Wait only for what is about to be whole: the program stops."""
        ends_s = time.monotonic() + HURRY_S
        for arrival in list(self._arriving.values()):
            arrival.ends_s = min(arrival.ends_s, ends_s)
            if not arrival.size:
                self._refuse(arrival, CROWDED)

    def lose(self, conn: Any) -> None:
        """Forget a connection with which something failed."""
        arrival = self._arriving.get(conn)
        if arrival is not None:
            self._forget(arrival)

    def _hear(self, arrival: Arrival) -> None:
        heard = arrival.socket.hear()
        if heard:
            arrival.socket.heard += heard
            self._judge(arrival)
        elif heard is not None:
            self._forget(arrival)
            self.drop(arrival.conn, b"")

    def _judge(self, arrival: Arrival) -> None:
        """Hand a request on when it is whole; refuse what cannot become a request."""
        if arrival.whole is None:
            self._read_head(arrival)
        if arrival.conn in self._arriving and arrival.whole is not None and arrival.size >= arrival.whole:
            self._forget(arrival)
            self.answer(arrival.conn)

    def _read_head(self, arrival: Arrival) -> None:
        """Find out how long the request is. The server's own parser judges everything else of the head."""
        heard = arrival.socket.heard
        end = heard.find(END_OF_HEAD, 0, LARGEST_HEAD)
        if end < 0:
            if arrival.size >= LARGEST_HEAD:
                self._refuse(arrival, LARGE_HEAD)
            return
        head, size = bytes(heard[: end + 2]), end + len(END_OF_HEAD)
        if CHUNKED.search(head):
            # No browser sends a form or a photograph without its length.
            self._refuse(arrival, NO_LENGTH)
            return
        lengths = LENGTH.findall(head)
        length = int(lengths[0][:MOST_DIGITS]) if lengths else 0
        if length > LARGEST_UPLOAD:
            arrival.whole, arrival.socket.cut = size, True  # it is refused by a page, without its body
            return
        arrival.whole, arrival.ends_s = size + length, time.monotonic() + seconds_for(length)
        if length > SMALL:
            for displaced in self._room.take(arrival, arrival.address, size=length):
                self._refuse(displaced, CROWDED)
        if WAITS.search(head) and arrival.size < arrival.whole:
            with suppress(OSError):  # who is gone is heard of soon
                arrival.socket.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _refuse(self, arrival: Arrival, why: Refusal) -> None:
        """Close the connection; whoever has begun to ask is told why."""
        self._forget(arrival)
        arrival.socket.cut = True
        last_words = why.text if arrival.size else b""
        self.watch.guard(arrival.conn, lambda: self.drop(arrival.conn, last_words))

    def _forget(self, arrival: Arrival) -> None:
        if self._arriving.pop(arrival.conn, None) is not None:
            self.watch.stop(arrival.conn)
        self._places.leave(arrival)
        self._room.leave(arrival)
