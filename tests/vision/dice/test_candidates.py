"""At which sizes a picture is looked at for dice, when no sheet tells how large they are."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.candidates import CLOSER_LOOK_PX, LARGE_PICTURE_PX, LOOK_PX, candidates
from vision.dice.networks import Peak


class Finder:
    """Sees one die of a size, in px of what it is shown, in every picture; and notes what it is shown."""

    def __init__(self, size_px: float | None) -> None:
        self.shown_px: list[float] = []
        self._size_px = size_px

    def look(self, image: np.ndarray, scale: float) -> list[Peak]:
        self.shown_px.append(max(image.shape[:2]) * scale)
        if self._size_px is None:
            return []
        return [Peak(20.0, 20.0, self._size_px / scale, 0.9, np.full(6, 1 / 6))]


@pytest.mark.parametrize(
    ("long_px", "size_px", "closer"),
    [
        (1280, 30.0, False),
        (1280, None, True),
        (1280, 14.0, True),
        (LARGE_PICTURE_PX + 100, 30.0, True),
        (LOOK_PX, None, False),
    ],
    ids=["plain", "nothing found", "small dice", "large picture", "nothing finer to see"],
)
def test_a_picture_is_looked_at_closer_where_the_first_look_may_have_been_too_coarse(
    long_px: int, size_px: float | None, closer: bool
) -> None:
    finder = Finder(size_px)
    candidates(finder, np.zeros((long_px * 3 // 4, long_px, 3), np.uint8))
    assert finder.shown_px[0] == LOOK_PX
    finest = [px for px in finder.shown_px if px > LOOK_PX]
    assert [round(px) for px in finest] == ([min(long_px, CLOSER_LOOK_PX)] if closer else [])


class SeesPips(Finder):
    """Sees a pip, too, at the die's middle or beside it."""

    def __init__(self, away_px: float) -> None:
        super().__init__(40.0)
        self._away_px = away_px

    def look(self, image: np.ndarray, scale: float) -> list[Peak]:
        (die,) = super().look(image, scale)
        return [die._replace(x_px=die.x_px + self._away_px, size_px=12.0 / scale, seen=0.6), die]


@pytest.mark.parametrize(("away_px", "closer"), [(8.0, False), (80.0, True)])
def test_pips_of_a_die_are_no_small_dice(away_px: float, closer: bool) -> None:
    finder = SeesPips(away_px)
    candidates(finder, np.zeros((960, 1280, 3), np.uint8))
    assert (max(finder.shown_px) > LOOK_PX) == closer
