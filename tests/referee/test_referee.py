"""Every verdict of the referee, on made-up views of Caterpillar Filler."""

from __future__ import annotations

import pytest
from gardens import LAYOUT, Watched, after, garden, start
from watched import accepted, notations

from companion.live.follow import Follower
from companion.referee.addressee import NO
from companion.referee.verdict import (
    Ask,
    HalfDone,
    Illegal,
    NoChange,
    TakenBack,
    Unclear,
)
from companion.referee.wording import answers
from companion.rules.catalogue import load_game
from companion.sighting import EMPTY, CellSighting


def test_a_table_as_it_should_be_is_no_change(moving):
    assert moving.judge() == NoChange()


def test_the_turn_end_is_inferred_from_the_next_roll_only(moving):
    moving.show(ended := after(moving.state, "1 H8-G8-F8-E8-D8"))
    assert accepted(moving.judge()) == ["1 H8-G8-F8-E8-D8"]
    moving.state = ended
    assert moving.judge() == NoChange()
    moving.table.roll(2)
    assert accepted(moving.judge()) == ["1 end", "0 roll 2"]


def test_a_wasp_together_with_a_move_was_put_before_it(moving):
    moving.show(after(moving.state, "1 wasp D4", "1 H8-G8-F8-E8-D8"))
    assert accepted(moving.judge()) == ["1 wasp D4", "1 H8-G8-F8-E8-D8"]


def test_a_wasp_where_the_caterpillar_lay_was_put_after_the_move(moving):
    moving.show(after(moving.state, "1 H8-G8-F8-E8-D8", "1 wasp L8"))
    assert accepted(moving.judge()) == ["1 H8-G8-F8-E8-D8", "1 wasp L8"]


def test_a_flower_may_appear_and_be_eaten_within_one_view():
    """CF-E31."""
    state = garden(start(), "H5 H4 H3 G3 G2", "P3 P2 P1 O1 N1")
    house = Watched(state)
    house.table.roll(3)
    moves = ["0 roll 3", "0 tile H6", "1 H5-H6*", "0 tile C9"]
    house.show(after(state, *moves))
    assert accepted(house.judge()) == moves


def test_grazing_goes_on_after_a_flower():
    """CF-E28."""
    state = garden(start(rules="R03"), "K7 K6 K5 J5 J4", "P3 P2 P1 O1 N1", flowers=("E5", "K8", "K10"))
    moves = ["0 roll 4", "1 K7-K8*", "0 tile G3", "1 K8-K9-K10*", "0 tile B2", "1 K10-K11"]
    house = Watched(state)
    house.table.roll(4)
    house.show(after(state, *moves))
    assert accepted(house.judge()) == moves


def test_one_tile_and_the_flower_are_enough():
    state = after(garden(start(), "K7 K6 K5 J5 J4", "P3 P2 P1 O1 N1", flowers=("E5", "K8")), "0 roll 5")
    house = Watched(state)
    house.show(after(state, "1 K7-K8*", "0 tile G3"))
    verdict = house.judge(covered={("letters", "1")})
    assert accepted(verdict) == ["1 K7-K8*", "0 tile G3"]


def test_where_the_new_head_may_lie_under_something_it_is_asked_in_the_second_view():
    state = after(garden(start(), "K7 K6 K5 J5 J4", "P3 P2 P1 O1 N1"), "0 roll 1")
    house = Watched(state)
    house.show(after(state, "1 K7-K8"))
    sighting = house.table.look(covered={("garden", spot) for spot in ("J7", "K8", "L7")})
    follower = Follower(LAYOUT, state)
    verdict = follower.see(sighting).verdict
    assert isinstance(verdict, Unclear)
    assert verdict.said.render({}) == "Something covers J7."
    asked = follower.see(sighting, lambda question: question.choices[1]).verdict
    assert isinstance(asked, Ask)
    assert [str(action) for action in follower.actions] == ["K7-K8"]


def test_a_bite_is_complete_only_when_the_bitten_caterpillar_has_left():
    """CF-E13."""
    state = garden(start(), "G7 G6 G5 F5 F4", "G9 G8 H8 I8 I7")
    state = after(state, "0 roll 5")
    house = Watched(state)
    done = after(state, "1 G7-G8x2")
    house.show(done)
    assert accepted(house.judge()) == ["1 G7-G8x2"]
    house.change(H8="body-blue", I8="body-blue")
    verdict = house.judge()
    assert isinstance(verdict, HalfDone)
    assert {each.where for each in verdict.missing} >= {"garden/H8", "garden/I8"}


def test_a_move_in_between_is_waited_for(moving):
    moving.change(H8="body-red", G8="head-yellow", L8="")
    verdict = moving.judge()
    assert isinstance(verdict, HalfDone)
    assert verdict.otherwise is None


