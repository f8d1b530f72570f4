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

ACCEPT_THRESHOLD = 0.96
"""A value is taken without asking at or above this confidence; see docs/accuracy.md."""

AT_EASE_PX = 30.0
"""From this size on dice are read as well as large ones."""

MOST_LEAD = 9.0
MOST_SURE = 6.0
"""Log-odds of a top face above a reading, and of figures, beyond which nothing is surer."""

LEAST_AGREED = 0.01
"""The finder's share of a value below which it speaks no louder against it."""


class Told(NamedTuple):
    """A reading that is told as a die, its confidence, and the probability that it lies ``flat``."""

    reading: Reading
    confidence: float
    flat: float


class Weights(NamedTuple):
    """An offset and the weights of `die_measures`, and of `value_measures`."""

    die: Sequence[float]
    value: Sequence[float]


FITTED = Weights(
    die=(-4.782, 0.730, 1.066, -0.106, -1.462, -0.172, -0.770, -0.610, 0.153, -1.158),
    value=(0.813, 0.390, 0.479, 0.384),
)
"""To dice that the networks had not seen, as ``python -m vision.training calibrate`` prints them."""

LEAST_DIE = 0.5
"""Below this probability of a die nothing is reported. With a lower one more dice are found on sets that the
networks have not seen, and more is told that is none (docs/accuracy.md)."""

LEAST_ON_SHEETS = 0.1
"""Where sheets are in view: how large a die is is known there, and the tray is plain. A die that is doubted
is asked about, one that is not told of is never asked about. It was chosen, not fitted."""


FILLS, OF_PICTURES_FROM_PX, MOST_SURE_THEN = 0.5, 300, 0.9
"""What fills more than this part of the short side of a picture larger than so many px is never surer than
that: from so far off a board with a piece in each corner looks like a 4. It was chosen, not fitted."""

UP_IS_KNOWN = 3
"""So many other sure dice tell which way is up."""


class Lean(NamedTuple):
    """Log-odds of a leaning or stacked die: an offset, and the weights of `lean_measures`.

    Such dice are ``rarer`` by that factor than where these were fitted.
    """

    offset: float
    of_looks: float
    of_askew: float
    rarer: float


ALONE, IN_COMPANY = Lean(-1.14, 0.45, 0.10, rarer=10.0), Lean(-1.65, 0.60, 0.43, rarer=3.0)
"""Where few others tell which way is up, and where it is known. Fitted to drawn tables, since no
photograph shows a die that leans, as ``python -m vision.training lean`` printed them for the networks before:
fitted anew they let more that lean pass. How much rarer they are on tables was chosen: a slanted look at a
flat die is easily taken for a lean where nothing tells how the camera looks."""


def die_measures(reading: Reading, picture: Picture) -> Floats:
    """Measure (9,) whether this is a die's top face.

    The log-odds of a die by the close looks and by the finder; `Picture.off_size`; `Picture.outshone`; the
    log-odds of a top face above it; `Picture.doubted_likes`; the log-odds of figures in place of pips;
    the logarithm of the share that the finder gives the likeliest value; and `Picture.askew`.
    """
    agreed = max(float(reading.peak.odds[reading.value - 1]), LEAST_AGREED)
    return np.array(
        [
            log_odds(reading.any_die),
            log_odds(reading.peak.seen),
            picture.off_size(reading),
            picture.outshone(reading),
            _at_most(MOST_SURE, picture.above(reading)),
            picture.doubted_likes(reading),
            _at_most(MOST_SURE, log_odds(reading.figures)),
            np.log(agreed),
            picture.askew[reading],
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


def flat_probability(reading: Reading, picture: Picture) -> float:
    """Give the probability that a die lies flat, and on no other.

    A lean is as likely as the close looks alone make it, or they and `Picture.askew` together, whichever is
    more.
    """
    looks, askew = lean_measures(reading, picture)
    lean = IN_COMPANY if picture.way_up.others(reading) >= UP_IS_KNOWN else ALONE
    together = lean.offset + lean.of_looks * looks + lean.of_askew * askew
    return float(1 / (1 + np.exp(max(looks - np.log(ALONE.rarer), together - np.log(lean.rarer)))))


def lean_measures(reading: Reading, picture: Picture) -> Floats:
    """Measure (2,) whether a die leans or lies on another.

    Its log-odds by the close looks, and the square of `Picture.askew`.
    """
    odds = reading.odds
    flat, leaning = float(odds[1:7].sum()), float(odds[COCKED] + odds[STACKED])
    return np.array([np.log(max(leaning, LEAST) / max(flat, LEAST)), picture.askew[reading] ** 2])


def told_of(
    readings: Sequence[Reading],
    shape: tuple[int, int],
    *,
    on_sheets: bool = False,
    weights: Weights = FITTED,
) -> list[Told]:
    """Choose the readings of a picture that are told as dice, each with its confidence.

    That is the probability that this is a die's top face, that it lies flat, and that its likeliest value is
    right. Of two faces of one die one is told, and doubted as it should be; but on sheets both are, since
    there whole cubes are compared.
    """
    seen = Picture.of(readings, shape, part=on_sheets)
    least = LEAST_ON_SHEETS if on_sheets else LEAST_DIE
    probable = [(each, p) for each in readings if (p := die_probability(each, seen, weights)) >= least]
    likely, die = [each for each, _ in probable], [p for _, p in probable]
    tops = dict.fromkeys(range(len(likely)), 1.0) if on_sheets else one_a_die(likely, die)
    told = []
    for nth, top in tops.items():
        reading, flat = likely[nth], flat_probability(likely[nth], seen)
        sure = top * die[nth] * flat * right_probability(reading, weights)
        most = 1.0 if on_sheets else _most_sure(reading, shape)
        told.append(Told(reading, min(sure, most), flat))
    return told


def _most_sure(reading: Reading, shape: tuple[int, int]) -> float:
    fills = reading.size_px > FILLS * min(shape) and min(shape) > OF_PICTURES_FROM_PX
    return MOST_SURE_THEN if fills else 1.0


def right_probability(reading: Reading, weights: Weights = FITTED) -> float:
    """Give the probability that, if it is a die that lies flat, its likeliest value is right."""
    return _logistic(weights.value, value_measures(reading))


def shares_of(reading: Reading) -> Floats:
    """Give the odds (6,) of the values, as things stand if it is a die: they sum to 1."""
    values = reading.odds[1:7] + LEAST
    return values / values.sum()


def _logistic(weights: Sequence[float], seen: Floats) -> float:
    return float(1 / (1 + np.exp(-(weights[0] + float(np.dot(weights[1:], seen))))))


def _at_most(most: float, odds: float) -> float:
    return float(np.clip(odds, -most, most))
