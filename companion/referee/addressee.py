"""What everybody may hear of a verdict, and who gets a question that gives away a hand.

The referee knows every hand; the players do not. Everybody may hear a verdict that public information alone
allows. Otherwise the table asks, and only the owner of the hand reads the question.
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
"""Answers that deny everything in the question."""


def discreet(states: Sequence[State], verdict: Verdict) -> tuple[Verdict, tuple[Seat, ...]]:
    """Give the verdict without secrets, and the only seats that may hear it; no seats means everybody.

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
    """Cut a choice before it shows a hand of any but the first seats; None where nothing is left.

    Later questions ask about the rest.
    """
    actions = choice.actions
    while actions and not set(told_by(state, actions)) <= set(first):
        actions = actions[:-1]
    if actions == choice.actions:
        return choice
    return replace(choice, actions=actions, label=None) if actions else None


def told_by(state: State, actions: Iterable[Action]) -> tuple[Seat, ...]:
    """Give the seats whose secrets these actions show, in their order.

    An action shows a secret if its player chose it by what only that seat sees, or if public information
    does not allow it.
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
