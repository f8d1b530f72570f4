"""How sure a reading is: the probability of a die's top face, times those of lying flat and of its value.

The first and the last are logistic functions of a few measures, fitted to dice that the networks had not seen
by ``python -m vision.training calibrate``; docs/accuracy.md shows how well they hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.dice.classes import COCKED, STACKED
from vision.dice.closer import Reading
from vision.dice.company import LEAST, Picture, log_odds, one_a_die
from vision.ports import Floats

ACCEPT_THRESHOLD = 0.97
"""A value is taken without asking at or above this confidence; see docs/accuracy.md."""

AT_EASE_PX = 30.0
"""From this size on dice are read as well as large ones."""

MOST_LEAD = 9.0
MOST_SURE = 6.0
"""Log-odds of a top face above a reading, and of figures, beyond which nothing is surer."""

LEAST_AGREED = 0.01
"""The finder's share of a value below which it speaks no louder against it."""


class Weights(NamedTuple):
    """An offset and the weights of `die_measures`, and of `value_measures`."""

    die: Sequence[float]
    value: Sequence[float]


FITTED = Weights(
    die=(-7.525, 0.854, 1.011, -0.008, -1.794, -0.467, -0.673, -0.750, 0.137),
    value=(0.444, 0.331, 0.603, 0.657),
)
"""To dice that the networks had not seen, as ``python -m vision.training calibrate`` prints them."""

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


def die_measures(reading: Reading, picture: Picture) -> Floats:
    """Measure (8,) whether this is a die's top face.

    The log-odds of a die by the close looks and by the finder; `Picture.off_size`; `Picture.outshone`; the
    log-odds of a top face above it; `Picture.doubted_likes`; the log-odds of figures in place of pips; and
    the logarithm of the share that the finder gives the likeliest value.
    """
    agreed = max(float(reading.peak.odds[reading.value - 1]), LEAST_AGREED)
    return np.array(
        [
            log_odds(reading.any_die),
            log_odds(reading.peak.seen),
            picture.off_size(reading),
            picture.outshone(reading),
            _at_most(MOST_SURE, log_odds(reading.above)),
            picture.doubted_likes(reading),
            _at_most(MOST_SURE, log_odds(reading.figures)),
            np.log(agreed),
        ]
    )


def value_measures(reading: Reading) -> Floats:
    """Measure (3,) whether the likeliest value of a die is right.

    Its log-odds; its lead over the second; how much too small the die is to be read at ease, as a logarithm.
    More measures - the finder's share of the value, that in the worst look - told nothing beyond these.
    """
    second, best = np.sort(reading.odds[1:7])[-2:]
    lead = min(np.log(max(best, LEAST) / max(second, LEAST)), MOST_LEAD)
    return np.array([log_odds(float(best)), lead, np.log(min(reading.size_px / AT_EASE_PX, 1.0))])


def die_probability(reading: Reading, picture: Picture, weights: Weights = FITTED) -> float:
    """Give the probability that this is a die's top face."""
    return _logistic(weights.die, die_measures(reading, picture))


def flat_probability(reading: Reading) -> float:
    """Give the probability that a die lies flat, and on no other."""
    odds = reading.odds
    flat, leaning = float(odds[1:7].sum()), float(odds[COCKED] + odds[STACKED])
    return flat / max(flat + leaning / LEANING_RARER, LEAST)


def told_of(
    readings: Sequence[Reading], *, on_sheets: bool = False, weights: Weights = FITTED
) -> list[tuple[Reading, float]]:
    """Choose the readings that are told as dice, each with its confidence.

    That is the probability that this is a die's top face, that it lies flat, and that its likeliest value is
    right. Of two faces of one die one is told, and doubted as it should be; but on sheets both are, since
    there whole cubes are compared.
    """
    seen = Picture.of(readings)
    least = LEAST_ON_SHEETS if on_sheets else LEAST_DIE
    probable = [(each, p) for each in readings if (p := die_probability(each, seen, weights)) >= least]
    likely, die = [each for each, _ in probable], [p for _, p in probable]
    tops = dict.fromkeys(range(len(likely)), 1.0) if on_sheets else one_a_die(likely, die)
    return [(likely[nth], top * die[nth] * readable(likely[nth], weights)) for nth, top in tops.items()]


def readable(reading: Reading, weights: Weights = FITTED) -> float:
    """Give the probability that, if it is a die, it lies flat and its likeliest value is right."""
    return flat_probability(reading) * _logistic(weights.value, value_measures(reading))


def shares_of(reading: Reading) -> Floats:
    """Give the odds (6,) of the values, as things stand if it is a die: they sum to 1."""
    values = reading.odds[1:7] + LEAST
    return values / values.sum()


def _logistic(weights: Sequence[float], seen: Floats) -> float:
    return float(1 / (1 + np.exp(-(weights[0] + float(np.dot(weights[1:], seen))))))


def _at_most(most: float, odds: float) -> float:
    return float(np.clip(odds, -most, most))
