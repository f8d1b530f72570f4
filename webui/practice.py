"""Practice rounds, kept beside no games, and only as long as the program runs."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path

from companion.sessions.session import Session
from companion.sessions.store import Store


class PracticeRounds:
    """The store of practice rounds, which the first of them opens."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: tuple[tempfile.TemporaryDirectory[str], Store] | None = None

    @property
    def store(self) -> Store:
        """Where the rounds are kept."""
        with self._lock:
            if self._kept is None:
                folder = tempfile.TemporaryDirectory(prefix="companion-practice-")
                self._kept = folder, Store(Path(folder.name) / "practice.db")
            return self._kept[1]

    def has(self, session: Session | None) -> bool:
        """Whether a game is a practice round."""
        with self._lock:
            kept = self._kept
        if session is None or kept is None:
            return False
        return any(each.id == session.id for each in kept[1].sessions())

    def close(self) -> None:
        """Forget all rounds."""
        with self._lock:
            kept, self._kept = self._kept, None
        if kept is not None:
            kept[1].close()
            kept[0].cleanup()
