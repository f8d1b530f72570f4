"""Looking after the game store while the table runs: check it in full, and repair it at once."""

from __future__ import annotations

import logging
import threading
import time
from typing import Final

from companion.rules.errors import GameError
from companion.rules.phrases import Phrase
from companion.sessions.store import Store

EVERY_S: Final = 3600.0
"""A full check of 200 games takes less than a second; see `bench storage`."""

AGAIN_S: Final = 20.0
"""A repair that failed, such as on a full disk, or did not help is tried again after this time."""

_log = logging.getLogger(__name__)


class StoreCare:
    """Checks a store after the start and every hour, and repairs it as soon as anybody meets damage.

    Parameters
    ----------
    store
        The games. The notice on the first page reports a repair.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._told: Phrase | None = None

    def start(self) -> None:
        """Check now and every hour, in a separate thread."""
        threading.Thread(target=self._run, name="store-care", daemon=True).start()

    def look(self) -> bool:
        """Check the store once, and repair it if need be; say whether that was needed."""
        damaged = self._store.suspected.is_set()
        try:
            damaged = damaged or not self._store.is_sound()
            if damaged:
                self._store.mend()
            self._store.keep_sums()
        except GameError as error:
            _log.warning("The game store cannot be looked after (%s): %s", error.code, error.sentence)
            self._tell(error.said if damaged else None)
        else:
            self._tell(None)
        return damaged

    def _tell(self, sentence: Phrase | None) -> None:
        self._store.tell(*([sentence] if sentence else ()), instead_of=self._told)
        self._told = sentence

    def _run(self) -> None:
        while True:
            try:
                damaged = self.look()
            except Exception:  # noqa: BLE001 - the table goes on, and the store is looked at again
                _log.exception("The care for the game store failed in a way that was not foreseen")
                damaged = True
            if damaged:
                time.sleep(AGAIN_S)
            self._store.suspected.wait(EVERY_S)
