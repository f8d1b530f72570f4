"""What came of each action: what followed by the rules, and whose points are others than before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from companion.record.eyes import Eyes
from companion.record.timeline import Entry
from companion.rules.abilities import TellsWhatFollowed
from companion.rules.game import Action, Seat, State
from companion.rules.kit.words import number, signed
from companion.rules.message import Message
from companion.rules.phrases import Series, Value

POSITIONS: Final = 4096
"""So many keep their points: the log is shown anew with every action, and a score sheet takes a while."""


def consequences(states: Sequence[State], line: Sequence[Entry], eyes: Eyes) -> list[tuple[Message, ...]]:
    """Tell those eyes what came of every action in force.

    Parameters
    ----------
    states
        The positions after 0, 1, 2 ... of the actions.
    line
        The actions.
    eyes
        Whose they are: points are told while nothing of them is hidden from anybody.

    Returns
    -------
    list
        Sentences for each action, perhaps none.
    """
    views = [eyes.sees(state) for state in states]
    counted = eyes.over or not eyes.game.info.hidden
    totals = [_totals(view) if counted else {} for view in views]
    steps = zip(map(eyes.action, line), pairwise(views), pairwise(totals), strict=True)
    return [
        (*(_followed(*seen, action) if eyes.may_know(action) else ()), *_points(*points))
        for action, seen, points in steps
    ]


def _followed(before: State, after: State, action: Action) -> Sequence[Message]:
    return after.followed(before, action) if isinstance(after, TellsWhatFollowed) else ()


@lru_cache(maxsize=POSITIONS)
def _totals(view: State) -> Mapping[Seat, int]:
    return view.sheet().totals()


def _points(before: Mapping[Seat, int], after: Mapping[Seat, int]) -> Iterator[Message]:
    """Tell the points of those who have others than before, and by how much."""
    changed = [seat for seat, points in after.items() if points != before[seat]]
    if changed:
        told = [_change(seat, after[seat], after[seat] - before[seat]) for seat in changed]
        yield Message("Points: {points}.", {"points": Series(tuple(told))})


def _change(seat: Seat, points: int, change: int) -> Message:
    values: dict[str, Value] = {"points": number(points), "change": signed(change)}
    return Message("{who} {points} ({change})", values, {"who": seat})
