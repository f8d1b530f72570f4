"""Reads the code dots on pieces: what a piece is, for certain, in any turn.

Two faces may differ in one figure of a number and look much the same from 70 cm. Their dots do
not: all kinds of a zone have them at the same places, light or dark, and a code keeps any two kinds
several dots apart. So the dots are compared as a pattern, which light and shade leave alone.

Convention: mm from the middle of the piece, x to the right, y down; turns clockwise as seen.
"""

from __future__ import annotations

import numpy as np

from companion.layout import Kind
from vision.cells.likeness import standardised
from vision.cells.sampling import Sampler
from vision.ports import Floats

TURN_STEP_DEG = 6.0
SHIFTS_MM = 0.7 * np.array([(0, 0), (1, 0), (0.5, 0.87), (-0.5, 0.87), (-1, 0), (-0.5, -0.87), (0.5, -0.87)])
"""The picture of a face was fitted to 0.8 mm; the dots settle what is left."""

READABLE = 0.7
"""The likeness (1 is perfect) from which on dots are a pattern and no chance."""

WEIGHT = 0.12
"""What a whole likeness is worth in differences: kinds lie 0.5 apart at least, so 0.06, against the
0.016 that tells two printed numbers apart."""

AS_GOOD = 0.03
"""Turns and shifts in which the dots are as much of a pattern, within noise, as in the best one."""

LEVEL_AT_LEAST = 0.03
"""Below this spread of brightness there are no dots to be seen."""


class Codes:
    """The code dots of the kinds of one zone; kinds without dots, or with them elsewhere, are left alone."""

    def __init__(self, kinds: list[Kind]) -> None:
        coded = [number for number, kind in enumerate(kinds) if kind.code]
        first = kinds[coded[0]].code if coded else ()
        places = [dot.at_mm for dot in first]
        self._coded = [n for n in coded if [dot.at_mm for dot in kinds[n].code] == places]
        patterns = np.array([[dot.light for dot in kinds[n].code] for n in self._coded], dtype=float)
        self._patterns = standardised(patterns) if len(self._coded) > 1 else np.zeros((0, len(places)))
        self._looks_mm = _turned(np.array(places)) if places else np.zeros((0, 0, 2))

    def penalties(self, sampler: Sampler, places_mm: Floats, height_mm: float, kinds: int) -> Floats:
        """Give what the dots add to the differences of (n, 2) places to each kind: (n, kinds).

        0 for the kind whose dots are seen, and for all where no dots can be read.
        """
        penalties = np.zeros((len(places_mm), kinds))
        if not len(self._patterns) or not len(places_mm):
            return penalties
        likeness = self._likeness(sampler, places_mm, height_mm)
        best = likeness.max(axis=1, keepdims=True)
        penalties[:, self._coded] = np.where(best >= READABLE, WEIGHT * (best - likeness), 0.0)
        return penalties

    def _likeness(self, sampler: Sampler, places_mm: Floats, height_mm: float) -> Floats:
        """Correlate the dots with each pattern, (n, coded), in the turn and shift that make most sense.

        In some other turn almost every pattern is like the dots: that says nothing.
        """
        offsets = self._looks_mm.reshape(-1, 2)
        brightness = sampler.levels(places_mm, offsets, height_mm).mean(axis=-1)
        seen = brightness.reshape(len(places_mm), -1, self._patterns.shape[1])
        likeness = standardised(seen, LEVEL_AT_LEAST) @ self._patterns.T
        sense = likeness.max(axis=2, keepdims=True)
        as_good = sense >= sense.max(axis=1, keepdims=True) - AS_GOOD
        likest: Floats = np.where(as_good, likeness, -1.0).max(axis=1)
        return likest


def _turned(places_mm: Floats) -> Floats:
    """Give the (looks, dots, 2) places in every turn and shift."""
    angles = np.radians(np.arange(0.0, 360.0, TURN_STEP_DEG))
    cos, sin = np.cos(angles), np.sin(angles)
    turns = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], -2)
    turned = places_mm @ turns.transpose(0, 2, 1)
    shifted: Floats = (turned[:, None] + SHIFTS_MM[None, :, None]).reshape(-1, len(places_mm), 2)
    return shifted
