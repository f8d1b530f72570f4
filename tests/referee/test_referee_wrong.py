"""What the referee says of a table at which something is wrong, or cannot be seen, on made-up views."""

from __future__ import annotations

import pytest
from gardens import LAYOUT, Watched, after, garden, start
from views import cell
from watched import accepted, notations

from companion.referee.verdict import (
    Ask,
    Disagree,
    HalfDone,
    Illegal,
    NoChange,
    Unclear,
)
from companion.sighting import EMPTY, ViewProblem


@pytest.mark.parametrize(
    ("cells", "rule"),
    [
        ({"A9": "wasp"}, "CF-31"),
        ({"E5": "wasp"}, "CF-30"),
        ({"G7": "head-yellow", "H8": "body-red", "L8": ""}, "CF-02"),
        (
            {"C8": "head-yellow", "D8": "body-red", "E8": "body-red", "F8": "body-red", "G8": "body-red"}
            | dict.fromkeys(("H8", "I8", "J8", "K8", "L8"), ""),
            "CF-19",
        ),
        ({"O3": "head-brown", "P3": "body-blue", "N1": ""}, "section 6"),
        ({"D4": "flower"}, "section 6"),
    ],
    ids=["wasp on the edge", "wasp on a flower", "diagonal", "too far", "not your turn", "flower unasked"],
)
def test_the_rule_is_named_when_only_something_forbidden_explains_the_view(cells, rule):
    state = garden(after(start(), "0 roll 1"), "H8 I8 J8 K8 L8", "P3 P2 P1 O1 N1")
    if len(cells) > 4:
        state = garden(after(start(), "0 roll 4"), "H8 I8 J8 K8 L8", "P3 P2 P1 O1 N1")
    house = Watched(state)
    house.change(**cells)
    verdict = house.judge()
    assert isinstance(verdict, Illegal), verdict
    assert verdict.reason.rule == rule
    assert {each.cell for each in verdict.where} == set(cells)


@pytest.mark.parametrize(
    ("space", "said"),
    [
        ("D7", "The way to D7 is 5 spaces long; the head may move 4 (CF-19)."),
        ("A8", "The way to A8 is 7 spaces long; the head may move 4 (CF-19)."),
    ],
    ids=["one too far", "far away"],
)
def test_a_head_alone_that_went_too_far_is_told_how_far_it_may_go(moving, space, said):
    moving.change(H8="", **{space: "head-yellow"})
    verdict = moving.judge()
    assert isinstance(verdict, Illegal), verdict
    assert verdict.reason.sentence() == said
    assert {each.cell for each in verdict.where} == {"H8", space}


def test_a_head_alone_of_somebody_else_is_told_whose_turn_it_is(moving):
    moving.change(P3="", O3="head-brown")
    verdict = moving.judge()
    assert isinstance(verdict, Illegal), verdict
    assert verdict.reason.rule == "section 6"


@pytest.mark.parametrize("space", ["G8", "G7", "E8", "D8"])
def test_a_head_alone_that_may_still_go_on_is_waited_for(moving, space):
    moving.change(H8="", **{space: "head-yellow"})
    verdict = moving.judge()
    assert isinstance(verdict, HalfDone), verdict
    assert verdict.otherwise is None


def test_a_head_alone_that_something_hems_in_is_told_what_is_in_the_way():
    wasps = ("F8", "G7", "G9", "H7", "H9")
    house = Watched(garden(after(start(), "0 roll 4"), "H8 I8", "P3 P2", wasp_spaces=wasps, flowers=()))
    house.change(H8="", E8="head-yellow")
    verdict = house.judge()
    assert isinstance(verdict, Illegal), verdict
    assert verdict.reason.sentence() == "There is a wasp on F8 (CF-16)."


def test_a_second_wasp_in_one_turn_is_illegal(moving):
    moving.state = garden(after(moving.state, "1 wasp D4"), "H8 I8 J8 K8 L8", "P3 P2 P1 O1 N1", wasps=(1, 1))
    moving.show(moving.state)
    moving.change(D6="wasp")
    verdict = moving.judge()
    assert isinstance(verdict, Illegal)
    assert verdict.reason.rule == "CF-30"