def test_a_lifted_piece_is_waited_for(moving):
    moving.change(L8="")
    assert isinstance(moving.judge(), HalfDone)


def test_what_is_missing_is_named_when_it_is_certain():
    state = after(garden(start(), "K7 K6 K5 J5 J4", "P3 P2 P1 O1 N1", flowers=("E5", "K8")), "0 roll 5")
    state = after(state, "1 K7-K8*")
    house = Watched(state)
    house.show(after(state, "0 tile G3"))
    house.change(G3="")
    verdict = house.judge()
    assert isinstance(verdict, HalfDone)
    assert verdict.message.render({}) == "Still to do: a flower on G3."


def test_stuck_is_seen_when_the_caterpillar_is_taken_off():
    """CF-E08."""
    wasps = ("L5", "M7", "N5", "N6", "L6")
    state = garden(start(), "M5 M4 M3 L3 L2", "A14 A15 A16 B16 C16", wasp_spaces=wasps, flowers=())
    state = after(state, "0 roll 4")
    house = Watched(state)
    assert house.judge() == NoChange()
    house.show(after(state, "1 stuck"))
    assert accepted(house.judge()) == ["1 stuck"]


def test_a_caterpillar_off_the_table_is_being_moved_or_was_taken_off_against_the_rules(moving):
    moving.change(H8="", I8="", J8="", K8="", L8="")
    verdict = moving.judge()
    assert isinstance(verdict, HalfDone)
    assert verdict.otherwise is not None
    assert verdict.otherwise.reason.rule == "CF-20"


@pytest.mark.parametrize("join", ["1 join P8 cw", "1 join P8 ccw", "1 join A16 cw"])
def test_a_chain_on_the_edge_is_a_join_and_shows_that_the_turn_went_on(join):
    state = garden(start(), "", "P3 P2 P1 O1 N1", in_hand=(3, 0), phase="END", seat_to_move=2)
    house = Watched(state)
    house.show(after(state, "2 end", join))
    assert accepted(house.judge()) == ["2 end", join]


def test_a_wasp_after_the_turn_belongs_to_the_player_whose_turn_it_was():
    state = garden(start(), "H8 I8", "P3 P2", phase="END", wasps=(1, 1))
    house = Watched(state)
    house.show(after(state, "1 wasp D6"))
    assert accepted(house.judge()) == ["1 wasp D6"]


def test_a_wasp_that_only_the_next_player_may_put_asks_whether_the_turn_was_passed_on():
    state = garden(start(), "H8 I8", "P3 P2", phase="END", wasps=(0, 1))
    house = Watched(state)
    house.show(after(state, "1 end", "2 wasp D6"))
    verdict = house.judge()
    assert isinstance(verdict, Ask)
    assert [notations(choice.actions) for choice in verdict.choices] == [["1 end", "2 wasp D6"], []]


def test_whose_wasp_it_was_is_asked_when_the_next_roll_is_seen_with_it():
    state = garden(start(), "H8 I8", "P3 P2", phase="END", wasps=(1, 1))
    house = Watched(state)
    house.table.roll(5)
    house.show(after(state, "1 wasp D6", "1 end", "0 roll 5"))
    verdict = house.judge()
    assert isinstance(verdict, Ask)
    assert ["1 wasp D6", "1 end", "0 roll 5"] in [notations(choice.actions) for choice in verdict.choices]
    said = answers(load_game("caterpillar-filler"), verdict.choices)[0].render({1: "Anna"})
    assert said == "Anna places a wasp on D6. Anna passes the turn on. The die shows 5."


def test_two_orders_of_one_body_are_asked_about():
    state = garden(after(start(3), "0 roll 6"), "H8 I8 J8 K8", "H16 I16 J16 K16", "P9 P8 P7 P6")
    house = Watched(state)
    one, other = "1 H8-H7-H6-G6-G7-F7-F6", "1 H8-G8-F8-F7-G7-G6-F6"
    assert after(state, one).lying() == after(state, other).lying()
    house.show(after(state, one))
    verdict = house.judge()
    assert isinstance(verdict, Ask)
    assert verdict.question.text == "Which piece is the tail?"
    told = {choice.label.render({}): after(state, *notations(choice.actions)) for choice in verdict.choices}
    assert told == {"The one on G6": after(state, one), "The one on F7": after(state, other)}
    assert verdict.crop.startswith("garden/")


