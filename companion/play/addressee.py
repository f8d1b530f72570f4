"""To whom a question of the camera may be put, where its answers tell what not everybody may know."""

from __future__ import annotations

from collections.abc import Sequence

from companion.play.verdict import Choice
from companion.rules.game import CHANCE, Seat, State


def asked_alone(states: Sequence[State], choices: Sequence[Choice]) -> tuple[Seat, ...]:
    """Give the seats that alone may read a question; none where everybody may.

    An answer tells more than all may know when those who see only what is public could not have thought
    of it: a card that is paid with must be in somebody's hand.

    Parameters
    ----------
    states
        The positions after 0, 1, 2 ... actions; the last one is that of the question.
    choices
        The answers.
    """
    if all(_is_open(states[-1 - choice.undone].seen_by(None), choice) for choice in choices):
        return ()
    return tuple(sorted({action.by for choice in choices for action in choice.actions} - {CHANCE}))


def _is_open(state: State, choice: Choice) -> bool:
    """Whether the actions of an answer are possible for all that is public."""
    for action in choice.actions:
        if state.why_not(action) is not None:
            return False
        state = state.after(action)
    return True
