"""Compare players over many games: who wins against whom, and the records of each game."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from companion.record.names import unnamed
from companion.sessions.history import Summary


class Rivals(NamedTuple):
    """Two people and the games that both have finished: won by each, tied, and all of them."""

    one: str
    other: str
    one_won: int
    other_won: int
    tied: int
    played: int


class Best(NamedTuple):
    """The most points of a game, whose they were, and the clearest win."""

    points: int
    name: str
    ended_at: str
    margin: int
    winner: str


def head_to_head(games: Iterable[Summary]) -> list[Rivals]:
    """Give every pair that has finished games together, those who did most often first.

    Who of the two came before the other counts, whoever else won.
    """
    found: dict[tuple[str, str], list[int]] = {}
    for game in games:
        people = [(name, game.totals[name]) for name in _named(game)]
        for (one, ours), (other, theirs) in combinations(sorted(people), 2):
            before = _came_before(game, (one, ours), (other, theirs))
            tally = found.setdefault((one, other), [0, 0, 0])
            tally[{1: 0, -1: 1, 0: 2}[before]] += 1
    pairs = [
        Rivals(one, other, won, lost, tied, won + lost + tied)
        for (one, other), (won, lost, tied) in found.items()
    ]
    return sorted(pairs, key=lambda each: (-each.played, each.one, each.other))


def _came_before(game: Summary, one: tuple[str, int], other: tuple[str, int]) -> int:
    """Say 1 or -1 for the one who came before the other, 0 for a tie."""
    won = (one[0] in game.winners) - (other[0] in game.winners)
    if won or {one[0], other[0]} <= {*game.winners}:
        return won
    return (one[1] > other[1]) - (one[1] < other[1])


def best_of(games: Iterable[Summary]) -> Best | None:
    """Give the records among finished games of one kind; None where nobody with a name has played."""
    scored = [(game.totals[name], name, game) for game in games for name in _named(game)]
    if not scored:
        return None
    points, name, game = max(scored, key=lambda each: each[0])
    margin, winner = max((_margin(each) for _, _, each in scored), default=(0, ""))
    return Best(points, name, game.ended_at, margin, winner)


def _margin(game: Summary) -> tuple[int, str]:
    totals = sorted(game.totals.items(), key=lambda each: -each[1])
    if len(game.winners) != 1 or len(totals) < 2 or totals[0][0] != game.winners[0]:
        return 0, ""
    return totals[0][1] - totals[1][1], totals[0][0]


def _named(game: Summary) -> list[str]:
    return [name for seat, name in enumerate(game.names, 1) if name in game.totals and name != unnamed(seat)]
