"""What pages remember for a while, in memory: photographs that were sent, games that are being set up."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from typing import Final, Generic, NamedTuple, TypeVar

from companion.record.setup import SetUp
from companion.rules.game import Seat
from companion.sighting import Sighting

KEPT: Final = 6
"""So many of a kind are remembered; the oldest make way."""

T = TypeVar("T")


class Photo(NamedTuple):
    """A photograph that somebody sent, as read: the picture with what was seen drawn over it (JPEG).

    ``said`` is what the referee makes of it, where a game is on the table. ``trial``: it was taken through
    the table's camera, before a game.
    """

    jpeg: bytes
    sighting: Sighting
    said: str = ""
    trial: bool = False


class Draft(NamedTuple):
    """A game that is being set up; ``unmarked`` and ``look`` as in its `Settings`. ``bots`` are seats."""

    set_up: SetUp
    names: tuple[str, ...]
    chance: str
    unmarked: bool = False
    look: str = ""
    bots: tuple[Seat, ...] = ()


class Remembered(Generic[T]):
    """The last things of a kind, each under a name that nobody guesses."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, T] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, value: T) -> str:
        """Remember something; give its name."""
        name = secrets.token_hex(8)
        with self._lock:
            self._kept[name] = value
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return name

    def get(self, name: str) -> T | None:
        """Give what has that name; None where it is no longer remembered."""
        return self._kept.get(name)

    def change(self, name: str, was: T, then: T) -> None:
        """Put something in another's place; of two changes that are made at once the first one counts."""
        with self._lock:
            if self._kept.get(name) is was:
                self._kept[name] = then

    def forget(self, name: str) -> None:
        """Remember that no longer."""
        with self._lock:
            self._kept.pop(name, None)
