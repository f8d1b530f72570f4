"""Wishes to take something back, as the log and the pages tell them: what it was, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from companion.record.events import ActionTaken, Logged, Redone, UndoAsked
from companion.record.eyes import Eyes
from companion.record.timeline import timelines
from companion.rules.game import Seat
from companion.rules.message import Message

LAPSED: Final = "The game went on before everybody had answered."
"""What is said of a wish to take back that was neither granted nor refused."""

DROPPED: Final = "{who} played on instead."
"""The same where it was the one who had asked that did not wait."""


def wishes(log: Sequence[Logged], names: Mapping[Seat, str], eyes: Eyes) -> dict[int, list[str]]:
    """Say what each wish, by its number in the log, was to take back, and whether the game overtook it.

    That it was granted, refused or given up is told by a line of its own.
    """
    found: dict[int, list[str]] = {}
    for (before, after), logged in zip(pairwise(timelines(log)), log[1:], strict=True):
        event, asked = logged.event, before.request
        if isinstance(event, UndoAsked):
            found[logged.seq] = eyes.retold(before.line[-event.count :], names)
        elif after.lapsed is not None and asked is not None:
            found[asked.seq].append(Message(LAPSED).render(names))
        elif isinstance(event, ActionTaken | Redone) and asked is not None:
            found[asked.seq].append(Message(DROPPED, seats={"who": asked.by}).render(names))
    return found
