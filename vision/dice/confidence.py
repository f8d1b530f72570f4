"""How sure a reading is: the probability of a die's top face, times those of lying flat and of its value.

The first and the last are logistic functions of a few measures, fitted to dice that the networks had not seen
by ``python -m vision.training calibrate``; docs/accuracy.md shows how well they hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.classes import COCKED, STACKED
from vision.dice.closer import Reading
from vision.ports import Floats

ACCEPT_THRESHOLD = 0.97
"""A value is taken without asking at or above this confidence; see docs/accuracy.md."""

AT_EASE_PX = 30.0
"""From this size on dice are read as well as large ones."""

LEAST = 1e-5
MOST_LEAD = 9.0
MOST_ABOVE = 6.0
"""Log-odds of a top face above a reading, or of none, beyond which nothing is surer."""

BESIDE, MOST_OUTSHONE = 1.1, 6.0
"""Two top faces lie about a side apart or more; so does a die's side face from its top."""

COMPANY = 2
"""So many other dice that are beyond doubt say how large a die is in this picture."""

BEYOND_DOUBT = 0.97

DIE = (-4.101, 1.186, 1.32, -0.469, -1.166, -0.262)
"""Offset and weights of `die_measures`."""

VALUE = (0.112, 0.174, 0.726, 0.352)
"""Offset and weights of `value_measures`."""

LEAST_DIE = 0.5
"""Below this probability of a die nothing is reported. With a lower one more dice are found on sets that the
networks have not seen, and more is told that is none (docs/accuracy.md)."""

LEAST_ON_SHEETS = 0.1
"""Where sheets are in view: how large a die is is known there, and the tray is plain. A die that is doubted
is asked about, one that is not told of is never asked about. It was chosen, not fitted."""


LEANING_RARER = 10.0
"""So many times rarer than among the dice that were learned from are leaning and stacked ones on a table. A
slanted look at a flat die is easily taken for a lean: by networks without photographs two in a hundred
of the dice on them were. It was chosen, not fitted: no photograph shows a die that leans."""


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
    """Measure (5,) whether this is a die's top face.

    The log-odds of a die by the close looks and by the finder; how far its size is from that of the others
    in the picture, as a logarithm; `Picture.outshone`; and the log-odds of a top face above it.
    """
    usual_px = picture.usual_px
    off = min(abs(np.log(reading.size_px / usual_px)), 1.5) if usual_px else 0.0
    above = float(np.clip(_log_odds(reading.above), -MOST_ABOVE, MOST_ABOVE))
    sure = _log_odds(reading.die), _log_odds(reading.peak.seen)
    return np.array([*sure, off, picture.outshone(reading), above])


def value_measures(reading: Reading) -> Floats:
    """Measure (3,) whether the likeliest value of a die is right.

    Its log-odds; its lead over the second; how much too small the die is to be read at ease, as a logarithm.
    More measures - the finder's share of the value, that in the worst look - told nothing beyond these.
    """
    second, best = np.sort(reading.odds[1:7])[-2:]
    lead = min(np.log(max(best, LEAST) / max(second, LEAST)), MOST_LEAD)
    return np.array([_log_odds(float(best)), lead, np.log(min(reading.size_px / AT_EASE_PX, 1.0))])


def die_probability(reading: Reading, picture: Picture) -> float:
    """Give the probability that this is a die's top face."""
    return _logistic(DIE, die_measures(reading, picture))


def flat_probability(reading: Reading) -> float:
    """Give the probability that a die lies flat, and on no other."""
    odds = reading.odds
    flat, leaning = float(odds[1:7].sum()), float(odds[COCKED] + odds[STACKED])
    return flat / max(flat + leaning / LEANING_RARER, LEAST)


def confidence_of(reading: Reading, picture: Picture) -> float:
    """Give the probability that this is a die, that it lies flat, and that the likeliest value is right."""
    right = _logistic(VALUE, value_measures(reading))
    return die_probability(reading, picture) * flat_probability(reading) * right


def shares_of(reading: Reading) -> Floats:
    """Give the odds (6,) of the values, as things stand if it is a die: they sum to 1."""
    values = reading.odds[1:7] + LEAST
    return values / values.sum()


def _logistic(weights: Sequence[float], seen: Floats) -> float:
    return float(1 / (1 + np.exp(-(weights[0] + float(np.dot(weights[1:], seen))))))


def _log_odds(p: float) -> float:
    safe = float(np.clip(p, LEAST, 1 - LEAST))
    return float(np.log(safe / (1 - safe)))
