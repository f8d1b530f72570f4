"""Objecting to a correction: which one is announced to a seat, and what the record said before it.

A correction is always allowed, since the table is right and the record is wrong. Whoever it concerns is told
of it, and puts the record back with one tap where they saw it otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.record.events import ActionTaken, Corrected, Logged, TakenUp
from companion.record.timeline import Entry, timelines
from companion.rules.game import Actor, Seat

LATER: Final = 20
"""Actions after a correction; by then everybody has seen it, or has gone on with it."""


class Announced(NamedTuple):
    """A correction that somebody else made.

    ``seq`` is its number in the log, ``by`` whose phone made it (0: one that plays for all), ``gone`` what
    it took out of the record, ``before`` the record before it, and ``length`` that after it.
    """

    seq: int
    by: Actor
    event: Corrected
    gone: tuple[Entry, ...]
    before: tuple[Entry, ...]
    length: int


def announced(log: Sequence[Logged], me: Seat | None) -> Announced | None:
    """Give the last correction if another phone made it and it concerns more than that phone's own seat.

    One that the camera made is not announced: the table showed it to everybody.
    """
    place = next((n for n in range(len(log) - 1, 0, -1) if isinstance(log[n].event, Corrected)), 0)
    event = log[place].event
    if not isinstance(event, Corrected) or event.by is None or event.by == (me or 0):
        return None
    if sum(isinstance(each.event, ActionTaken) for each in log[place + 1 :]) > LATER:
        return None
    lines = [timeline.line for timeline in timelines(log[: place + 1 + _replayed(log, place)])]
    before, after = lines[place - 1], lines[-1]
    gone = before[event.at : event.at + event.removed]
    lost = before[event.at + event.removed + event.kept :]
    concerned = {entry.by for entry in (*gone, *lost)} | {action.by for action in event.actions}
    if not (concerned | _objected_to(log[:place])) - {event.by}:
        return None
    return Announced(log[place].seq, event.by, event, gone, before, len(after))


def _objected_to(log: Sequence[Logged]) -> set[Actor]:
    """Give whose correction the next one answers, if nothing was done between the two."""
    events = [each.event for each in log]
    while events and isinstance(events[-1], TakenUp):
        events.pop()
    last = events[-1] if events else None
    return {last.by} if isinstance(last, Corrected) and last.by is not None else set()


def _replayed(log: Sequence[Logged], place: int) -> int:
    """Count the events that play again, with a correction, what stands written otherwise after it."""
    count = 0
    for each in log[place + 1 :]:
        again = isinstance(each.event, ActionTaken) and each.event.source == "correction"
        if not (again or isinstance(each.event, TakenUp)):
            break
        count += 1
    return count
