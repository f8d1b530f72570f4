"""Tests that were skipped because something is not installed."""

from __future__ import annotations

import re
from collections.abc import Sequence

INSTALL = re.compile(r"apt(?:-get)? install ([a-z0-9.+-]+)")
"""How the reason of a skipped test names the package that it wants."""


def what_to_install(reasons: Sequence[str]) -> str:
    """Give one line for why tests were skipped; empty where no package would have them run."""
    named = [found[1] for found in map(INSTALL.search, reasons) if found]
    many = f"{len(named)} tests were" if len(named) != 1 else "1 test was"
    return f"{many} skipped. To run them: sudo apt install {' '.join(sorted({*named}))}" if named else ""
