"""Which camera the table uses, as chosen on the camera page; kept beside the games."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from companion.cli.assembly.camera_turns import DRAWN, CameraTurns
from companion.cli.assembly.looking import PatientLook
from companion.cli.output import InputError
from companion.errors import Saying
from companion.storage.files import write_atomically
from hw.camera import CameraError
from hw.cameras import Found, cameras_found
from hw.net.address import SCHEMES_SAID, parsed
from hw.net.reach import ANYWHERE, Reach
from hw.pi_camera import pi_number
from hw.turned import AS_IT_COMES, Turn
from hw.webcam_names import lasting, webcam_in

_log = logging.getLogger(__name__)

FILE: Final = "camera.txt"
FRESH_S: Final = 5.0
"""How long a look at the devices holds; the page asks at every piece of news."""


TURNED: Final[dict[str, Callable[[Turn], Turn]]] = {
    "right": Turn.turned_on,
    "mirror": Turn.mirrored_anew,
    "none": lambda _: AS_IT_COMES,
}
"""What may be done to the pictures of a camera, by the word that the page sends."""


class Taken(NamedTuple):
    """What watches the table where ``auto`` is chosen: the words that choose it, and all of it in words."""

    spec: str = ""
    sentence: Saying | None = None


class Turning(NamedTuple):
    """How cameras are turned, and what lays the table anew when one is turned otherwise."""

    turns: CameraTurns
    again: Callable[[], object]


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
    reach
        Where an address may lead.
    turning
        How cameras are turned, and what is done when somebody has turned one.
    """

    def __init__(
        self,
        folder: Path,
        chosen: str,
        use: Callable[[str], None],
        taken: Callable[[], Taken] = Taken,
        reach: Reach = ANYWHERE,
        turning: Turning | None = None,
    ) -> None:
        self._turning = turning
        self.chosen, self._taken, self._reach = chosen, taken, reach
        self._file, self._use = folder / FILE, use
        self._found: tuple[Found, ...] = ()
        self._looked_at_s = -FRESH_S
        self._look = PatientLook()
        self._lock = threading.Lock()

    @property
    def used(self) -> str:
        """The words that choose the camera in use, also where ``auto`` has found it; empty before."""
        return lasting(self._taken().spec if self.chosen == "auto" else self.chosen)

    @property
    def taken(self) -> Saying | None:
        """Which camera ``auto`` has taken, in sentences; None before, and where one was chosen."""
        return self._taken().sentence if self.chosen == "auto" else None

    @property
    def turn(self) -> Turn | None:
        """How the pictures of the camera in use are put upright; None where they cannot be turned."""
        if self._turning is None or not self.used or self.used in DRAWN:
            return None
        return self._turning.turns.of(self.used)

    def put_upright(self, how: str) -> None:
        """Turn the pictures of the camera in use.

        Parameters
        ----------
        how
            ``right``: a quarter turn clockwise; ``mirror``: left to right; ``none``: as they come.

        Raises
        ------
        InputError
            ``no-turn``: there is no such turn, or no camera whose pictures can be turned.
        """
        turn, turning = self.turn, self._turning
        if turn is None or turning is None or how not in TURNED:
            raise InputError("no-turn", "There is no camera in use whose pictures could be turned so.")
        turning.turns.choose(self.used, TURNED[how](turn))
        turning.again()

    def found(self) -> Sequence[Found]:
        """Give the cameras that are there, and those that are not and why."""
        if time.monotonic() - self._looked_at_s >= FRESH_S:
            self._found, self._looked_at_s = tuple(cameras_found(self._look)), time.monotonic()
        in_network = (Found(self.used, Saying("Network camera")),) if is_address(self.used) else ()
        return (*in_network, *self._found)

    def choose(self, spec: str) -> None:
        """Use another camera from now on.

        Raises
        ------
        InputError
            ``camera-unknown``: these words are neither in the list nor the address of a camera.
            ``camera-out-of-reach``: the address leads where no camera is asked.
        """
        spec = spec.strip(" ")
        listed = any(each.spec == spec and not each.why_not for each in self.found())
        if not listed and spec != "auto":
            spec = self._address(spec)
        with self._lock:  # of two phones that choose at once the last one has it, everywhere
            self.chosen = spec
            self._use(spec)
            self._keep(spec)

    def _address(self, text: str) -> str:
        """Give an address in its one spelling; a name is looked up when the camera is opened."""
        if "://" not in text:
            raise InputError(
                "camera-unknown",
                "Choose one of the list, or give an address: {schemes}",
                schemes=SCHEMES_SAID,
            )
        try:
            address = parsed(text)
            if address.number is not None:
                self._reach.check(address.number)
        except CameraError as error:
            raise InputError(error.code, error.said) from error
        return address.text

    def _keep(self, spec: str) -> None:
        try:
            write_atomically(self._file, spec.encode())
        except OSError as error:
            _log.warning("The choice of camera is not kept: %s", error)


def is_address(spec: str) -> bool:
    """Whether words are the address of a camera in the network; files of this machine are not."""
    try:
        parsed(spec)
    except CameraError:
        return False
    return True


def is_device(spec: str) -> bool:
    """Whether words choose a camera that is connected to this machine."""
    return pi_number(spec) is not None or webcam_in(spec) is not None


def kept_choice(folder: Path) -> str:
    """Give what was chosen on the page before; ``auto`` where nothing was."""
    try:
        spec = (folder / FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return "auto"
    known = spec in ("sim", "off") or is_device(spec) or is_address(spec)
    return spec if known else "auto"
