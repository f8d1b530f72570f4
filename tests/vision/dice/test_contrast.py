"""Colours that are shown far apart: what hardly differs comes out, and noise stays noise."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.dice.cuts.contrast import MEAN, NOISE, SPREAD, TINT_NOISE, TINT_WAYS, decorrelated, tints
from vision.dice.cuts.crops import CLOSE_TOP_PX, CROP_PX

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


def test_in_tints_alone_a_pip_stands_out_and_mirrored_light_does_not() -> None:
    cut, pip = smoky_die()
    hook = np.zeros(pip.shape, bool)
    hook[24:28, 26:38] = True
    cut[hook] = 235
    shown = tints(cut, CLOSE_TOP_PX).astype(int)[..., 0]
    about = ~pip & ~hook
    assert shown[pip].mean() > shown[about].mean() + 60
    assert abs(shown[hook].mean() - shown[about].mean()) < 10
    spread = decorrelated(cut, CLOSE_TOP_PX).astype(int)
    assert (spread[hook].mean(0) - spread[about].mean(0)).min() > 30  # there the light stands out, too


@pytest.mark.parametrize("swap", [(0, 1, 2), (2, 1, 0)])
def test_the_rarer_tint_is_shown_bright_whichever_it_is(swap: tuple[int, ...]) -> None:
    cut, pip = smoky_die()
    shown = tints(np.ascontiguousarray(cut[..., swap]), CLOSE_TOP_PX).astype(int)[..., 0]
    assert shown[pip].mean() > shown[~pip].mean() + 60


def test_a_grey_picture_has_no_tints() -> None:
    grey = np.random.default_rng(3).integers(0, 256, (CROP_PX, CROP_PX, 1), np.uint8).repeat(3, axis=2)
    assert (np.abs(tints(grey, CLOSE_TOP_PX).astype(int) - MEAN) <= 1).all()
    assert TINT_WAYS @ np.ones(3) == pytest.approx(0)


def test_noise_of_tints_is_made_no_more_of_than_is_said() -> None:
    noise = np.random.default_rng(4).normal(0, 2, (CROP_PX, CROP_PX, 3))
    shown = tints((128 + noise).round().astype(np.uint8), CLOSE_TOP_PX)
    assert shown[..., :2].std() < 2.2 * SPREAD / TINT_NOISE