def test_two_orders_of_one_body_that_was_moved_anew_are_asked_about_with_what_was_taken_back():
    state = garden(after(start(3), "0 roll 6"), "H8 I8 J8 K8", "H16 I16 J16 K16", "P9 P8 P7 P6")
    recorded = after(state, "1 H8-H9-H10-H11-H12-H13-H14")
    house = Watched(recorded)
    house.show(after(state, "1 H8-H7-H6-G6-G7-F7-F6"))
    verdict = house.judge(earlier=[state])
    assert isinstance(verdict, Ask)
    assert verdict.question.text == "Which piece is the tail?"
    assert [choice.undone for choice in verdict.choices] == [1, 1]


def test_different_ways_to_the_same_end_need_no_question(moving):
    moving.state = garden(moving.state, "H8", "P3")
    moving.show(after(moving.state, "1 H8-G8-G9-F9-E9"))
    (action,) = accepted(moving.judge())
    assert after(moving.state, action).lying() == after(moving.state, "1 H8-G8-G9-F9-E9").lying()


def test_what_was_taken_back_is_seen(moving):
    before, moving.state = moving.state, after(moving.state, "1 wasp D4", "1 H8-G8-F8-E8-D8")
    first = after(before, "1 wasp D4")
    moving.show(first)
    assert moving.judge(earlier=[first, before]) == TakenBack(1)
    moving.show(before)
    assert moving.judge(earlier=[first, before]) == TakenBack(2)


def test_taken_back_and_moved_otherwise(moving):
    before, moving.state = moving.state, after(moving.state, "1 H8-G8-F8-E8-D8")
    moving.show(after(before, "1 H8-H9-H10-H11-H12"))
    verdict = moving.judge(earlier=[before])
    assert isinstance(verdict, TakenBack)
    assert (verdict.steps, notations(verdict.actions)) == (1, ["1 H8-H9-H10-H11-H12"])


def test_what_was_tapped_is_still_to_be_done_and_not_taken_back(moving):
    before, moving.state = moving.state, after(moving.state, "1 wasp D4")
    verdict = moving.judge(earlier=[before], unseen=1)
    assert isinstance(verdict, HalfDone)
    assert verdict.message.render({}) == "Still to do: a wasp on D4."


def test_a_finished_game_stays_finished():
    state = garden(start(), "E4 E3 E2 E1 D1 C1 B1 A1 A2", "P3 P2", reserve=(1, 5), flowers=("E5", "L5"))
    house = Watched(after(state, "0 roll 1"))
    over = after(house.state, "1 E4-E5*")
    house.show(over)
    assert accepted(house.judge()) == ["1 E4-E5*"]
    house.state = over
    house.table.roll(3)
    assert isinstance(verdict := house.judge(), Illegal)
    assert verdict.reason.rule == "CF-40"


def test_two_cells_in_doubt_do_not_make_an_action_of_one_of_them():
    """Without the wasp the view fits no more than with it: the route is seen, the wasp is not."""
    state = garden(after(start(), "0 roll 4"), "H8 I8", "P3 P2", wasps=(1, 0))
    house = Watched(state)
    house.show(after(state, "1 H8-G8-F8-E8-D8"))
    kinds = LAYOUT.find("garden")[1].kinds
    doubtful = {**dict.fromkeys((EMPTY, *kinds), -11.5), EMPTY: -3.0}
    wrong = {
        ("garden", "C3"): CellSighting({**doubtful, "wasp": -0.1}),
        ("garden", "J3"): CellSighting({**doubtful, "flower": -0.1}),
    }
    verdict = house.judge(wrong=wrong)
    assert isinstance(verdict, Ask)
    assert ["1 H8-G8-F8-E8-D8"] in [notations(choice.actions) for choice in verdict.choices]


def unlike(other_kind: str, log_p_empty: float) -> CellSighting:
    """A free space that looks like a piece."""
    kinds = LAYOUT.find("garden")[1].kinds
    return CellSighting({**dict.fromkeys((EMPTY, *kinds), -11.5), EMPTY: log_p_empty, other_kind: -0.05})


def test_one_space_that_contradicts_the_record_firmly_is_asked_about(moving):
    verdict = moving.judge(wrong={("garden", "C3"): unlike("wasp", -3.6)})
    assert isinstance(verdict, Ask)
    assert notations(verdict.choices[0].actions) == ["1 wasp C3"]
    assert verdict.crop == "garden/C3"
    assert verdict.choices[-1] == NO


def test_a_slight_doubt_about_a_space_changes_nothing(moving):
    assert moving.judge(wrong={("garden", "C3"): unlike("wasp", -2.5)}) == NoChange()


def test_a_space_that_contradicts_the_record_as_no_action_does_changes_nothing(moving):
    assert moving.judge(wrong={("garden", "C3"): unlike("body-2", -3.6)}) == NoChange()
