"""Fits how sure a reading is, on photographs that the networks had not seen, each set weighing the same.

Prints the constants of `vision.dice.confidence`, and how many wrong values each threshold lets pass.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.closer import Reading
from vision.dice.confidence import features
from vision.dice.reader import DiceReader
from vision.images import load_image

Floats = NDArray[np.floating]

PULL = 0.5
"""Ridge: pulls the weights a little to zero, so that a few odd dice do not rule them."""

AT_LEAST_PX = 20.0
"""The boxes of pips alone are small: a die within so many px of one's middle is it."""


def examples(photos: Path, name: str, reader: DiceReader) -> tuple[Floats, Floats]:
    """Give the features (N, 6) of every die that is reported in a set, and whether it is right (N,)."""
    rows, right = [], []
    for entry in json.loads((photos / name / "labels.json").read_text())["images"]:
        readings = reader.readings(load_image(photos / name / entry["file"]))
        for reading, value in _matched(readings, entry["dice"]):
            rows.append(features(reading, readings))
            right.append(int(reading.odds[1:7].argmax()) + 1 == value)
    return np.array(rows), np.array(right, float)


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


def report(names: list[str], sets: list[tuple[Floats, Floats]]) -> None:
    """Print the weights, how well they hold on each set when fitted to the others, and the thresholds."""
    print("WEIGHTS =", tuple(round(float(each), 3) for each in fit(sets)))
    sure, right = [], []
    for nth, (rows, truth) in enumerate(sets):
        others = [each for other, each in enumerate(sets) if other != nth]
        p = confidences(rows, fit(others))
        sure.append(p)
        right.append(truth)
        bins = [(p >= low) & (p < high) for low, high in ((0, 0.5), (0.5, 0.9), (0.9, 0.99), (0.99, 1.01))]
        told = [
            f"{100 * p[each].mean():.1f}:{100 * truth[each].mean():.1f} ({each.sum()})"
            for each in bins
            if each.any()
        ]
        print(f"{names[nth]:16} right {100 * truth.mean():.1f} %; says:is ", "  ".join(told))
    p, truth = np.concatenate(sure), np.concatenate(right)
    for threshold in (0.5, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998):
        taken = p >= threshold
        wrong = int((1 - truth[taken]).sum())
        print(
            f"accept from {threshold}: {100 * (1 - taken.mean()):.1f} % asked, {wrong} of {taken.sum()} wrong"
        )
