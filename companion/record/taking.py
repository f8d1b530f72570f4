"""The events that take actions: new ones, or those that a correction has set aside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.record.events import ActionTaken, AnyEvent, Source, TakenUp
from companion.record.names import called
from companion.record.timeline import Entry
from companion.rules.errors import IllegalAction
from companion.rules.game import Action, Seat, State


def events_of_actions(
    states: Sequence[State],
    actions: Sequence[Action],
    names: Mapping[Seat, str],
    source: Source,
    confidence: float,
) -> tuple[list[AnyEvent], list[State]]:
    """Give the events of some actions behind these positions, and the positions with theirs.

    Raises
    ------
    IllegalAction
        When the rules forbid one of them.
    """
    positions = list(states)
    for action in actions:
        reason = positions[-1].why_not(action)
        if reason is not None:
            raise IllegalAction(reason.numbered.knowing(called(names)), reason.rule)
        positions.append(positions[-1].after(action))
    return [ActionTaken(action.by, str(action), source, confidence) for action in actions], positions


def taken_up(skip: int, waiting: Sequence[Entry], done: Sequence[Action]) -> Iterator[AnyEvent]:
    """Give the events that play again what waited; what is written otherwise now is an action of its own."""
    run = 0
    for entry, action in zip(waiting, done, strict=False):
        if str(action) == entry.text:
            run += 1
        else:
            if skip or run:
                yield TakenUp(skip, run)
            yield ActionTaken(action.by, str(action), "correction")
            skip, run = 1, 0
    if skip or run:
        yield TakenUp(skip, run)
