"""Readings as the tests of the confidence make them up."""

from __future__ import annotations

import numpy as np

from vision.dice.classes import CLASSES
from vision.dice.closer import Reading
from vision.dice.company import Picture
from vision.dice.networks import Peak

UP = np.array([0.0, -0.35])
"""Up in a picture that is taken slantingly, in sides of a die."""

SHAPE = (240, 320)


def reading(share: float, size_px: float = 40.0, x_px: float = 100.0) -> Reading:
    """A 3 that two looks give ``share``; what is left is spread over the other classes."""
    odds = np.full(CLASSES, (1 - share) / (CLASSES - 1))
    odds[3] = share
    peak = Peak(x_px, 100.0, size_px, 0.7, np.full(6, 1 / 6))
    return Reading(peak, x_px, 100.0, size_px, [odds, odds], [UP, UP])


def picture_of(readings: list[Reading]) -> Picture:
    """What the readings of a picture say of each other."""
    return Picture.of(readings, SHAPE)
