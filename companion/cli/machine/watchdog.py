"""Watches over the running table, and ends the process when nothing else helps.

A driver can hang for ever in a call (raspberrypi/picamera2#1264), and one that has failed may keep
the camera to itself until its process ends. Whoever started this process starts another: systemd,
or the server's own watch over its worker. Nothing is lost by that; every shown event is on disk. But
every phone loses its connection for as long as that takes, so it is not done over and over for a camera
to which a new process was no help: a cable that is out is out for every process.

To systemd it gives a sign of life while the table's loop comes round and the store can be written,
and no longer. A draw that the program could not save, because the disk was full, is then made. On a card that
can only be read no other process would start, so this one stays alive and says why nothing is saved.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from companion.live.running_table import RunningTable
from companion.record.errors import StoreError

_log = logging.getLogger(__name__)

EVERY_S: Final = 5.0
HUNG_S: Final = 45.0
"""A driver answers several times a second, or says within seconds that it cannot."""

HUNG_AGAIN_S: Final = (600.0, 3600.0)
"""How long one that hangs in a new process, too, is let be: only another can free it, if any can."""

SLOW_S: Final = 600.0
"""The loop of a table comes round several times a second. A full reading takes its time where the processor
is slow or busy, and would take it again in a new process; one for which this is too long hangs."""

STUCK_S: Final = 120.0
"""A camera that is there but gives nothing has been opened anew some eight times by then. One new process is
tried for it; from then on it is opened anew by that one alone."""

WELL_S: Final = 600.0
"""A camera that has given pictures for so long is well; one with a loose plug gives some now and then."""

NO_NEW_START: Final = frozenset({"store-read-only", "store-failing"})
"""Codes of a card with which a new process would not come up: this one still shows the games."""

AGAIN: Final = 1
HALT: Final = 3
"""Exit codes of the worker: the server starts another one; or ends as well, for systemd to see."""


class Past(Protocol):
    """What is known of the processes before this one."""

    tried: int
    """How many were begun for a camera that did not get well."""

    def note(self) -> bool:
        """Write down that another is begun; False where that cannot be kept."""
        ...

    def forget(self) -> None:
        """The camera is well."""
        ...


class Watchdog:
    """Looks after the table every few seconds.

    Parameters
    ----------
    live
        Gives the running table, if there is one.
    check_store
        Raises `StoreError` when the store cannot be written.
    settle
        Makes the draws that wait for having been saved, if there are any.
    notify
        Tells systemd something; does nothing where there is none.
    end
        Ends this process at once.
    past
        The processes before this one.
    """

    def __init__(
        self,
        live: Callable[[], RunningTable | None],
        check_store: Callable[[], None],
        settle: Callable[[], object],
        notify: Callable[[str], None],
        end: Callable[[], None],
        past: Past,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._live, self._check_store, self._settle, self._clock = live, check_store, settle, clock
        self._notify, self._end, self._past = notify, end, past
        self._resigned = self._told_of_store = False

    def start(self) -> None:
        """Watch from now on, in a thread of its own."""
        self._notify("READY=1")
        threading.Thread(target=self._run, name="watchdog", daemon=True).start()

    def look(self) -> None:
        """Look once: give a sign of life, keep silent, or end the process."""
        live, now_s = self._live(), self._clock()
        if live is not None:
            self._look_back(live, now_s)
            why = self._why_end(live, now_s)
            if why:
                _log.error("%s; starting anew", why)
                self._notify(f"STATUS={why}")
                self._end()
                return
        try:
            self._check_store()
        except StoreError as error:
            self._cannot_save(error)
            return
        if self._told_of_store:
            self._told_of_store = False
            self._notify("STATUS=The games can be saved again.")
        self._notify("WATCHDOG=1")
        self._settle()

    def _cannot_save(self, error: StoreError) -> None:
        """Tell systemd why; where no other process could even start, this one stays alive to tell people."""
        self._told_of_store = True
        self._notify(f"STATUS={error.sentence}")
        if error.code in NO_NEW_START:
            self._notify("WATCHDOG=1")

    def _look_back(self, live: RunningTable, now_s: float) -> None:
        """Forget the new starts once the camera is well."""
        well_since_s = live.well_since_s  # once: the table's own thread may change it, here and below
        if well_since_s is not None:
            self._resigned = False
            if self._past.tried and now_s - well_since_s > WELL_S:
                self._past.forget()

    def _why_end(self, live: RunningTable, now_s: float) -> str:
        if now_s - live.round_at_s > SLOW_S:
            return f"The table has not been looked after for {SLOW_S:g} s"
        why = self._why_for_camera(live, now_s)
        return why if why and self._past.note() else ""

    def _why_for_camera(self, live: RunningTable, now_s: float) -> str:
        """Say why a new process may free the camera; empty where there is no reason, or it was no help."""
        tried, asked_at_s, stuck_since_s = self._past.tried, live.asked_at_s, live.stuck_since_s
        patience_s = (HUNG_S, *HUNG_AGAIN_S)[min(tried, len(HUNG_AGAIN_S))]
        if asked_at_s is not None and now_s - asked_at_s > patience_s:
            return f"The driver of a camera has not answered for {patience_s:g} s"
        if stuck_since_s is None or now_s - stuck_since_s <= STUCK_S:
            return ""
        if tried:
            self._resign()
            return ""
        return f"The camera is there but has given no picture for {STUCK_S:g} s"

    def _resign(self) -> None:
        """Say once that the process goes on without the camera."""
        if not self._resigned:
            _log.warning("A new process was no help to the camera; it is tried again in this one")
        self._resigned = True

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
