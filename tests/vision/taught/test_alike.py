"""Kinds that cannot be told apart are named before the game, with what would help."""

import cv2
import numpy as np

from vision.taught.alike import alike_pairs
from vision.taught.looks import Example, Looks, Shape

DISC = Shape("disc", (16.0, 16.0))
TILE = Shape("square", (40.0, 40.0))


def disc(colour: tuple[int, int, int], seed: int = 0) -> np.ndarray:
    image = np.full((90, 90, 3), (110, 150, 165), np.uint8)
    cv2.circle(image, (45, 45), 30, colour, -1, cv2.LINE_AA)
    noise = np.random.default_rng(seed).normal(0, 2, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def tile(seed: int, turned: int = 0) -> np.ndarray:
    image = np.full((90, 90, 3), (110, 150, 165), np.uint8)
    paint = np.random.default_rng(seed).integers(20, 235, (4, 4, 3), dtype=np.uint8)
    image[15:75, 15:75] = np.rot90(cv2.resize(paint, (60, 60), interpolation=cv2.INTER_CUBIC), -turned)
    return image


def learned(pictures: dict[str, np.ndarray], shape: Shape) -> Looks:
    return Looks.learn(
        [Example(kind, each) for kind, each in pictures.items()], dict.fromkeys(pictures, shape)
    )


def test_kinds_that_differ_clearly_are_not_named() -> None:
    kinds = {"red": (40, 40, 200), "green": (60, 150, 50), "blue": (180, 90, 30), "white": (228, 230, 232)}
    assert alike_pairs(learned({kind: disc(colour) for kind, colour in kinds.items()}, DISC)) == []


def test_a_kind_shown_under_two_names_is_said_to_be_one() -> None:
    looks = learned(
        {"red": disc((40, 40, 200)), "green": disc((60, 150, 50)), "rot": disc((41, 40, 201), 1)}, DISC
    )
    (pair,) = alike_pairs(looks)
    assert (pair.first, pair.second, pair.same) == ("red", "rot", True)
    assert "two names" in str(pair.said)


def test_two_reds_are_said_to_want_a_better_light() -> None:
    (pair,) = alike_pairs(learned({"red": disc((40, 40, 200)), "wine": disc((44, 36, 158))}, DISC))
    assert pair.differ_by in ("colour", "nothing")


def test_tiles_that_differ_in_their_turn_alone_are_said_to() -> None:
    (pair,) = alike_pairs(learned({"ahead": tile(1), "right": tile(1, turned=1), "other": tile(2)}, TILE))
    assert (pair.first, pair.second, pair.differ_by) == ("ahead", "right", "turn")
