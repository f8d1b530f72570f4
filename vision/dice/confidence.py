"""How sure a reading is: the probability of a die's top face, times those of lying flat and of its value.

The first and the last are logistic functions of a few measures, fitted to dice that the networks had not seen
by ``python -m vision.training calibrate``; docs/accuracy.md shows how well they hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.dice.company import (
    LEAST,
    LOOKS_LEAN,
    Picture,
    log_odds,
    looks_leaning,
    looks_stacked,
    one_a_die,
)
from vision.dice.cuts.detail import FILLS
from vision.dice.networks import Peak
from vision.dice.reading import Reading
from vision.ports import Floats

ACCEPT_THRESHOLD = 0.95
"""A value is taken without asking at or above this confidence; see docs/accuracy.md."""

AT_EASE_PX = 30.0
"""From this size on dice are read as well as large ones."""

MOST_LEAD = 9.0
MOST_SURE = 6.0
"""Log-odds of a top face above a reading, and of figures, beyond which nothing is surer."""

MOST_SCEPTICAL = 2.0
"""Log-odds beyond which the sceptic speaks no louder against a die: to it a 1 from straight above in even
light, no more than a dot on a square, is a key (docs/dice-training.md)."""

LEAST_AGREED = 0.01
"""The finder's share of a value below which it speaks no louder against it."""


NOTHING = Peak(0.0, 0.0, 0.0, 0.1, np.full(6, 1 / 6))
"""What is put in the place of a peak where the finder sees none: its least is 0.2."""


class Told(NamedTuple):
    """A reading that is told as a die, its confidence, and the probability that it lies ``flat``.

    ``stacked`` says whether, if it does not, it rather lies on another than leans.
    """

    reading: Reading
    confidence: float
    flat: float
    stacked: bool = False


class Weights(NamedTuple):
    """An offset and the weights of `die_measures`, and of `value_measures`."""

    die: Sequence[float]
    value: Sequence[float]


FITTED = Weights(
    die=(-4.255, 0.673, 0.826, 0.115, -0.594, -0.122, -0.997, -0.595, 0.058, -1.091, 0.364),
    value=(0.772, 0.412, 0.433, 0.200),
)
"""To dice that the networks had not seen, and to drawn tables: ``python -m vision.training calibrate`` prints
them."""

LEAST_DIE = 0.55
"""Below this probability of a die nothing is reported. With a lower one more dice are found on sets that the
networks have not seen, and more is told that is none (docs/accuracy.md)."""

LEAST_ON_SHEETS = 0.1
"""Where sheets are in view: how large a die is is known there, and the tray is plain. A die that is doubted
is asked about, one that is not told of is never asked about. It was chosen, not fitted."""


OF_PICTURES_FROM_PX, MOST_SURE_THEN = 300, 0.9
"""What fills more than `FILLS` of the short side of a picture larger than so many px is never surer than
that: from so far off a board with a piece in each corner looks like a 4. It was chosen, not fitted."""

LOOKS_STACKED, LIES_ON_ANOTHER = 0.6, 3.0
"""What the close looks' log-odds of a die on another are worth, and those of the part that has learned how
dice lie (`Picture.on_another`); where it points tells nothing of that. They were chosen on photographs and
path-traced tables, not fitted (docs/dice-training.md)."""

LEAN_WEIGHT, LEANS_RARELY = 1.5, 2.4
"""What both together are worth, and the offset, so that from 1.6 on a lean is likelier than not.

When they were chosen by that, not fitted, 1 % of 4,366 dice that lie flat on photographs had more than -0.6
and 0.1 to 0.2 % more than 1.6, of 145 drawn ones that lean 81 and about 60 % (docs/dice-training.md)."""


def die_measures(reading: Reading, picture: Picture) -> Floats:
    """Measure (10,) whether this is a die's top face.

    The log-odds of a die by the close looks and by the finder's two; `Picture.off_size`; `Picture.outshone`;
    the log-odds of a top face above it; `Picture.doubted_likes`; the log-odds of figures in place of pips;
    the logarithm of the share that the finder gives the likeliest value; `Picture.askew`; and the log-odds of
    a die by the sceptic.
    """
    finds = [reading.peak, reading.again or NOTHING]
    agreed = [max(float(each.odds[reading.value - 1]), LEAST_AGREED) for each in finds]
    return np.array(
        [
            log_odds(reading.any_die),
            np.mean([log_odds(each.seen) for each in finds]),
            picture.off_size(reading),
            picture.outshone(reading),
            _at_most(MOST_SURE, picture.above(reading)),
            picture.doubted_likes(reading),
            _at_most(MOST_SURE, log_odds(reading.figures)),
            np.mean(np.log(agreed)),
            picture.askew[reading],
            float(np.clip(log_odds(reading.credible), -MOST_SCEPTICAL, MOST_SURE)),
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

    What leans both looks so and points elsewhere than the others; what lies on another only looks so.
    """
    lean = float(np.logaddexp(_leans(reading, picture), _on_another(reading, picture)))
    return float(1 / (1 + np.exp(LEAN_WEIGHT * lean - LEANS_RARELY)))


def _leans(reading: Reading, picture: Picture) -> float:
    return LOOKS_LEAN * looks_leaning(reading) + picture.lean[reading]


def _on_another(reading: Reading, picture: Picture) -> float:
    lies = LIES_ON_ANOTHER * picture.on_another.get(reading, 0.0)
    return LOOKS_STACKED * looks_stacked(reading) + lies


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
        stacked = _on_another(reading, seen) > _leans(reading, seen)
        told.append(Told(reading, min(sure, most), flat, stacked))
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
    shares: Floats = values / values.sum()
    return shares


def _logistic(weights: Sequence[float], seen: Floats) -> float:
    return float(1 / (1 + np.exp(-(weights[0] + float(np.dot(weights[1:], seen))))))


def _at_most(most: float, odds: float) -> float:
    return float(np.clip(odds, -most, most))
