"""Several still frames of one die: odds and confidence are averaged, and no quarrel is accepted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.sighting import DieSighting, Sighting
from vision.dice import ACCEPT_THRESHOLD
from vision.view.fusion import fuse


def frame(value: int, share: float = 0.99, *, accepted: bool = True, x: float = 50.0) -> Sighting:
    odds = {each: share if each == value else (1 - share) / 5 for each in range(1, 7)}
    die = DieSighting(value, odds, (x - 20, 30, 40, 40), "white", share, accepted, centre_px=(x, 50.0))
    return Sighting((640, 480), dice=(die,))


JUST_ABOVE, JUST_BELOW = (3 * (ACCEPT_THRESHOLD + off) - 2 * 0.99 for off in (0.002, -0.002))
"""What the third of three frames must say, when two say 0.99, for their mean to be so."""


@pytest.mark.parametrize(
    ("doubtful", "accepted"), [(0.97, True), (JUST_ABOVE, True), (JUST_BELOW, False), (0.6, False)]
)
def test_what_frames_agree_on_is_accepted_from_the_shipped_threshold_on(doubtful, accepted) -> None:
    (die,) = fuse([frame(4), frame(4), frame(4, doubtful, accepted=False)]).dice
    assert die.accepted == accepted == (die.confidence >= ACCEPT_THRESHOLD)
    assert die.confidence == pytest.approx((0.99 + 0.99 + doubtful) / 3)
    assert sum(die.odds.values()) == pytest.approx(1)


def test_frames_that_read_different_values_are_not_believed() -> None:
    (die,) = fuse([frame(4), frame(4), frame(6)]).dice
    assert (die.value, die.accepted) == (4, False)
    assert die.confidence == pytest.approx(0.66, abs=0.01)


@pytest.mark.parametrize("share", [0.5, 0.99])
@pytest.mark.parametrize("values", [(4, 6), (6, 4, 4), (4, 6, 4), (4, 4, 6)])
def test_what_any_frame_has_read_stays_likelier_than_what_none_has(values, share) -> None:
    (die,) = fuse([frame(value, share, accepted=False) for value in values]).dice
    assert set(sorted(die.odds, key=lambda value: -die.odds[value])[:2]) == {4, 6}
    assert die.value == max(die.odds, key=lambda value: die.odds[value])
    assert die.value == 4 or len(values) == 2
    assert sum(die.odds.values()) == pytest.approx(1)


def test_a_frame_in_which_a_die_could_not_be_read_bears_out_no_value() -> None:
    cocked = frame(4)
    cocked = replace(cocked, dice=(replace(cocked.dice[0], value=None, accepted=False, flags=("cocked",)),))
    (die,) = fuse([cocked, frame(4), frame(4)]).dice
    assert (die.value, die.accepted) == (4, False)
    assert die.confidence == pytest.approx(0.66)
    (newest,) = fuse([frame(4), frame(4), cocked]).dice
    assert (newest.value, newest.accepted) == (None, False)


def test_a_doubt_of_most_frames_stays_a_doubt() -> None:
    (die,) = fuse([frame(4, 0.6, accepted=False), frame(4, 0.6, accepted=False), frame(4)]).dice
    assert not die.accepted


def test_a_die_elsewhere_in_an_earlier_frame_is_another_die() -> None:
    (die,) = fuse([frame(2, x=300.0), frame(5)]).dice
    assert die.value == 5
    assert die.accepted
