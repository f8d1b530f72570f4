"""Putting the record right: what becomes of the game when an action is replaced by others.

The record and the table differ, and the table is right. So a correction is always allowed, at any
point, the finished game included. What came after is played again on the corrected position as
far as the rules allow it; the first action that no longer fits, and all behind it, are set aside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from companion.record.errors import BadCorrection
from companion.record.timeline import Entry
from companion.rules.abilities import KnowsSameDeed
from companion.rules.game import Action, Reason, State
from companion.rules.message import Message
from companion.rules.phrases import Value


class Misfit(msgspec.Struct, frozen=True):
    """The first action that the rules no longer allow: where it stood (from 0), and the reason."""

    index: int
    entry: Entry
    reason: Reason


class Correction(msgspec.Struct, frozen=True):
    """What a correction does; nothing is changed yet.

    ``removed`` actions from ``at`` (counted from 0) give way to ``actions``; ``kept`` of the later
    ones stand as they are, and those behind them as ``anew``, of which some are written otherwise now.
    ``set_aside`` does not stand, because of ``misfit``. ``states`` has the corrected game's
    positions after 0, 1, 2 ... actions.
    """

    at: int
    removed: int
    actions: tuple[Action, ...]
    kept: int
    anew: tuple[Action, ...]
    set_aside: tuple[Entry, ...]
    misfit: Misfit | None
    states: tuple[State, ...]


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
        counts = {"number": at + removed, "all": len(line)}
        raise BadCorrection(Message("There is no action {number} to correct; the game has {all}.", counts))
    fresh, put = list(states[: at + 1]), []
    for wanted in actions:
        action = _here(fresh[-1], wanted)
        reason = fresh[-1].why_not(action)
        if reason is not None:
            why: dict[str, Value] = {"wanted": str(wanted), "why": reason.numbered}
            raise BadCorrection(Message("“{wanted}” cannot stand there: {why}", why), reason.rule)
        fresh.append(fresh[-1].after(action))
        put.append(action)
    tail = line[at + removed :]
    done, reason = play_on(fresh, tail, parse)
    fits = len(done)
    misfit = Misfit(at + removed + fits, tail[fits], reason) if reason else None
    kept = next((n for n, action in enumerate(done) if str(action) != tail[n].text), fits)
    return Correction(
        at=at,
        removed=removed,
        actions=tuple(put),
        kept=kept,
        anew=tuple(done[kept:]),
        set_aside=tuple(tail[fits:]),
        misfit=misfit,
        states=tuple(fresh),
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


def play_on(
    states: list[State], entries: Sequence[Entry], parse: Callable[[int, str], Action]
) -> tuple[list[Action], Reason | None]:
    """Do again what was done, from another position: as `replay`, but a deed may be another action here.

    Returns
    -------
    list of Action, Reason | None
        What it is here, as far as it fits, and why the next one does not.
    """
    done: list[Action] = []
    for entry in entries:
        action = _here(states[-1], parse(entry.by, entry.text))
        reason = states[-1].why_not(action)
        if reason is not None:
            return done, reason
        states.append(states[-1].after(action))
        done.append(action)
    return done, None


def _here(state: State, action: Action) -> Action:
    """Give what an action is in that position, if the same deed may be another one there."""
    return state.same_deed(action) if isinstance(state, KnowsSameDeed) else action
