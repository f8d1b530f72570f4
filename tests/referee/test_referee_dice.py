"""Which dice the referee takes for rolled, and when it asks what they show."""

from __future__ import annotations

import pytest
from gardens import Watched, after, start
from msgspec.structs import replace
from watched import accepted, notations

from companion.referee.verdict import Ask, NoChange, Unclear
from vision.view.fusion import fuse
from vision.view.steady import LOOKS


def test_a_roll_counts_when_the_die_has_been_thrown():
    house = Watched(start())
    assert house.judge() == NoChange()
    house.table.roll(4)
    assert accepted(house.judge()) == ["0 roll 4"]


def test_a_die_that_nobody_touched_is_no_roll_whatever_it_may_seem_to_show():
    house = Watched(start())
    house.change_die(value=2, odds={2: 0.6, 6: 0.4}, accepted=False, confidence=0.5, centre_mm=(31.0, 60.5))
    assert house.judge() == NoChange()


def test_a_die_that_surely_shows_another_value_where_it_lay_is_asked_about():
    house = Watched(start())
    house.change_die(value=2, odds={2: 0.99, 6: 0.01}, centre_mm=(31.0, 60.5))
    verdict = house.judge()
    assert isinstance(verdict, Ask)
    assert [notations(choice.actions) for choice in verdict.choices] == [["0 roll 2"], []]


def test_a_die_that_hardly_moved_is_asked_about_and_rolls_after_it_was_picked_up():
    house = Watched(start())
    house.change_die(centre_mm=(35.0, 60.0))
    nudged = house.table.dice[0]
    verdict = house.judge()
    assert isinstance(verdict, Ask)
    assert [notations(choice.actions) for choice in verdict.choices] == [["0 roll 6"], []]
    house.table.dice = []
    assert house.judge() == NoChange()
    house.table.dice = [nudged]
    assert accepted(house.judge()) == ["0 roll 6"]


@pytest.mark.parametrize(
    ("centre_mm", "turn_deg", "asked"),
    [((46.0, 60.0), 2.0, True), ((46.0, 60.0), 40.0, False), ((90.0, 60.0), 2.0, False)],
)
def test_a_die_that_was_pushed_aside_is_asked_about_and_one_that_tumbled_is_a_roll(
    centre_mm, turn_deg, asked
):
    house = Watched(start())
    turned = house.table.dice[0].angle_deg + turn_deg
    house.change_die(centre_mm=centre_mm, angle_deg=turned)
    verdict = house.judge()
    assert isinstance(verdict, Ask) is asked
    if not asked:
        assert accepted(verdict) == ["0 roll 6"]


def test_a_die_that_is_moved_when_no_roll_is_awaited_belongs_to_the_record_again(moving):
    moving.table.roll(4, at=(90.0, 100.0))
    moving.referee.remember_dice(moving.table.look())
    moving.table.roll(4, at=(60.0, 140.0))
    assert moving.judge() == NoChange()
    moving.show(after(moving.state, "1 H8-G8-F8-E8-D8"))
    assert accepted(moving.judge()) == ["1 H8-G8-F8-E8-D8"]


def test_a_cocked_die_is_to_be_rolled_again():
    house = Watched(start())
    house.table.roll(4)
    house.change_die(value=None, flags=("cocked",))
    verdict = house.judge()
    assert isinstance(verdict, Unclear)
    assert verdict.problems[0].code == "die-unreadable"


def test_a_die_read_below_the_threshold_is_asked_about():
    house = Watched(start())
    house.table.roll(4)
    house.change_die(odds={4: 0.6, 6: 0.3, 5: 0.1}, accepted=False)
    verdict = house.judge()
    assert isinstance(verdict, Ask)
    assert [str(choice.actions[0]) for choice in verdict.choices][:2] == ["roll 4", "roll 6"]


def test_a_die_whose_side_is_taken_for_another_die_is_asked_about():
    house = Watched(start())
    house.table.roll(4)
    house.change_die(odds={4: 0.9, 6: 0.06, 5: 0.04}, accepted=False, confidence=0.5)
    (die,) = house.table.dice
    x_mm, y_mm = die.centre_mm
    house.table.dice.append(replace(die, centre_mm=(x_mm + 8.0, y_mm + 14.0), value=6, confidence=1e-6))
    verdict = house.judge()
    assert isinstance(verdict, Ask)
    assert [str(choice.actions[0]) for choice in verdict.choices][:2] == ["roll 4", "roll 6"]


