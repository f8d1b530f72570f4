"""What the loop waits for, and the guard round everything that it does for one connection."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from selectors import BaseSelector
from typing import Any, NamedTuple


class Watch(NamedTuple):
    """The loop's selector, which calls what is registered with a connection.

    ``lose`` lets go of a connection with which something failed, within an ``except`` block.
    """

    selector: BaseSelector
    lose: Callable[[Any], None]

    def on(self, conn: Any, events: int, then: Callable[[], None]) -> None:
        """Have ``then`` called when one of the events is there, instead of what was called before.

        Raises
        ------
        ValueError
            When the connection is closed already.
        """
        self.stop(conn)
        self.selector.register(conn.sock, events, lambda _: self.guard(conn, then))

    def stop(self, conn: Any) -> None:
        """Wait for nothing on this connection."""
        with suppress(KeyError, ValueError, OSError):
            self.selector.unregister(conn.sock)

    def guard(self, conn: Any, act: Callable[[], None]) -> None:
        """Do something for one connection; whatever fails there ends that connection alone."""
        try:
            act()
        except Exception:  # noqa: BLE001 - the loop serves everybody else
            self.lose(conn)

    def dispatch(self, timeout_s: float) -> None:
        """Wait for events, and call what is registered for them.

        An event may close a connection, or register something else for it, whose own event came at the same
        time: that event is out of date then, and is left out.
        """
        for key, _ in self.selector.select(timeout_s):
            if self.selector.get_map().get(key.fd) is key:
                key.data(key.fileobj)
