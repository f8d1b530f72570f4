"""Rounds are paired as players expect."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from companion.hub.league.pairing import all_rounds, circle, groups, swiss
from companion.hub.league.places import Seated, places, share


@given(st.integers(2, 20))
def test_in_a_round_robin_everybody_meets_everybody_once(players: int) -> None:
    rounds = circle(range(players))
    met = Counter(frozenset(group) for groups_ in rounds for group in groups_ if len(group) == 2)
    assert met == Counter(frozenset(pair) for pair in combinations(range(players), 2))
    assert all(
        sorted(each for group in groups_ for each in group) == list(range(players)) for groups_ in rounds
    )


@given(st.integers(2, 24), st.integers(0, 10**6))
def test_nobody_meets_twice_in_a_swiss_tournament_that_is_short_enough(players: int, seed: int) -> None:
    rng, met, byes = random.Random(seed), Counter[frozenset[int]](), set[int]()
    scores: Counter[int] = Counter()
    for _ in range(min(5, players // 2)):
        order = sorted(range(players), key=lambda each: (-scores[each], each))
        found = swiss(order, scores, met, frozenset(byes), 2)
        assert sorted(each for group in found for each in group) == list(range(players))
        for group in found:
            if len(group) == 1:
                assert group[0] not in byes
                byes.add(group[0])
            else:
                assert not met[frozenset(group)], "they have met"
                met[frozenset(group)] += 1
            scores[rng.choice(group)] += 1


def test_the_first_round_of_equals_is_paired_and_leaders_meet_later() -> None:
    first = swiss([1, 2, 3, 4], {}, {}, frozenset(), 2)
    assert sorted(each for group in first for each in group) == [1, 2, 3, 4]
    met = {frozenset((1, 2)): 1, frozenset((3, 4)): 1}
    second = swiss([1, 3, 2, 4], {1: 1, 3: 1}, met, frozenset(), 2)
    assert {frozenset(group) for group in second} == {frozenset((1, 3)), frozenset((2, 4))}


@given(st.integers(2, 40), st.integers(3, 6))
def test_tables_of_several_are_as_even_as_can_be(players: int, size: int) -> None:
    found = groups(list(range(players)), Counter(), size)
    lengths = [len(group) for group in found]
    assert max(lengths) <= size
    assert max(lengths) - min(lengths) <= 1
    assert sorted(each for group in found for each in group) == list(range(players))


def test_over_the_rounds_people_meet_about_evenly() -> None:
    rounds = all_rounds(list(range(9)), 3, 4)
    met = Counter(frozenset(pair) for tables in rounds for group in tables for pair in combinations(group, 2))
    assert max(met.values()) <= 2
    assert len(met) >= 28, "of 36 pairs"


def seats(*reached: tuple[int | None, bool]) -> list[Seated]:
    return [Seated(number, "", number, points, won) for number, (points, won) in enumerate(reached, 1)]


def test_places_follow_the_winners_whether_more_or_less_is_better() -> None:
    assert places(seats((9, True), (5, False), (7, False))) == [1, 3, 2]
    assert places(seats((1, True), (5, False), (7, False))) == [1, 2, 3]
    assert places(seats((5, True), (5, False), (5, False))) == [1, 2, 2]
    assert places(seats((5, False), (6, True), (9, False))) == [2, 1, 2], "the points say nothing"
    assert places(seats((None, True), (None, False))) == [1, 2]
    assert [share(place, [1, 2, 2]) for place in (1, 2)] == [1.0, 0.25]
