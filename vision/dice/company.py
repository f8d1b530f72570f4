"""What the readings of a picture say of each other: how large its dice are, and which are faces of one die.

Convention: pixels of the picture given, origin top left, x right, y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.closer import Reading

LEAST = 1e-5
"""Probabilities nearer to 0 or 1 tell no more."""

BESIDE, MOST_OUTSHONE = 1.1, 6.0
"""Two top faces lie about a side apart or more; so does a die's side face from its top."""

COMPANY = 2
"""So many other dice that are beyond doubt say how large a die is in this picture."""

BEYOND_DOUBT = 0.97
MOST_OFF = 1.5

ALIKE = 1.3
"""Sizes that differ by less than this factor are about the same."""

LIKELY, DOUBTED = 0.9, (0.5, 0.97)
"""Odds of a die: from the first on it speaks for those of its size, between the others against them."""

ONE_DIE, ONE_SIZE = 0.95, 1.12
"""Faces that are nearer than this, in their sides, belong to one die if their sizes differ by more than that
factor: a top and a side differ in size but where the camera looks down by 45 degrees, the tops of two dice
that touch do not. Of 23 such pairs on photographs never seen 22 were one die (docs/accuracy.md)."""

TOO_NEAR = 0.75
"""Tops of equal size are never as near, unless the camera looks down by less than 35 degrees."""

SIZE_SPEAKS = 8.0
"""Of two faces of one die the larger is the top, where the camera looks down by more than 45 degrees: so many
times the logarithm of their sizes' ratio counts like log-odds of a die."""


@dataclass(frozen=True)
class Picture:
    """All readings of a picture: each says something of the others.

    ``usual_px`` is the median size in px of the dice that are beyond doubt; None when these are too few.
    """

    readings: Sequence[Reading]
    usual_px: float | None

    @classmethod
    def of(cls, readings: Sequence[Reading]) -> Picture:
        """Find the usual size."""
        sizes = [each.size_px for each in readings if each.plain and each.die > BEYOND_DOUBT]
        return cls(readings, float(np.median(sizes)) if len(sizes) >= COMPANY else None)

    def off_size(self, reading: Reading) -> float:
        """Say how far, as a logarithm, a reading's size is from the usual one; 0 where none is known."""
        return min(abs(np.log(reading.size_px / self.usual_px)), MOST_OFF) if self.usual_px else 0.0

    def outshone(self, reading: Reading) -> float:
        """Say by how much, as log-odds, a reading beside this one, perhaps the top face, is likelier."""
        most = max(
            (log_odds(other.any_die) for other in self._others(reading) if apart(other, reading) < BESIDE),
            default=-np.inf,
        )
        return float(np.clip(most - log_odds(reading.any_die), 0.0, MOST_OUTSHONE))

    def doubted_likes(self, reading: Reading) -> float:
        """Compare how many others of about this size are doubted with how many are likely dice.

        As a logarithm. A board's counters are doubted one like the other, dice are not.
        """
        alike = [other.die for other in self._others(reading) if _ratio(other, reading) < ALIKE]
        doubted = sum(DOUBTED[0] < die < DOUBTED[1] for die in alike)
        return float(np.log1p(doubted) - np.log1p(sum(die > LIKELY for die in alike)))

    def _others(self, reading: Reading) -> list[Reading]:
        return [other for other in self.readings if other is not reading]


def one_a_die(readings: Sequence[Reading], die: Sequence[float]) -> list[int]:
    """Choose one of the readings that are faces of one die: the likelier and larger.

    Parameters
    ----------
    readings
        Those that are told of.
    die
        The probability of each of being a die's top face.

    Returns
    -------
    list of int
        The places of those that stay, in the order given.
    """
    rank = [
        log_odds(p) + SIZE_SPEAKS * np.log(reading.size_px) for reading, p in zip(readings, die, strict=True)
    ]
    kept: list[int] = []
    for nth in sorted(range(len(readings)), key=lambda each: -rank[each]):
        if not any(_of_one_die(readings[nth], readings[other]) for other in kept):
            kept.append(nth)
    return sorted(kept)


def _of_one_die(reading: Reading, other: Reading) -> bool:
    return apart(reading, other) < (ONE_DIE if _ratio(reading, other) > ONE_SIZE else TOO_NEAR)


def apart(reading: Reading, other: Reading) -> float:
    """Say how far two readings are apart, in the mean of their sides."""
    distance_px = np.hypot(other.x_px - reading.x_px, other.y_px - reading.y_px)
    return float(distance_px / ((other.size_px + reading.size_px) / 2))


def _ratio(reading: Reading, other: Reading) -> float:
    return max(reading.size_px, other.size_px) / min(reading.size_px, other.size_px)


def log_odds(p: float) -> float:
    """Give log(p / (1 - p)), kept finite."""
    safe = float(np.clip(p, LEAST, 1 - LEAST))
    return float(np.log(safe / (1 - safe)))
