"""Papillon: butterflies that fly, and those that are lifted while tiles are laid."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from papillon_house import GAME, Watched, accepted, begun, looked_at
from watched import played

from companion.referee.verdict import Disagree, HalfDone, Illegal, NoChange
from companion.rules.game import CHANCE


def test_butterflies_fly_and_tokens_are_taken_in_sight() -> None:
    state = _closed()
    house = Watched(state)
    house.put("clips-FR2", **{"7": "butterfly-white"})
    half = house.judge()
    assert isinstance(half, HalfDone)
    assert "away from the tool shed" in half.message.render({})
    house.put("shed", C3=None).put("staircase", B3=None).put("tokens", B3=None)
    assert accepted(house.judge()) == ["fly T01.a>FR2"]
    house = Watched(state)
    house.put("clips-FB1", **{"1": "butterfly-white"})
    verdict = house.judge()
    assert isinstance(verdict, Illegal)
    assert verdict.reason.rule == "R36"


def _closed():
    """Seat 1 has closed a red patch of two tiles, and the butterflies are to fly."""
    board = "T01 T02 T93 T94 T21 T25 T61 T13 T40 T37"
    state = begun("1 bid 2", "2 bid 0", "3 bid 1", "1 draft 1", "3 draft 2", "2 draft A", board=board)
    while state.actors == (CHANCE,):
        state = played(GAME, state, "0 reserve T03")
    state = played(GAME, state, "1 lay T01@0,0/0", "1 lay T02@0,-1/2")
    while state.phase == "GARDEN":
        seat = state.actors[0]
        state = state.after(next(a for a in state.legal(seat) if not str(a).startswith("lift")))
    assert state.phase == "FLY"
    while state.to_move != 1:
        state = state.after(next(iter(state.legal(state.to_move))))
    return state


LAID = ("1 lay T01@0,0/0", "1 lay T02@0,-1/2", "1 lay T93@1,0/0", "1 lay T94@2,0/0")


def gardening(*lines, laid=LAID):
    """Seat 1 may put a butterfly on the red patch that its tiles close; it and seat 2 have one on FY1."""
    board = "T01 T02 T93 T94 T21 T25 T61 T13 T40 T37"
    state = begun("1 bid 2", "2 bid 0", "3 bid 1", "1 draft 1", "3 draft 2", "2 draft A", board=board)
    while state.actors == (CHANCE,):
        state = played(GAME, state, "0 reserve T03")
    flowers = tuple(replace(each, count=(1, 1, 0)) if each.id == "FY1" else each for each in state.flower)
    state = replace(state, flower=flowers, bf=(11, 11, 12))
    return played(GAME, state, *laid, *lines)


def lifted(state, clip="1"):
    house = Watched(state)
    house.put("clips-FY1", **{clip: None})
    return house


@pytest.mark.parametrize("lines", [(), ("1 done",)], ids=["may yet move tiles", "is done"])
def test_a_butterfly_that_is_lifted_while_tiles_are_laid_is_waited_for(lines) -> None:
    state = gardening(*lines)
    house = lifted(state)
    verdict = house.judge()
    assert isinstance(verdict, HalfDone)
    assert verdict.message.render({}) == (
        "Something is under way. Carry on, or tap what was done if that was all. "
        "Otherwise put back: a white butterfly on yellow flower 1."
    )
    house.state = gardening("1 done", "1 perch T01.a<FY1")
    assert house.judge() == NoChange()
    house.state = state
    house.show(state)
    assert house.judge() == NoChange()


def test_a_butterfly_that_is_lifted_before_all_tiles_are_laid_is_waited_for_with_the_reason() -> None:
    verdict = lifted(gardening(laid=LAID[:2])).judge()
    assert isinstance(verdict, HalfDone)
    assert verdict.message.render({}) == (
        "A patch gets its butterfly when all tiles are laid, and you have said so."
    )
    assert isinstance(lifted(gardening(laid=LAID[:1])).judge(), Disagree)


def test_what_others_lay_does_not_tell_where_a_lifted_butterfly_is() -> None:
    state = gardening("1 done")
    lay = next(each for each in state.legal(2) if str(each).startswith("lay"))
    tiles = looked_at(state.after(lay), 2).mosaics
    house = lifted(state)
    verdict = house.referee.judge(state, replace(house.table.look(), mosaics=tiles, partial=True))
    assert isinstance(verdict, HalfDone)
    assert verdict.message.render({}).endswith("Otherwise put back: a white butterfly on yellow flower 1.")
    house.show(state)
    verdict = house.referee.judge(state, replace(house.table.look(), mosaics=tiles, partial=True))
    assert accepted(verdict) == [str(lay)]


def test_a_butterfly_that_flies_on_was_on_its_patch() -> None:
    state = gardening()
    while state.gardening != (1,):
        seat = next(each for each in state.gardening if each != 1)
        state = state.after(next(each for each in state.legal(seat) if not str(each).startswith("lift")))
    house = lifted(state)
    house.put("shed", C3=None).put("staircase", B3=None).put("tokens", B3=None)
    house.put("clips-FR1", **{"3": "butterfly-white"})
    assert accepted(house.judge()) == ["done", "perch T01.a<FY1", "fly T01.a>FR1"]


def test_a_lifted_butterfly_is_told_by_its_own_colour() -> None:
    verdict = lifted(gardening(), clip="2").judge()
    assert isinstance(verdict, HalfDone)
    assert verdict.message.render({}) == "Still to do: a black butterfly on yellow flower 1."


@pytest.mark.parametrize("clip", ["2", "3", "4"])
def test_of_several_butterflies_a_lifted_one_takes_no_place_of_another_colour(clip: str) -> None:
    state = gardening()
    flowers = tuple(replace(each, count=(1, 3, 0)) if each.id == "FY1" else each for each in state.flower)
    verdict = lifted(replace(state, flower=flowers, bf=(11, 9, 12)), clip).judge()
    assert isinstance(verdict, HalfDone)
    assert verdict.message.render({}) == "Still to do: a black butterfly on yellow flower 1."
