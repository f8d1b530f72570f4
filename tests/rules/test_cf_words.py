"""What the table is shown: score sheet, what lies where, problems, outcome."""

from __future__ import annotations

import json

import msgspec
import pytest
from cf_said import MINE, OTHER
from cf_table import GAME, after, garden, spaces
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import BadPosition


class TestLying:
    def test_start(self) -> None:
        lying = GAME.new(2).lying()
        assert lying["garden"] == {
            "A14": "head-yellow", "A15": "body-red", "A16": "body-red", "B16": "body-red", "C16": "body-red",
            "P3": "head-brown", "P2": "body-blue", "P1": "body-blue", "O1": "body-blue", "N1": "body-blue",
            "E5": "flower", "E12": "flower", "L5": "flower", "L12": "flower",
        }  # fmt: skip
        assert lying["letters"] == {str(k): "letter-back" for k in range(1, 13)}
        assert lying["numbers"] == {str(k): "number-back" for k in range(1, 13)}
        assert lying["reserve"] == {f"{c}-{k}": f"body-{c}" for c in ("red", "blue") for k in range(1, 6)}
        assert lying["tray"] == {}

    def test_in_play(self) -> None:
        state = garden(MINE, "", in_hand=(0, 2), wasp_spaces="D6", roll=4, pairs=("G13",))
        lying = state.lying()
        assert (lying["letters"]["1"], lying["numbers"]["1"]) == ("letter-G", "number-13")
        assert lying["letters"]["2"] == "letter-back"
        assert lying["garden"]["D6"] == "wasp"
        assert "head-brown" not in lying["garden"].values()
        # Seven in reserve, five spaces beside the mat (CF-G24).
        assert [cell for cell in lying["reserve"] if cell.startswith("blue")] == [
            f"blue-{k}" for k in range(1, 6)
        ]
        assert lying["tray"] == {"1": "die-4"}
        assert after(state, "1 H5-H6-H7-H8-H9", "1 end").lying()["tray"] == {}


class TestSheet:
    def test_every_line_says_where_its_points_lie(self) -> None:
        state = after(garden(MINE, OTHER, roll=4, flowers="H6"), "1 H5-H6*", "chance tile C3", "1 wasp D6")
        lines = state.sheet().lines[1]
        assert [(line.message.render({}), line.points) for line in lines] == [
            ("Head in the garden", 1),
            ("Body pieces in the garden", 5),
            ("Length: 6", None),
            ("Body pieces in reserve: 4", None),
            ("Flowers eaten: 1", None),
            ("Bites given: 0", None),
            ("Bites suffered: 0", None),
            ("Wasps placed: 1", None),
            ("Wasps unused: 1", None),
        ]
        assert lines[0].where == ("garden/H6",)
        assert lines[1].where == tuple(f"garden/{space}" for space in spaces("H5 H4 H3 G3 G2"))
        assert state.sheet().totals() == {1: 6, 2: 5}

    def test_away_caterpillars_count(self) -> None:
        sheet = garden("", OTHER, in_hand=(4, 0), phase="JOIN").sheet()
        assert sheet.totals() == {1: 5, 2: 5}
        assert sheet.lines[1][1].message.render({}) == "Body pieces in hand"


class TestProblems:
    def test_all_problems_at_once(self) -> None:
        state = msgspec.structs.replace(
            garden(MINE, OTHER, options={"bodies": "red,green"}),
            body=(("H4", "H2"), ("A15", "A16", "B16", "E5")),
            reserve=(5, 0),
            flowers=("E5",),
            wasp_spaces=("A1",),
            pairs=("A1", "A2", "B1"),
            tiles_out=True,
        )
        found = {problem.rule: problem for problem in state.problems()}
        assert set(found) == {"CF-P01", "CF-P02", "CF-P03", "CF-P05", "CF-06", "CF-31", "CF-40", "CF-26"}
        assert found["CF-06"].where == ("garden/E5",)
        assert found["CF-31"].message.render({}) == "A wasp may not lie on the outside edge: A1."

    def test_two_heads_of_one_colour(self) -> None:
        state = GAME.decode(json.dumps({
            "head": ["A14", "P3"], "body": [["A15"], ["P2"]], "options": {"heads": "white,white"},
        }).encode())  # fmt: skip
        assert [problem.message.render({}) for problem in state.problems()] == ["There are 2 white heads."]

    @pytest.mark.parametrize(
        ("changes", "rule"),
        [
            ({"steps_left": 2}, "CF-19"),
            ({"phase": "MOVE", "steps_left": 0}, "CF-19"),
            ({"wasps_used": 2}, "CF-30"),
            ({"phase": "BLOOM"}, "CF-26"),
            ({"displaced": "G3"}, "CF-27"),
            ({"grew_on": "G4"}, "CF-28"),
            ({"phase": "KEEP"}, "R02"),
            ({"to_lay": ("wasp",)}, "CF-13"),
            ({"bitten": 4}, "CF-25"),
            ({"seat_to_move": 0}, "section 5"),
            ({"phase": "JOIN"}, "CF-33"),
            ({"head": (None, "A14")}, "CF-15"),
            ({"in_hand": (1, 0), "reserve": (4, 5)}, "CF-34"),
            ({"head": (None, "A14"), "body": ((), ("A15", "A16", "B16", "C16")), "in_hand": (4, 0)}, "CF-33"),
            ({"pairs": tuple("ABCDEFGHIJKLM")}, "CF-09"),
            ({"pairs": ("A1", "B1")}, "CF-P05"),
        ],
    )
    def test_contradictions(self, changes: dict[str, object], rule: str) -> None:
        if rule == "CF-09":
            changes = {"pairs": tuple(f"{row}{k}" for k, row in enumerate("ABCDEFGHIJKLM", 1))}
        state = msgspec.structs.replace(garden(MINE, OTHER), **changes)
        assert rule in {problem.rule for problem in state.problems()}

    def test_a_body_without_its_head_is_pointed_at(self) -> None:
        state = msgspec.structs.replace(garden(MINE, OTHER), head=("H5", None))
        found = {problem.rule: problem.where for problem in state.problems()}
        assert found["CF-15"] == ("garden/A15", "garden/A16", "garden/B16", "garden/C16")


