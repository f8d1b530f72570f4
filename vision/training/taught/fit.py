"""Fits the numbers that turn differences into odds (`calibrated.Weights`) to drawn trials.

``python -m vision.training.taught.fit OUT.json [--rounds N] [--seed N]``
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from vision.ports import Floats
from vision.taught.pieces.calibrated import COVERED, EMPTY, FITTED, NONE, Evidence, Weights, kind_scores
from vision.training.taught.styles import STYLES
from vision.training.taught.trial import trial

STEPS, RATE, STEP = 260, 0.04, 1e-3
FROM = 1000
"""Seeds of trials to fit to begin here: those below are kept to measure."""

SUM = 3
"""Bare, covered and none of these stand behind the kinds."""


class Table:
    """The evidence of all trials as arrays: (n, kinds) padded with infinity, and what was right."""

    def __init__(self, rows: list[tuple[Evidence, str, str]]) -> None:
        most = max(len(seen.kinds) for seen, *_ in rows)
        self.far = np.full((len(rows), most), np.inf)
        self.unlike = np.full((len(rows), most), 2.0)
        self.empty = np.array([seen.empty for seen, *_ in rows])
        self.hidden = np.array([seen.hidden for seen, *_ in rows])
        self.share = np.zeros((len(rows), most + SUM))
        for nth, (seen, there, under) in enumerate(rows):
            names = list(seen.kinds)
            self.far[nth, : len(names)] = [found[0] for found in seen.kinds.values()]
            self.unlike[nth, : len(names)] = [found[1] for found in seen.kinds.values()]
            last = {EMPTY: most, COVERED: most + 1, NONE: most + 2}
            self.share[nth, last[there] if there in last else names.index(there)] = 1
            if there == COVERED:
                # A piece that still shows may be named, and a hand is none of these.
                self.share[nth, names.index(under)], self.share[nth, most + 2] = 0.5, 0.5
            if there == NONE:
                self.share[nth, most + 1] = 0.3

    def loss(self, by: Weights) -> float:
        """Give the mean negative logarithm of the odds of what is right."""
        known = kind_scores(self.far, self.unlike, by)
        bare = by.empty - by.empty_samples * np.log(self.empty[:, 0] + by.empty_exact)
        bare = bare - by.empty_unlike * self.empty[:, 1]
        stranger = by.stranger + by.hidden * self.hidden
        over = 1 / (1 + np.exp(-by.covered * (self.hidden - by.covered_from)))
        scores = np.column_stack(
            [known, bare, stranger + np.log(over + 1e-9), stranger + np.log(1 - over + 1e-9)]
        )
        scores = scores - scores.max(axis=1, keepdims=True)
        odds = np.exp(scores)
        right = (odds * self.share).sum(axis=1) / odds.sum(axis=1)
        return float(-np.log(right * (1 - 2e-3) + 1e-4).mean())


POSITIVE = ("exact", "samples", "unlike", "empty_exact", "empty_samples", "empty_unlike", "covered")


def fit(table: Table, start: Weights = FITTED) -> Weights:
    """Go down the slope of the loss; numbers that must stay above 0 move in their logarithms."""

    def made(point: Floats) -> Weights:
        values = zip(Weights._fields, point.tolist(), strict=True)
        return Weights(*(float(np.exp(value)) if name in POSITIVE else value for name, value in values))

    pairs = zip(Weights._fields, start, strict=True)
    point = np.array([np.log(value) if name in POSITIVE else value for name, value in pairs])
    speed, square = np.zeros_like(point), np.zeros_like(point)
    for step in range(1, STEPS + 1):
        slope = np.array(
            [
                (table.loss(made(point + STEP * way)) - table.loss(made(point - STEP * way))) / (2 * STEP)
                for way in np.eye(len(point))
            ]
        )
        speed, square = 0.9 * speed + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        point -= RATE * (speed / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return made(point)


def gather(rounds: int, seed: int) -> list[tuple[Evidence, str, str]]:
    """Run trials: in each round one of each style, with one and with three examples in turn."""
    rows: list[tuple[Evidence, str, str]] = []
    for nth in range(rounds):
        for style in STYLES:
            drawn = trial(FROM + seed + nth, style, 12 + 8 * (nth % 2), 1 + 2 * (nth % 2))
            seen = drawn.looks.evidence(drawn.patches, [drawn.box.kinds] * len(drawn.patches), drawn.empty)
            rows += zip(seen, drawn.kinds, drawn.under, strict=True)
        print(f"{nth + 1} rounds", flush=True)
    return rows


def main() -> None:
    """Fit, and write the numbers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    table = Table(gather(given.rounds, given.seed))
    found = fit(table)
    print(f"loss {table.loss(FITTED):.3f} before, {table.loss(found):.3f} now, {len(table.far)} patches")
    given.out.write_text(
        json.dumps({name: round(value, 5) for name, value in found._asdict().items()}, indent=1) + "\n"
    )


if __name__ == "__main__":
    main()
