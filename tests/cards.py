"""A memory card that fails, for real: the kernel makes its file system read-only, as it does on a Pi."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class Card:
    """A file system of its own, mounted at ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fail(self) -> None:
        """Have the kernel take it for broken: files that are open stay open, and no write succeeds."""
        subprocess.run(["mount", "-o", "remount,abort", self.folder], check=True)


@contextmanager
def inserted_card(place: Path) -> Iterator[Card]:
    """Make a card and mount it; skip the test where that is not allowed."""
    if os.geteuid() != 0 or shutil.which("mkfs.ext4") is None:
        pytest.skip("only root mounts a card, with mkfs.ext4")
    image, folder = place / "card.img", place / "card"
    folder.mkdir()
    with image.open("wb") as file:
        file.truncate(32 << 20)
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    if subprocess.run(["mount", "-o", "loop", image, folder], capture_output=True).returncode:
        pytest.skip("this machine mounts no loop devices")
    try:
        yield Card(folder)
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
