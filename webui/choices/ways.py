"""Legal actions as ways over the board, sorted by actor and verb: what choosing chooses from."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.rules.game import Action, Actor
from companion.rules.phrases import Phrase

FEW: Final = 12
"""Up to so many actions are shown as buttons at once."""


class Way(NamedTuple):
    """A legal action with the cells (``zone/cell``) that it leads over."""

    action: Action
    cells: tuple[str, ...]


class Group(NamedTuple):
    """Actions of one actor and one verb."""

    key: str
    by: Actor
    label: Phrase
    ways: tuple[Way, ...]

    @property
    def on_board(self) -> bool:
        """Whether it is chosen by tapping cells."""
        return len(self.ways) > 1 and all(way.cells for way in self.ways)
