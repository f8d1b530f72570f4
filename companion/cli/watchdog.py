"""Watches over the running table, and ends the process when nothing else helps.

A driver can hang for ever in a call (raspberrypi/picamera2#1264), and one that has failed may keep
the camera to itself until its process ends. Whoever started this process starts another: systemd,
or the server's own watch over its worker. Nothing is lost by that; every shown event is on disk.

To systemd it gives a sign of life while the table's loop comes round and the store can be written,
and no longer.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from companion.play.errors import StoreError

_log = logging.getLogger(__name__)

EVERY_S: Final = 5.0
HUNG_S: Final = 45.0
"""A driver answers several times a second, or says within seconds that it cannot."""

SLOW_S: Final = 600.0
"""The loop of a table comes round several times a second. A full reading takes its time where the processor
is slow or busy, and would take it again in a new process; one for which this is too long hangs."""

STUCK_S: Final = 120.0
"""A camera that is there but gives nothing has been opened anew some eight times by then."""

AGAIN: Final = 1
HALT: Final = 3
"""Exit codes of the worker: the server starts another one; or ends as well, for systemd to see."""


class Running(Protocol):
    """What is watched of a running table."""

    round_at_s: float

    @property
    def asked_at_s(self) -> float | None:
        """Since when the camera's driver has owed an answer."""
        ...

    @property
    def stuck_since_s(self) -> float | None:
        """Since when a camera that is there gives no pictures."""
        ...


class Watchdog:
    """Looks after the table every few seconds.

    Parameters
    ----------
    live
        Gives the running table, if there is one.
    check_store
        Raises `StoreError` when the store cannot be written.
    notify
        Tells systemd something; does nothing where there is none.
    end
        Ends this process at once.
    """

    def __init__(
        self,
        live: Callable[[], Running | None],
        check_store: Callable[[], None],
        notify: Callable[[str], None],
        end: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._live, self._check_store, self._clock = live, check_store, clock
        self._notify, self._end = notify, end

    def start(self) -> None:
        """Watch from now on, in a thread of its own."""
        self._notify("READY=1")
        threading.Thread(target=self._run, name="watchdog", daemon=True).start()

    def look(self) -> None:
        """Look once: give a sign of life, keep silent, or end the process."""
        live, now_s = self._live(), self._clock()
        if live is not None:
            why = self._why_end(live, now_s)
            if why:
                _log.error("%s; starting anew", why)
                self._notify(f"STATUS={why}")
                self._end()
                return
        try:
            self._check_store()
        except StoreError as error:
            self._notify(f"STATUS={error.sentence}")
            _log.warning("The store cannot be written (%s): %s", error.code, error.sentence)
            return
        self._notify("WATCHDOG=1")

    @staticmethod
    def _why_end(live: Running, now_s: float) -> str:
        if live.asked_at_s is not None and now_s - live.asked_at_s > HUNG_S:
            return f"The driver of a camera has not answered for {HUNG_S:g} s"
        if now_s - live.round_at_s > SLOW_S:
            return f"The table has not been looked after for {SLOW_S:g} s"
        if live.stuck_since_s is not None and now_s - live.stuck_since_s > STUCK_S:
            return f"The camera is there but has given no picture for {STUCK_S:g} s"
        return ""

    def _run(self) -> None:
        while True:
            try:
                self.look()
            except Exception:  # noqa: BLE001 - without a sign of life systemd acts
                _log.exception("The watchdog failed")
            time.sleep(EVERY_S)


def systemd_notifier(address: str) -> Callable[[str], None]:
    """Give what tells systemd something, as sd_notify(3) does, at the address of ``$NOTIFY_SOCKET``."""
    if not address:
        return lambda _: None
    path = "\0" + address[1:] if address.startswith("@") else address

    def notify(text: str) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(text.encode(), path)

    return notify


def end_process(code: int) -> None:
    """End this process at once, whatever hangs in it."""
    logging.shutdown()
    os._exit(code)
