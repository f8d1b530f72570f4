"""The close looks: where they look, and what they keep of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision.dice.classes import CLASSES
from vision.dice.closer import look_closer
from vision.dice.networks import FINDER_FILE, SHIPPED, FaceReader, Faces, Peak


class SeesWhite:
    """Takes what is white in a cut's middle for a 2, all else for nothing."""

    top_px = 34.0

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        odds = np.full((len(cuts), CLASSES), 1e-3)
        for row, cut in zip(odds, cuts, strict=True):
            row[2 if cut[28:36, 28:36].min() > 200 else 0] = 1
        return Faces(odds, np.zeros((len(cuts), 2)), np.ones(len(cuts)), np.zeros((len(cuts), 2)))


def test_a_face_with_another_right_above_it_says_so() -> None:
    picture = np.full((300, 300, 3), 60, np.uint8)
    picture[80:120, 80:120] = picture[125:165, 80:120] = 255  # two faces, 5 px apart
    found = [Peak(100.0, y, 40.0, 0.8, np.full(6, 1 / 6)) for y in (100.0, 145.0)]
    upper, lower = look_closer([SeesWhite()], picture, found)
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
        [Stubborn(), SeesWhite()], picture, [Peak(100.0, 100.0, 40.0, 0.8, np.full(6, 1 / 6))]
    )
    assert seen.any_die > 0.5


def test_what_no_look_takes_for_a_die_is_left_out() -> None:
    nothing = Peak(100.0, 100.0, 40.0, 0.8, np.full(6, 1 / 6))
    assert not look_closer([SeesWhite()], np.full((300, 300, 3), 60, np.uint8), [nothing])


def test_a_network_that_is_no_face_reader_of_this_build_is_refused() -> None:
    with pytest.raises(ValueError, match=r"finder\.onnx is no face reader"):
        FaceReader(SHIPPED / FINDER_FILE)
