"""What the machine says on its console, followed from outside while it runs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Final

CUT: Final = "cut"
"""The ending of a part whose machine is switched off in mid-play."""

SOON: Final = (5, 40)
"""The power is cut after so many more events have been shown."""


class Console:
    """The console of one machine, boot after boot.

    Parameters
    ----------
    say
        Takes what is not ours to keep.

    Attributes
    ----------
    shown : list
        Every event that anybody in there was shown: game, number, action.
    """

    def __init__(self, say: Callable[[str], object] = print) -> None:
        self.shown: list[list[object]] = []
        self._say = say

    def follow(self, lines: Iterable[str], ending: str) -> bool:
        """Follow a boot to its end, or until its power is to be cut; whether all went well."""
        left = 0
        for line in self._sorted(lines):
            if line.startswith("== status"):
                return ending != CUT and line == "== status 0"
            if ending == CUT and line == "PLAYING ON":
                left = random.randint(*SOON)
            elif left and not line:
                left -= 1
                if not left:
                    return True
        return False

    def finish(self, lines: Iterable[str]) -> None:
        """Take in what is still said after that."""
        for _ in self._sorted(lines):
            pass

    def _sorted(self, lines: Iterable[str]) -> Iterator[str]:
        """Keep what was shown, and give an empty line for it; say and give everything else."""
        for line in lines:
            before, told, shown = line.strip().partition("SHOWN ")
            if before:
                self._say(f"   {before}")
                yield before.strip()
            if told and line.endswith("\n"):  # else it was cut off
                self.shown.append(json.loads(shown))
                yield ""
