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
from vision.dice.confidence import Picture, die_measures, measures
from vision.dice.reader import DiceReader, cut_off
from vision.images import load_image
from vision.training.photos import entries

Floats = NDArray[np.floating]

PULL = 0.5
"""Ridge: pulls the weights a little to zero, so that a few odd dice do not rule them."""

LIKELY = 0.0
"""Log-odds of a die by the close looks from which on its value matters."""

AT_LEAST_PX = 20.0
"""The boxes of pips alone are small: a die within so many px of one's middle is it."""


class Examples(NamedTuple):
    """What was measured of N readings of a set, and what is true of them."""

    name: str
    die_rows: Floats
    rows: Floats
    die: Floats
    right: Floats

    def of_dice(self) -> Examples:
        """Leave out what is plainly no die: the value of such a thing is never told."""
        kept = self.die_rows[:, 0] > LIKELY
        return Examples(self.name, *(part[kept] for part in self[1:]))


def examples(photos: Path, name: str, reader: DiceReader, most: int) -> Examples:
    """Measure all readings in about ``most`` photographs of a set; what the edge cuts off has no label."""
    die_rows, rows, die, right = [], [], [], []
    for entry in entries(photos, name, most):
        image = load_image(photos / name / entry["file"])
        readings = reader.apart(image)
        seen = Picture.of(readings)
        for reading, value in _matched(readings, entry["dice"]):
            if cut_off(image, reading):
                continue
            die_rows.append(die_measures(reading, seen))
            rows.append(measures(reading, seen))
            die.append(value > 0)
            right.append(int(reading.odds[1:7].argmax()) + 1 == value)
    return Examples(name, np.array(die_rows), np.array(rows), np.array(die, float), np.array(right, float))


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


def confidences(rows: Floats, weights: Floats) -> Floats:
    """Give the confidence (N,) that the weights give to features."""
    return 1 / (1 + np.exp(-(weights[0] + rows @ weights[1:])))


def report(sets: list[Examples]) -> None:
    """Print the weights, how well they hold on each set when fitted to the others, and the thresholds."""
    print("DIE =", _told(fit([(each.die_rows, each.die) for each in sets])))
    dice = [each.of_dice() for each in sets]
    print("RIGHT =", _told(fit([(each.rows, each.right) for each in dice])))
    sure = []
    for each in dice:
        p = confidences(each.rows, fit([(other.rows, other.right) for other in dice if other is not each]))
        sure.append(p)
        bins = [(p >= low) & (p < high) for low, high in ((0, 0.5), (0.5, 0.9), (0.9, 0.99), (0.99, 1.01))]
        pairs = [
            f"{100 * p[of].mean():.1f}:{100 * each.right[of].mean():.1f} ({of.sum()})"
            for of in bins
            if of.any()
        ]
        print(f"{each.name:16} right {100 * each.right.mean():.1f} %; says:is ", "  ".join(pairs))
    p, right = np.concatenate(sure), np.concatenate([each.right for each in dice])
    for threshold in (0.5, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998):
        taken = p >= threshold
        wrong = int((1 - right[taken]).sum())
        print(
            f"accept from {threshold}: {100 * (1 - taken.mean()):.1f} % asked, {wrong} of {taken.sum()} wrong"
        )


def _told(weights: Floats) -> tuple[float, ...]:
    return tuple(round(float(each), 3) for each in weights)
