"""Rolls and times of past games, read from their records once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from companion.errors import CompanionError
from companion.record.names import unnamed
from companion.sessions.history import Summary
from companion.sessions.session import Session
from companion.story.luck import Roll, rolls_of
from companion.story.thinking_time import seconds_by_seat

LOOKED_AT: Final = 60
"""Games, those played last; replaying one takes a tenth of a second."""


class GameFacts(NamedTuple):
    """What some games tell: the rolls, and how many seconds each player took for each action."""

    rolls: tuple[Roll, ...]
    seconds: Mapping[str, tuple[float, ...]]
    games: int


class _Facts(NamedTuple):
    rolls: tuple[tuple[int, Roll], ...]
    seconds: Mapping[int, list[float]]


class KnownFacts:
    """The facts of games, kept by the number of their events: a game that goes on is read anew."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[int, _Facts]] = {}

    def of(self, games: Iterable[Summary], load: Callable[[str], Session]) -> GameFacts:
        """Give the facts of the games that were played last, by what histories call people."""
        newest = sorted(games, key=lambda game: game.last_turn, reverse=True)[:LOOKED_AT]
        rolls: list[Roll] = []
        seconds: dict[str, list[float]] = {}
        for game in newest:
            found = self._facts(game, load)
            for seat, name in enumerate(game.names, 1):
                if name == unnamed(seat):
                    continue
                rolls += [roll._replace(name=name) for whose, roll in found.rolls if whose == seat]
                seconds.setdefault(name, []).extend(found.seconds.get(seat, ()))
        told = {name: tuple(each) for name, each in seconds.items() if each}
        return GameFacts(tuple(rolls), told, len(newest))

    def _facts(self, game: Summary, load: Callable[[str], Session]) -> _Facts:
        events, facts = self._kept.get(game.id, (-1, _Facts((), {})))
        if events != game.events:
            facts = _read(game, load)
            self._kept[game.id] = (game.events, facts)
        return facts


def _read(game: Summary, load: Callable[[str], Session]) -> _Facts:
    """Read a game; one that this version cannot follow tells nothing."""
    try:
        session = load(game.id)
    except CompanionError:
        return _Facts((), {})
    seats = {seat: str(seat) for seat in session.names}
    rolls = rolls_of(session.states, session.line, seats)
    return _Facts(tuple((int(roll.name), roll) for roll in rolls), seconds_by_seat(session.events))
