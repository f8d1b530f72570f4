"""Boxes of one's own: what an owner's box holds, in place of what is printed with the program.

A game that can be played with the cards or tiles of another box knows several: the printed one, and those
that were added from files. An option of the game chooses which a table plays with, by name; so records and
positions, which carry their options, say what they were played with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final, Protocol, runtime_checkable

from companion.rules.errors import BadData
from companion.rules.game import Game

_NAME: Final = re.compile(r"(?!\.)[A-Za-z0-9_.-]{1,32}")


@runtime_checkable
class TakesBoxes(Game, Protocol):
    """A game that owners can play with what lies in their box. It never changes: it gives others.

    Attributes
    ----------
    box_option
        The option that chooses a box.
    box_holds
        What is in a box, as people call it: ``cards``.
    box_suffix
        How the files' names end: ``.csv``.
    """

    box_option: str
    box_holds: str
    box_suffix: str

    @property
    def boxes(self) -> tuple[str, ...]:
        """The names of the owners' boxes that are known."""
        ...

    @property
    def example_box(self) -> bytes:
        """A file to begin with, such as that of what is printed with the program."""
        ...

    def with_box(self, data: bytes, name: str) -> TakesBoxes:
        """The same game with one box more, the last of `boxes`.

        It bears the name that stands in the file, or else ``name``. Raises `BadData`.
        """
        ...

    def without_box(self, name: str) -> TakesBoxes:
        """The same game without an owner's box."""
        ...

    def at_table(self, options: Mapping[str, str]) -> TakesBoxes:
        """The same game as one table plays it: what it tells of, it tells of the box that was chosen."""
        ...


def at_table(game: Game, options: Mapping[str, str]) -> Game:
    """Give a game as a table with these options plays it."""
    return game.at_table(options) if isinstance(game, TakesBoxes) else game


def check_name(name: str, taken: Iterable[str]) -> None:
    """See that a box can be called so beside others. Raises `BadData`."""
    if not _NAME.fullmatch(name):
        raise BadData("A name has 1 to 32 letters, digits, dots, - and _, and does not begin with a dot.")
    # On some disks capitals do not tell names apart, nor for some people.
    if name.casefold() in {each.casefold() for each in taken}:
        raise BadData(f"There is a set called {name} already, but for capitals.")


def edition_of(name: str, data: bytes) -> str:
    """Name a box and what is in it: what is drawn of it can be kept under that name."""
    return f"{name}@{sha256(data).hexdigest()[:12]}"
