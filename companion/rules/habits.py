"""What a bench of bot games must know of a game: its options in turn, and what no picture shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.rules.catalogue import GAMES


def usual_options(number: int) -> dict[str, str]:
    """Give the usual options, whatever the number of the game."""
    del number
    return {}


def never_follows(hidden: Sequence[str], shown: str) -> bool:
    """Say that the next view shows none of the unseen actions."""
    del hidden, shown
    return False


class Habits(NamedTuple):
    """A game's options by the number of the game, and whether unseen actions follow from a seen one.

    ``follows(hidden, shown)``: whether the next view shows by itself that these actions, which leave
    no trace, happened before it. All others are tapped, as at a table. ``tapped(shown)``: whether an
    action is tapped though the table shows some of it, because the rest is in somebody's hand.
    ``heaviest``: options that give the rules most to do; they are timed besides the usual ones.
    """

    options: Callable[[int], dict[str, str]] = usual_options
    follows: Callable[[Sequence[str], str], bool] = never_follows
    tapped: Callable[[str], bool] = lambda _: False
    heaviest: Mapping[str, str] = MappingProxyType({})


PLAIN: Final = Habits()
"""Of a game that has no habits of its own."""


def habits_of(slug: str) -> Habits:
    """Give the habits of a game: those in its folder, or plain ones."""
    bundle = GAMES[slug]
    habits: Habits = bundle.open("habits").HABITS if bundle.has("habits") else PLAIN
    return habits
