"""A sheet that lies where its print was found is known by a few points of the frame."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.ports import Image
from vision.prints.print_watch import PrintLook

SIZE_PX = (480, 640)
MIDDLES_PX = np.array([(x, y) for x in range(80, 600, 40) for y in range(60, 440, 40)], float)


def a_print(seed: int = 1) -> Image:
    """Blots of all sizes, as art has them."""
    rng = np.random.default_rng(seed)
    blots = sum(
        scale * cv2.GaussianBlur(rng.normal(0, 1, SIZE_PX), (0, 0), scale) * scale
        for scale in (2.0, 4.0, 8.0)
    )
    return np.clip(128 + 6 * blots, 0, 255).astype(np.uint8)


def seen(picture: Image, seed: int = 7) -> Image:
    """Add the noise of a camera."""
    noise = np.random.default_rng(seed).normal(0, 2, SIZE_PX)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def moved(picture: Image, right: float, down: float, turn_deg: float = 0.0) -> Image:
    matrix = cv2.getRotationMatrix2D((320, 240), turn_deg, 1)
    matrix[:, 2] += (right, down)
    return cv2.warpAffine(
        picture, matrix, SIZE_PX[::-1], flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
    )


@pytest.fixture
def look() -> PrintLook:
    kept = PrintLook.of(seen(a_print(), 3), MIDDLES_PX)
    assert kept is not None
    return kept


def test_noise_and_another_light_do_not_move_a_sheet(look: PrintLook) -> None:
    picture = a_print()
    assert look.lies_still(seen(picture))
    assert look.lies_still(seen((0.8 * picture).astype(np.uint8)))
    assert look.lies_still(seen(cv2.add(picture, 15)))


def test_things_on_a_third_of_a_sheet_do_not_move_it(look: PrintLook) -> None:
    covered = a_print()
    covered[:, 430:] = 90
    assert look.lies_still(seen(covered))


@pytest.mark.parametrize(
    ("right", "down", "turn_deg"),
    [(0.4, 0.0, 0.0), (0.0, -0.4, 0.0), (0.0, 0.0, 0.1), (1.0, 1.0, 0.0), (3.0, 0.0, 0.0), (25.0, 40.0, 0.0),
     (0.0, 0.0, 3.0), (0.0, 0.0, 180.0)],
)  # fmt: skip
def test_a_sheet_that_moved_is_noticed(look: PrintLook, right: float, down: float, turn_deg: float) -> None:
    assert not look.lies_still(seen(moved(a_print(), right, down, turn_deg)))


def test_a_tenth_of_a_pixel_is_no_movement(look: PrintLook) -> None:
    assert look.lies_still(seen(moved(a_print(), 0.1, 0.0)))


def test_another_print_an_even_one_and_a_frame_of_another_size_are_noticed(look: PrintLook) -> None:
    assert not look.lies_still(seen(a_print(2)))
    assert not look.lies_still(np.full(SIZE_PX, 128, np.uint8))
    assert not look.lies_still(seen(a_print())[:-1])


def test_a_sheet_of_which_most_is_hidden_is_looked_for(look: PrintLook) -> None:
    covered = a_print()
    covered[:, 200:] = 90
    assert not look.lies_still(seen(covered))


def test_too_few_windows_tell_nothing() -> None:
    assert PrintLook.of(a_print(), MIDDLES_PX[:5]) is None
    assert PrintLook.of(a_print(), MIDDLES_PX + np.array((1000.0, 0.0))) is None
