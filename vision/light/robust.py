"""How far to trust measurements of which some are of another thing.

Convention: arrays (n,), one value for each measurement.
"""

from __future__ import annotations

import numpy as np

from vision.ports import Floats

LIKELY = 0.02
"""Levels by which print and picture differ anyway."""

FAR = 1.5
"""What misses by so many times the usual counts a quarter."""


def weighted_median(values: Floats, weights: Floats) -> float:
    """Give the value below which half of the weights lie."""
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(total, total[-1] / 2)])


def trusted(missed: Floats, usual: Floats, spread: float) -> Floats:
    """Weigh measurements, in all 1, by their ``usual`` weights and by how far they miss what others say."""
    weights: Floats = usual / (1 + (missed / (FAR * spread)) ** 2) ** 2
    weights /= weights.sum()
    return weights
