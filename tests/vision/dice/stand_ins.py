"""Finders and readers of faces that see what a test wants, and a picture to show them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.dice.classes import CLASSES
from vision.dice.cuts.crops import CROP_PX
from vision.dice.networks import Faces, Peak

EVEN = np.full(6, 1 / 6)
ONE = Peak(100.0, 100.0, 40.0, 0.8, EVEN)


def white_faces(*tops: int) -> np.ndarray:
    """Draw faces of 40 px with a faint spot each, one below the other, on a dark ground."""
    picture = np.full((300, 300, 3), 60, np.uint8)
    for top in tops:
        picture[top : top + 40, 80:120] = 255
        picture[top + 10 : top + 17, 90:97] = 180
    return picture


class SeesWhite:
    """Takes what is much brighter in a cut's middle than in its corner for a 2, all else for nothing."""

    top_px, side_px = 34.0, CROP_PX
    rise = (0.0, 0.5)

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        odds = np.full((len(cuts), CLASSES), 1e-3)
        for row, cut in zip(odds, cuts, strict=True):
            row[2 if cut[28:36, 28:36].min() > cut[0, 0].max() + 100 else 0] = 1
        return Faces(odds, np.zeros((len(cuts), 2)), np.ones(len(cuts)), np.tile(self.rise, (len(cuts), 1)))


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


class Tallies(SeesWhite):
    """Counts the cuts that it is shown."""

    def __init__(self) -> None:
        self.shown = 0

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        self.shown += len(cuts)
        return super().read(cuts)


class Stubborn(SeesWhite):
    """Takes everything for nothing, but not beyond doubt."""

    def __init__(self, none: float = 0.9) -> None:
        self._none = none

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        odds = np.full((len(cuts), CLASSES), (1 - self._none) / (CLASSES - 1))
        odds[:, 0] = self._none
        return Faces(odds, np.zeros((len(cuts), 2)), np.ones(len(cuts)), np.zeros((len(cuts), 2)))


class Sees(SeesWhite):
    """Takes everything for some values, one as likely as the others, and keeps what it was shown."""

    def __init__(self, *values: int) -> None:
        self._values, self.shown = values, list[np.ndarray]()

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        self.shown += list(cuts)
        odds = np.full((len(cuts), CLASSES), 1e-3)
        odds[:, self._values] = 1 / len(self._values)
        return Faces(odds, np.zeros((len(cuts), 2)), np.ones(len(cuts)), np.zeros((len(cuts), 2)))


class Counts(SeesWhite):
    """Takes everything for a 2 that points some way, and counts what it is shown."""

    def __init__(self, rise: tuple[float, float] = (0.0, 0.0)) -> None:
        self.rise, self.shown = rise, 0

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        self.shown += len(cuts)
        odds = np.full((len(cuts), CLASSES), 1e-3)
        odds[:, 2] = 1
        return Faces(odds, np.zeros((len(cuts), 2)), np.ones(len(cuts)), np.tile(self.rise, (len(cuts), 1)))
