"""Fits how sure a reading is, on photographs that the networks had not seen, each set weighing the same.

Prints the constants of `vision.dice.confidence`, and how many wrong values each threshold lets pass.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.dice.closer import Reading
from vision.dice.company import Picture
from vision.dice.confidence import Weights, die_measures, told_of, value_measures
from vision.dice.reader import SMALL_PX, DiceReader, cut_off
from vision.images import load_image
from vision.training.labels import Label, entries, paired

Floats = NDArray[np.floating]

PULL = 10.0
"""Ridge: pulls the weights to zero, so that a few odd dice do not rule them. Weights that are pulled hold
better on the set that they were not fitted to."""


class Photograph(NamedTuple):
    """All that may be dice in a photograph, which of it the edge does not cut off, and what its labels tell.

    What is cut off has no label, and is left out. ``shape`` is the photograph's height and width in px.
    """

    readings: list[Reading]
    whole: list[bool]
    labels: list[Label]
    shape: tuple[int, int]

    def meant(self, surest_first: list[Reading]) -> list[int]:
        """Give the true values of readings; 0 where there is no die."""
        places = [(each.x_px, each.y_px) for each in surest_first]
        return [label["value"] if label else 0 for label in paired(places, self.labels)[0]]

    def only_whole(self) -> list[Reading]:
        """Give the readings that the edge does not cut off."""
        return [each for each, whole in zip(self.readings, self.whole, strict=True) if whole]


class Examples(NamedTuple):
    """The photographs of a set."""

    name: str
    photographs: list[Photograph]

    def dice(self) -> tuple[Floats, Floats]:
        """Give what is measured of all readings, (N, 9), and which are dice, (N,)."""
        rows, die = [], []
        for photo in self.photographs:
            seen = Picture.of(photo.readings, photo.shape)
            for reading, value in _likeliest_first(photo):
                rows.append(die_measures(reading, seen))
                die.append(value > 0)
        return np.array(rows), np.array(die, float)

    def values(self) -> tuple[Floats, Floats]:
        """Give what is measured of the values of dice, (N, 3), and which are right, (N,)."""
        dice = [
            (reading, value)
            for photo in self.photographs
            for reading, value in _likeliest_first(photo)
            if value
        ]
        rows = [value_measures(reading) for reading, _ in dice]
        return np.array(rows), np.array([reading.value == value for reading, value in dice], float)


class Outcomes(NamedTuple):
    """What is told of N readings: ``confidence``, and whether that is a ``die`` and the value ``right``."""

    confidence: Floats
    die: NDArray[np.bool_]
    right: NDArray[np.bool_]


def examples(photos: Path, name: str, reader: DiceReader, most: int | None = None) -> Examples:
    """Read about ``most`` photographs of a set, or all."""
    photographs = []
    for entry in entries(photos, name, most):
        image = load_image(photos / name / entry["file"])
        readings = reader.apart(image)
        whole = [not cut_off(image, each) for each in readings]
        photographs.append(Photograph(readings, whole, entry["dice"], image.shape[:2]))
    return Examples(name, photographs)


def _likeliest_first(photo: Photograph) -> list[tuple[Reading, int]]:
    """Give the readings of a photograph with their true values; no weights have a say in the order."""
    ordered = sorted(photo.only_whole(), key=lambda each: -each.any_die)
    return list(zip(ordered, photo.meant(ordered), strict=True))


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


def fit_both(sets: list[Examples]) -> Weights:
    """Fit the weights of a die, and those of its value."""
    die, value = fit([each.dice() for each in sets]), fit([each.values() for each in sets])
    return Weights(die.tolist(), value.tolist())


def told(sets: list[Examples], of: Examples) -> Outcomes:
    """Say what the reader would tell of one set, with weights fitted to the others.

    What is too small is never accepted.
    """
    weights = fit_both([other for other in sets if other is not of])
    rows = []
    for photo in of.photographs:
        whole = photo.only_whole()
        sure = [die for die in told_of(photo.readings, photo.shape, weights=weights) if die.reading in whole]
        sure.sort(key=lambda die: -die.confidence)
        for die, value in zip(sure, photo.meant([die.reading for die in sure]), strict=True):
            large = die.reading.size_px >= SMALL_PX
            rows.append((die.confidence if large else 0.0, value > 0, value == die.reading.value))
    confidences, is_die, right = (np.array(column) for column in zip(*rows, strict=True))
    return Outcomes(confidences, is_die, right)


def report(sets: list[Examples]) -> None:
    """Print the weights, how well they hold on each set when fitted to the others, and the thresholds.

    *Asked* is the share of the dice that are told, but below the threshold; what is no die can be wrong, too.
    """
    for name, weights in fit_both(sets)._asdict().items():
        print(f"{name}=({', '.join(f'{each:.3f}' for each in weights)})")
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
    for threshold in (0.5, 0.9, 0.95, 0.96, 0.97, 0.98, 0.99, 0.995, 0.998):
        taken = p >= threshold
        wrong, asked = (~right[taken]).sum(), 100 * (1 - taken[die].mean())
        print(f"accept from {threshold}: {asked:.1f} % asked, {wrong} of {taken.sum()} wrong")
