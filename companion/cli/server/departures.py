"""Answers that a phone takes slowly, and connections that are closed: the loop sees to both."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any, Final

from companion.cli.server.connection import Connection, seconds_for
from companion.cli.server.watch import Watch
from webui.http.places import Places

UNSENT_TOGETHER: Final = 48 << 20
"""Bytes of all answers that phones have not taken yet."""

PARTING_S: Final = 20.0
"""So long a phone whose request was left unread may go on sending: cut off, it would lose the answer."""

LAST_WORD_S: Final = 2.0
"""So long the loop waits for the other end of a connection that it closes."""


@dataclass(eq=False)
class Departure:
    """A connection on which the loop has the last word."""

    conn: Any
    ends_s: float

    @property
    def socket(self) -> Connection:
        """The connection itself."""
        connection: Connection = self.conn.sock
        return connection

    @property
    def address(self) -> str:
        """Where it goes to."""
        return str(self.conn.client[0]) if isinstance(self.conn.client, tuple) else ""


@dataclass
class Departures:
    """Sends what is left of answers, at the pace of `seconds_for`, and closes connections.

    Parameters
    ----------
    watch
        What the loop waits for.
    close
        Closes a connection for good.
    """

    watch: Watch
    close: Callable[[Any], None]
    _leaving: dict[Any, Departure] = field(default_factory=dict)
    _room: Places[Departure] = field(default_factory=lambda: Places(UNSENT_TOGETHER))

    def send(self, conn: Any, then: Callable[[], None]) -> None:
        """Send what is left of the answer; then go on."""
        left = len(conn.sock.unsent)
        if not left:
            then()
            return
        departure = Departure(conn, time.monotonic() + seconds_for(left))
        self.watch.on(conn, EVENT_WRITE, lambda: self._send_on(departure, then))
        self._leaving[conn] = departure
        for displaced in self._room.take(departure, departure.address, size=left):
            self._give_up(displaced)

    def part(self, conn: Any) -> None:
        """Say that nothing more comes, hear the phone out, and close the connection."""
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self.close(conn)
            return
        patience_s = PARTING_S if conn.sock.cut else LAST_WORD_S
        departure = Departure(conn, time.monotonic() + patience_s)
        self.watch.on(conn, EVENT_READ, lambda: self._hear_out(departure))
        self._leaving[conn] = departure

    def leave(self) -> None:
        """Hear nobody out for long: the program stops."""
        ends_s = time.monotonic() + LAST_WORD_S
        for departure in self._leaving.values():
            departure.ends_s = min(departure.ends_s, ends_s)

    def expire(self) -> None:
        """Give up every phone that takes too long."""
        now_s = time.monotonic()
        for departure in [each for each in self._leaving.values() if each.ends_s < now_s]:
            self._give_up(departure)

    def lose(self, conn: Any) -> None:
        """Forget a connection with which something failed."""
        departure = self._leaving.get(conn)
        if departure is not None:
            self._forget(departure)

    def _send_on(self, departure: Departure, then: Callable[[], None]) -> None:
        try:
            departure.socket.send_more()
        except OSError:
            self._give_up(departure)
            return
        if not departure.socket.unsent:
            self._forget(departure)
            then()

    def _hear_out(self, departure: Departure) -> None:
        if departure.socket.hear() == b"":
            self._give_up(departure)

    def _give_up(self, departure: Departure) -> None:
        self._forget(departure)
        self.watch.guard(departure.conn, lambda: self.close(departure.conn))

    def _forget(self, departure: Departure) -> None:
        self._leaving.pop(departure.conn, None)
        self._room.leave(departure)
        self.watch.stop(departure.conn)
