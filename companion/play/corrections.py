"""Putting the record right: what becomes of the game when an action is replaced by others.

The record and the table differ, and the table is right. So a correction is always allowed, at any
point, the finished game included. What came after is played again on the corrected position as
far as the rules allow it; the first action that no longer fits, and all behind it, are set aside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from companion.play.errors import BadCorrection
from companion.play.timeline import Entry
from companion.rules.game import Action, Reason, Seat, State


class Misfit(msgspec.Struct, frozen=True):
    """The first action that the rules no longer allow: where it stood (from 0), and the reason."""

    index: int
    entry: Entry
    reason: Reason


class Correction(msgspec.Struct, frozen=True):
    """What a correction does; nothing is changed yet.

    ``removed`` actions from ``at`` (counted from 0) give way to ``actions``; ``kept`` of the later
    ones stand, ``set_aside`` does not, because of ``misfit``. ``states`` is the corrected game's
    position after 0, 1, 2 ... actions; the totals, by seat, are those before and after.
    """

    at: int
    removed: int
    actions: tuple[Action, ...]
    kept: int
    set_aside: tuple[Entry, ...]
    misfit: Misfit | None
    states: tuple[State, ...]
    totals_before: dict[Seat, int]
    totals_after: dict[Seat, int]


def preview(
    line: Sequence[Entry],
    states: Sequence[State],
    parse: Callable[[int, str], Action],
    at: int,
    removed: int,
    actions: Sequence[Action],
) -> Correction:
    """Work out a correction.

    Parameters
    ----------
    line, states
        The actions in force, and the positions after 0, 1, 2 ... of them.
    parse
        The game's reading of notation.
    at, removed, actions
        The first action to go, how many go, and what stands there instead.

    Raises
    ------
    BadCorrection
        When there is no such place, or the new actions are not allowed there.
    """
    if not 0 <= at <= at + removed <= len(line):
        raise BadCorrection(f"There is no action {at + removed} to correct; the game has {len(line)}.")
    fresh = list(states[: at + 1])
    for action in actions:
        reason = fresh[-1].why_not(action)
        if reason is not None:
            raise BadCorrection(f"“{action}” cannot stand there: {reason.sentence()}")
        fresh.append(fresh[-1].after(action))
    tail = line[at + removed :]
    kept, reason = replay(fresh, tail, parse)
    misfit = Misfit(at + removed + kept, tail[kept], reason) if reason else None
    return Correction(
        at=at,
        removed=removed,
        actions=tuple(actions),
        kept=kept,
        set_aside=tuple(tail[kept:]),
        misfit=misfit,
        states=tuple(fresh),
        totals_before=states[-1].sheet().totals(),
        totals_after=fresh[-1].sheet().totals(),
    )


def replay(
    states: list[State], entries: Sequence[Entry], parse: Callable[[int, str], Action]
) -> tuple[int, Reason | None]:
    """Play entries on from the last of ``states``, adding a state for each one that fits.

    Returns
    -------
    int, Reason | None
        How many fit, and why the next one does not; None when all of them fit.
    """
    for fits, entry in enumerate(entries):
        action = parse(entry.by, entry.text)
        reason = states[-1].why_not(action)
        if reason is not None:
            return fits, reason
        states.append(states[-1].after(action))
    return len(entries), None
