"""Compares every cell of a zone with its printed ground: most cells are empty and done with here.

Convention: offsets are mm of the sheet from the middle of the cell, x to the right, y down.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout, Sheet, Zone
from vision.cells.polar import GAIN_LIMITS, GAIN_PRICE
from vision.cells.sampling import Sampler, Spots, look_of
from vision.light.light import Light
from vision.ports import Artwork, Floats, Image, Mask

ARTWORK_PX_PER_MM = 2.5
SOFTNESSES_MM = (0.45, 0.7, 0.9)
"""The print is blurred by one of these, as the frame is."""

OTHER_MM = 0.15
"""A softness is kept until the frame's own is so far from it."""

SAMPLE_STEP_MM = 1.0
CORE = 0.42
"""How much of a cell's side, from its middle, must look like the ground: a piece next door that
is not quite in its place reaches no further in."""

CORNER = 0.43
"""Where a cell's corners are looked at, in sides from its middle: round pieces do not reach there."""

CORNER_MM = 2.5

BASELINES_PER_CELL = 3

SHEETS_KEPT = 2
"""A sheet is softened once for all its zones; a mat takes 2 MB."""


class Ground:
    """The printed ground under the cells of one zone, and what people said is ground, too.

    Where the light burns a picture out, no print is brighter than that.
    """

    def __init__(self, layout: Layout, sheet: Sheet, zone: Zone, artwork: Artwork) -> None:
        self.centres_mm = np.array([cell.centre_mm for cell in zone.cells])
        self.side_mm = _side_mm(zone)
        self.core_radius_mm = CORE * self.side_mm
        self._offsets = _disc(self.core_radius_mm, SAMPLE_STEP_MM)
        around = CORNER * self.side_mm * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        self._corners = [corner + _disc(CORNER_MM, SAMPLE_STEP_MM) for corner in around]
        self._print = (artwork, layout, sheet.id)
        self._softness_mm = 0.0
        self._cores = Spots(self.centres_mm, self._offsets)
        corners = self.side_mm / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        self.outlines = Spots(self.centres_mm, corners)
        self._lit_by: Light | None = None
        self._baselines: dict[int, deque[Floats]] = {}

    def looks(self, sampler: Sampler) -> Floats:
        """Give how the core of every cell looks, (n, k, 3)."""
        self._soften(sampler.softness_mm)
        if sampler.light is not self._lit_by:
            self._shown, self._lit_by = self._shown_in(sampler), sampler.light
        return sampler.looks_at(self._cores)

    def _shown_in(self, sampler: Sampler) -> Floats:
        """Give how the print looks, (n, k, 3), where it is no brighter than the picture can tell."""
        brightest = sampler.brightest(self.centres_mm)
        burnt = (brightest < self._printed.max(axis=1)).any(axis=1)
        if not burnt.any():
            return self._plain
        shown = self._plain.copy()
        shown[burnt] = look_of(np.minimum(self._printed[burnt], brightest[burnt, None]))
        return shown

    def plain_looks(self) -> Floats:
        """Give the mean look of every cell's ground in print, (n, 3)."""
        self._soften(self._softness_mm or SOFTNESSES_MM[0])
        looks: Floats = self._plain.mean(axis=1)
        return looks

    def _soften(self, softness_mm: float) -> None:
        """Make the print as soft as the frame."""
        wanted = float(np.clip(softness_mm, SOFTNESSES_MM[0], SOFTNESSES_MM[-1]))
        if abs(wanted - self._softness_mm) < OTHER_MM:
            return
        self._softness_mm = min(SOFTNESSES_MM, key=lambda each: abs(each - wanted))
        self._picture = _soft(*self._print, self._softness_mm)
        self._printed = self._printed_levels(self._offsets)
        self._plain = look_of(self._printed)
        self._lit_by = None

    def differences(self, seen: Floats) -> Floats:
        """Give the mean squared difference, (n,), of every cell's look to its ground."""
        total: Floats = self.by_channel(seen).sum(axis=-1)
        return total

    def by_channel(self, seen: Floats) -> Floats:
        """Give the mean squared difference of every cell's look to its ground by channel, (n, 3)."""
        apart = _by_channel(seen, self._shown)
        for cell, baselines in self._baselines.items():
            known = _by_channel(seen[cell], np.stack(tuple(baselines)))
            choices = np.concatenate([apart[[cell]], known])
            apart[cell] = choices[choices.sum(axis=-1).argmin()]
        return apart

    def difference_where(self, seen: Floats, cell: int, shown: Mask) -> float:
        """Give the mean squared difference of one cell, (k, 3), to its ground where that is shown, (k,)."""
        grounds = np.stack([self._shown[cell], *self._baselines.get(cell, ())])
        return float(difference(seen[shown], grounds[:, shown]).min())

    def core_mm(self, cell: int) -> Floats:
        """Give where the samples of a cell's look lie on the sheet, (k, 2)."""
        core: Floats = self.centres_mm[cell] + self._offsets
        return core

    def corner_differences(self, sampler: Sampler, cells: NDArray[np.intp]) -> Floats:
        """Give how much the worse half of the corners of some cells differ from their print, (n,).

        Round pieces leave the corners bare, so what differs there lies over more than one cell.
        """
        centres_mm = self.centres_mm[cells]
        brightest = sampler.brightest(centres_mm)[:, None]
        apart = []
        for corner in self._corners:
            shown = look_of(np.minimum(self._printed_levels(corner)[cells], brightest))
            apart.append(difference(sampler.looks(centres_mm, corner), shown))
        return np.sort(np.stack(apart, axis=-1), axis=-1)[:, len(apart) // 2]

    def _printed_levels(self, offsets_mm: Floats) -> Floats:
        """Give the levels of the print at offsets round the middle of every cell, (n, k, 3)."""
        at = ((self.centres_mm[:, None] + offsets_mm) * ARTWORK_PX_PER_MM - 0.5).astype(np.float32)
        levels: Floats = cv2.remap(self._picture, at, None, cv2.INTER_LINEAR).astype(np.float32) / 255
        return levels

    def learn(self, sampler: Sampler, cell: int) -> None:
        """Take what is seen in a cell as its bare ground from now on."""
        seen = sampler.looks(self.centres_mm[cell][None], self._offsets)[0]
        self._baselines.setdefault(cell, deque(maxlen=BASELINES_PER_CELL)).append(seen)


def difference(seen: Floats, known: Floats) -> Floats:
    """Give the mean squared difference over the last two axes, light allowed for at a price."""
    total: Floats = _by_channel(seen, known).sum(axis=-1)
    return total


def _by_channel(seen: Floats, known: Floats) -> Floats:
    """Give the mean squared difference over the last but one axis, (..., 3).

    All channels share one light, whose price counts with the brightness.
    """
    samples = seen.shape[-2]
    match = np.einsum("...kc,...kc->...c", seen, known) / samples
    power = np.einsum("...kc,...kc->...c", known, known) / samples
    square = np.einsum("...kc,...kc->...c", seen, seen) / samples
    total = power.sum(axis=-1, keepdims=True)
    gain = np.clip((match.sum(axis=-1, keepdims=True) + GAIN_PRICE) / (total + GAIN_PRICE), *GAIN_LIMITS)
    difference: Floats = square + gain * (gain * power - 2 * match)
    difference[..., 0] += GAIN_PRICE * (gain[..., 0] - 1) ** 2
    return difference


@lru_cache(maxsize=SHEETS_KEPT)
def _soft(artwork: Artwork, layout: Layout, sheet_id: str, softness_mm: float) -> Image:
    """Give a printed sheet as softly as a camera sees it."""
    printed = artwork.sheet_image(layout, sheet_id, ARTWORK_PX_PER_MM)
    soft: Image = cv2.GaussianBlur(printed, (0, 0), softness_mm * ARTWORK_PX_PER_MM)
    return soft


def _side_mm(zone: Zone) -> float:
    """Give the shorter side of the zone's smallest cell."""
    outlines = [np.array(cell.outline_mm) for cell in zone.cells]
    return float(min(np.ptp(outline, axis=0).min() for outline in outlines))


def _disc(radius_mm: float, step_mm: float) -> Floats:
    """Give the (k, 2) points of a square lattice within a disc."""
    along = np.arange(-radius_mm, radius_mm + step_mm / 2, step_mm)
    x, y = np.meshgrid(along, along)
    points = np.stack([x.ravel(), y.ravel()], axis=-1)
    inside: Floats = points[np.hypot(*points.T) <= radius_mm]
    return inside
