"""What is shown and what lies where: score sheet, views, dice on the mounds, bad positions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ih_table import GAME, TWO, action, after, final, mounds
from msgspec.structs import replace

from companion.games.it_happens.rules.actions import Place
from companion.games.it_happens.rules.phases.evaluation import evaluate
from companion.games.it_happens.rules.state import State
from companion.rules import BadPosition
from companion.rules.abilities import HelpsReferee
from companion.rules.record import history
from companion.rules.testing import random_record

NAMES = {1: "Anna", 2: "Ben", 3: "Cleo"}
FREE = {"M03": "", "M08": "", "M11": ""}
STUCK = {"M02": "G4", "M04": "R2 | G6", "M07": "R1 | Y5 | G2"}


def refused(state: State, line: str) -> str:
    reason = state.why_not(action(line))
    assert reason is not None
    return reason.sentence(NAMES)


def lines(state: State, seat: int = 1) -> list[tuple[str, int | None]]:
    return [(line.message.render(NAMES), line.points) for line in state.sheet().lines[seat]]


class TestSheet:
    def test_every_point_is_explained(self) -> None:
        items = {"map": 2, "sneaker": 1}
        state = GAME.decode(final(3, yellow={"items": items, "worms": 3, "queens": [9, 4], "generals": [3]}))
        assert lines(state) == [
            ("Items, 5 for each type owned twice or more: 2 maps and 1 sneaker", 5),
            ("Worms left", 3),
            ("Queens: 9 + 4", 13),
            ("Generals: 3", 3),
            ("Different types of item, 10 for the most: 2", 10),
        ]
        assert lines(state, 2) == [
            ("Items, 5 for each type owned twice or more: none", 0),
            ("Worms left", 0),
            ("Queens: none", 0),
            ("Generals: none", 0),
            ("Different types of item, 10 for the most: 0", 0),
        ]

    def test_mounds_as_they_stand_and_as_they_were_scored(self) -> None:
        state = mounds(3, {"M03": "R5 | Y4 Y3 | G6", "M08": "Y2", "M11": "R3"})
        assert lines(state)[5:] == [
            ("Sneaker Stack: 7 pips, so far the Queen (5)", None),
            ("Lost Key Ridge: 2 pips, so far the Queen (7)", None),
        ]
        assert lines(state, 2)[5] == ("Sneaker Stack: 5 pips, so far a worm", None)
        assert state.sheet().lines[1][5].where == ("M03/C2.1", "M03/C2.2")
        assert lines(evaluate(state))[5] == ("Sneaker Stack: 7 pips, the Queen (5)", None)
        assert lines(evaluate(state), 3)[5] == ("Sneaker Stack: 6 pips, the General (2)", None)
        short = replace(state, worm_supply=0)
        assert lines(evaluate(short), 2)[5] == ("Sneaker Stack: 5 pips, nothing", None)

    def test_no_worm_is_promised_that_nobody_will_get(self) -> None:
        """9.1 and IH-R14: the supply is given out from the left; the imaginary player may collect none."""
        state = mounds(3, {"M03": "R5 | Y4 Y3 | G6", "M08": "", "M11": ""})
        assert lines(replace(state, worm_supply=0), 2)[5] == ("Sneaker Stack: 5 pips, so far nothing", None)
        assert lines(state, 2)[5] == ("Sneaker Stack: 5 pips, so far a worm", None)

    def test_the_imaginary_player_is_told_of(self) -> None:
        state = GAME.decode(final(2, TWO, white={"queens": [9], "worms": 1}))
        (other,) = state.sheet().others
        assert (str(other.name), other.total) == ("The imaginary player, white", 10)
        assert [line.points for line in other.lines] == [0, 1, 9, 0, 0]
        told = [*lines(state), *lines(state, 2)]
        assert not any("imaginary" in text for text, _ in told)
        assert mounds(3, FREE).sheet().others == ()


class TestViews:
    def test_tiles_lie_face_down(self) -> None:
        state = mounds(3, FREE, queens=((9, 4), (5,), ()), generals=((), (2,), (3,)), sound=False)
        mine, public = state.seen_by(1), state.seen_by(None)
        assert (mine.queens, mine.generals) == (((9, 4), (0,), ()), ((), (0,), (0,)))
        assert (public.queens, public.generals) == (((0, 0), (0,), ()), ((), (0,), (0,)))
        assert lines(mine)[2] == ("Queens: 9 + 4", 13)
        assert lines(mine, 2)[2:4] == [("Queens: 1 face down", None), ("Generals: 1 face down", None)]
        assert list(GAME.secrets(state, 1)) == ['"red":[5]', '"red":[2]', '"green":[3]']
        assert list(GAME.secrets(state, None)) == ['"yellow":[9,4]', *GAME.secrets(state, 1)]

    def test_tiles_that_lie_face_down_are_no_problem(self) -> None:
        later = next(state for state in history(random_record(GAME, 3, seed=3)) if state.round == 3)
        assert all(0 in values for values in later.seen_by(None).queens if values)
        assert [later.seen_by(seat).problems() for seat in (None, 1, 2, 3)] == [()] * 4

    def test_nobody_looks_at_the_imaginary_players(self) -> None:
        hands = [{"Y": 5, "W": 2}, {"R": 5, "W": 2}]
        state = mounds(2, FREE, hands=hands, options=TWO, queens=((), (), (9, 8)), sound=False)
        assert state.seen_by(1).queens == ((), (), (0, 0))
        (other,) = state.seen_by(1).sheet().others
        assert ("Queens: 2 face down", None) in [
            (each.message.render({}), each.points) for each in other.lines
        ]

    def test_at_the_end_all_is_turned_up(self) -> None:
        state = GAME.decode(final(3, yellow={"queens": [9]}))
        assert state.seen_by(2) == state.seen_by(None) == state
        assert list(GAME.secrets(state, None)) == []


class TestTable:
    def test_what_lies_where(self) -> None:
        assert GAME.new(3).lying() == {"tray": {}}
        state = mounds(3, {"M03": "R5 | Y4 Y3", "M08": "", "M11": ""}, rolled="Y6")
        assert state.lying() == {
            "M03": {"C1.1": "die-red-5", "C2.1": "die-yellow-4", "C2.2": "die-yellow-3"},
            "M08": {},
            "M11": {},
            "tray": {"1": "die-yellow-6"},
        }

    def test_dice_lie_until_the_next_mounds_come(self) -> None:
        last = mounds(
            3, {"M03": "", "M08": "", "M11": ""}, rolled="Y3", hands=[{"Y": 1}, {}, {}], sound=False
        )
        state = after(last, "1 place M03")
        assert (state.phase, state.lying()["M03"]) == ("REVEAL", {"C1.1": "die-yellow-3"})
        state = after(state, "chance reveal M01 M02 M04")
        assert state.lying() == {"M01": {}, "M02": {}, "M04": {}, "tray": {}}

    def test_whose_dice(self) -> None:
        assert GAME.new(2, TWO).seated() == {
            1: tuple(f"die-yellow-{n}" for n in range(1, 7)),
            2: tuple(f"die-red-{n}" for n in range(1, 7)),
        }


class TestAttempts:
    def attempted(self, state: State, changes: dict[str, dict[str, str]]) -> list[tuple[str, str]]:
        seen = {zone: cells | changes.get(zone, {}) for zone, cells in state.lying().items()}
        return [
            (f"{a.action.by} {a.action}", refused(state, f"{a.action.by or 'chance'} {a.action}"))
            for a in state.attempts(seen)
            if state.why_not(a.action)
        ]

    def test_a_die_on_a_wrong_space(self) -> None:
        state = mounds(3, {"M08": "R4 | G2", "M03": "", "M11": ""}, rolled="Y5")
        assert isinstance(state, HelpsReferee)
        sentence = "That die belongs in column 3 of Lost Key Ridge, lowest free space (IH-R01)."
        found = self.attempted(state, {"M08": {"C4.1": "die-yellow-5"}})
        assert ("1 place M08.C4.1", sentence) in found
        wrong = [a for a in state.attempts({"M08": {"C4.1": "die-yellow-5"}}) if isinstance(a.action, Place)]
        assert wrong[0].lying["M08"] == state.lying()["M08"] | {"C4.1": "die-yellow-5"}

    def test_a_die_of_somebody_else(self) -> None:
        state = mounds(3, FREE, rolled="Y5")
        found = self.attempted(state, {"M03": {"C1.1": "die-red-5"}})
        assert ("2 place M03.C1.1", "It is Anna's turn (IH-R18).") in found
        white = mounds(2, FREE, rolled="Y5", hands=[{"Y": 5, "W": 2}, {"R": 5, "W": 2}], options=TWO)
        assert self.attempted(white, {"M03": {"C2.1": "die-white-5"}})[-1][0] == "1 place M03.C2.1"

    def test_a_roll_out_of_turn(self) -> None:
        state = mounds(3, FREE, rolled="Y5")
        found = self.attempted(state, {"tray": {"1": "die-yellow-2"}})
        assert found == [("0 roll 2", "The roll stands: first the die is placed (IH-R07).")]
        two = mounds(2, FREE, rolled="Y5", hands=[{"Y": 5, "W": 2}, {"R": 5, "W": 2}], options=TWO)
        assert self.attempted(two, {"tray": {"1": "die-white-2"}})[0][0] == "0 roll W 2"

    def test_what_tells_rolls_apart(self) -> None:
        state = mounds(3, FREE, rolled="Y5")
        again = after(state, "1 reroll", "chance roll 2")
        passed = after(state, "1 pass", "chance roll 2")
        asked = again.tell_apart([again, passed])
        assert asked is not None
        question, answers = asked
        assert question.render({}) == "Which die was rolled?"
        assert [answer.render({}) for answer in answers] == ["The yellow die", "The red die"]
        assert again.tell_apart([again, state]) is None
        assert again.tell_apart([again, mounds(3, FREE)]) is None


def bad(document: dict[str, Any]) -> str:
    with pytest.raises(BadPosition) as caught:
        GAME.score(json.dumps(document).encode())
    assert caught.value.code == "bad-position"
    return caught.value.sentence


class TestPositions:
    def test_names_of_section_5(self) -> None:
        document = json.loads(GAME.encode(mounds(3, {"M03": "R5 | Y4", "M08": "", "M11": ""}, rolled="Y6")))
        assert document["board"]["M03"] == [[["red", 5]], [["yellow", 4]], [], [], []]
        assert (document["rolled"], document["hand"][0]) == (["yellow", 6], {"yellow": 4})
        assert set(document["deck"]) == {f"M{n:02}" for n in range(1, 13)} - {"M03", "M08", "M11"}
        assert (document["worms"], document["worm_supply"]) == ({"yellow": 2, "red": 2, "green": 2}, 18)

    @pytest.mark.parametrize(
        ("document", "sentence"),
        [
            ({}, "cannot be read"),
            ({"n": 7}, "two to five players"),
            ({"n": 3, "options": {"colours": "pink"}}, "Option colours"),
            ({"n": 3, "colour": ["red", "yellow", "green"]}, "contradicts itself: colour"),
            ({"n": 3, "worms": {"white": 1}}, "no colour 'white'"),
            ({"n": 3, "items": {"red": {"hat": 1}}}, "no item 'hat'"),
            ({"n": 3, "deck": ["M99"]}, "no mound 'M99'"),
            ({"n": 3, "slots": ["M01"]}, "three mounds lie in the slots"),
            ({"n": 3, "board": {"M01": []}}, "no mound 'M01'"),
            ({"n": 3, "slots": ["M01", "M02", "M03"], "board": {"M01": [[]]}}, "M01 has 5 columns"),
            ({"n": 3, "hand": []}, "there are 3 hands"),
            ({"n": 3, "found": {"by": 1, "colour": "red", "what": "hat", "taken": True}}, "no picture 'hat'"),
            ({"n": 3, "worms": {"red": 25}}, "25 worm tiles instead of 24"),
            ({"n": 3, "items": {"red": {"map": 5}}}, "5 tiles with a map instead of 4"),
            ({"n": 3, "queens": {"red": [9, 9, 9]}}, "more Queen tiles of 9"),
            ({"n": 3, "generals": {"red": [9]}}, "more General tiles of 9"),
            ({"n": 3, "unclaimed": []}, "0 victory tiles of 12 scored mounds instead of 24"),
            ({"n": 3, "unclaimed": [9] * 24}, "are not those of the scored mounds"),
            ({"n": 3, "queens": {"red": [0]}}, "Turn up all victory tiles"),
            ({"n": 3, "generals": {"red": [0]}}, "Turn up all victory tiles"),
            ({"n": 3, "round": 3}, "In round 3 of 4"),
            ({"n": 3, "slots": ["M01", "M01", "M02"]}, "A mound is there twice"),
        ],
    )
    def test_what_cannot_be_scored(self, document: dict[str, Any], sentence: str) -> None:
        assert sentence in bad(document)

    @pytest.mark.parametrize(
        ("changes", "rule", "where"),
        [
            ({"phase": "ROLLED"}, "section 6", ()),
            ({"phase": "ROLL"}, "section 6", ()),
            ({"start_seat": 0}, "section 6", ()),
            ({"active_seat": 0}, "section 5", ()),
            ({"rolling": 1, "phase": "ROLL"}, "IH-R26", ()),
        ],
    )
    def test_what_contradicts_itself(
        self, changes: dict[str, Any], rule: str, where: tuple[str, ...]
    ) -> None:
        found = replace(mounds(3, FREE), **changes).problems()
        assert [(problem.rule, problem.where) for problem in found] == [(rule, where)]

    def test_a_stuck_seat_is_not_at_turn(self) -> None:
        found = mounds(3, STUCK, active=3, sound=False).problems()
        assert [problem.rule for problem in found] == ["IH-R04"]

    def test_where_dice_lie_wrong(self) -> None:
        state = mounds(3, {"M01": "Y1 Y1 Y1", "M08": "Y1 | | R1", "M11": "G1 | G2 R1"}, sound=False)
        found = [(problem.rule, problem.where) for problem in state.problems()]
        assert found == [
            ("IH-P04", ("M01/C1.1", "M01/C1.2")),
            ("IH-P03", ("M08/C3.1",)),
            ("IH-P03", ("M11/C2.1", "M11/C2.2")),
            ("IH-P03", ()),
        ]

    @given(st.binary())
    def test_any_bytes_are_refused(self, data: bytes) -> None:
        with pytest.raises(BadPosition):
            GAME.score(data)
