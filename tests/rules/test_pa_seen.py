"""What somebody may have meant whose table looks otherwise, and where an action takes place on it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from pa_said import NAMES
from pa_table import action, after, garden, table

from companion.games.papillon.rules.position import Perched


def attempted(state: Any, **zones: dict[str, str]) -> list[Any]:
    return list(state.attempts({**state.lying(), **zones}))


def test_tiles_that_are_gone_are_a_line_that_is_not_yet_taken_whole() -> None:
    board = "A1=T17 B1=T87 C1=T02 A2=T03 B2=T88"
    state = table("DRAFT", board=board, board_tokens=("B1", "B2"), shed=2, gnome_track=(2,))
    left = {"A1": "T17", "C1": "T02", "A2": "T03", "B2": "T88"}
    found = attempted(state, staircase=left, tokens={"B2": "caterpillar"})
    assert [(str(each.action), each.begun) for each in found] == [("draft 1", True), ("draft B", True)]
    for each in found:
        assert (each.lying["staircase"], each.lying["tokens"]) == (left, {"B2": "caterpillar"})
    assert attempted(state) == []


@pytest.mark.parametrize(
    ("place", "bid", "begun", "track"),
    [
        ("4", "bid 4", True, {"Z1": "gardener-white", "3": "gardener-black", "4": "gardener-green"}),
        ("Z1", "bid 0", True, {"Z1": "gardener-green", "Z2": "gardener-white", "3": "gardener-black"}),
        ("3", "bid 3", False, {"Z1": "gardener-white", "3": "gardener-green"}),
    ],
)
def test_where_the_bidders_gardener_stands_is_the_bid(
    place: str, bid: str, *, begun: bool, track: dict[str, str]
) -> None:
    state = after(table("BID", board="A1=T01"), "1 bid 0", "2 bid 3")
    standing = state.lying()["bids"] | {place: "gardener-green"}
    (found,) = attempted(state, bids=standing)
    assert (str(found.action), found.begun, found.lying["bids"]) == (bid, begun, track)
    assert found.lying["order"] == {"4": "gardener-orange"}


def test_a_butterfly_off_a_flower_is_for_a_patch_that_is_closed() -> None:
    flowers = {"FY1": (2, 1, 0, 0)}
    state = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02"], flowers=flowers)
    lifted = {"1": "butterfly-white", "2": "butterfly-black"}
    assert attempted(state, **{"clips-FY1": lifted}) == []
    closed = after(state, "1 lay T02@0,-1/2")
    (found,) = attempted(closed, **{"clips-FY1": lifted})
    assert (str(found.action), found.begun) == ("perch T01.a<FY1", True)
    assert list(found.lying["clips-FY1"].values()) == list(lifted.values())
    assert list(closed.attempts({})) == []
    assert attempted(after(closed, "1 done"), **{"clips-FY1": lifted}) == []


def test_tiles_that_lie_elsewhere_were_laid_there() -> None:
    state = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02"])
    (found,) = attempted(state, **{"garden-1": {"0,0": "T01-0", "3,-2": "T02-1"}})
    assert str(found.action) == "lay T02@3,-2/1"
    assert found.lying["garden-1"] == {"0,0": "T01-0", "3,-2": "T02-1"}


def test_a_butterfly_that_has_come_to_a_flower_is_one_that_waited() -> None:
    waiting = (Perched("T01.a", "R", 2), Perched("T04.a", "B", 2))
    state = table("FLY", on_patch=(waiting, (), (), ()), turn=3, sound=False, flowers={"FY1": (0, 1, 0, 0)})
    found = attempted(state, **{"clips-FY1": {"1": "butterfly-black", "2": "butterfly-white"}})
    assert [(str(each.action), list(each.lying["perched-1"])) for each in found] == [
        ("fly T01.a>FY1", ["T04.a"]),
        ("fly T04.a>FY1", ["T01.a"]),
    ]
    assert attempted(state, **{"clips-FY1": {"1": "butterfly-black", "2": "butterfly-black"}}) == []


@pytest.mark.parametrize(
    ("line", "begins"),
    [
        ("1 draft 2", True),  # column A holds more
        ("1 draft A", False),
        ("1 draft 3", False),
        ("1 draft C", False),  # the gnome tells
        ("1 perch T01.a<FY1", True),
        ("1 perch T01.a<supply", False),
        ("1 bid 2", False),
    ],
)
def test_what_shows_so_little_that_it_may_only_begin(line: str, *, begins: bool) -> None:
    state = table("DRAFT", board="A1=T17 A2=T03 B3=T02 C1=T01", shed=2, gnome_track=(2,))
    assert state.only_begins(action(line)) == begins


def test_the_purse_that_differs_most_tells_bids_apart() -> None:
    state = after(table("BID", 3, board="A1=T01"), "1 bid 0", "2 bid 0")
    for amounts, purses in (((1, 4), ["4", "1"]), ((0, 1), ["6", "4"])):
        ends = [after(state, f"3 bid {amount}") for amount in amounts]
        question, answers = ends[0].tell_apart(ends)
        assert question.render(NAMES).endswith("How many caterpillars does Cleo have now?")
        assert [answer.render({}) for answer in answers] == purses
    assert ends[0].tell_apart([ends[0], ends[0]]) is None


def test_gardens_that_are_turned_are_alike_and_others_are_not() -> None:
    state = table("GARDEN", gardens=["T01@0,0/0 T02@0,-1/2"])

    def with_garden(text: str, **changes: Any) -> Any:
        return msgspec.structs.replace(state, garden=(garden(text), (), (), ()), **changes)

    assert state.alike(state)
    for turned in ("T01@0,0/1 T02@1,0/3", "T01@5,5/2 T02@5,6/0", "T01@0,0/3 T02@-1,0/1"):
        assert state.alike(with_garden(turned))
        assert not state.alike(with_garden(turned, supply=0))
    assert not state.alike(with_garden("T01@0,0/0 T02@0,1/2"))
    assert not state.alike(msgspec.structs.replace(state, supply=0))


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("1 lay T94@1,0/2", ("hand-1/2", "garden-1/1,0")),
        ("1 lift T02", ("garden-1/0,-1",)),
        ("1 post T02.a", ("garden-1/0,-1",)),
        ("1 perch T01.a<supply", ("garden-1/0,0",)),
        ("1 done", ()),
    ],
)
def test_where_gardening_takes_place(line: str, cells: tuple[str, ...]) -> None:
    state = table("GARDEN", gardens=["T01@0,0/0 T02@0,-1/2"], hands=["T93 T94"])
    assert state.places(action(line)) == cells


def test_where_the_rest_takes_place() -> None:
    two = table("DRAFT", 2, board="A1=T01")
    assert two.places(action("1 draft A")) == ("staircase/A1", "staircase/A2", "staircase/A3")
    four = table("BID", board="A1=T01")
    assert [four.places(action(f"1 {text}")) for text in ("bid 0", "bid 5", "draft 4")] == [
        ("bids/Z1",),
        ("bids/5",),
        ("staircase/A4",),
    ]
    flying = table("FLY", on_patch=((Perched("T01.a", "R", 2),), (), (), ()), turn=3, sound=False)
    assert flying.places(action("1 fly T01.a>FR2")) == ("perched-1/T01.a", "planter-FR2/planter")
