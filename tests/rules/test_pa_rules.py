"""Rules of Papillon that no worked example shows."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import msgspec
import pytest
from pa_said import NAMES
from pa_table import action, after, garden, legal, table

from companion.games.papillon.rules import GAME
from companion.games.papillon.rules.data.regions import Region
from companion.games.papillon.rules.position import Perched
from companion.games.papillon.rules.results.scoring import scores
from companion.rules import BadData


def refused(state: Any, line: str) -> str:
    return str(state.why_not(action(line)).sentence(NAMES))


def problems(state: Any, **changes: Any) -> list[str]:
    return [each.message.render(NAMES) for each in msgspec.structs.replace(state, **changes).problems()]


def test_R17_a_line_without_tiles_is_named() -> None:
    state = table("DRAFT", board="A3=T01")
    assert refused(state, "1 draft 2") == "Row 2 holds no tile any more (R17)."
    assert refused(state, "1 draft B") == "Column B holds no tile any more (R17)."


def test_R26_where_a_tile_lies_no_other_is_laid() -> None:
    state = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02"])
    assert refused(state, "1 lay T02@0,0/0").startswith("A tile lies there already (")


def test_R28_every_tile_of_this_round_that_may_be_lifted_is_offered() -> None:
    state = table("GARDEN", gardens=["T93@0,0/0"], hands=["T01 T94"])
    state = after(state, "1 lay T94@1,0/0")
    assert [text for text in legal(state) if text.startswith("lift")] == ["lift T94"]
    state = after(state, "1 lay T01@2,0/0")
    assert [text for text in legal(state) if text.startswith("lift")] == ["lift T01"]


def test_R31_each_butterfly_waits_with_the_colour_and_size_of_its_own_patch() -> None:
    """R39."""
    state = table("GARDEN", gardens=["T21@0,0/0 T01@0,-1/2 T93@1,0/0 T04@1,1/2"], hands=["T02 T05"])
    state = after(state, "1 lay T02@0,1/0", "1 lay T05@1,2/0", "1 done")
    state = after(state, "1 perch T04.a<supply", "1 perch T01.a<supply")
    assert state.on_patch[0] == (Perched("T01.a", "R", 3), Perched("T04.a", "B", 2))


def test_R31_a_patch_waits_for_its_butterfly_until_the_garden_is_finished() -> None:
    state = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02"])
    state = after(state, "1 lay T02@0,-1/2")
    when = "A patch gets its butterfly when all tiles are laid, and you have said so (R31)."
    assert refused(state, "1 perch T01.a<supply") == when


def test_R32_a_patch_without_a_butterfly_is_seen_beside_those_before() -> None:
    seen = ((), ("T04.a",), (), ())
    gardens = ["", "T01@0,0/0 T93@1,0/0 T04@1,1/2 T05@1,2/0"]
    state = table(
        "GARDEN", gardens=gardens, hands=["", "T02"], closed_seen=seen, bf=(12, 0, 12, 12), sound=False
    )
    state = after(state, "2 lay T02@0,-1/2", "2 done")
    assert (state.due[1], state.closed_seen) == ((), ((), ("T01.a", "T04.a"), (), ()))


def test_R61_who_is_done_posts_no_gnome_and_nobody_else_is_kept_from_it() -> None:
    gnomes = {"gnomes": (1, 1, 0, 0), "gnome_to_place": (1, 1, 0, 0), "options": {"expert": "on"}}
    state = table("GARDEN", gardens=["T93@0,0/0", "T94@0,0/0"], done=(False, False, True, True), **gnomes)
    assert [legal(state, seat, "Post") for seat in (1, 2)] == [["post T93.a"], ["post T94.a"]]
    state = after(state, "1 post T93.a", "1 done")
    assert legal(state, 2) == ["post T94.a"]


def test_R35_who_drafted_last_flies_first() -> None:
    gardens = ["T01@0,0/0 T02@0,-1/2", "", "T04@0,0/0 T05@0,-1/2"]
    state = table("GARDEN", 3, gardens=gardens, draft_order=(1, 2, 3))
    state = after(state, "1 done", "3 done", "1 perch T01.a<supply", "3 perch T04.a<supply", "2 done")
    assert (state.phase, state.actors) == ("FLY", (3,))
    assert after(state, "3 fly T04.a>FB1").actors == (1,)


def test_a_part_of_a_tile_without_a_side_is_never_closed_alone() -> None:
    """Section 3.5."""
    assert not Region("F", ("T01.c",), ((0, 0),), (), 1).closed
    assert Region("F", ("T01.c", "T02.c"), ((0, 0), (1, 0)), (), 2).closed


def test_O8_leaving_a_patch_without_a_butterfly_is_offered_where_it_is_allowed() -> None:
    for option, offered in (("compulsory", []), ("optional", ["perch T01.a<none"])):
        state = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02"], options={"perch": option})
        assert legal(after(state, "1 lay T02@0,-1/2", "1 done")) == ["perch T01.a<supply", *offered]


def test_R52_waiting_tiles_are_told_of_at_the_end_alone() -> None:
    for phase, told in (("GARDEN", False), ("OVER", True)):
        lines = table(phase, gardens=["T93@0,0/0"], hands=["T87"]).sheet().lines[1]
        assert ("Tiles that fit nowhere: 1" in [line.message.render({}) for line in lines]) == told


def test_R62_the_sheet_pays_what_is_scored() -> None:
    """T71 and T67 close a field with two icons."""
    for options, each in (({}, 1), ({"expert": "on"}, 2)):
        gnomes = {"gnome_at": (("T67.c",), (), (), ()), "gnomes": (1, 0, 0, 0)} if options else {}
        state = table("GARDEN", gardens=["T71@0,0/2 T67@1,0/0"], options=options, **gnomes)
        (line,) = [line for line in state.sheet().lines[1] if "field" in line.message.render({})]
        assert line.points == scores(state, 1).fields == 2 * each
        with_gnome = " with a gnome, 2 each" if options else ""
        assert line.message.render({}) == f"Closed field at tile T67: 2 butterfly icons{with_gnome}"


@pytest.mark.parametrize(
    ("left", "told"),
    [
        ({}, "Round 2 is over."),
        ({"shed": 2, "gnome_track": (2,)}, "Round 2 is over: the gnome leaves the game."),
        ({"board": "B2=T87"}, "Round 2 is over: tile T87 leaves the game."),
        (
            {"board": "B2=T87", "shed": 2, "gnome_track": (2,)},
            "Round 2 is over: tile T87 and the gnome leave the game.",
        ),
    ],
    ids=str,
)
def test_R43_what_leaves_the_game_with_a_round_is_told(left: dict[str, Any], told: str) -> None:
    before = table("GARDEN", done=(True, True, True, False), **left)
    followed = after(before, "4 done").followed(before, action("4 done"))
    assert [each.render(NAMES) for each in followed] == [told]


def test_no_round_is_over_when_the_first_begins() -> None:
    before = GAME.new(2)
    before = after(before, *(f"chance pair {each.id}=PL{n}" for n, each in enumerate(before.flower, 1)))
    state = after(before, "chance order 1")
    told = [each.render(NAMES) for each in state.followed(before, action("chance order 1"))]
    assert (state.round, [each for each in told if "over" in each]) == (1, [])


def test_O13_the_program_draws_what_was_ticked() -> None:
    assert GAME.sources({}) == {}
    ticked = GAME.sources({"draws": "pairing+tiles"})
    assert ticked == dict.fromkeys(("pair", "fill", "reserve"), "software")


class TestProblems:
    """What is wrong is told of every seat, and of nobody else."""

    @pytest.mark.parametrize("seat", [1, 4])
    def test_of_a_garden(self, seat: int) -> None:
        gardens = tuple(garden("T01@0,0/0 T02@5,5/0") if n == seat else () for n in range(1, 5))
        wrong = table("GARDEN", garden=gardens, sound=False)
        assert problems(wrong) == [f"{NAMES[seat]}'s garden is not in one piece."]

    @pytest.mark.parametrize("spot", ["1,0/3", "0,1/0"])
    def test_of_sides_that_do_not_match(self, spot: str) -> None:
        wrong = table("GARDEN", gardens=[f"T01@0,0/0 T02@{spot}"], sound=False)
        assert problems(wrong) == ["The sides of T01 and T02 do not match in Ann's garden."]

    def test_of_butterflies(self) -> None:
        state = table("BID", board="A1=T17", flowers={"FR1": (0, 1, 0, 0)})
        assert problems(state, bf=(12, 12, 12, 12)) == ["Ben has 13 butterflies instead of 12."]

    @pytest.mark.parametrize("seat", [1, 4])
    def test_of_gnomes(self, seat: int) -> None:
        gnomes = tuple(int(n == seat) for n in range(1, 5))
        wrong = table("GARDEN", options={"expert": "on"}, gnomes=gnomes, sound=False)
        assert problems(wrong) == [f"{NAMES[seat]} does not have all collected gnomes in the garden."]

    def test_of_tiles(self) -> None:
        state = table("BID", board="A1=T17")
        assert problems(state, bag=state.bag[1:]) == ["T01 is there 0 times instead of once."]
        assert problems(state, removed=("T02",)) == ["T02 is there 2 times instead of once."]

    @pytest.mark.parametrize("patch", [("T01.a", "R", 3), ("T01.a", "B", 2), ("T02.a", "R", 2)])
    def test_of_butterflies_that_wait(self, patch: tuple[str, Any, int]) -> None:
        values = {"gardens": ["T01@0,0/0 T02@0,-1/2"], "closed_seen": (("T01.a",), (), (), ())}
        right = table("FLY", on_patch=((Perched("T01.a", "R", 2),), (), (), ()), turn=3, **values)
        assert problems(right) == []
        wrong = problems(right, on_patch=((Perched(*patch),), (), (), ()))
        assert wrong == [f"No butterfly of Ann can wait on {patch[0]}."]


DATA: dict[str, Any] = json.loads(
    resources.files("companion.games.papillon.rules.data").joinpath("tiles.json").read_bytes()
)


@pytest.mark.parametrize(
    ("changes", "check"),
    [
        ({"zero_bonus": {"Z1": 1, "Z2": 2, "Z3": 3, "Z4": 4, "Z5": 5}}, "I3"),
        ({"zero_bonus": {"Z2": 2, "Z3": 3, "Z4": 4, "Z5": 5}}, "I3"),
        ({"classes": DATA["classes"] | {"cap": DATA["classes"]["cap"] | {"count": 13}}}, "I2"),
        ({"tiles": [*DATA["tiles"], DATA["tiles"][0]], "totals": None, "classes": {}}, "I1"),
    ],
    ids=["a zero too many", "no first zero", "a tile too few of a class", "a tile twice"],
)
def test_I1_to_I3_refuse_a_box_with_something_too_many_or_too_few(
    changes: dict[str, Any], check: str
) -> None:
    with pytest.raises(BadData, match=check):
        GAME.with_box(json.dumps(DATA | changes).encode(), "file")
