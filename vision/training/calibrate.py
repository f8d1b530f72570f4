"""Fits how sure a reading is, on photographs that the networks had not seen, each set weighing the same.

Prints the constants of `vision.dice.confidence`, and how many wrong values each threshold lets pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.dice.closer import Reading
from vision.dice.company import Picture, one_a_die
from vision.dice.confidence import LEAST_DIE, confidence_of, die_measures, flat_probability, value_measures
from vision.dice.reader import DiceReader, cut_off
from vision.images import load_image
from vision.training.labels import Label, entries, paired

Floats = NDArray[np.floating]

PULL = 10.0
"""Ridge: pulls the weights to zero, so that a few odd dice do not rule them. Weights that are pulled hold
better on the set that they were not fitted to."""


class Examples(NamedTuple):
    """What was measured of N readings of a set, and what is true of them.

    ``die_rows`` (N, 8) and ``value_rows`` (N, 3) are measured as `vision.dice.confidence` tells; ``die`` and
    ``right`` (N,) are 1 where this is a die, and where its likeliest value is right; ``flat`` (N,) gives the
    probability that it lies flat. ``readings`` are the N themselves, ``picture`` (N,) says of which
    photograph.
    """

    name: str
    die_rows: Floats
    value_rows: Floats
    die: Floats
    right: Floats
    flat: Floats
    readings: list[Reading]
    picture: NDArray[np.int64]

    def of_dice(self) -> tuple[Floats, Floats]:
        """Give what was measured of the values of dice, and which are right."""
        dice = self.die > 0
        return self.value_rows[dice], self.right[dice]

    def told(self, die: Floats) -> NDArray[np.bool_]:
        """Say of which readings would be told, with these probabilities (N,) of a die."""
        kept = np.zeros(len(die), bool)
        for nth in np.unique(self.picture):
            likely = np.flatnonzero((self.picture == nth) & (die >= LEAST_DIE))
            kept[likely[one_a_die([self.readings[each] for each in likely], die[likely].tolist())]] = True
        return kept


class Told(NamedTuple):
    """What is told of N readings: ``confidence``, and whether that is a ``die`` and the value ``right``."""

    confidence: Floats
    die: NDArray[np.bool_]
    right: NDArray[np.bool_]


def examples(photos: Path, name: str, reader: DiceReader, most: int | None = None) -> Examples:
    """Measure all readings in about ``most`` photographs of a set, or in all.

    What the picture's edge cuts off has no label.
    """
    rows, readings, picture = [], [], []
    for nth, entry in enumerate(entries(photos, name, most)):
        image = load_image(photos / name / entry["file"])
        seen = Picture.of(reader.apart(image))
        for reading, die in _meant(seen, entry["dice"]):
            if cut_off(image, reading):
                continue
            value = int(reading.odds[1:7].argmax()) + 1
            right = die is not None and die["value"] == value
            rows.append(
                (
                    die_measures(reading, seen),
                    value_measures(reading),
                    die is not None,
                    right,
                    flat_probability(reading),
                )
            )
            readings.append(reading)
            picture.append(nth)
    columns = (np.array(column, float) for column in zip(*rows, strict=True))
    return Examples(name, *columns, readings, np.array(picture))


def _meant(seen: Picture, dice: list[Label]) -> Iterator[tuple[Reading, Label | None]]:
    """Pair the readings of a picture with the dice, the surest first."""
    surest_first = sorted(seen.readings, key=lambda each: -confidence_of(each, seen))
    meant, _ = paired([(each.x_px, each.y_px) for each in surest_first], dice)
    return zip(surest_first, meant, strict=True)


def fit(sets: list[tuple[Floats, Floats]], rounds: int = 30) -> Floats:
    """Fit a logistic regression by Newton's steps; every set weighs the same. Gives offset and weights."""
    x = np.concatenate([np.column_stack([np.ones(len(rows)), rows]) for rows, _ in sets])
    y = np.concatenate([right for _, right in sets])
    weight = np.concatenate([np.full(len(right), 1000 / len(right)) for _, right in sets])
    pull = PULL * np.eye(x.shape[1])
    pull[0, 0] = 0
    found = np.zeros(x.shape[1])
    for _ in range(rounds):
        p = 1 / (1 + np.exp(-x @ found))
        slope = x.T @ (weight * (y - p)) - pull @ found
        bend = (x * (weight * p * (1 - p))[:, None]).T @ x + pull
        found = found + np.linalg.solve(bend, slope)
    return found


def fit_both(sets: list[Examples]) -> tuple[Floats, Floats]:
    """Fit the weights of a die, and those of its value."""
    return fit([(each.die_rows, each.die) for each in sets]), fit([each.of_dice() for each in sets])


def told(sets: list[Examples], of: Examples) -> Told:
    """Say what the reader would tell of one set, with weights fitted to the others."""
    die, value = fit_both([other for other in sets if other is not of])
    is_die = _logistic(die, of.die_rows)
    confidence = is_die * of.flat * _logistic(value, of.value_rows)
    kept = of.told(is_die)
    return Told(confidence[kept], of.die[kept] > 0, of.right[kept] > 0)


def _logistic(weights: Floats, rows: Floats) -> Floats:
    return 1 / (1 + np.exp(-(weights[0] + rows @ weights[1:])))


def report(sets: list[Examples]) -> None:
    """Print the weights, how well they hold on each set when fitted to the others, and the thresholds.

    *Asked* is the share of the dice that are told, but below the threshold; what is no die can be wrong, too.
    """
    for name, weights in zip(("DIE", "VALUE"), fit_both(sets), strict=True):
        print(f"{name} =", tuple(round(float(each), 3) for each in weights))
    all_told = []
    for each in sets:
        p, die, right = one = told(sets, each)
        all_told.append(one)
        bins = [(p >= low) & (p < high) for low, high in ((0, 0.5), (0.5, 0.9), (0.9, 0.99), (0.99, 1.01))]
        pairs = [
            f"{100 * p[of].mean():.1f}:{100 * right[of].mean():.1f} ({of.sum()})" for of in bins if of.any()
        ]
        print(f"{each.name:16} right {100 * right[die].mean():.1f} % of dice; says:is ", "  ".join(pairs))
    p, die, right = (np.concatenate(parts) for parts in zip(*all_told, strict=True))
    for threshold in (0.5, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998):
        taken = p >= threshold
        wrong, asked = (~right[taken]).sum(), 100 * (1 - taken[die].mean())
        print(f"accept from {threshold}: {asked:.1f} % asked, {wrong} of {taken.sum()} wrong")