class TestScore:
    def test_heads_and_bodies_are_enough(self) -> None:
        position = {"head": ["A14", "P3"], "body": [["A15", "A16"], ["P2"]]}
        assert GAME.score(json.dumps(position).encode()).totals() == {1: 3, 2: 2}

    def test_the_encoded_state_scores_the_same(self) -> None:
        state = garden(MINE, OTHER, roll=4)
        assert GAME.score(GAME.encode(state)) == state.sheet()

    def test_all_problems_are_told(self) -> None:
        position = {"head": ["A14", "A14"], "body": [["C3"], []], "wasp_spaces": ["A1"]}
        with pytest.raises(BadPosition) as caught:
            GAME.score(json.dumps(position).encode())
        assert "2 pieces on A14" in caught.value.sentence
        assert "broken between A14 and C3" in caught.value.sentence
        assert "outside edge: A1" in caught.value.sentence

    @pytest.mark.parametrize(
        "position",
        [
            b"",
            b"{",
            b"[]",
            b"\xff\xfe",
            b'{"head": ["A14"], "body": [[]]}',
            b'{"head": ["A14", "P3"], "body": [[]]}',
            b'{"head": ["A14", "P3"], "body": [[], []], "n": 3}',
            b'{"head": ["A14", "P3"], "body": [[], []], "reserve": [1]}',
            b'{"head": ["A14", "P17"], "body": [[], []]}',
            b'{"head": ["A14", "P3\\n"], "body": [[], []]}',
            b'{"head": ["A14", "P3"], "body": [[], []], "reserve": [-1, 3]}',
            b'{"head": ["A14", "P3"], "body": [[], []], "colour": 1}',
            b'{"head": ["A14", "P3"], "body": [[], []], "options": {"rules": "R99"}}',
            b'{"head": ["A14", "P3"], "body": [[], []], "next_pair": 3}',
            b'{"head": ["A14", "P3"], "body": [[], []], "over": false}',
            b'{"head": ["A14", "P3"], "body": [["A15"], []], "winner": 2}',
        ],
    )
    def test_what_cannot_be_a_position_is_refused(self, position: bytes) -> None:
        with pytest.raises(BadPosition) as caught:
            GAME.score(position)
        assert caught.value.code == "bad-position"
        assert caught.value.sentence

    def test_the_names_of_section_5(self) -> None:
        written = json.loads(GAME.encode(garden("", OTHER, in_hand=(4, 0), phase="JOIN")))
        names = spaces(
            "n seat_to_move turn_no phase head body away in_hand reserve wasps flowers wasp_spaces supply "
            "pairs next_pair tiles_out roll steps_left wasps_used options rule_tiles setup_tile over winner"
        )
        assert tuple(written)[: len(names)] == names
        assert (written["head"], written["away"], written["n"]) == ([None, "A14"], [True, False], 2)


ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 41)
    | st.sampled_from(["A1", "H8", "START", "JOIN", "wasp", ""]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=6,
)


@pytest.mark.whole
@settings(deadline=None, max_examples=300)
@given(st.data())
def test_any_change_to_a_position_is_refused_or_can_be_looked_at(data: st.DataObject) -> None:
    """A position may be impossible and still be held: what is wrong with it is listed."""
    written = json.loads(GAME.encode(garden(MINE, OTHER, roll=4, flowers="E5", wasp_spaces="D6")))
    for derived in ("n", "away", "next_pair", "over", "winner", "rule_tiles", "setup_tile"):
        del written[derived]
    key = data.draw(st.sampled_from(sorted(written)))
    seats = st.lists(ANY_JSON, min_size=2, max_size=2)
    written[key] = data.draw(ANY_JSON | seats)
    try:
        state = GAME.decode(json.dumps(written).encode())
    except BadPosition:
        return
    assert GAME.decode(GAME.encode(state)) == state
    assert all(problem.message.render({}) for problem in state.problems())
    assert set(state.sheet().totals()) == {1, 2}
    assert set(state.lying()) == {"garden", "letters", "numbers", "reserve", "tray"}
