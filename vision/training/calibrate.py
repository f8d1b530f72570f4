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
from vision.dice.confidence import LEAST_DIE, Picture, die_measures, flat_probability, value_measures
from vision.dice.reader import DiceReader, cut_off
from vision.images import load_image
from vision.training.photos import entries

Floats = NDArray[np.floating]

PULL = 0.5
"""Ridge: pulls the weights a little to zero, so that a few odd dice do not rule them."""

AT_LEAST_PX = 20.0
"""The boxes of pips alone are small: a die within so many px of one's middle is it."""


class Examples(NamedTuple):
    """What was measured of N readings of a set, and what is true of them.

    ``die_rows`` (N, 5) and ``value_rows`` (N, 3) are measured as `vision.dice.confidence` tells; ``die`` and
    ``right`` (N,) are 1 where this is a die, and where its likeliest value is right; ``flat`` (N,) gives the
    probability that it lies flat.
    """

    name: str
    die_rows: Floats
    value_rows: Floats
    die: Floats
    right: Floats
    flat: Floats

    def of_dice(self) -> tuple[Floats, Floats]:
        """Give what was measured of the values of dice, and which are right."""
        dice = self.die > 0
        return self.value_rows[dice], self.right[dice]


class Told(NamedTuple):
    """What is told of N readings: ``confidence``, and whether that is a ``die`` and the value ``right``."""

    confidence: Floats
    die: NDArray[np.bool_]
    right: NDArray[np.bool_]


def examples(photos: Path, name: str, reader: DiceReader, most: int) -> Examples:
    """Measure all readings in about ``most`` photographs of a set; what the edge cuts off has no label."""
    die_rows, value_rows, die, right, flat = [], [], [], [], []
    for entry in entries(photos, name, most):
        image = load_image(photos / name / entry["file"])
        readings = reader.apart(image)
        seen = Picture.of(readings)
        for reading, value in _matched(readings, entry["dice"]):
            if cut_off(image, reading):
                continue
            die_rows.append(die_measures(reading, seen))
            value_rows.append(value_measures(reading))
            die.append(value > 0)
            right.append(int(reading.odds[1:7].argmax()) + 1 == value)
            flat.append(flat_probability(reading))
    return Examples(name, *(np.array(each, float) for each in (die_rows, value_rows, die, right, flat)))


def _matched(readings: list[Reading], dice: list[dict]) -> Iterator[tuple[Reading, int]]:
    """Pair readings with the true values; 0 where there is no die."""
    free = [die for die in dice if die["box"] is not None]
    for reading in readings:
        best = min(free, key=lambda die: _off(reading, die), default=None)
        if best is not None and _off(reading, best) < 1:
            free.remove(best)
            yield reading, best["value"]
        else:
            yield reading, 0


def _off(reading: Reading, die: dict) -> float:
    x, y, width, height = die["box"]
    across = abs(reading.x_px - x - width / 2) / max(width / 2, AT_LEAST_PX)
    return max(across, abs(reading.y_px - y - height / 2) / max(height / 2, AT_LEAST_PX))


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
    kept = is_die >= LEAST_DIE
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
