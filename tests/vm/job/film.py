"""The evening that was filmed outside, shown to the real video device by a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

DEVICE: Final = "/dev/video0"


class Film:
    """Pictures of a game, moment by moment.

    Attributes
    ----------
    moments : list
        What happened before each picture, as ``actor text``, and whether the camera can see it.
    """

    def __init__(self, folder: Path) -> None:
        self.moments = json.loads((folder / "moments.json").read_text())
        self._folder = folder
        self._feeder: subprocess.Popen[bytes] | None = None

    def happened(self, until: int) -> list[str]:
        """All actions up to this moment."""
        return [action for moment in self.moments[: until + 1] for action in moment["happened"]]

    def show(self, moment: int) -> None:
        """Have the camera see this; it is plugged in if it is not."""
        new = self._folder / "next"
        new.write_text(str(moment))
        new.replace(self._folder / "now")
        if self._feeder is None:
            words = [sys.executable, "feeder.py", DEVICE, str(self._folder)]
            self._feeder = subprocess.Popen(words)

    def unplug(self) -> None:
        """Take the camera away."""
        if self._feeder is not None:
            self._feeder.kill()
            self._feeder.wait()
            self._feeder = None
