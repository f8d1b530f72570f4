"""Colours that are shown far apart: what hardly differs comes out, and noise stays noise."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.dice.contrast import MEAN, NOISE, SPREAD, decorrelated
from vision.dice.crops import CLOSE_TOP_PX, CROP_PX

MIDDLE = (CROP_PX // 2, CROP_PX // 2)


def smoky_die() -> tuple[np.ndarray, np.ndarray]:
    """Give a cut of a dark die with a red pip that is no lighter, under a lamp; and where the pip is."""
    light = np.linspace(0, 150, CROP_PX)[None, :, None]
    cut = np.full((CROP_PX, CROP_PX, 3), 60.0) + light
    pip = cv2.circle(np.zeros((CROP_PX, CROP_PX), np.uint8), MIDDLE, 4, 1, cv2.FILLED) > 0
    cut[pip] += (-6, -6, 12)
    return cut.astype(np.uint8), pip


def told_apart(cut: np.ndarray, pip: np.ndarray) -> float:
    """Say how far the pip's colour is from its surroundings', in standard deviations of the face's."""
    face = cv2.circle(np.zeros(pip.shape, np.uint8), MIDDLE, 13, 1, cv2.FILLED) > 0
    about = face & ~pip & (np.abs(np.arange(CROP_PX) - MIDDLE[0]) < 5)  # in the same light
    seen = cut.astype(float)
    return float(np.linalg.norm(seen[pip].mean(0) - seen[about].mean(0)) / seen[face].std(axis=0).mean())


def test_a_pip_that_differs_less_than_the_light_does_stands_out() -> None:
    cut, pip = smoky_die()
    assert told_apart(cut, pip) < 1.3
    assert told_apart(decorrelated(cut, CLOSE_TOP_PX), pip) > 2.5


@pytest.mark.parametrize("grey", [0, 128, 255])
def test_what_has_one_colour_is_shown_as_one(grey: int) -> None:
    shown = decorrelated(np.full((CROP_PX, CROP_PX, 3), grey, np.uint8), CLOSE_TOP_PX)
    assert (shown == round(MEAN)).all()


def test_noise_is_made_no_more_of_than_is_said() -> None:
    rng = np.random.default_rng(4)
    noise = rng.normal(0, 2, (CROP_PX, CROP_PX, 3))
    shown = decorrelated((128 + noise).round().astype(np.uint8), CLOSE_TOP_PX)
    assert shown.std() < 2.2 * SPREAD / NOISE


def test_the_colour_of_the_light_makes_little_difference() -> None:
    cut, _ = smoky_die()
    warm = (cut * (0.7, 0.9, 1.2)).astype(np.uint8)
    shown, shown_warm = (decorrelated(each, CLOSE_TOP_PX).astype(int) for each in (cut, warm))
    assert np.abs(warm.astype(int) - cut).mean() > 15
    assert np.abs(shown_warm - shown).mean() < 10
    assert shown.shape == cut.shape
