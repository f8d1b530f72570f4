"""Readings as the tests of the confidence make them up."""

from __future__ import annotations

import numpy as np

from vision.dice.classes import CLASSES
from vision.dice.company import Picture
from vision.dice.networks import Peak
from vision.dice.reading import Reading

UP = np.array([0.0, -0.35])
"""Up in a picture that is taken slantingly, in sides of a die."""

SHAPE = (240, 320)


def reading(share: float, size_px: float = 40.0, x_px: float = 100.0, rise: np.ndarray = UP) -> Reading:
    """A 3 that two looks give ``share``; what is left is spread over the other classes."""
    odds = np.full(CLASSES, (1 - share) / (CLASSES - 1))
    odds[3] = share
    peak = Peak(x_px, 100.0, size_px, 0.7, np.full(6, 1 / 6))
    return Reading(peak, x_px, 100.0, size_px, [odds, odds], [rise, rise], sceptic=odds)


def side_of(top: Reading, share: float, size_px: float, apart_px: float) -> Reading:
    """A side of this die, on its right: from both faces half a side leads to the middle of the cube."""
    way_px = np.array([apart_px, 0.0])
    rise = (top.size_px * top.rise + 2 * way_px) / size_px
    return reading(share, size_px, top.x_px + apart_px, rise)


def picture_of(readings: list[Reading]) -> Picture:
    """What the readings of a picture say of each other."""
    return Picture.of(readings, SHAPE)
