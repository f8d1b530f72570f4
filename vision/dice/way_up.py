"""Which way is up in a picture: all dice that lie flat on one table point there, as one camera sees them.

The side of a die that is taken for a top, and a die that leans, point elsewhere.

Convention: pixels of the picture given, origin top left, x right, y down; a rise is how far in the picture a
point moves that goes one side further out of a die, through its top face, in sides of that face.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.dice.closer import Reading
from vision.ports import Floats

NOISE = 0.15
"""Deviation of a rise that the close looks see from the true one; 0.05 to 0.15 was measured."""


class Guess(NamedTuple):
    """What is guessed before any die is seen.

    ``ahead`` (2,) is the rise in the middle, ``spread`` by how much it differs from one end of the picture to
    the other; ``.._within`` are their deviations.
    """

    ahead: tuple[float, float]
    ahead_within: tuple[float, float]
    spread: float
    spread_within: float


OF_PICTURES = Guess((0.0, -0.35), (0.3, 0.45), 0.7, 0.2)
"""Most cameras stand on their feet and look down slantingly; the long side over the focal length is that of
telephones and webcams."""

OF_PARTS = Guess((0.0, -0.35), (0.5, 0.6), 0.3, 0.3)
"""Of a part of a picture nobody knows which it is, or how large the whole is."""

FAR_OFF = 1.5
"""What is farther off than so many deviations counts less the farther it is: it may be no top face."""

ROUNDS = 3
"""Of weighing the readings anew (Huber, Robust Estimation of a Location Parameter, 1964)."""


class WayUp:
    """What the sure dice of a picture say of the way up.

    Seen by a pinhole, the rise at a place is nearly ``ahead + spread * place``, with the place from the
    picture's middle in its long sides.

    Parameters
    ----------
    sure
        The readings that speak.
    shape
        Height and width of the picture in px.
    guess
        What is known before any die is seen.
    """

    def __init__(self, sure: Sequence[Reading], shape: tuple[int, int], guess: Guess = OF_PICTURES) -> None:
        self._long_px = max(shape)
        self._middle_px = (np.array(shape[::-1]) - 1) / 2
        self._nth = {each: nth for nth, each in enumerate(sure)}
        self._rows = np.stack([self._row(each) for each in sure]) if sure else np.zeros((0, 2, 3))
        self._rises = np.array([each.rise for each in sure]).reshape(-1, 2)
        self._known = np.diag(np.array([*guess.ahead_within, guess.spread_within]) ** -2)
        self._toward = self._known @ (*guess.ahead, guess.spread)
        self._speaks = np.full(len(self._rises), NOISE**-2)
        for _ in range(ROUNDS):
            off = np.hypot(*(self._rises - self._rows @ np.linalg.solve(*self._sums(self._speaks))).T)
            self._speaks = NOISE**-2 / np.maximum(1.0, off / (FAR_OFF * NOISE))

    def askew(self, reading: Reading) -> float:
        """Say how many deviations a reading's rise is from what the others let expect."""
        speaks = self._speaks.copy()
        if reading in self._nth:
            speaks[self._nth[reading]] = 0
        known, toward = self._sums(speaks)
        row = self._row(reading)
        off = reading.rise - row @ np.linalg.solve(known, toward)
        unsure = row @ np.linalg.solve(known, row.T) + NOISE**2 * np.eye(2)
        return float(np.sqrt(off @ np.linalg.solve(unsure, off)))

    def others(self, reading: Reading) -> int:
        """Say how many other readings tell which way is up."""
        return len(self._rises) - (reading in self._nth)

    def _sums(self, speaks: Floats) -> tuple[Floats, Floats]:
        """Give the normal equations of a fit to the readings, each with its weight."""
        known = self._known + np.einsum("n,nij,nik->jk", speaks, self._rows, self._rows)
        return known, self._toward + np.einsum("n,nij,ni->j", speaks, self._rows, self._rises)

    def _row(self, reading: Reading) -> Floats:
        place = (np.array([reading.x_px, reading.y_px]) - self._middle_px) / self._long_px
        return np.column_stack([np.eye(2), place])
