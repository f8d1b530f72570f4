"""A game's advice for a player who is about to act, ready for a page."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.abilities import Advice, GivesAdvice
from companion.rules.game import Seat, State
from webui.request.language import say


class Topic(NamedTuple):
    """Pieces of advice under one heading."""

    title: str
    lines: tuple[Advice, ...]


def advice_view(state: State, seat: Seat) -> tuple[Topic, ...]:
    """Give the advice for a seat by topic; nothing where the game has none."""
    if not isinstance(state, GivesAdvice):
        return ()
    topics: dict[str, list[Advice]] = {}
    for piece in state.advice(seat):
        topics.setdefault(say(piece.topic), []).append(piece)
    return tuple(Topic(title, tuple(lines)) for title, lines in topics.items())
