"""A check's outcome, and the machine that is looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from companion.rules.phrases import Series, Words


class Finding(NamedTuple):
    """One check: what was looked at, how it is, and one remedy when it is not well."""

    check: str
    state: Literal["ok", "warning", "fault"]
    said: Words
    advice: Words = ""

    @property
    def found(self) -> str:
        """How it is, in English."""
        return str(self.said)

    @property
    def remedy(self) -> str:
        """What to do about it, in English."""
        return str(self.advice)

    def in_english(self) -> dict[str, str]:
        """Give what programs read, the same in every locale."""
        return {"check": self.check, "state": self.state, "found": self.found, "remedy": self.remedy}


def named(*names: object) -> Series:
    """List names, paths and words of the system, which no language changes."""
    return Series(tuple(map(str, names)))


class Place(NamedTuple):
    """What is looked at: the folder of the games, the settings file, and the system's files.

    ``root`` is the root of the file system; a test puts a machine of its own there.
    """

    data: Path
    settings: Path
    root: Path = Path("/")

    def text(self, path: str) -> str:
        """Give a short file of the system (``path`` from the root); empty where there is none."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return ""

    @property
    def board(self) -> str:
        """What the machine calls itself, where it is a Raspberry Pi; else empty."""
        model = self.text("proc/device-tree/model")
        return model if "Raspberry Pi" in model else ""


Check: TypeAlias = Callable[[Place], Finding]
