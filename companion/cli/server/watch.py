"""What the loop waits for: which connections, and what is done when something can be read or written."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from selectors import BaseSelector
from typing import NamedTuple


class Watch(NamedTuple):
    """The loop's selector, which calls what is registered with the connection."""

    selector: BaseSelector

    def on(self, connection: socket.socket, events: int, then: Callable[[], None]) -> None:
        """Have ``then`` called when one of the events is there, instead of what was called before."""
        self.stop(connection)
        self.selector.register(connection, events, lambda _: then())

    def stop(self, connection: socket.socket) -> None:
        """Wait for nothing on this connection."""
        with suppress(KeyError, ValueError, OSError):
            self.selector.unregister(connection)
