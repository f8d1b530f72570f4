"""Which camera the table uses, as chosen on the camera page; kept beside the games."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from companion.cli.looking import PatientLook
from companion.cli.output import InputError
from companion.play.files import write_atomically
from hw.cameras import Found, cameras_found

_log = logging.getLogger(__name__)

FILE: Final = "camera.txt"
SCHEMES: Final = ("http", "https", "rtsp")
FRESH_S: Final = 5.0
"""How long a look at the devices holds; the page asks at every piece of news."""

LONGEST: Final = 500
"""Characters of an address."""


class Taken(NamedTuple):
    """What watches the table where ``auto`` is chosen: the words that choose it, and all of it in words."""

    spec: str = ""
    sentence: str = ""


class CameraChoice:
    """The camera that is chosen.

    Parameters
    ----------
    folder
        Of the games; the choice is kept in it.
    chosen
        The words that the table was started with.
    use
        Lays the table anew with the camera that these words describe.
    taken
        Gives what ``auto`` has taken.
    """

    def __init__(
        self, folder: Path, chosen: str, use: Callable[[str], None], taken: Callable[[], Taken] = Taken
    ) -> None:
        self.chosen, self._taken = chosen, taken
        self._file, self._use = folder / FILE, use
        self._found: tuple[Found, ...] = ()
        self._looked_at_s = -FRESH_S
        self._look = PatientLook()
        self._lock = threading.Lock()

    @property
    def used(self) -> str:
        """The words that choose the camera in use, also where ``auto`` has found it; empty before."""
        return self._taken().spec if self.chosen == "auto" else self.chosen

    @property
    def taken(self) -> str:
        """Which camera ``auto`` has taken, in sentences; empty before, and where one was chosen."""
        return self._taken().sentence if self.chosen == "auto" else ""

    def found(self) -> Sequence[Found]:
        """Give the cameras that are there, and those that are not and why."""
        if time.monotonic() - self._looked_at_s >= FRESH_S:
            self._found, self._looked_at_s = tuple(cameras_found(self._look)), time.monotonic()
        return self._found

    def choose(self, spec: str) -> None:
        """Use another camera from now on.

        Raises
        ------
        InputError
            ``camera-unknown``: these words are neither in the list nor the address of a camera.
        """
        spec = spec.strip()
        listed = any(each.spec == spec and not each.why_not for each in self.found())
        if not listed and spec != "auto" and not is_address(spec):
            sentence = "Choose one of the list, or give an address: http://… or rtsp://…"
            raise InputError("camera-unknown", sentence)
        with self._lock:  # of two phones that choose at once the last one has it, everywhere
            self.chosen = spec
            self._use(spec)
            self._keep(spec)

    def _keep(self, spec: str) -> None:
        try:
            write_atomically(self._file, spec.encode())
        except OSError as error:
            _log.warning("The choice of camera is not kept: %s", error)


def is_address(spec: str) -> bool:
    """Whether words are the address of a camera in the network; files of this machine are not."""
    try:
        parts = urlsplit(spec)
    except ValueError:
        return False
    return parts.scheme in SCHEMES and bool(parts.hostname) and len(spec) <= LONGEST


def is_device(spec: str) -> bool:
    """Whether words choose a camera that is connected to this machine."""
    number = spec.removeprefix("v4l2:")
    return spec == "picamera2" or (number != spec and number.isdigit())


def kept_choice(folder: Path) -> str:
    """Give what was chosen on the page before; ``auto`` where nothing was."""
    try:
        spec = (folder / FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return "auto"
    known = spec in ("sim", "off") or is_device(spec) or is_address(spec)
    return spec if known else "auto"
