"""Counts the results of games, one hub at a time, and everything anew that hangs on one that has changed."""

from __future__ import annotations

import logging
import threading
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from companion.hub.league.counting import count_pending
from companion.hub.ops.metrics import Metrics
from companion.hub.store.database import Database

_log = logging.getLogger(__name__)

EVERY_S: Final = 5.0
"""Results that another hub has stored, and not lived to count, are found within this time."""


class Counter:
    """The thread that counts."""

    def __init__(self, database: Database, metrics: Metrics) -> None:
        self._database, self._metrics = database, metrics
        self._due, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._work, name="league", daemon=True)

    def start(self) -> None:
        """Count from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Count no more."""
        self._stop.set()
        self._due.set()
        if self._thread.ident is not None:
            self._thread.join(10)

    def wake(self) -> None:
        """Say that a result has changed."""
        self._due.set()

    def _work(self) -> None:
        while not self._stop.is_set():
            self._due.wait(EVERY_S)
            self._due.clear()
            if self._stop.is_set():
                return
            try:
                self._metrics.counted.inc(count_pending(self._database))
            except SQLAlchemyError as error:
                _log.warning("The league is counted later: %s", error)
            except Exception:  # noqa: BLE001 - what cannot be counted keeps nothing else from it
                _log.exception("The league could not be counted")