def test_a_roll_out_of_turn_is_illegal(moving):
    moving.table.roll(5)
    verdict = moving.judge()
    assert isinstance(verdict, Illegal)
    assert str(verdict.action) == "roll 5"


def test_a_stop_after_a_part_of_the_move_is_only_half_done(moving):
    moving.change(H8="body-red", G8="body-red", F8="head-yellow", K8="", L8="")
    verdict = moving.judge()
    assert isinstance(verdict, HalfDone)


def test_what_nothing_explains_is_a_disagreement_that_names_the_cells(moving):
    moving.change(K8="body-black", A1="head-brown")
    verdict = moving.judge()
    assert isinstance(verdict, Disagree)
    assert {(each.where, each.seen, each.expected) for each in verdict.where} == {
        ("garden/K8", "body-black", "body-red"),
        ("garden/A1", "head-brown", EMPTY),
    }


def test_two_heads_of_one_colour_are_a_disagreement(moving):
    moving.change(D4="head-yellow")
    verdict = moving.judge()
    assert isinstance(verdict, Disagree)
    assert (
        verdict.message.render({})
        == "Table and game disagree: a yellow head lies on D4, where nothing should."
    )


def test_a_move_with_one_cell_that_looks_wrong_is_asked_about(moving):
    moving.show(after(moving.state, "1 H8-G8-F8-E8-D8"))
    moving.change(M4="body-black")
    verdict = moving.judge()
    assert isinstance(verdict, Ask)
    assert notations(verdict.choices[0].actions) == ["1 H8-G8-F8-E8-D8"]
    assert verdict.crop == "garden/M4"


def test_a_pardoned_cell_is_not_believed_until_it_looks_otherwise(moving):
    moving.change(M4="body-black")
    verdict = moving.judge()
    assert isinstance(verdict, Disagree)
    moving.referee.pardon(verdict.where[0])
    assert moving.judge() == NoChange()
    moving.change(M4="wasp")
    assert accepted(moving.judge()) == ["1 wasp M4"]


def test_nothing_is_concluded_from_covered_cells(moving):
    moving.show(after(moving.state, "1 wasp D4"))
    assert moving.judge(covered={("garden", "D4")}) == NoChange()


def test_what_covers_the_telling_cell_is_named_instead_of_asking(moving):
    moving.show(after(moving.state, "1 H8-G8-F8-E8-D8"))
    covered = {("garden", f"{row}{column}") for row in "CDEF" for column in range(4, 13)}
    verdict = moving.judge(covered=covered)
    assert isinstance(verdict, (Unclear, HalfDone))


@pytest.mark.parametrize("code", ["no-sheet", "too-dark", "blurred", "half-frame"])
def test_a_blind_view_is_not_judged(moving, code):
    moving.change(D4="wasp")
    verdict = moving.judge(view=[ViewProblem(code, "I see nothing.")])
    assert verdict == Unclear((ViewProblem(code, "I see nothing."),))


def test_a_hand_over_the_table_is_waited_for(moving):
    assert isinstance(moving.judge(hand=True), Unclear)


def test_the_reserve_may_be_taken_from_any_of_its_places():
    state = after(garden(start(), "K7 K6 K5 J5 J4", "P3 P2 P1 O1 N1", flowers=("E5", "K8")), "0 roll 5")
    house = Watched(state)
    house.show(after(state, "1 K7-K8*"))
    house.change("reserve", **{"red-2": "", "red-5": "body-red"})
    assert accepted(house.judge()) == ["1 K7-K8*"]


def test_zones_beside_the_board_that_nobody_uses_are_not_read(moving):
    moving.table.lying["letters"], moving.table.lying["numbers"] = {}, {}
    assert moving.judge() == NoChange()


def test_a_weakly_seen_piece_changes_nothing(moving):
    kinds = LAYOUT.find("garden")[1].kinds
    assert moving.judge(wrong={("garden", "D4"): cell(kinds, "wasp", 0.6)}) == NoChange()


def test_everything_is_neutral_that_is_not_in_view(moving):
    moving.change(D4="body-black")
    sighting = moving.table.look()
    tray_only = type(sighting)(sighting.size_px, sighting.sheets[1:], sighting.dice)
    assert moving.referee.judge(moving.state, tray_only) == NoChange()
