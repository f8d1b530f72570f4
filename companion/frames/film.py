"""The last pictures that were read, kept small in memory: for whoever looks into a mistake later.

Nothing of it is written to the card; `companion bundle` asks the running table for it.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Final

import msgspec

from companion.frames.pictures import jpeg
from companion.frames.ports import Image

KEPT: Final = 24
"""Pictures: some minutes of a game, some 300 kB each."""


class Still(msgspec.Struct, frozen=True):
    """One picture that was read: its number, when, and the record as it stood then."""

    number: int
    t_s: float
    record: str
    jpeg: bytes


class Film:
    """The last pictures of one game, the oldest make way."""

    def __init__(self) -> None:
        self._stills: deque[Still] = deque(maxlen=KEPT)
        self._lock = threading.Lock()

    def keep(self, image: Image, number: int, t_s: float, record: str) -> None:
        """Remember a picture, (H, W, 3) blue, green, red."""
        still = Still(number, t_s, record, jpeg(image[..., ::-1]))
        with self._lock:
            self._stills.append(still)

    def stills(self) -> tuple[Still, ...]:
        """Give what is remembered, the oldest first."""
        with self._lock:
            return tuple(self._stills)
