"""What a panel shows: one frozen view, made from the game and its running table."""

from __future__ import annotations

import msgspec

from companion.live.status import LiveState, LiveStatus, Question
from companion.record.events import concerns
from companion.rules.game import CHANCE, Seat, State

DARK = LiveStatus("off")
"""How things stand without a running table."""


class PanelView(msgspec.Struct, frozen=True):
    """How the panel looks.

    ``seats`` are those whose lights are on: who must act. ``chosen`` is the answer, from 0, that the
    confirm button takes. ``tune`` was played last, ``tunes`` of them in all.
    """

    status: LiveState = "off"
    seats: tuple[Seat, ...] = ()
    question: Question | None = None
    chosen: int = 0
    ring: bool = False
    tune: str = ""
    tunes: int = 0


def look(before: PanelView, state: State | None, status: LiveStatus) -> PanelView:
    """Give the view after something changed, with the tune that goes with the change.

    A question that is for one seat alone is not for a panel, which everybody sees.
    """
    asked = status.question
    question = asked if asked is not None and concerns(asked.to, None) else None
    same = question is not None and before.question is not None and question.id == before.question.id
    view = PanelView(
        status.state,
        acting(state),
        question,
        before.chosen if same else 0,
        status.state == "reading",
        before.tune,
        before.tunes,
    )
    tune = tune_between(before, view)
    return msgspec.structs.replace(view, tune=tune, tunes=view.tunes + 1) if tune else view


def acting(state: State | None) -> tuple[Seat, ...]:
    """Whose lights are on: who acts, or who is to roll or draw."""
    if state is None or state.outcome is not None:
        return ()
    if state.actors != (CHANCE,):
        return tuple(sorted(actor for actor in state.actors if actor != CHANCE))
    return tuple(seat for seat, prompt in sorted(state.prompts().items()) if prompt.kind == "act")


def tune_between(before: PanelView, after: PanelView) -> str:
    """Give the tune that tells of a change; a quiet change has none."""
    if after.status != before.status and after.status in ("ask", "wrong", "lost"):
        return after.status
    if after.question is not None and after.question != before.question:
        return "ask"
    return "turn" if after.seats and before.seats and after.seats != before.seats else ""
