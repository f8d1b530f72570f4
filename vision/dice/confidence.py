"""How sure a reading is: whether this is a die at all, and the share of such readings that are right.

Both are logistic functions of a few measures, fitted by ``python -m vision.training calibrate`` to
dice that the networks had not seen; docs/accuracy.md shows how well they hold.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.dice.closer import Reading
from vision.ports import Floats

ACCEPT_THRESHOLD = 0.98
"""A value is taken without asking at or above this confidence; see docs/accuracy.md."""

DIE_AT_LEAST = 0.5
"""Probability that this is a die at all, below which nothing is reported."""

ON_A_SHEET = 0.2
"""The same where sheets are in view: how large a die is is known there, and the tray is plain. A die
that is doubted is asked about, one that is not told of is never asked about."""

RIGHT_WEIGHTS = (-2.36, 0.737, 0.1, 0.0, 0.093, 0.155, 1.0, -1.62)
DIE_WEIGHTS = (-3.08, 1.02, 0.863, -1.61)
"""Offset, and the weights of `measures` and `die_measures`."""

LEAST = 1e-5
MOST_LEAD = 9.0
COMPANY = 2
"""So many other dice that are beyond doubt say how large a die is in this picture."""

BEYOND_DOUBT = 0.97


def usual_size(readings: Sequence[Reading]) -> float | None:
    """Give the median size in px of the dice that are beyond doubt; None when these are too few."""
    sizes = [each.size_px for each in readings if each.plain and each.die > BEYOND_DOUBT]
    return float(np.median(sizes)) if len(sizes) >= COMPANY else None


def die_measures(reading: Reading, usual_px: float | None) -> Floats:
    """Measure (3,) whether this is a die.

    The log-odds of a die by the close looks and by the finder, and how far its size is from that of
    the others in the picture, as a logarithm.
    """
    off = min(abs(np.log(reading.size_px / usual_px)), 1.5) if usual_px else 0.0
    return np.array([_log_odds(reading.die), _log_odds(reading.peak.seen), off])


def measures(reading: Reading, usual_px: float | None) -> Floats:
    """Measure (7,) whether the likeliest value is right.

    Its log-odds; its lead over the second; the finder's logarithm of its share; the logarithm of its share
    in the worst look; then `die_measures`.
    """
    values = reading.odds[1:7]
    second, best = np.sort(values)[-2:]
    value = int(values.argmax())
    worst = min(float(look[value + 1]) for look in reading.looks)
    lead = min(np.log(max(best, LEAST) / max(second, LEAST)), MOST_LEAD)
    shares = [np.log(max(share, 1e-3)) for share in (float(reading.peak.odds[value]), worst)]
    return np.array([_log_odds(float(best)), lead, *shares, *die_measures(reading, usual_px)])


def die_probability(reading: Reading, usual_px: float | None) -> float:
    """Give the probability that this is a die's top face."""
    return _logistic(DIE_WEIGHTS, die_measures(reading, usual_px))


def confidence_of(reading: Reading, usual_px: float | None) -> float:
    """Give the probability that the likeliest value is right, and this a die."""
    return _logistic(RIGHT_WEIGHTS, measures(reading, usual_px))


def shares_of(reading: Reading) -> Floats:
    """Give the odds (6,) of the values, as things stand if it is a die: they sum to 1."""
    values = reading.odds[1:7] + LEAST
    return values / values.sum()


def _logistic(weights: Sequence[float], seen: Floats) -> float:
    return float(1 / (1 + np.exp(-(weights[0] + float(np.dot(weights[1:], seen))))))


def _log_odds(p: float) -> float:
    safe = float(np.clip(p, LEAST, 1 - LEAST))
    return float(np.log(safe / (1 - safe)))
