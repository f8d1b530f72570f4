"""How sure a reading is: the share of such readings that are right, on dice that the networks had not seen.

The weights are fitted by ``python -m vision.training calibrate``; docs/accuracy.md shows what holds.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.dice.closer import Reading
from vision.ports import Floats

ACCEPT_THRESHOLD = 0.97
"""A value is taken without asking at or above this confidence; see docs/accuracy.md."""

WEIGHTS = (-1.0, 0.6, 0.2, 0.1, 0.2, 0.1, -1.0)
"""Offset, and the weights of `features`."""

LEAST = 1e-5
MOST_LEAD = 9.0
COMPANY = 3
"""From so many dice on, their usual size says something about one that differs."""


def features(reading: Reading, company: Sequence[Reading]) -> Floats:
    """Measure a reading.

    Returns
    -------
    (6,)
        Log-odds of the likeliest value; its lead over the second; the finder's log-odds of a die; its
        log share of the value; the log share in the worst look; how far the size is from that of its
        company, as a logarithm.
    """
    values = reading.odds[1:7]
    second, best = np.sort(values)[-2:]
    value = int(values.argmax())
    worst = min(float(look[value + 1]) for look in reading.looks)
    sizes = [other.size_px for other in company if other is not reading]
    off = abs(np.log(reading.size_px / np.median(sizes))) if len(sizes) >= COMPANY else 0.0
    return np.array(
        [
            _log_odds(best),
            min(np.log(max(best, LEAST) / max(second, LEAST)), MOST_LEAD),
            _log_odds(reading.peak.seen),
            np.log(max(float(reading.peak.odds[value]), 1e-3)),
            np.log(max(worst, 1e-3)),
            min(off, 1.0),
        ]
    )


def confidence_of(reading: Reading, company: Sequence[Reading]) -> float:
    """Give the probability that the likeliest value is right, and this a die."""
    score = WEIGHTS[0] + float(np.dot(WEIGHTS[1:], features(reading, company)))
    return float(1 / (1 + np.exp(-score)))


def shares_of(reading: Reading) -> Floats:
    """Give the odds (6,) of the values, as things stand if it is a die: they sum to 1."""
    values = reading.odds[1:7] + LEAST
    return values / values.sum()


def _log_odds(p: float) -> float:
    safe = float(np.clip(p, LEAST, 1 - LEAST))
    return float(np.log(safe / (1 - safe)))
