"""The property checks IH-P01..P10 notice what they are there for."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

import random
import sys
from typing import Any

import pytest
from ih_table import GAME, TWO, action, after, mounds
from msgspec.structs import replace

from companion.games.it_happens.rules.checks.properties import most_actions, most_turns
from companion.games.it_happens.rules.position import Award, Die
from companion.games.it_happens.rules.state import State
from companion.rules.record import history
from companion.rules.testing import random_record
from companion.rules.testing.playout import playout

LAID = {"M08": "R4 | Y2", "M01": "G3", "M02": ""}


def broken(before: State, line: str, **changes: Any) -> set[str]:
    """The numbers of the properties that are broken when the step ends in a changed state."""
    taken = action(line)
    found = GAME.properties(before, taken, replace(before.after(taken), **changes))
    return {sentence.split()[0].rstrip(":") for sentence in found}


def rolled(**more: Any) -> State:
    return mounds(3, LAID, rolled="Y5", **more)


def board(text: str) -> Any:
    """A board with these dice on M08 and nothing elsewhere."""
    return mounds(3, LAID | {"M08": text, "M01": ""}, sound=False).board


def test_every_property_has_a_test() -> None:
    names = [name for name in vars(sys.modules[__name__]) if name.startswith("test_IH_P")]
    assert {int(name.removeprefix("test_IH_P")[:2]) for name in names} == set(range(1, 11))


@pytest.mark.parametrize("line", ["1 place M08", "1 place M01", "1 reroll", "1 pass"])
def test_a_right_step_breaks_none(line: str) -> None:
    assert broken(rolled(), line) == set()


def test_IH_P01_tiles() -> None:
    assert broken(rolled(), "1 place M01", worm_supply=17) == {"IH-P01"}
    assert broken(rolled(), "1 place M01", item_supply=(3, *(4,) * 7)) == {"IH-P01"}
    assert broken(rolled(), "1 place M01", unclaimed=(9,)) == {"IH-P01"}


def test_IH_P02_dice() -> None:
    assert broken(rolled(), "1 place M01", hand=((4, 0, 0), (0, 4, 0), (0, 0, 4))) == {"IH-P02"}
    assert broken(rolled(), "1 place M01", hand=((4, 1, 0), (0, 3, 0), (0, 0, 4))) == {"IH-P02"}
    neutral = mounds(2, LAID | {"M01": ""}, hands=[{"Y": 4, "W": 2}, {"R": 4, "W": 2}], options=TWO)
    assert broken(neutral, "1 pass", hand=((4, 0, 2), (0, 4, 3))) == {"IH-P02"}


@pytest.mark.parametrize("text", ["R4 | Y2 R5", "R4 | | Y2 Y5", "R4 | Y2 | Y5"])
def test_IH_P03_columns(text: str) -> None:
    assert "IH-P03" in broken(rolled(), "1 place M08", board=board(text))


def test_IH_P04_dice_stay() -> None:
    assert "IH-P04" in broken(rolled(), "1 place M08", board=board("R4 | Y2 Y5 Y1 Y1"))
    assert "IH-P04" in broken(rolled(), "1 place M08", board=board("R5 | Y2 Y5"))
    assert "IH-P04" in broken(rolled(), "1 pass", board=board("R4"))
    ended = replace(rolled(), phase="REVEAL", active_seat=0, rolled=None)
    assert "IH-P04" in broken(ended, "chance reveal M03 M04 M05", board=rolled().board)


def test_IH_P05_tiles_stay() -> None:
    assert broken(rolled(), "1 place M01", worms=(1, 2, 2), worm_supply=19) == {"IH-P05"}
    assert broken(rolled(), "1 pass", worms=(0, 2, 2), worm_supply=20) == {"IH-P05"}
    assert broken(rolled(), "1 reroll", worms=(2, 1, 2)) == {"IH-P05"}
    one, none = (1, *(0,) * 7), (0,) * 8
    owner = rolled(items=(one, none, none), item_supply=(3, *(4,) * 7))
    assert broken(owner, "1 pass", items=(none, one, none)) == {"IH-P05"}
    won = rolled(queens=((9,), (), ()), sound=False)
    assert "IH-P05" in broken(won, "1 pass", queens=((), (9,), ()))
    won = rolled(generals=((5,), (), ()), sound=False)
    assert "IH-P05" in broken(won, "1 pass", generals=((4,), (), ()))


def test_IH_P06_only_the_stuck_are_skipped() -> None:
    stuck = {"M02": "G4", "M04": "R2 | G6", "M07": "R1 | Y5 | G2"}
    state = mounds(3, stuck, active=2, rolled="R3")
    assert broken(state, "2 place M02") == set()
    assert "IH-P06" in broken(state, "2 place M02", active_seat=3)
    foreign = (tuple((Die(1, 1),) for _ in range(5)), *state.board[1:])
    assert "IH-P06" in broken(state, "2 reroll", board=foreign)


def test_IH_P07_one_tile_each() -> None:
    award = Award("M08", ((0, 5),), queen=0, general=0)
    assert broken(rolled(), "1 place M01", awards=(award,)) == {"IH-P07"}


def test_IH_P07_every_tile_goes_somewhere() -> None:
    """Queens and Generals, won and unclaimed, sum to 78 + 40 with the cards that are shipped."""
    for seats in GAME.info.seats:
        end = history(random_record(GAME, seats, seed=seats))[-1]
        won = [value for values in (*end.queens, *end.generals) for value in values]
        assert sum(won) + sum(end.unclaimed) == 118


def test_IH_P08_totals(monkeypatch: pytest.MonkeyPatch) -> None:
    assert broken(rolled(), "1 place M01") == set()
    monkeypatch.setattr("companion.games.it_happens.rules.results.scoring._most_varied", lambda p: [0])
    assert broken(rolled(), "1 place M08") == {"IH-P08"}


def test_IH_P09_games_end() -> None:
    limit = most_turns(rolled().table)
    assert broken(rolled(), "1 place M01", turn_no=limit) == set()
    assert broken(rolled(), "1 place M01", turn_no=limit + 1) == {"IH-P09"}
    assert most_turns(GAME.new(5).table) == 186
    assert GAME.info.max_actions == most_actions(GAME.known[0]) >= 3 * 186


def test_IH_P10_replay() -> None:
    """Every prefix of a record replays to the state that was there."""
    states = [GAME.new(3)]
    actions = []
    for taken, state in playout(states[0], random.Random(11), 60):
        actions.append(taken)
        states.append(state)
    record = random_record(GAME, 3, seed=11, limit=60)
    assert record.actions == tuple(actions)
    assert history(record, GAME) == states


def test_the_order_of_rolls_is_a_matter_of_chance_alone() -> None:
    state = after(mounds(3, LAID), "chance roll 1")
    assert [weight for _, weight in mounds(3, LAID).odds()] == [1] * 6
    assert list(state.odds()) == []
