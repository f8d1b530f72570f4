"""How the pictures of each camera are put upright, as chosen on the camera page; kept beside the games."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Final

import msgspec

from companion.storage.files import write_atomically
from hw.picture import Picture
from hw.turned import AS_IT_COMES, Turn
from hw.webcam_names import lasting

_log = logging.getLogger(__name__)

FILE: Final = "camera-turns.json"
DRAWN: Final = ("", "sim", "off")
"""No pictures, or pictures that nobody needs to turn."""


class CameraTurns:
    """The turns of all cameras.

    Parameters
    ----------
    folder
        Of the games; None: nothing is kept.
    usual
        How a camera is turned for which nothing was chosen, as the settings say.
    """

    def __init__(self, folder: Path | None, usual: Turn = AS_IT_COMES) -> None:
        self._file = folder / FILE if folder is not None else None
        self._usual = usual
        self._lock = threading.Lock()
        self._chosen = self._read()

    def of(self, spec: str) -> Turn:
        """Give how the pictures of a camera are put upright."""
        if spec in DRAWN:
            return AS_IT_COMES
        with self._lock:
            return self._chosen.get(lasting(spec), self._usual)

    def choose(self, spec: str, turn: Turn) -> None:
        """Put the pictures of a camera upright in this way from its next opening on."""
        with self._lock:
            self._chosen[lasting(spec)] = turn
            self._keep()

    def _read(self) -> dict[str, Turn]:
        try:
            kept = self._file.read_bytes() if self._file is not None else b"{}"
            return msgspec.json.decode(kept, type=dict[str, Turn])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.MsgspecError, ValueError) as error:
            _log.warning("How cameras are turned cannot be read: %s", error)
            return {}

    def _keep(self) -> None:
        if self._file is None:
            return
        try:
            write_atomically(self._file, msgspec.json.encode(self._chosen))
        except OSError as error:
            _log.warning("How a camera is turned is not kept: %s", error)


def turns_of(folder: Path | None, picture: Picture) -> CameraTurns:
    """Give how cameras are turned: as was chosen for each, else as the settings say."""
    return CameraTurns(folder, Turn(picture.turned, picture.mirrored))
