"""Fits when a die is held for a leaning or stacked one, on drawn tables: no photograph shows any.

Prints the constants of `vision.dice.confidence`.
"""

from __future__ import annotations

import numpy as np

from vision.dice import DiceReader
from vision.dice.classes import COCKED, STACKED
from vision.dice.company import Picture
from vision.dice.confidence import ALONE, IN_COMPANY, UP_IS_KNOWN, lean_measures
from vision.training.calibrate import Floats, fit
from vision.training.scenes import Props, scene

SEED = 8_100_000
"""Far from the seeds of the training's scenes, and of the bench's."""

SIDE_PX, SIZES_PX = 480, (22.0, 64.0)
"""Of a picture, and of the dice in it."""

DOUBT = 0.03
"""A die that leans with more than this is not accepted, however sure all else is."""

FLAT, LEANING = range(1, 7), (COCKED, STACKED)

Examples = tuple[list[Floats], list[bool]]


def report(reader: DiceReader, props: Props, count: int) -> None:
    """Print the weights, and how many dice they let be doubted."""
    found = zip(("ALONE", "IN_COMPANY"), (ALONE, IN_COMPANY), examples(reader, props, count), strict=True)
    for name, now, (rows, leans) in found:
        x, y = np.array(rows), np.array(leans, float)
        offset, *weights = fit([(x, y)])
        p = 1 / (1 + now.rarer * np.exp(-(offset + x @ weights)))
        told = ", ".join(f"{each:.2f}" for each in (offset, *weights))
        leaning, flat = (
            f"{100 * (p[y == kind] > DOUBT).mean():.0f} % of {(y == kind).sum()}" for kind in (1, 0)
        )
        print(f"{name}: Lean({told}, rarer={now.rarer}) doubts {leaning} leaning dice, {flat} flat ones")


def examples(reader: DiceReader, props: Props, count: int) -> tuple[Examples, Examples]:
    """Measure what is read on ``count`` tables, and say what of it leans or lies on another.

    First where few others tell which way is up, then where it is known.
    """
    found: tuple[Examples, Examples] = ([], []), ([], [])
    for nth in range(count):
        drawn = scene(np.random.default_rng(SEED + nth), props, SIDE_PX, SIZES_PX)
        readings = reader.apart(drawn.picture)
        seen = Picture.of(readings, drawn.picture.shape[:2])
        for reading in readings:
            labels = [die.label for die in drawn.truth if die.is_at(reading.x_px, reading.y_px)]
            if labels and labels[0] in (*FLAT, *LEANING):
                rows, leans = found[seen.way_up.others(reading) >= UP_IS_KNOWN]
                rows.append(lean_measures(reading, seen))
                leans.append(labels[0] in LEANING)
    return found
