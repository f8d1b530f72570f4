"""Luck is told honestly: fair dice are seldom called unusual, and a bad die is found."""

from __future__ import annotations

import random

import pytest
from sweeps import slow

from companion.record.events import Settings
from companion.sessions.store import Store
from companion.story.luck import FALSE_ALARMS, Roll, judge, rolls_of, two_sided

DIE = dict.fromkeys(range(1, 7), 1 / 6)
NAMES = ("Anna", "Ben", "Cleo", "Dan")


def evening(rng: random.Random, rolls_each: int = 60, weights: tuple[int, ...] = (1,) * 6) -> list[Roll]:
    return [
        Roll(name, rng.choices(range(1, 7), weights if name == "Anna" else (1,) * 6)[0], DIE)
        for name in NAMES
        for _ in range(rolls_each)
    ]


@pytest.mark.parametrize("evenings", [60, *slow(1000)])
def test_fair_evenings_are_called_unusual_in_at_most_one_of_a_hundred(evenings: int) -> None:
    rng = random.Random(54)
    alarms = sum(bool(judge(evening(rng)).findings) for _ in range(evenings))
    assert alarms <= evenings / 100


def test_a_loaded_die_is_found_and_says_whose_and_what() -> None:
    verdict = judge(evening(random.Random(1), 150, (1, 1, 1, 1, 1, 4)))
    assert {finding.name for finding in verdict.findings} == {"Anna"}
    assert {0, 6} <= {finding.face for finding in verdict.findings}
    assert all(finding.chance <= FALSE_ALARMS for finding in verdict.findings)


def test_the_chance_of_a_sum_is_exact() -> None:
    assert two_sided([DIE, DIE], 12) == pytest.approx(2 / 36)
    assert two_sided([DIE, DIE], 7) == pytest.approx(1)
    assert two_sided([{1: 0.25, 0: 0.75}] * 3, 3) == pytest.approx(0.25**3)


def test_few_rolls_prove_nothing_and_it_is_told_how_many_would() -> None:
    verdict = judge([Roll("Anna", 6, DIE)] * 3)
    assert verdict.findings == ()
    assert 100 < verdict.rolls_needed < 1000
    assert judge([]).players == ()


def test_rolls_are_those_of_whose_turn_it_was(tmp_path) -> None:
    with Store(tmp_path / "games.db") as store:
        session = store.new_session("caterpillar-filler", ("Anna", "Ben"), {}, Settings(otherwise="tap"))
        for text in ("first 2", "roll 5"):
            session.act(session.game.parse(0, text))
        (roll,) = rolls_of(session.states, session.line, session.names)
    assert (roll.name, roll.showed) == ("Ben", 5)
    assert sum(roll.odds.values()) == pytest.approx(1)
    assert set(roll.odds) == set(range(1, 7))
