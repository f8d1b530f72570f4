"""Tells a die's colour: by the sheet's own white, and by pips that are lighter or darker than the body.

Convention: millimetres of the sheet, origin top left. Dice are measured on their top face.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.layout import Kind, die_face
from vision.cells.odds import FLOOR
from vision.cells.sampling import Sampler, look_of
from vision.ports import Floats

FACE_SHARE = 0.32
"""Radius of the part of a top face whose colour is taken, in sides of the die; pips cover less than half."""

SPREAD = 0.08
"""Readings of one body's look, light allowed for, differ by this much (standard deviation)."""

GAINS = np.linspace(0.6, 1.25, 14)
"""A top face is nearer to the lamp than the sheet, or in a shadow."""

GAIN_SPREAD = 0.35

VEILS = np.linspace(0.0, 0.7, 8)
"""A lamp that is mirrored in a top face adds white to it: green looks like a pale die's shadow."""

VEIL_SPREAD = 0.25

PIPS_SHARE, PIPS_STEP = 0.38, 0.04
"""How far round the middle of a top face its pips are looked for, and in what steps, in sides of the die."""

PIPS_PART = 12
"""One of so many samples is the brightest, and one the darkest: even a 1 has as many on its pip."""

PIPS_EVEN, PIPS_SAY, PIPS_SAY_AT_MOST = -0.45, 20.0, 6.0
"""Of dice with dark pips the bright samples stand out less than the dark ones, by 0.4 to 1 of both together.
A mirrored lamp hides light pips, but not dark ones: then neither stands out, or the dark ones do by 0.1.
From the first value on the logarithm of the odds grows so fast, and so far, to both sides."""

WHITE_TOP, DARK_PIPS_SHOW = 0.45, 0.2
"""On a top that looks white, dark pips are darker by at least 0.28 of it, also from afar. On a blue top in
which a lamp is mirrored, the darkest part is darker by 0.14 at most."""


class DieColours:
    """Tells the bodies of a game's dice apart."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        bodies = {die_face(kind.name)[0]: kind for kind in kinds if kind.shape == "die"}
        self.names = tuple(bodies)
        side_mm = max((kind.size_mm[0] for kind in bodies.values()), default=0.0)
        self.height_mm = max((kind.height_mm for kind in bodies.values()), default=0.0)
        printed = np.array([kind.colours[0][::-1] for kind in bodies.values()]).reshape(-1, 3) / 255
        self._looks = look_of(printed.astype(np.float32))
        pips = np.array([kind.colours[min(1, len(kind.colours) - 1)][::-1] for kind in bodies.values()])
        self._lighter = np.sign(pips.reshape(-1, 3).sum(axis=1) / 255 - printed.sum(axis=1))
        self._offsets = side_mm * _disc(FACE_SHARE, FACE_SHARE / 4)
        self._on_pips = side_mm * _disc(PIPS_SHARE, PIPS_STEP)

    def odds(self, sampler: Sampler, at_mm: tuple[float, float]) -> dict[str, float]:
        """Give the odds of each colour, summing to 1, for a die whose top face lies there."""
        if len(self.names) < 2:
            return dict.fromkeys(self.names, 1.0)
        levels = sampler.levels(np.array([at_mm]), self._offsets, self.height_mm)[0]
        seen = look_of(np.median(levels, axis=0).astype(np.float32))
        veiled = GAINS[:, None, None] * self._looks + VEILS[:, None, None, None] * look_of(
            np.ones(3, np.float32)
        )
        misses = ((seen - veiled) ** 2).sum(axis=-1) / SPREAD**2
        misses += (np.log(GAINS) / GAIN_SPREAD)[:, None] ** 2 + (VEILS / VEIL_SPREAD)[:, None, None] ** 2
        best = misses.min(axis=(0, 1))
        logs = -0.5 * best + 0.5 * self._lighter * self._lightness_of_pips(sampler, at_mm)
        weights = np.exp(logs - logs.max())
        odds = (weights + FLOOR) / (weights + FLOOR).sum()
        return dict(zip(self.names, odds.tolist(), strict=True))

    def _lightness_of_pips(self, sampler: Sampler, at_mm: tuple[float, float]) -> float:
        """Give the log-odds that the pips are lighter than the body."""
        seen = np.sort(sampler.looks(np.array([at_mm]), self._on_pips, self.height_mm)[0, :, 0])
        few = len(seen) // PIPS_PART
        bright, dark = seen[-few:].mean() - np.median(seen), np.median(seen) - seen[:few].mean()
        if np.median(seen) > WHITE_TOP and dark < DARK_PIPS_SHOW * np.median(seen):
            return PIPS_SAY_AT_MOST
        lead = (bright - dark) / max(bright + dark, FLOOR)
        return float(np.clip(PIPS_SAY * (lead - PIPS_EVEN), -PIPS_SAY_AT_MOST, PIPS_SAY_AT_MOST))


def _disc(radius: float, step: float) -> Floats:
    """Give the (k, 2) points of a square lattice within a disc."""
    along = np.arange(-radius, radius + 0.01 * step, step)
    x, y = np.meshgrid(along, along)
    inside = np.hypot(x, y) <= radius
    return np.stack([x[inside], y[inside]], axis=-1)
