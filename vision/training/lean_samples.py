"""What the part that tells how a die lies learns from: cuts of dice, flat ones and others.

Convention: as in `vision.training.samples`.
"""

from __future__ import annotations

import numpy as np

from vision.dice.classes import COCKED, NUMERAL, STACKED
from vision.dice.company import SEEN_BELOW_PX
from vision.dice.cuts.crops import Pyramid
from vision.training.samples import Cut, Rng, Sample, Source, die_sample, readable, stretched
from vision.training.scenes import IGNORED, Truth

LEANS, BESIDE = (0.25, 0.25, 0.2, 0.3), 1.7
"""Shares of the cuts of flat dice, of such as are so near to another, in sides, of leaning ones, and of such
as lie on others."""

ALL_FLAT = 0.7
"""Share of the scenes without any such from which nothing is shown to it."""


def lean_samples(rng: Rng, source: Source, count: int, shown: Cut) -> list[Sample]:
    """Give cuts of dice of one scene, flat ones and such as lean or lie on others, and their targets (6,)."""
    drawn = stretched(rng, source.draw(rng))
    dice = [
        die
        for die in drawn.truth
        if die.label not in (IGNORED, NUMERAL) and readable(die) and die.size_px > SEEN_BELOW_PX
    ]
    pyramid = Pyramid(drawn.picture)
    kinds = [
        [die for die in dice if die.label <= 6],
        [die for die in dice if die.label <= 6 and _beside_another(die, drawn.truth)],
        [die for die in dice if die.label == COCKED],
        [die for die in dice if die.label == STACKED],
    ]
    there = np.array([len(kind) > 0 for kind in kinds]) * LEANS
    if not there.any() or (not there[2:].any() and rng.random() < ALL_FLAT):
        return []
    samples = []
    for _ in range(count):
        chosen = kinds[int(rng.choice(len(kinds), p=there / there.sum()))]
        die = chosen[int(rng.integers(len(chosen)))]
        samples.append(die_sample(rng, pyramid, die, shown, sound=source.sound))
    return samples


def _beside_another(die: Truth, others: list[Truth]) -> bool:
    return any(0 < die.apart_px(each.x_px, each.y_px) < BESIDE * die.size_px for each in others)
