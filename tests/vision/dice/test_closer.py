"""The close looks: where they look, and what they keep of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision.dice.classes import CLASSES
from vision.dice.closer import AGAIN_PX, AGAIN_TOP_PX, Networks, Reading, look_closer
from vision.dice.crops import CROP_PX
from vision.dice.networks import FINDER_FILE, SHIPPED, FaceReader, Faces, Peak


class SeesWhite:
    """Takes what is much brighter in a cut's middle than in its corner for a 2, all else for nothing."""

    top_px, side_px = 34.0, CROP_PX

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        odds = np.full((len(cuts), CLASSES), 1e-3)
        for row, cut in zip(odds, cuts, strict=True):
            row[2 if cut[28:36, 28:36].min() > cut[0, 0].max() + 100 else 0] = 1
        return Faces(odds, np.zeros((len(cuts), 2)), np.ones(len(cuts)), np.zeros((len(cuts), 2)))


class Blind:
    """A finder that sees nothing when it looks again."""

    def look_at(self, cuts: Sequence[np.ndarray]) -> list[list[Peak]]:
        return [[] for _ in cuts]


class Sharp:
    """A finder that sees what it is told to in every cut, and keeps the cuts."""

    def __init__(self, *peaks: Peak) -> None:
        self._peaks, self.shown = list(peaks), []

    def look_at(self, cuts: Sequence[np.ndarray]) -> list[list[Peak]]:
        self.shown += list(cuts)
        return [self._peaks for _ in cuts]


def seen_again(*peaks: Peak) -> Peak | None:
    """What a finder that sees these tells of a white face in its second look."""
    picture = np.full((300, 300, 3), 60, np.uint8)
    picture[80:120, 80:120] = 255
    finder = Sharp(*peaks)
    (seen,) = look_closer(
        Networks(finder, [SeesWhite()], SeesWhite()),
        picture,
        [Peak(100.0, 100.0, 40.0, 0.8, np.full(6, 1 / 6))],
    )
    (cut,) = finder.shown
    middle, half = AGAIN_PX // 2, int(AGAIN_TOP_PX / 2)
    assert cut.shape == (AGAIN_PX, AGAIN_PX, 3)
    assert cut[middle, middle - half + 2 : middle + half - 2].min() > 200
    assert cut[middle, middle + half + 3].max() < 100
    return seen.again


def test_the_finder_looks_again_where_the_close_looks_have_found_the_face() -> None:
    there = Peak(62.0, 65.0, 25.0, 0.7, np.full(6, 1 / 6))
    assert seen_again(there, there._replace(seen=0.5)) == there
    beside, much_larger = there._replace(x_px=90.0), there._replace(size_px=60.0)
    assert seen_again(beside, much_larger) is None


def test_a_face_with_another_right_above_it_says_so() -> None:
    picture = np.full((300, 300, 3), 60, np.uint8)
    picture[80:120, 80:120] = picture[125:165, 80:120] = 255  # two faces, 5 px apart
    found = [Peak(100.0, y, 40.0, 0.8, np.full(6, 1 / 6)) for y in (100.0, 145.0)]
    upper, lower = look_closer(Networks(Blind(), [SeesWhite()], SeesWhite()), picture, found)
    assert upper.above < 0.1
    assert lower.above > 0.9


class Stubborn(SeesWhite):
    """Takes everything for nothing, but not beyond doubt."""

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        odds = np.full((len(cuts), CLASSES), 0.1 / (CLASSES - 1))
        odds[:, 0] = 0.9
        return Faces(odds, np.zeros((len(cuts), 2)), np.ones(len(cuts)), np.zeros((len(cuts), 2)))


def test_what_one_reader_alone_takes_for_nothing_is_looked_at_by_the_other() -> None:
    """Either reader passes over dice of makes that it has not learned."""
    picture = np.full((300, 300, 3), 60, np.uint8)
    picture[80:120, 80:120] = 255
    (seen,) = look_closer(
        Networks(Blind(), [Stubborn(), SeesWhite()], SeesWhite()),
        picture,
        [Peak(100.0, 100.0, 40.0, 0.8, np.full(6, 1 / 6))],
    )
    assert seen.any_die > 0.5


class Sees(SeesWhite):
    """Takes everything for some values, one as likely as the others, and keeps what it was shown."""

    def __init__(self, *values: int) -> None:
        self._values, self.shown = values, list[np.ndarray]()

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        self.shown += list(cuts)
        odds = np.full((len(cuts), CLASSES), 1e-3)
        odds[:, self._values] = 1 / len(self._values)
        return Faces(odds, np.zeros((len(cuts), 2)), np.ones(len(cuts)), np.zeros((len(cuts), 2)))


