"""How sure a reading is: whether this is a die at all, and the share of such readings that are right.

Both are logistic functions of a few measures, fitted by ``python -m vision.training calibrate`` to
dice that the networks had not seen; docs/accuracy.md shows how well they hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.closer import Reading
from vision.ports import Floats

ACCEPT_THRESHOLD = 0.98
"""A value is taken without asking at or above this confidence; see docs/accuracy.md."""

AT_EASE_PX = 30.0
"""From this size on dice are read as well as large ones."""

LEAST = 1e-5
MOST_LEAD = 9.0
BESIDE, MOST_OUTSHONE = 1.1, 6.0
"""Two top faces lie about a side apart or more; so does a die's side face from its top."""

COMPANY = 2
"""So many other dice that are beyond doubt say how large a die is in this picture."""

BEYOND_DOUBT = 0.97


RIGHT = (-3.4, 0.335, 0.125, -0.076, -0.126, 0.422, 0.791, 1.516, -1.074, -1.312)
"""Offset and weights of `measures`."""

DIE = (-2.515, 1.038, 1.609, -0.71, -1.246)
"""Offset and weights of `die_measures`."""

LEAST_DIE = 0.45
"""Below this probability of a die nothing is reported. With a lower one more dice are found on sets that the
networks have not seen, and more is told that is none (docs/accuracy.md)."""

LEAST_ON_SHEETS = 0.1
"""Where sheets are in view: how large a die is is known there, and the tray is plain. A die that is doubted
is asked about, one that is not told of is never asked about. It was chosen, not fitted."""


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

    def outshone(self, reading: Reading) -> float:
        """Say by how much, as log-odds, a reading beside this one, perhaps the top face, is likelier."""
        beside = (
            other
            for other in self.readings
            if other is not reading
            and np.hypot(other.x_px - reading.x_px, other.y_px - reading.y_px)
            < BESIDE * (other.size_px + reading.size_px) / 2
        )
        most = max((_log_odds(other.die) for other in beside), default=-np.inf)
        return float(np.clip(most - _log_odds(reading.die), 0.0, MOST_OUTSHONE))


def die_measures(reading: Reading, picture: Picture) -> Floats:
    """Measure (4,) whether this is a die.

    The log-odds of a die by the close looks and by the finder; how far its size is from that of
    the others in the picture, as a logarithm; and `Picture.outshone`.
    """
    usual_px = picture.usual_px
    off = min(abs(np.log(reading.size_px / usual_px)), 1.5) if usual_px else 0.0
    return np.array([_log_odds(reading.die), _log_odds(reading.peak.seen), off, picture.outshone(reading)])


def measures(reading: Reading, picture: Picture) -> Floats:
    """Measure (9,) whether the likeliest value is right.

    Its log-odds; its lead over the second; the finder's logarithm of its share; the logarithm of its share
    in the worst look; how much too small the die is to be read at ease, as a logarithm; then `die_measures`.
    """
    values = reading.odds[1:7]
    second, best = np.sort(values)[-2:]
    value = int(values.argmax())
    worst = min(float(look[value + 1]) for look in reading.looks)
    lead = min(np.log(max(best, LEAST) / max(second, LEAST)), MOST_LEAD)
    shares = [np.log(max(share, 1e-3)) for share in (float(reading.peak.odds[value]), worst)]
    small = np.log(min(reading.size_px / AT_EASE_PX, 1.0))
    return np.array([_log_odds(float(best)), lead, *shares, small, *die_measures(reading, picture)])


def die_probability(reading: Reading, picture: Picture) -> float:
    """Give the probability that this is a die's top face."""
    return _logistic(DIE, die_measures(reading, picture))


def confidence_of(reading: Reading, picture: Picture) -> float:
    """Give the probability that the likeliest value is right, and this a die."""
    return _logistic(RIGHT, measures(reading, picture))


def shares_of(reading: Reading) -> Floats:
    """Give the odds (6,) of the values, as things stand if it is a die: they sum to 1."""
    values = reading.odds[1:7] + LEAST
    return values / values.sum()


def _logistic(weights: Sequence[float], seen: Floats) -> float:
    return float(1 / (1 + np.exp(-(weights[0] + float(np.dot(weights[1:], seen))))))


def _log_odds(p: float) -> float:
    safe = float(np.clip(p, LEAST, 1 - LEAST))
    return float(np.log(safe / (1 - safe)))
