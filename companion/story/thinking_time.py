"""How long players take for their actions, by the times of the events."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Final

from companion.record.clock import seconds_between
from companion.record.events import ActionTaken, Logged
from companion.rules.game import CHANCE, Seat

LONGEST_THOUGHT_S: Final = 600.0
"""A player who takes longer has left the table."""


def seconds_by_seat(log: Sequence[Logged]) -> dict[Seat, list[float]]:
    """Measure each action of a game from the event before it.

    Parameters
    ----------
    log
        The events of one game, in order.

    Returns
    -------
    dict
        Seat -> seconds, action by action. Chance, bots, damaged times and those over
        `LONGEST_THOUGHT_S` are left out.
    """
    found: dict[Seat, list[float]] = {}
    for before, each in pairwise(log):
        event = each.event
        if isinstance(event, ActionTaken) and event.by != CHANCE and event.source != "bot":
            took_s = seconds_between(before.at, each.at)
            if took_s is not None and 0 <= took_s <= LONGEST_THOUGHT_S:
                found.setdefault(event.by, []).append(took_s)
    return found


def usual_s(seconds: Sequence[float]) -> float:
    """Give the median: one long pause does not change what is usual."""
    return median(seconds)


def longest_s(log: Sequence[Logged]) -> dict[Seat, float]:
    """Give the longest time of each seat for one action, in the order of seats.

    A game that was brought in from a file has no times: its seats are left out.
    """
    longest = {seat: max(seconds) for seat, seconds in sorted(seconds_by_seat(log).items())}
    return {seat: seconds for seat, seconds in longest.items() if seconds >= 1}
