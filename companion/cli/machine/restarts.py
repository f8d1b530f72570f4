"""How often the program was started anew for its camera, in vain; kept beside the games."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.storage.files import write_atomically

_log = logging.getLogger(__name__)

FILE: Final = "camera-restarts.txt"
FRESH_S: Final = 300.0
"""A process that follows another begins within seconds, a minute where the machine is slow. What was noted
longer ago was of another day."""

BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
"""Another one each time that the machine is switched on; not every system has it."""


class Restarts:
    """The processes that were begun for a camera since that was well last.

    Parameters
    ----------
    folder
        Of the games; the note is kept in it.
    camera
        Gives the words that choose the camera in use.
    clock
        Seconds of the machine, the same for all its processes; the time of day may jump, and says nothing of
        whether it was switched off in between: then other cameras may be there.
    boot
        The file that tells one switching on from another.

    Attributes
    ----------
    tried : int
        How many were begun one after the other, this one included.
    left : str
        The camera of the process before, where this one was begun for it.
    """

    def __init__(
        self,
        folder: Path,
        camera: Callable[[], str],
        clock: Callable[[], float] = time.monotonic,
        boot: Path = BOOT,
    ) -> None:
        self._file, self._camera, self._clock = folder / FILE, camera, clock
        self._boot = _first_word(boot)
        self.tried, self.left = self._kept()

    def _kept(self) -> tuple[int, str]:
        try:
            number, boot, noted_s, *camera = self._file.read_text(encoding="utf-8").strip().split(" ", 3)
            fresh = boot == self._boot and abs(self._clock() - float(noted_s)) < FRESH_S
            return (int(number), "".join(camera)) if fresh else (0, "")
        except (OSError, ValueError):
            return 0, ""

    def note(self) -> bool:
        """Write down that another process is begun; False where that cannot be kept, and none should be."""
        self.tried += 1
        try:
            text = f"{self.tried} {self._boot} {self._clock():.1f} {self._camera()}"
            write_atomically(self._file, text.encode())
        except OSError as error:
            _log.warning("A new start cannot be noted, so there is none: %s", error)
            return False
        return True

    def forget(self) -> None:
        """The camera is well, or another one is used."""
        self.tried, self.left = 0, ""
        with suppress(OSError):
            self._file.unlink(missing_ok=True)


def _first_word(file: Path) -> str:
    """Give what a short file says; a dash where it is not there."""
    try:
        return file.read_text(encoding="utf-8").split()[0]
    except (OSError, ValueError, IndexError):
        return "-"
