"""The process that serves the pages: how long it listens to whom, and how it takes its leave."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from types import FrameType
from typing import Any, Final

from gunicorn.workers.gthread import ThreadWorker

SILENT_S: Final = 30.0
"""So long nothing is heard in the middle of a request before whoever sends it is taken to be gone."""

PARTING_S: Final = 20.0
PAUSE_S: Final = 2.0
"""So long at most one who is not listened to any more may go on sending, and may pause in it."""

BLOCK: Final = 1 << 16

WATCHED: Final = {"TCP_KEEPIDLE": 30, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 60_000}
"""How the system finds out that the other end is gone (s, s, probes, ms); not every one has all of them."""


class Connection(socket.socket):
    """A connection to a phone, which may go out of reach at any time.

    The server reads without an end to its patience: each phone that went away in mid-photograph kept a thread
    and the half photograph for ever. A stream of events is written to, not read: that one lives on.
    """

    @classmethod
    def of(cls, plain: socket.socket) -> Connection:
        """Take over a connection as it was accepted."""
        timeout_s = plain.gettimeout()
        connection = cls(fileno=plain.detach())
        connection.settimeout(timeout_s)
        with suppress(OSError):  # it may be gone by now
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in WATCHED.items():
                if hasattr(socket, name):
                    connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
        return connection

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """Give what was sent; nothing, as from one who has hung up, where nothing comes for long."""
        if self.gettimeout() is not None:
            return super().recv(size, flags)
        self.settimeout(SILENT_S)
        try:
            return super().recv(size, flags)
        except TimeoutError:
            self._listen_no_more()
            return b""
        finally:
            self.settimeout(None)

    def see_off(self) -> None:
        """Say that nothing more comes, and hear out who is still sending: else the answer would be lost."""
        ends_s = time.monotonic() + PARTING_S
        with suppress(OSError):
            self.shutdown(socket.SHUT_WR)
            self.settimeout(PAUSE_S)
            while time.monotonic() < ends_s and self.recv(BLOCK):
                pass
        self._listen_no_more()

    def _listen_no_more(self) -> None:
        with suppress(OSError):
            self.shutdown(socket.SHUT_RD)


class TableWorker(ThreadWorker):  # type: ignore[misc]
    """Ends the streams of all open pages before it stops, and hears but once that it is to stop.

    A page's stream waits for news in a thread of its own, and the process for its threads: with one page
    open it was killed after the time of grace, before it could say goodbye to the house. Ctrl-C reaches all
    processes, and the first one tells this one again: the second signal waited for ever for the locks that
    the first one held. And a signal may come while a request is handed to its thread, with a lock held that
    stopping the threads needs: so they are stopped by the loop, when it comes round, not by the signal.
    """

    leaving = False

    def enqueue_req(self, conn: Any) -> None:
        """Hand a connection to a thread."""
        if not isinstance(conn.sock, Connection):
            conn.sock = Connection.of(conn.sock)
        super().enqueue_req(conn)

    def handle(self, conn: Any) -> Any:
        """Answer a request; who is done is seen off here, and not by the loop, in which all others wait."""
        goes_on = super().handle(conn)
        if goes_on is False:
            conn.sock.see_off()
        return goes_on

    def is_parent_alive(self) -> bool:
        """Say whether the process that watches over this one is there; where it was killed, stop.

        Nobody else would tell this one to: with a page open it held the games for as long as the page's
        stream lived, while no other could serve them.
        """
        alive: bool = super().is_parent_alive()
        if not alive:
            self._leaves()
        return alive

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, because the system wants it."""
        if self._leaves():
            super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, because of Ctrl-C."""
        if self._leaves():
            self.method_queue.defer(lambda: ThreadWorker.handle_quit(self, sig, frame))

    def _leaves(self) -> bool:
        """End the streams; say whether this is the first time."""
        first, self.leaving = not self.leaving, True
        if first and self.wsgi is not None:
            self.wsgi.extensions["hub"].feed.close()
        return first
