"""A connection to a phone that no thread ever waits for."""

from __future__ import annotations

import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

BLOCK: Final = 1 << 16

PACE: Final = 32 * 1024
"""Bytes a second that a phone at the edge of the network still manages."""

PATIENCE_S: Final = 10.0
"""What everybody is given besides the time that the pace allows."""

MOST_UNSENT: Final = 4 << 20
"""Bytes of an answer that wait for the loop; a thread that writes more waits until there is room."""

WAITING: Final = threading.BoundedSemaphore(6)
"""So many threads at most wait for room, a quarter of all: what pages give out is hardly ever that large."""

WATCHED: Final = {"TCP_KEEPIDLE": 30, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 60_000}
"""How the system finds out that the other end is gone (s, s, probes, ms); not every system has all."""


class Connection(socket.socket):
    """A connection between the loop, which reads and writes it, and the thread that answers the request.

    Attributes
    ----------
    heard
        What the loop has read and no thread has taken: a whole request, where a thread is to answer.
    unsent
        What the thread has answered and the network has not taken yet; the loop sends it.
    cut
        Whether a part of the request was left unread, so that no other request can follow.
    over
        Whether the loop has closed it, and counts it no more.
    """

    heard: bytearray
    unsent: bytearray
    cut: bool
    over: bool

    @classmethod
    def of(cls, plain: socket.socket) -> Connection:
        """Take over a connection as it was accepted."""
        timeout_s = plain.gettimeout()
        connection = cls(fileno=plain.detach())
        connection.heard, connection.unsent = bytearray(), bytearray()
        connection.cut = connection.over = False
        connection.settimeout(timeout_s)
        with suppress(OSError):  # it may be gone by now
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in WATCHED.items():
                if hasattr(socket, name):
                    connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
        return connection

    def hear(self) -> bytes | None:
        """Read what has come, without waiting; None where nothing has, empty where the phone has hung up."""
        try:
            return super().recv(BLOCK, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def recv(self, size: int, _flags: int = 0, /) -> bytes:
        """Give the thread what the loop has heard; nothing, as from a phone that has hung up, after that."""
        if not self.heard:
            self.cut = True
            return b""
        given = bytes(self.heard[:size])
        del self.heard[:size]
        return given

    def sendall(self, data: ReadableBuffer, _flags: int = 0, /) -> None:
        """Send what the network takes at once, and leave the rest to the loop.

        Raises
        ------
        ConnectionResetError
            When far too much waits for a phone that takes nothing, or for too many phones.
        """
        view = memoryview(data).cast("B")
        if not self.unsent:
            view = view[self._send_now(view) :]
        if self.unsent and len(self.unsent) + len(view) > MOST_UNSENT:
            self._wait_for_room(MOST_UNSENT - len(view))
        self.unsent += view

    def _wait_for_room(self, left: int) -> None:
        """Wait until no more than so many bytes are unsent."""
        if not WAITING.acquire(blocking=False):
            raise ConnectionResetError("Too many phones take large answers slowly")
        try:
            ends_s, takes = time.monotonic() + PATIENCE_S, select.poll()
            takes.register(self, select.POLLOUT)
            while self.unsent and len(self.unsent) > left:
                if time.monotonic() > ends_s:
                    raise ConnectionResetError("The phone takes nothing")
                takes.poll(1000)
                self.send_more()
        finally:
            WAITING.release()

    def sendfile(self, file: Any, offset: int = 0, count: int | None = None) -> int:
        """Send a part of a file as `sendall` does; give the number of bytes."""
        sent = 0
        file.seek(offset)
        for block in _blocks(file, count):
            self.sendall(block)
            sent += len(block)
        return sent

    def send_more(self) -> None:
        """Send of what waits as much as the network takes at once. Raises OSError where the phone is gone."""
        with memoryview(self.unsent) as view:
            sent = self._send_now(view)
        del self.unsent[:sent]

    def _send_now(self, view: memoryview) -> int:
        sent = 0
        with suppress(BlockingIOError):
            while sent < len(view):
                sent += self.send(view[sent:], socket.MSG_DONTWAIT)
        return sent


def seconds_for(size: int) -> float:
    """How long so many bytes may take, in either direction."""
    return PATIENCE_S + size / PACE


def _blocks(file: Any, count: int | None) -> Iterator[bytes]:
    while count is None or count > 0:
        block = file.read(BLOCK if count is None else min(BLOCK, count))
        if not block:
            return
        count = None if count is None else count - len(block)
        yield block