def offered(verdict):
    """The rolls that a question offers."""
    assert isinstance(verdict, Ask), verdict
    assert verdict.question.text == "What does the die show?"
    return [str(choice.actions[0]).removeprefix("roll ") for choice in verdict.choices]


@pytest.mark.parametrize(
    ("odds", "order"),
    [
        ({4: 0.9994, 5: 0.0003, 6: 0.0002, 3: 0.00005, 2: 0.00003, 1: 0.00002}, "456321"),
        ({5: 0.5, 6: 0.49, 1: 0.01, 2: 0.0, 3: 0.0, 4: 0.0}, "561234"),
        ({3: 0.4, 6: 0.3, 1: 0.2, 5: 0.06, 4: 0.03, 2: 0.01}, "361542"),
    ],
)
def test_every_value_of_a_doubtful_die_is_offered_and_the_likeliest_first(odds, order):
    house = Watched(start())
    house.table.roll(int(order[0]))
    house.change_die(odds=odds, accepted=False, confidence=0.7)
    assert offered(house.judge()) == list(order)


def test_two_doubtful_dice_are_offered_by_the_odds_of_both_together():
    house = Watched(start(rules="R02"))
    house.table.roll(2, 3)
    left, right = (
        replace(die, centre_mm=(x_mm, 90.0), odds=odds, accepted=False, confidence=0.7)
        for die, x_mm, odds in zip(
            house.table.dice,
            (30.0, 90.0),
            ({2: 0.99948, 5: 0.0003, 6: 0.0002, 1: 1e-5, 4: 1e-5}, {3: 0.9999, 4: 0.0001}),
            strict=True,
        )
    )
    house.table.dice = [left, right]
    assert offered(house.judge())[:4] == ["2 3", "3 5", "3 6", "2 4"]


@pytest.mark.parametrize("share", [0.5, 0.8, 0.99])
@pytest.mark.parametrize("values", [(4, 6), (4, 4, 6), (4, 6, 4), (6, 4, 4)])
def test_still_looks_that_read_different_values_are_asked_about_with_these_first(values, share):
    house = Watched(start())
    house.table.roll(4)
    looks = []
    for value in values:
        odds = {each: share if each == value else (1 - share) / 5 for each in range(1, 7)}
        house.change_die(value=value, odds=odds, confidence=share, accepted=share >= 0.95)
        looks.append(house.table.look())
    assert len(looks) <= LOOKS
    order = offered(house.referee.judge(house.state, fuse(looks)))
    assert len(order) == 6
    assert order[:2] == ["4", "6"]


def test_a_die_in_the_tray_needs_less_than_one_that_may_be_clutter():
    house = Watched(start())
    house.table.roll(4)
    house.change_die(odds={4: 0.9, 6: 0.1}, accepted=False, confidence=0.9)
    assert accepted(house.judge()) == ["0 roll 4"]
    for seldom_right in (0.5, 0.63):  # a side face has been read so
        house.change_die(odds={4: 0.9, 6: 0.1}, accepted=False, confidence=seldom_right)
        assert isinstance(house.judge(), Ask)


def test_of_two_dice_thrown_together_one_may_come_to_rest_almost_where_it_lay():
    house = Watched(start(rules="R02"))
    house.table.roll(2)
    (left,) = house.table.dice
    right = replace(left, centre_mm=(95.0, 60.0), value=3, odds={3: 0.99, 5: 0.01})
    house.table.dice = [left, right]
    house.referee.remember_dice(house.table.look())
    assert house.judge() == NoChange()
    x_mm, y_mm = left.centre_mm
    again = replace(left, centre_mm=(x_mm + 1.2, y_mm - 0.5), angle_deg=left.angle_deg + 7.5)
    house.table.dice = [again, replace(right, centre_mm=(60.0, 130.0), value=6, odds={6: 0.99, 5: 0.01})]
    assert accepted(house.judge()) == ["0 roll 2 6"]
