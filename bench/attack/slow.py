"""Slow connections: whoever sends a byte now and then keeps nobody else from playing."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, suppress
from itertools import cycle
from typing import Final

from bench.attack.outcome import Outcome
from bench.attack.stranger import Stranger

HALVES: Final = (
    b"GET /play HTTP/1.1\r\nHost: 127.0.0.1\r\nX-",
    b"POST /play/act HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n\r\nse",
    b"",
    b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
)
"""Half a head, half a body, nothing at all, and a stream that is never read."""

PAUSE_S: Final = 0.5


def attack(port: int, connections: int = 200, looks: int = 20) -> list[Outcome]:
    """Hold connections open, sending a byte in each now and then, and meanwhile ask for pages as anybody."""
    player, broken = Stranger(port), []
    with ExitStack() as open_lines:
        lines = []
        for _, half in zip(range(connections), cycle(HALVES), strict=False):
            with suppress(OSError):
                line = open_lines.enter_context(socket.create_connection(("127.0.0.1", port), 5))
                line.sendall(half)
                lines.append(line)
        for _ in range(looks):
            status = player.get("/").status
            if status != 200:
                broken.append(f"a player gets {status or 'no answer'}")
            for line in lines:
                with suppress(OSError):
                    line.send(b"a")
            time.sleep(PAUSE_S)
    return [Outcome(f"{connections} slow connections keep nobody from playing", looks, tuple(broken))]
