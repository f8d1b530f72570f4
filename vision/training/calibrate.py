"""Fits how sure a reading is, on photographs that the networks had not seen, each set weighing the same.

Prints the constants of `vision.dice.confidence`, and how many wrong values each threshold lets pass.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.dice.closer import Reading
from vision.dice.company import Picture, one_a_die
from vision.dice.confidence import LEAST_DIE, die_measures, flat_probability, value_measures
from vision.dice.reader import SMALL_PX, DiceReader, cut_off
from vision.images import load_image
from vision.training.labels import Label, entries, paired

Floats = NDArray[np.floating]

PULL = 10.0
"""Ridge: pulls the weights to zero, so that a few odd dice do not rule them. Weights that are pulled hold
better on the set that they were not fitted to."""


class Photograph(NamedTuple):
    """What may be dice in a photograph, N of them, and the dice that its labels tell of.

    ``die_rows`` (N, 8) and ``value_rows`` (N, 3) are measured as `vision.dice.confidence` tells; ``flat``
    (N,) gives the probability that it lies flat. What the picture's edge cuts off is left out.
    """

    readings: list[Reading]
    die_rows: Floats
    value_rows: Floats
    flat: Floats
    labels: list[Label]

    def meant(self, order: list[int]) -> list[int]:
        """Give the true values of readings in this order, the surest first; 0 where there is no die."""
        places = [(self.readings[nth].x_px, self.readings[nth].y_px) for nth in order]
        return [label["value"] if label else 0 for label in paired(places, self.labels)[0]]


class Examples(NamedTuple):
    """The photographs of a set."""

    name: str
    photographs: list[Photograph]

    def dice(self) -> tuple[Floats, Floats]:
        """Give what was measured of all readings, (N, 8), and which are dice, (N,)."""
        rows, die = [], []
        for photo in self.photographs:
            for nth, value in _likeliest_first(photo):
                rows.append(photo.die_rows[nth])
                die.append(value > 0)
        return np.array(rows), np.array(die, float)

    def values(self) -> tuple[Floats, Floats]:
        """Give what was measured of the values of dice, (N, 3), and which are right, (N,)."""
        rows, right = [], []
        for photo in self.photographs:
            for nth, value in _likeliest_first(photo):
                if value:
                    rows.append(photo.value_rows[nth])
                    right.append(value == photo.readings[nth].value)
        return np.array(rows), np.array(right, float)


class Told(NamedTuple):
    """What is told of N readings: ``confidence``, and whether that is a ``die`` and the value ``right``."""

    confidence: Floats
    die: NDArray[np.bool_]
    right: NDArray[np.bool_]


def examples(photos: Path, name: str, reader: DiceReader, most: int | None = None) -> Examples:
    """Measure all readings in about ``most`` photographs of a set, or in all."""
    told = []
    for entry in entries(photos, name, most):
        image = load_image(photos / name / entry["file"])
        seen = Picture.of(reader.apart(image))
        whole = [each for each in seen.readings if not cut_off(image, each)]
        told.append(
            Photograph(
                whole,
                np.array([die_measures(each, seen) for each in whole]),
                np.array([value_measures(each) for each in whole]),
                np.array([flat_probability(each) for each in whole]),
                entry["dice"],
            )
        )
    return Examples(name, told)


def _likeliest_first(photo: Photograph) -> list[tuple[int, int]]:
    """Give the readings of a photograph with their true values; no weights have a say in the order."""
    order = sorted(range(len(photo.readings)), key=lambda nth: -photo.readings[nth].any_die)
    return list(zip(order, photo.meant(order), strict=True))


def fit(sets: list[tuple[Floats, Floats]], rounds: int = 30) -> Floats:
    """Fit a logistic regression by Newton's steps; every set weighs the same. Gives offset and weights.

    Raises
    ------
    ValueError
        When there is no set to fit to, or nothing in one.
    """
    if not sets or not all(len(right) for _, right in sets):
        raise ValueError("weights are fitted to what was read in one set or more, with dice in each")
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
    return fit([each.dice() for each in sets]), fit([each.values() for each in sets])


def told(sets: list[Examples], of: Examples) -> Told:
    """Say what the reader would tell of one set, with weights fitted to the others.

    As there, one of two faces of one die is told, and what is too small is never accepted.
    """
    die_weights, value_weights = fit_both([other for other in sets if other is not of])
    rows = []
    for photo in of.photographs:
        if not photo.readings:
            continue
        die = _logistic(die_weights, photo.die_rows)
        sure = die * photo.flat * _logistic(value_weights, photo.value_rows)
        likely = np.flatnonzero(die >= LEAST_DIE)
        tops = one_a_die([photo.readings[nth] for nth in likely], die[likely].tolist())
        confidence = {int(likely[nth]): float(top * sure[likely[nth]]) for nth, top in tops.items()}
        order = sorted(confidence, key=lambda nth: -confidence[nth])
        for nth, value in zip(order, photo.meant(order), strict=True):
            reading = photo.readings[nth]
            large = reading.size_px >= SMALL_PX
            rows.append((confidence[nth] if large else 0.0, value > 0, value == reading.value))
    confidence_of_all, is_die, right = (np.array(column) for column in zip(*rows, strict=True))
    return Told(confidence_of_all, is_die, right)


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
