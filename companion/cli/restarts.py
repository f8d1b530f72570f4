"""How often the program was started anew for its camera, in vain; kept beside the games."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.play.files import write_atomically

_log = logging.getLogger(__name__)

FILE: Final = "camera-restarts.txt"
FRESH_S: Final = 300.0
"""A process that follows another begins within seconds, a minute where the machine is slow. What was noted
longer ago was of another day, or before the machine was switched off."""


class Restarts:
    """The processes that were begun for a camera since that was well last.

    Parameters
    ----------
    folder
        Of the games; the note is kept in it.
    camera
        Gives the words that choose the camera in use.
    clock
        Seconds since the epoch, as files bear them.

    Attributes
    ----------
    tried : int
        How many were begun one after the other, this one included.
    left : str
        The camera of the process before, where this one was begun for it.
    """

    def __init__(
        self, folder: Path, camera: Callable[[], str], clock: Callable[[], float] = time.time
    ) -> None:
        self._file, self._camera, self._clock = folder / FILE, camera, clock
        self.tried, self.left = self._kept()

    def _kept(self) -> tuple[int, str]:
        try:
            age_s = self._clock() - self._file.stat().st_mtime
            number, _, camera = self._file.read_text(encoding="utf-8").strip().partition(" ")
            fresh = abs(age_s) < FRESH_S
            return (int(number), camera) if fresh else (0, "")
        except (OSError, ValueError):
            return 0, ""

    def note(self) -> bool:
        """Write down that another process is begun; False where that cannot be kept, and none should be."""
        self.tried += 1
        try:
            write_atomically(self._file, f"{self.tried} {self._camera()}".encode())
        except OSError as error:
            _log.warning("A new start cannot be noted, so there is none: %s", error)
            return False
        return True

    def forget(self) -> None:
        """The camera is well, or another one is used."""
        self.tried, self.left = 0, ""
        with suppress(OSError):
            self._file.unlink(missing_ok=True)
