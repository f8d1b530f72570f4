"""Who plays whom in a round: round robin by the circle, Swiss by maximum weight matching (networkx)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, TypeAlias

import networkx as nx

Group: TypeAlias = tuple[int, ...]
"""Players at one table; one alone has a bye."""

AGAIN: Final = 10_000
"""What it costs to pair two who have met; a difference of scores costs its square in half points."""


def circle(players: Sequence[int]) -> list[list[Group]]:
    """Pair everybody with everybody else once, a table of two; with an odd number one has a bye each round.

    The circle method: the first stays, the others move on by one place from round to round.
    """
    ring: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    rounds = []
    for number in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = list(zip(ring[:half], reversed(ring[half:]), strict=True))
        named = [tuple(each for each in pair if each is not None) for pair in pairs]
        rounds.append([group if number % 2 == 0 else group[::-1] for group in named])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def swiss(
    order: Sequence[int],
    scores: Mapping[int, float],
    met: Mapping[frozenset[int], int],
    byes: frozenset[int],
    size: int,
) -> list[Group]:
    """Pair players of like scores who have not met.

    Parameters
    ----------
    order
        Players by their standing, the first first.
    scores
        What each has.
    met
        How often two have met.
    byes
        Who has had a bye.
    size
        Players at a table.
    """
    return _pairs(order, scores, met, byes) if size == 2 else groups(order, met, size)


def _pairs(
    order: Sequence[int],
    scores: Mapping[int, float],
    met: Mapping[frozenset[int], int],
    byes: frozenset[int],
) -> list[Group]:
    players, alone = list(order), []
    if len(players) % 2:
        last = next((each for each in reversed(players) if each not in byes), players[-1])
        players.remove(last)
        alone = [(last,)]
    graph = nx.Graph()
    for one, other in combinations(players, 2):
        apart = round(2 * abs(scores.get(one, 0) - scores.get(other, 0)))
        graph.add_edge(one, other, weight=-(apart**2 + AGAIN * met.get(frozenset((one, other)), 0)))
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    place = {each: number for number, each in enumerate(order)}
    found = sorted(
        (tuple(sorted(pair, key=place.__getitem__)) for pair in matched), key=lambda p: place[p[0]]
    )
    return [*found, *alone]


def sizes(players: int, size: int) -> list[int]:
    """Share players out over tables of at most that size, as evenly as can be."""
    tables = max(1, -(-players // size))
    return [players // tables + (number < players % tables) for number in range(tables)]


def groups(order: Sequence[int], met: Mapping[frozenset[int], int], size: int) -> list[Group]:
    """Fill tables from the first of the standing on, each with those who have met least."""
    left, found = list(order), []
    for seats in sizes(len(order), size):
        group = [left.pop(0)]
        while len(group) < seats:
            best = min(left, key=lambda each: sum(met.get(frozenset((each, one)), 0) for one in group))
            left.remove(best)
            group.append(best)
        found.append(tuple(group))
    return found


def all_rounds(players: Sequence[int], size: int, rounds: int) -> list[list[Group]]:
    """Give the rounds of a round robin; with more than two at a table, people meet about evenly."""
    if size == 2:
        return circle(players)
    met: Counter[frozenset[int]] = Counter()
    found = []
    for number in range(rounds):
        turned = [*players[number % len(players) :], *players[: number % len(players)]]
        tables = groups(turned, met, size)
        met.update(frozenset(pair) for group in tables for pair in combinations(group, 2))
        found.append(tables)
    return found
