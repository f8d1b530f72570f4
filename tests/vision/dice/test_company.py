"""What the readings of a picture say of each other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from dice_readings import UP, picture_of, reading, side_of

from vision.dice import DiceReader
from vision.dice.company import one_a_die
from vision.dice.confidence import die_probability


def test_what_lies_among_many_as_doubtful_as_itself_is_doubted() -> None:
    """The counters of a board look alike; so do dice, but these are seen clearly."""
    doubtful = reading(0.5)
    counters = [reading(0.5, x_px=300.0 + 100 * nth) for nth in range(5)]
    dice = [reading(0.999, x_px=300.0 + 100 * nth) for nth in range(5)]
    alone, among_counters, among_dice = (
        die_probability(doubtful, picture_of([doubtful, *others])) for others in ([], counters, dice)
    )
    assert among_counters < alone < among_dice


def test_only_those_of_its_size_speak_for_a_die() -> None:
    doubtful = reading(0.8)
    large = [reading(0.999, size_px=90.0, x_px=300.0 + 100 * nth) for nth in range(5)]
    assert picture_of([doubtful, *large]).doubted_likes(doubtful) == 0


@pytest.mark.parametrize(
    ("apart_px", "size_px", "kept"),
    [
        (34.0, 38.0, [0, 1]),  # one behind the other, seen slantingly
        (29.0, 30.0, [0, 1]),  # a small one behind a large one
        (42.0, 30.0, [0, 1]),
        (80.0, 38.0, [0, 1]),
        (26.0, 38.0, [0]),  # too near for two tops
    ],
)
def test_what_points_alike_are_tops_of_two_dice_unless_they_are_too_near(
    apart_px: float, size_px: float, kept: list[int]
) -> None:
    top, other = reading(0.999), reading(0.999, size_px=size_px, x_px=100.0 + apart_px)
    assert sorted(one_a_die([top, other], [0.99, 0.99])) == kept


@pytest.mark.parametrize(("apart_px", "size_px"), [(29.0, 30.0), (34.0, 38.0), (26.0, 38.0), (33.0, 24.0)])
def test_of_two_faces_of_one_die_one_stays(apart_px: float, size_px: float) -> None:
    top = reading(0.999)
    assert list(one_a_die([top, side_of(top, 0.999, size_px, apart_px)], [0.99, 0.99])) == [0]


def test_the_likelier_stays_where_sizes_differ_little() -> None:
    top = reading(0.999, size_px=35.0, x_px=130.0)
    side = side_of(top, 0.999, 40.0, -30.0)
    assert list(one_a_die([side, top], [0.6, 0.99])) == [1]
    assert list(one_a_die([side, top], [0.99, 0.99])) == [0]


def test_a_top_is_doubted_as_far_as_a_face_that_was_left_out_may_be_the_top() -> None:
    top = reading(0.999)
    small, smaller = (side_of(top, 0.999, size_px, 28.0) for size_px in (34.0, 24.0))
    (close,), (clear,) = (one_a_die([top, other], [0.99, 0.99]).values() for other in (small, smaller))
    assert 0.5 < close < clear < 1
    assert one_a_die([reading(0.999), reading(0.999, x_px=140.0)], [0.99, 0.99]) == {0: 1.0, 1: 1.0}


@pytest.mark.parametrize(("rise", "taken"), [(UP, True), (np.array([-0.825, 0.0]), False)])
def test_a_top_is_taken_where_it_points_up_and_its_side_does_not_and_else_neither_is(
    rise: np.ndarray, taken: bool
) -> None:
    """Of two faces that point left and right nothing tells which is the top."""

    class Two(DiceReader):
        def apart(self, image, *, sheets=(), closer=False):
            return [top := reading(0.999, rise=rise), side_of(top, 0.999, 40.0, 33.0)]

    (die,) = Two().read(np.full((200, 240, 3), 120, np.uint8))
    assert die.accepted is taken


def test_a_face_is_outshone_by_a_likelier_one_of_the_same_die_alone() -> None:
    top = reading(0.999)
    side, behind = side_of(top, 0.8, 36.0, 32.0), reading(0.8, size_px=36.0, x_px=132.0)
    assert picture_of([top, side]).outshone(side) > 1
    assert picture_of([top, behind]).outshone(behind) == 0


def test_a_die_that_surely_lies_behind_is_not_taken_for_the_top_of_the_one_before_it() -> None:
    """A look at what lies above a die in a block sees the top of the next."""
    before = replace(reading(0.999), above=0.98)
    behind = replace(reading(0.999), y_px=66.0)
    doubtful, leaning = replace(reading(0.7), y_px=66.0), replace(behind, rises=[np.array([0.0, 0.9])] * 2)
    assert picture_of([before, behind]).above(before) < 0 < picture_of([before]).above(before)
    for other in (doubtful, leaning):
        assert picture_of([before, other]).above(before) > 0


def test_nothing_is_chosen_of_nothing() -> None:
    assert one_a_die([], []) == {}


def test_a_side_is_not_told_beside_its_top() -> None:
    class OneDie(DiceReader):
        def apart(self, image, *, sheets=(), closer=False):
            return [top := reading(0.999), side_of(top, 0.99, 29.0, 29.0)]

    (die,) = OneDie().read(np.full((200, 240, 3), 120, np.uint8))
    assert die.centre_px == (100.0, 100.0)
