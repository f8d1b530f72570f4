"""The daily backup of a table that runs for weeks."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from companion.rules.errors import GameError
from companion.rules.message import Message
from companion.rules.phrases import Phrase, Series
from companion.sessions.store import Store

_log = logging.getLogger(__name__)

EVERY_S: Final = 3600.0
"""A backup that is there already is looked at and no more, and one that failed is tried again."""

UNFORESEEN: Final = Message("The log says why.")


class DailyBackup:
    """Sees that today's backup is there, as long as the table runs.

    What goes wrong keeps nobody from playing: it is told on the first page until a backup is made again.

    Parameters
    ----------
    store
        The games, and the notice of the first page.
    keep
        What sees that there is a backup of today, each of its own thing; all are tried.
    """

    def __init__(self, store: Store, keep: Sequence[Callable[[], object]]) -> None:
        self._store, self._keep = store, keep
        self._told: Phrase | None = None

    def start(self) -> None:
        """Look now, and from now on, in a thread of its own: a large backup holds no start up."""
        threading.Thread(target=self._run, name="daily-backup", daemon=True).start()

    def look(self) -> None:
        """See once that today's backup is there."""
        failures = {str(each): each for keep in self._keep if (each := _failure(keep)) is not None}
        failed = Message("Today's backup failed.")
        self._tell(Series((failed, *failures.values()), " ") if failures else None)

    def _tell(self, sentence: Phrase | None) -> None:
        """Put the sentence in the notice, in the place of that of the last look."""
        self._store.tell(*([sentence] if sentence else ()), instead_of=self._told)
        self._told = sentence

    def _run(self) -> None:
        while True:
            self.look()
            time.sleep(EVERY_S)


def _failure(keep: Callable[[], object]) -> Phrase | None:
    """Why there is no backup, in a sentence; None when there is one."""
    try:
        keep()
    except GameError as error:
        _log.warning("No backup was made (%s): %s", error.code, error.sentence)
        said: Phrase = error.said
        return said
    except Exception:  # noqa: BLE001 - the table goes on, and tries again
        _log.exception("The backup failed in a way that was not foreseen")
        return UNFORESEEN
    return None
