"""A lamp mirrored in a glossy sheet: a veil that is strong over one part of it and absent over the rest.

A ceiling lamp adds up to a third of white there. That veil has one colour and no edge, so it is a sum of
broad bumps. On white paper a veil looks like more light; dark print, and to a lesser degree any colour, tells
them apart. So at every place only that counts which more or less light does not explain.

Convention: mm of the sheet, x to the right, y down; light is (n, 3) of blue, green, red, as a share of white.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.light.palette import level_weight
from vision.light.robust import LIKELY, trusted, weighted_median
from vision.ports import Floats

Size = tuple[float, float]

WIDE_MM = 60.0
"""Bumps stand so far apart, and have fallen to 0.6 of their height so far from their middles."""

SMALLEST_MM = 4 * WIDE_MM
"""Over a sheet whose longer side is shorter, a veil that changes evenly will do."""

HELD = 3e-4
"""How strongly the heights of bumps are held at none."""

LIGHT_HELD = 0.004
"""How strongly the light of a place is held at what it is elsewhere: lamps make it half as strong again."""

COLOUR_HELD, COLOURS = 1e-4, (0.5, 2.0)
"""How strongly the colour of what is mirrored is held at that of the light, and how far it may be from it."""

OTHER_LIGHT = 0.15
"""How much another light tells against a place: a sleeve looks like shadow and veil together."""

TELLING = 3.0
"""A place that tells so much about the veil counts in full: a black one tells 50, one of white paper 0.01."""

LEVELS = 0.45
"""How a level changes with the light, in the middle of its range, over the root of `level_weight`."""


@dataclass(frozen=True, eq=False)
class Highlight:
    """The mirrored lamps over one sheet.

    ``heights`` (columns, rows) are those of the bumps, ``colour`` (3,) is theirs, both as shares of white: of
    what the sheet's own light makes of white paper.
    """

    heights: Floats
    colour: Floats
    size_mm: Size

    def at(self, points_mm: Floats) -> Floats:
        """Give the veil, as a share of white, at (..., 2) places: (..., 3)."""
        across, down = _bumps(points_mm, self.size_mm)
        veil = np.maximum(((across @ self.heights) * down).sum(axis=-1), 0.0)
        coloured: Floats = veil[..., None] * self.colour
        return coloured


class HighlightFit:
    """Finds mirrored lamps by what is too bright at places of a sheet, better with every step.

    Parameters
    ----------
    places_mm
        The places, (n, 2).
    usual
        How much each counts, (n,).
    size_mm
        The width and the height of the sheet.
    """

    def __init__(self, places_mm: Floats, usual: Floats, size_mm: Size) -> None:
        across, down = _bumps(places_mm, size_mm)
        self._bumps = (across[:, :, None] * down[:, None, :]).reshape(len(places_mm), -1)
        self._usual, self._size_mm = usual, size_mm
        self._shape = across.shape[1], down.shape[1]
        self._heights: Floats | None = None
        self._colour: Floats = np.ones(3)

    def improve(self, light: Floats, expected: Floats) -> Highlight:
        """Fit the bumps to how the light differs from what is expected without them, both (n, 3)."""
        weight = level_weight(light)
        added = light - expected
        by_light = weight * expected
        bend = (by_light * expected).sum(axis=1) + LIGHT_HELD
        by_veil = weight * self._colour
        alike = (by_veil * expected).sum(axis=1)
        telling = by_veil @ self._colour - alike**2 / bend
        veil = ((by_veil * added).sum(axis=1) - alike / bend * (by_light * added).sum(axis=1)) / telling
        # Nothing is known at first: the only places that count less are those that no veil explains.
        known = np.maximum(veil if self._heights is None else self._bumps @ self._heights, 0.0)
        left = added - known[:, None] * self._colour
        brighter = (by_light * left).sum(axis=1) / bend
        square = (weight * (left - brighter[:, None] * expected) ** 2).sum(axis=1)
        missed = LEVELS * np.sqrt((square + OTHER_LIGHT * brighter**2) / 3)
        spread = max(weighted_median(missed, self._usual), LIKELY)
        weights = trusted(missed, self._usual, spread) * np.minimum(telling / TELLING, 1.0)
        weighted = (self._bumps * weights[:, None]).T
        held = HELD * np.eye(self._bumps.shape[1])
        self._heights = np.linalg.solve(weighted @ self._bumps + held, weighted @ veil)
        self._colour = _colour_of(self._bumps @ self._heights, added, weight * weights[:, None])
        return Highlight(self._heights.reshape(self._shape), self._colour, self._size_mm)


def _colour_of(veil: Floats, added: Floats, weight: Floats) -> Floats:
    """Give the colour, (3,), in which a veil, (n,), explains best what was added, (n, 3)."""
    match = np.maximum(veil, 0.0) @ (weight * added)
    power = np.maximum(veil, 0.0) ** 2 @ weight
    colour: Floats = np.clip((match + COLOUR_HELD) / (power + COLOUR_HELD), *COLOURS)
    return colour


def _bumps(points_mm: Floats, size_mm: Size) -> tuple[Floats, Floats]:
    """Give how near (..., 2) places are to the columns of bumps, (..., columns), and to their rows."""
    x, y = (
        np.exp(-0.5 * ((points_mm[..., [axis]] - _middles_mm(size_mm[axis])) / WIDE_MM) ** 2)
        for axis in range(2)
    )
    return x, y


@lru_cache(maxsize=64)
def _middles_mm(length_mm: float) -> Floats:
    """Give where bumps stand along a side: one in its middle, the others as far as just beyond its ends."""
    each_way = np.ceil(length_mm / 2 / WIDE_MM)
    middles: Floats = length_mm / 2 + WIDE_MM * np.arange(-each_way, each_way + 1)
    return middles
