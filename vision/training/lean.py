"""Counts the drawn dice that lean or lie on others, and how many of them the confidence flags or doubts.

No photograph shows such dice, and of drawn ones fewer point exactly alike than one camera sees them: what the
measures of a lean are worth (`vision.dice.confidence`) was chosen by both, not fitted to either.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.dice import DiceReader
from vision.dice.classes import COCKED, STACKED
from vision.dice.company import Picture
from vision.dice.confidence import LEAST_DIE, die_probability, flat_probability
from vision.training.scenes import Props, scene

SEED = 8_100_000
"""Far from the seeds of the training's scenes, and of the bench's."""

SIDE_PX, SIZES_PX = 480, (22.0, 64.0)
"""Of a picture, and of the dice in it."""

DOUBT = 0.03
"""A die that leans with more than this is hardly ever accepted, however sure all else is."""

LIE = dict.fromkeys(range(1, 7), "flat") | {COCKED: "leaning", STACKED: "on another"}
"""How a die of each class lies."""


def report(reader: DiceReader, props: Props, count: int) -> None:
    """Print how many dice of each kind are flagged, and how many are doubted at least."""
    seen = list(examples(reader, props, count))
    for kind in dict.fromkeys(LIE.values()):
        leans = 1 - np.array([flat for lies, flat in seen if lies == kind])
        if len(leans):
            flagged, doubted = (100 * (leans > from_).mean() for from_ in (0.5, DOUBT))
            print(f"{kind}: {flagged:.1f} % flagged, {doubted:.1f} % doubted of {len(leans)}")


def examples(reader: DiceReader, props: Props, count: int) -> Iterator[tuple[str, float]]:
    """Give of every die told on ``count`` tables how it lies, and the probability that it lies flat."""
    for nth in range(count):
        drawn = scene(np.random.default_rng(SEED + nth), props, SIDE_PX, SIZES_PX)
        readings = reader.apart(drawn.picture)
        seen = Picture.of(readings, drawn.picture.shape[:2])
        for reading in readings:
            labels = [die.label for die in drawn.truth if die.is_at(reading.x_px, reading.y_px)]
            if labels and labels[0] in LIE and die_probability(reading, seen) >= LEAST_DIE:
                yield LIE[labels[0]], flat_probability(reading, seen)
