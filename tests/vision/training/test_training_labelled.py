"""Where the top face of a labelled die is: a box holds its front face, too."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.networks import Peak
from vision.training import labelled
from vision.training.scenes import IGNORED, Truth

PLACES = np.zeros((250, 250, 3), np.uint8)
PLACES[..., 1], PLACES[..., 0] = np.mgrid[0:250, 0:250]
"""A picture whose pixels tell where they are, so that a part of it tells where it was cut out."""

SQUARE, TALL = (100, 100, 40, 40), (100, 80, 40, 80)
TOP, FRONT = (120.0, 102.0, 30.0), (120.0, 138.0, 30.0)


class Sees:
    """A finder that sees top faces at (x, y, size), each as surely as is told."""

    def __init__(self, *seen: tuple[float, float, float, float]) -> None:
        self._seen = seen

    def look(self, image: np.ndarray, scale: float) -> list[Peak]:
        left, top, _ = image[0, 0]
        return [Peak(x - left, y - top, size, sure, np.full(6, 1 / 6)) for x, y, size, sure in self._seen]


def found(box: tuple[int, ...], *seen: tuple[float, float, float, float]) -> Truth:
    return labelled.found(PLACES, box, labelled.guessed("roboflow_table", 4, box), Sees(*seen))


def test_in_a_tall_box_the_upper_of_two_faces_is_the_top() -> None:
    assert found(TALL, (*FRONT, 0.9), (*TOP, 0.5))[:4] == (4, *TOP)


def test_the_front_face_of_a_tall_box_is_not_taught_as_the_top() -> None:
    ignored = found(TALL, (*FRONT, 0.9))
    assert (ignored.label, ignored.size_px) == (IGNORED, 80)


def test_in_a_square_box_the_likeliest_face_is_the_top() -> None:
    side = (122.0, 106.0, 25.0)
    assert found(SQUARE, (121.0, 122.0, 30.0, 0.9), (*side, 0.5))[:4] == (4, 121.0, 122.0, 30.0)


@pytest.mark.parametrize(
    "unfit",
    [
        (120.0, 112.0, 30.0, 0.2),  # hardly seen
        (120.0, 112.0, 90.0, 0.9),  # a heap of dice
        (120.0, 112.0, 12.0, 0.9),  # a pip
        (170.0, 112.0, 30.0, 0.9),  # the die beside it
    ],
)
def test_what_is_no_top_face_of_this_box_is_not_taken_for_one(unfit: tuple[float, ...]) -> None:
    assert found(SQUARE, unfit)[:4] == found(SQUARE)[:4] == (4, 119.5, 119.5, pytest.approx(28.8))
    assert found(TALL, unfit).label == IGNORED


def test_a_box_about_pips_holds_no_front_face() -> None:
    """matteo_webcam's boxes enclose the pips: those of a 2 or a 3 may be tall."""
    pips = (115, 90, 10, 40)
    guess = labelled.guessed("matteo_webcam", 2, pips)
    assert labelled.found(PLACES, pips, guess, Sees()) is guess
    assert guess[:4] == (2, 119.5, 109.5, 54.0)