def test_a_die_in_doubt_is_looked_at_in_other_colours_too() -> None:
    """In the picture its pips differ from it by a tenth of what the light does; in those looks by more."""
    picture = np.full((300, 300, 3), 60, np.uint8)
    picture[80:120, 80:120] = np.linspace(60, 180, 40, dtype=np.uint8)[None, :, None]
    picture[96:104, 96:104] += np.array([0, 0, 12], np.uint8)
    unsure = Sees(2, 3)
    look_closer(
        Networks(Blind(), [unsure], SeesWhite()), picture, [Peak(100.0, 100.0, 40.0, 0.8, np.full(6, 1 / 6))]
    )
    redder = [(cut[30:34, 30:34, 2].astype(int) - cut[30:34, 30:34, 1]).mean() for cut in unsure.shown[:5]]
    assert max(redder[:2]) < 15
    assert sum(each > 60 for each in redder) == 2


def test_tints_alone_tell_two_values_apart_and_nothing_of_a_die() -> None:
    picture = np.full((300, 300, 3), 60, np.uint8)
    picture[96:104, 96:104] = (50, 45, 92)  # red, and as bright as what lies about it
    peak, tint = Peak(100.0, 100.0, 40.0, 0.8, np.full(6, 1 / 6)), Sees(3)
    (seen,) = look_closer(Networks(Blind(), [Sees(2, 3)], tint), picture, [peak])
    assert seen.value == 3
    assert seen.odds[3] > 3 * seen.odds[2]
    before = Reading(peak, 100.0, 100.0, 40.0, seen.looks)
    assert seen.any_die == pytest.approx(before.any_die)
    assert seen.odds[1:7].sum() == pytest.approx(before.odds[1:7].sum())
    assert before.odds[3] == pytest.approx(before.odds[2])
    assert all(cut[32, 32, 0] > cut[20, 32, 0] + 60 for cut in tint.shown)


def test_what_is_beyond_doubt_is_not_looked_at_for_its_tints() -> None:
    picture = np.full((300, 300, 3), 60, np.uint8)
    picture[80:120, 80:120] = 255
    tint = Sees(3)
    found = [Peak(100.0, 100.0, 40.0, 0.8, np.full(6, 1 / 6))]
    (seen,) = look_closer(Networks(Blind(), [SeesWhite()], tint), picture, found)
    assert not tint.shown
    assert seen.value == 2


def test_the_sceptic_is_asked_about_each_and_none_is_missed_where_there_is_none() -> None:
    picture = np.full((300, 300, 3), 60, np.uint8)
    picture[80:120, 80:120] = 255
    found = [Peak(100.0, 100.0, 40.0, 0.8, np.full(6, 1 / 6))]
    for sceptic, least, most in ((Stubborn(), 0.05, 0.15), (Sees(3), 0.95, 1.0), (None, 0.5, 0.5)):
        (seen,) = look_closer(Networks(Blind(), [SeesWhite()], SeesWhite(), sceptic), picture, found)
        assert least <= seen.credible <= most
        assert seen.value == 2
        assert seen.any_die > 0.9


def looked(*looks: tuple[float, int]) -> Reading:
    """Give a reading of which each look gives so much to none, and the rest to a value."""
    rows = []
    for none, value in looks:
        odds = np.full(CLASSES, 1e-3)
        odds[0], odds[value] = none, 1 - none
        rows.append(odds / odds.sum())
    return Reading(Peak(0.0, 0.0, 20.0, 0.8, np.full(6, 1 / 6)), 0.0, 0.0, 20.0, rows)


def test_further_looks_say_which_value_and_speak_against_a_die_but_not_for_one() -> None:
    first = [(0.5, 2), (0.5, 3)]
    doubtful, sure, against = (
        looked(*first),
        looked(*first, *[(0.01, 3)] * 2),
        looked(*first, *[(0.99, 3)] * 2),
    )
    assert doubtful.odds[2] == pytest.approx(doubtful.odds[3])
    assert sure.odds[3] > 10 * sure.odds[2]
    assert sure.any_die == pytest.approx(doubtful.any_die)
    assert against.any_die < doubtful.any_die / 2
    assert sure.odds.sum() == pytest.approx(1)


def test_what_no_look_takes_for_a_die_is_left_out() -> None:
    nothing = Peak(100.0, 100.0, 40.0, 0.8, np.full(6, 1 / 6))
    assert not look_closer(
        Networks(Blind(), [SeesWhite()], SeesWhite()), np.full((300, 300, 3), 60, np.uint8), [nothing]
    )


def test_a_network_that_is_no_face_reader_of_this_build_is_refused() -> None:
    with pytest.raises(ValueError, match=r"finder\.onnx\.gz is no face reader"):
        FaceReader(SHIPPED / FINDER_FILE)
