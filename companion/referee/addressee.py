"""What may be said aloud of a verdict, and to whom a question is put whose answers tell of a hand.

The referee knows every hand, and those at the table do not. What it makes of a view may be told to all
if those who see only what is public could have thought of it, too; else it is asked, and only the one
whose hand it is about reads the question.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from companion.referee.verdict import Accept, Ask, Choice, TakenBack, Verdict
from companion.rules.game import CHANCE, Action, Seat, State
from companion.rules.message import Message

WAS_IT = Message("Was it this?")
NO = Choice(label=Message("No"))
NONE = Choice(label=Message("None of these"))
DENIALS = (NO, NONE)
"""Answers by which nothing of what was asked about is so."""


def discreet(states: Sequence[State], verdict: Verdict) -> tuple[Verdict, tuple[Seat, ...]]:
    """Give a verdict as it may be spoken, and the seats that alone may hear it; none for all.

    ``states`` are the positions after 0, 1, 2 ... actions; the last one is that of the verdict.
    """
    if isinstance(verdict, TakenBack) and told_by(states[-1 - verdict.steps], verdict.actions):
        return replace(verdict, actions=()), ()
    if isinstance(verdict, Accept) and told_by(states[-1], verdict.actions):
        verdict = Ask(WAS_IT, (Choice(verdict.actions), NO))
    if not isinstance(verdict, Ask):
        return verdict, ()
    seats = [told_by(states[-1 - choice.undone], choice.actions) for choice in verdict.choices]
    first = next((each for each in seats if each), ())[:1]
    mine: list[Choice] = []
    for choice in verdict.choices:
        own = _of_own(states[-1 - choice.undone], choice, first)
        if own is not None and own not in mine:
            mine.append(own)
    if len(mine) == 1 < len(verdict.choices):
        return replace(verdict, question=WAS_IT, choices=(*mine, NO)), first
    return replace(verdict, choices=tuple(mine)), first


def _of_own(state: State, choice: Choice, first: Collection[Seat]) -> Choice | None:
    """Give a choice as far as it tells of no other hand than the first one's; None where all of it does.

    What comes after is asked about when this is settled.
    """
    actions = choice.actions
    while actions and not set(told_by(state, actions)) <= set(first):
        actions = actions[:-1]
    if actions == choice.actions:
        return choice
    return replace(choice, actions=actions, label=None) if actions else None


def told_by(state: State, actions: Iterable[Action]) -> tuple[Seat, ...]:
    """Give the seats of whom these actions tell what not everybody may know, in their order.

    They tell it when somebody chose them with what only that one sees, or when they are not possible for
    all that is public.
    """
    public = state.seen_by(None)
    if public == state:
        return ()
    told: list[Seat] = []
    hidden = False
    for action in actions:
        hidden = hidden or action.from_hand or public.why_not(action) is not None
        if not hidden:
            public = public.after(action)
        elif action.by != CHANCE:
            told.append(action.by)
    return tuple(dict.fromkeys(told))
