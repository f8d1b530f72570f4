"""The property checks CF-P01..P12 notice what they are there for."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

import random
import sys

import msgspec
from cf_table import GAME, action, after, garden

from companion.games.caterpillar_filler.rules.checks.properties import TURN_BOUND
from companion.games.caterpillar_filler.rules.state import State
from companion.rules.record import history
from companion.rules.testing import random_record
from companion.rules.testing.playout import playout

MINE = "H5 H4 H3 G3 G2"
OTHER = "A14 A15 A16 B16 C16"


def broken(before: State, line: str, after: State, **changes: object) -> set[str]:
    """The numbers of the properties that are broken when the step ends in a changed state."""
    found = GAME.properties(before, action(line), msgspec.structs.replace(after, **changes))
    return {sentence.split()[0].rstrip(":") for sentence in found}


def step(before: State, line: str) -> tuple[State, str, State]:
    return before, line, after(before, line)


def test_every_property_has_a_test() -> None:
    names = [name for name in vars(sys.modules[__name__]) if name.startswith("test_CF_P")]
    assert {int(name.removeprefix("test_CF_P")[:2]) for name in names} == set(range(1, 13))


def test_a_right_step_breaks_none() -> None:
    assert broken(*step(garden(MINE, OTHER, roll=1), "1 H5-H6")) == set()


def test_CF_P01_forty_tokens() -> None:
    assert broken(*step(garden(MINE, OTHER), "1 wasp D6"), supply=30) == {"CF-P01"}


def test_CF_P02_body_pieces() -> None:
    assert broken(*step(garden(MINE, OTHER, roll=1), "1 H5-H6"), reserve=(4, 5)) == {"CF-P02"}


def test_CF_P03_chains_and_spaces() -> None:
    stepped = step(garden(MINE, OTHER, roll=1), "1 H5-H6")
    assert broken(*stepped, head=("H7", "A14")) == {"CF-P03"}
    assert broken(*stepped, head=("H4", "A14")) >= {"CF-06"}


def test_CF_P04_wasps() -> None:
    stepped = step(garden(MINE, OTHER, wasp_spaces="H8"), "1 wasp D6")
    assert broken(*stepped, wasp_spaces=("A7", "H8")) == {"CF-31"}
    assert broken(*stepped, wasp_spaces=("D6", "D7")) == {"CF-P04"}
    drifting = garden(MINE, OTHER, wasp_spaces="H8", options={"rules": "R06"})
    assert broken(*step(drifting, "1 shift H8-H7")) == set()
    assert "CF-P04" in broken(*step(drifting, "1 shift H8-H7"), wasp_spaces=("H7", "H9"))


def test_CF_P05_pairs() -> None:
    before = after(garden(MINE, OTHER, pairs=("A1", "B2")), "chance roll 3")
    stepped = step(before, "chance tile C3")
    assert broken(*stepped, pairs=("A1",)) == {"CF-P05"}
    assert broken(*stepped, pairs=("A1", "B2", "B3")) == {"CF-P05"}


def test_CF_P06_once_a_turn() -> None:
    assert broken(*step(garden(MINE, OTHER), "1 wasp D6"), wasps_used=2) >= {"CF-P06"}
    eaten = step(garden(MINE, OTHER, roll=4, flowers="H6"), "1 H5-H6*")
    assert broken(*eaten, steps_left=3) == {"CF-P06"}
    second = garden(MINE, OTHER, roll=4, steps_left=2)
    assert broken(second, "1 H5-H6-H7", after(second, "1 H5-H6-H7")) == {"CF-P06"}
    grazing = garden("H5 H4", "H6 I6", roll=2, bitten=2, options={"rules": "R03"}, sound=False)
    assert "CF-P06" in broken(*step(grazing, "1 H5-H6x2"))


def test_CF_P07_reserves() -> None:
    full = "E4 E3 E2 E1 D1 C1 B1 A1 A2"
    ended = step(garden(full, OTHER, roll=2, flowers="E5"), "1 E4-E5*")
    assert broken(*ended) == set()
    assert broken(*ended, phase="END") >= {"CF-P07"}


def test_CF_P08_the_winner_is_the_longest() -> None:
    ended = step(garden("E4 E3 E2 E1 D1 C1", OTHER, pairs_left=0), "chance roll 3")
    assert broken(*ended) == set()
    assert all(ended[2].winner == seat for seat in ended[2].longest)


def test_CF_P09_nothing_lies_on_a_route() -> None:
    before = garden(MINE, OTHER, roll=3)
    stepped = step(before, "1 H5-H6-H7-H8")
    assert broken(msgspec.structs.replace(before, flowers=("H7",)), *stepped[1:]) == {"CF-P09"}


def test_CF_P10_no_roll_while_away() -> None:
    away = garden("", OTHER, in_hand=(4, 0), phase="JOIN")
    _, line, rolled = step(garden(MINE, OTHER), "chance roll 2")
    assert "CF-P10" in broken(away, line, rolled)
    joined = garden(MINE, OTHER, phase="ROLL")
    assert broken(joined, line, rolled) == {"CF-P10"}
    straight = garden(MINE, OTHER, phase="ROLL", options={"rules": "R11"})
    assert broken(*step(straight, "chance roll 2")) == set()


def test_CF_P11_replay_and_undo() -> None:
    """Every prefix of a record replays to the state that was there: undo is replay of less."""
    rng = random.Random(11)
    states = [GAME.new(3)]
    actions = []
    for taken, state in playout(states[0], rng, 80):
        actions.append(taken)
        states.append(state)
    record = random_record(GAME, 3, seed=11, limit=80)
    assert record.actions == tuple(actions)
    assert history(record) == states


def test_CF_P12_games_end() -> None:
    before, line, stepped = step(garden(MINE, OTHER, roll=1), "1 H5-H6")
    assert broken(before, line, stepped, turn_no=TURN_BOUND + 1) == {"CF-P12"}
    assert GAME.info.max_actions >= 8 * TURN_BOUND
