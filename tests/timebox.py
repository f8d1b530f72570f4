"""A time for the sweeps: what is left when it is over is skipped, and another commit begins elsewhere."""

from __future__ import annotations

import hashlib
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

OPTION = "--sweep-minutes"


def begin_elsewhere(items: Sequence[Any], seed: str) -> list[Any]:
    """Put the files into an order of this seed's own; tests of one file stay together, for their fixtures."""

    def place(item: Any) -> bytes:
        return hashlib.sha256(f"{seed} {item.nodeid.partition('::')[0]}".encode()).digest()

    return sorted(items, key=place)


def commit() -> str:
    """Give the name of what is tested; empty outside of a clone."""
    asked = ["git", "rev-parse", "HEAD"]
    try:
        return subprocess.run(
            asked, cwd=Path(__file__).parent, capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


class Timebox:
    """Whether there is time for another sweep; without a number of minutes there always is."""

    def __init__(self, minutes: float | None) -> None:
        self.minutes = minutes
        self.ends_s = None if minutes is None else time.monotonic() + 60 * minutes

    def why_not(self, item: Any) -> str:
        """Give why this test is left out; empty where it is not."""
        if self.ends_s is None or item.get_closest_marker("slow") is None or time.monotonic() < self.ends_s:
            return ""
        return (
            f"left out: the sweeps have had their {self.minutes:g} minutes (make test-all has no such limit)"
        )
