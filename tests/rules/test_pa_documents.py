"""Positions as documents: what is written is read back, and what is no position is refused in words."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from pa_table import table

from companion.games.papillon.rules import GAME
from companion.games.papillon.rules.position import Perched
from companion.rules import BadPosition


def edited(state: Any, **changes: Any) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(GAME.encode(state)) | changes)


class TestDocuments:
    def test_it_carries_the_names_of_section_5(self) -> None:
        state = table("BID", board="A1=T17", gardens=["T13@0,-1/1"])
        written = msgspec.json.decode(GAME.encode(state))
        assert written["garden"][0] == [{"tile": "T13", "x": 0, "y": -1, "rot": 1, "round": 1}]
        assert (written["board"], written["actor"], written["seats"]) == ({"A1": "T17"}, 1, [1, 2, 3, 4])
        assert written["flower"]["FR1"]["values"] == [9, 5, 2]
        assert GAME.decode(GAME.encode(state)) == state

    @pytest.mark.parametrize(
        "changes",
        [
            {"garden": [[], []]},
            {"garden": [[]] * 5},
            {"cat": [1, 2]},
            {"players": 3},
            {"actor": 2},
            {"colours": ["black", "white", "green", "orange"]},
            {"order": [1, 2]},
            {"draft_order": [1, 2, 3, 4, 1]},
            {"turn": 4},
            {"phase": "DRAFT", "draft_order": []},
            {"phase": "PARTY"},
            {"options": {"expert": "maybe"}},
            {"bag": ["T99"]},
            {"removed": ["X01"]},
            {"garden": [[{"tile": "T13", "x": 0, "y": 0, "rot": 4}], [], [], []]},
            {"garden": [[{"tile": "T13", "x": 0, "y": 0, "rot": -1}], [], [], []]},
            {"closed_seen": [["T01.d"], [], [], []]},
            {"flower": {}},
            {"bid": {"num": [0], "zero": []}},
            {"surprise": 1},
        ],
        ids=str,
    )
    def test_refuses_what_is_no_position(self, changes: dict[str, Any]) -> None:
        state = table("BID", board="A1=T17", gardens=["T13@0,-1/1"])
        with pytest.raises(BadPosition):
            GAME.decode(edited(state, **changes))

    def test_refuses_a_flower_with_other_numbers(self) -> None:
        state = table("BID", board="A1=T17")
        flower = msgspec.json.decode(GAME.encode(state))["flower"]
        for key, value in (("values", [1, 2, 3]), ("colour", "B"), ("count", [1]), ("planter", "PL9")):
            with pytest.raises(BadPosition):
                GAME.decode(edited(state, flower=flower | {"FR1": flower["FR1"] | {key: value}}))

    def test_scores_a_final_table(self) -> None:
        cards = {
            name: {"planter": f"PL{number}", "count": [2, 0]}
            for number, name in enumerate(("FR1", "FB1", "FY1", "FP1"), 1)
        }
        tiles = [{"tile": "T01", "x": 0, "y": 0, "rot": 0}, {"tile": "T02", "x": 0, "y": -1, "rot": 2}]
        document = {"garden": [tiles, []], "cat": [3, 12], "flower": cards}
        assert GAME.score(msgspec.json.encode(document)).totals() == {1: 32 + 3 + 4, 2: 12}
        wrong = document | {"cat": [13, 50], "garden": [[*tiles, tiles[0]], []]}
        with pytest.raises(BadPosition, match="12 is the most") as caught:
            GAME.score(msgspec.json.encode(wrong))
        assert "T01 is there 2 times instead of once." in caught.value.sentence

    @pytest.mark.parametrize(
        ("changes", "rule"),
        [
            ({"order": (1, 1, 2, 3)}, "I10"),
            ({"order": (1, 2, 3, 5)}, "I10"),
            ({"draft_order": (1, 1, 2, 3)}, "I10"),
            ({"bid_num": (1, 1, 0, 0, 0)}, "I11"),
            ({"on_patch": ((Perched("T01.a", "R", 2),), (), (), ())}, "R39"),
            ({"due": (("T01.a",), (), (), ())}, "R31"),
            ({"bonus_at": "FR1"}, "R38"),
            ({"round": 0}, "section 4"),
            ({"board_tokens": ("D1",), "supply": 29}, "R8"),
            ({"gnome_track": (9,)}, "R9"),
            ({"gnome_at": (("T67.c",), (), (), ())}, "R61"),
        ],
    )
    def test_finds_problems(self, changes: dict[str, Any], rule: str) -> None:
        state = msgspec.structs.replace(table("BID", board="A1=T17"), **changes)
        assert rule in {problem.rule for problem in state.problems()}

    def test_finds_problems_of_phase_and_planters(self) -> None:
        nobody = table("FLY", sound=False)
        empty = table("DRAFT", sound=False)
        two = table("BID", 2, board="D1=T01", sound=False)
        same = table("BID", board="A1=T01")
        same = msgspec.structs.replace(
            same, flower=tuple(msgspec.structs.replace(flower, planter="PL1") for flower in same.flower)
        )
        full = msgspec.structs.replace(same, phase="FILL", board=tuple(f"T{n:02}" for n in range(1, 11)))
        assert "R7" in {problem.rule for problem in full.problems()}
        found = [{problem.rule for problem in state.problems()} for state in (nobody, empty, two, same)]
        assert "R36" in found[0]
        assert "R17" in found[1]
        assert {"R10", "R55"} <= found[2]
        assert "R1" in found[3]
