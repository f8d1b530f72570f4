"""What is wrong with a whole frame: small things on an even table count, noise and gleams do not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.view.troubles import frame_problems, small_grey


def codes(frame: np.ndarray) -> list[str]:
    return [problem.code for problem in frame_problems(small_grey(frame))]


def ground(level: int, noise: float = 2.0) -> np.ndarray:
    grains = np.random.default_rng(1).normal(0, noise, (960, 1280))
    return np.clip(level + grains, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("level", "body"), [(150, 235), (150, 60), (60, 120), (8, 200), (255, 120)], ids=str)
def test_one_die_on_an_even_table_is_something(level: int, body: int) -> None:
    frame = ground(level)
    assert codes(frame)
    cv2.rectangle(frame, (400, 460), (440, 500), body, -1)
    assert codes(frame) == []


@pytest.mark.parametrize("noise", [0, 2, 10, 20])
@pytest.mark.parametrize(("level", "code"), [(0, "too-dark"), (120, "blurred"), (255, "too-bright")])
def test_noise_on_an_even_frame_is_nothing(level: int, code: str, noise: float) -> None:
    assert codes(ground(level, noise)) == [code if (level, noise) != (255, 20) else "blurred"]


def test_a_gleam_in_a_covered_lens_is_nothing() -> None:
    frame = ground(5)
    cv2.circle(frame, (1200, 60), 30, 40, -1)
    assert codes(frame) == ["too-dark"]
