"""The light over a sheet, measured by the sheet's own print.

What a sheet should look like is known everywhere. Per colour channel the seen light is a smooth field of
white times the print, and a veil: lamps shine back from paper and gloss, and no ink is black. Where a lamp is
mirrored, a highlight is added. All are fitted to the places where the print is even. What lies on the sheet
does not fit and loses its weight. A camera that balances a warm lamp mixes its channels; a matrix undoes
that. What is left (a shadow's edge, a burnt spot) is the cell reader's to allow for.

Convention: levels run from 0 (printed black) to 1 (printed white), channels blue, green, red.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.light.highlight import SMALLEST_MM, Highlight, HighlightFit, Size
from vision.light.palette import DARKEST, Palette, level_of, level_weight, linear_of
from vision.light.robust import LIKELY, trusted, weighted_median
from vision.ports import Floats, Image, Mask
from vision.sheets.registration import Registration

LINEAR = linear_of(np.arange(256.0) / 255).astype(np.float32)
LEVELS = level_of(np.linspace(0.0, 2.0, 2049)).astype(np.float32)
"""Levels of light from 0 to 2, in steps of a thousandth."""

SOFTENED_PX_PER_MM = 1.5
"""A sheet that is seen larger is softened first, against noise."""

BURNT = 250
"""A level from which on a channel says no more than that it is bright."""

FIELD_HELD = np.array([0.0, 0.002, 0.002, 0.01, 0.02, 0.02])
"""How strongly the terms of the field are held near evenness: beyond the last place they would run away."""

VEIL_HELD = np.array([0.002, 0.05, 0.05])
MIXING_HELD = 0.01
BEGIN_ROUNDS = 3
STRICT, PATIENT = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0), (1.0, 4.0, 4.0, 3.0, 2.0, 1.5)
"""By how many times the usual a place may miss before each round. A near lamp lights one side of a mat four
times as strongly as the other, and the side that is fitted first must not shut out the other. But at the edge
of a shadow patience fits neither part well."""

GOOD, LOST = 0.03, 0.15
"""Levels by which places miss on the whole after a strict fit that needs no patient one beside it, and by
which a place misses at most in that."""

COVERED_WEIGHT = 0.03
"""What lies in a space hides the print, so the print round the spaces is asked first."""

IN_SPACE = 0.3
"""The same for the highlight, which lies on pieces, too."""

FAINTEST = 1e-4
LEAST_PLACES = 12
MOST_MIXED = 0.35
"""A camera's channels are not mixed more than that; what says so is no print."""


@dataclass(frozen=True, eq=False)
class Light:
    """The light over one sheet.

    ``field`` is (6, 3): per channel the white by 1, x, y, xy, xx, yy from -1 to 1 across the sheet;
    ``veil`` (3, 3) is what is added to it, by 1, x, y; ``mixing`` (3, 3) turns channels, as rows, into
    those of the print. ``highlight`` is added as a share of ``field[0]``, if lamps are mirrored.
    """

    field: Floats
    veil: Floats
    mixing: Floats
    size_mm: Size
    highlight: Highlight | None = None

    def white_at(self, points_mm: Floats) -> Floats:
        """Give the level of white, 0..255, at (..., 2) places, without mirrored lamps: (..., 3)."""
        terms = terms_of(points_mm, self.size_mm)
        light = np.maximum(terms @ self.field, 1e-4) + terms[..., :3] @ self.veil
        return 255 * level_of(light)

    def undo(self, seen: Image, points_mm: Floats) -> Floats:
        """Give levels as printed, (n, k, 3), from (n, k, 3) as seen; row n lies at ``points_mm[n]``.

        The light is taken as even over one row, that is one cell.
        """
        terms = terms_of(points_mm, self.size_mm)
        white = np.maximum(terms @ self.field, DARKEST * self.field[0])
        veil = terms[..., :3] @ self.veil
        if self.highlight is not None:
            veil += self.highlight.at(points_mm) * self.field[0]
        light = (LINEAR[seen] - veil[:, None].astype(np.float32)) / white[:, None].astype(np.float32)
        if self.mixes:
            light = light @ self.mixing.astype(np.float32)
        undone: Floats = LEVELS[np.clip(light * 1024.0, 0, 2048).astype(np.int32)]
        return undone

    @cached_property
    def mixes(self) -> bool:
        """Whether the camera mixes channels at all."""
        return not np.array_equal(self.mixing, np.eye(3))

    def cast(self) -> float:
        """Give how far the lamp is from white: the log of the strongest over the weakest channel."""
        return float(np.ptp(np.log(np.maximum(self.white_at(np.array(self.size_mm) / 2), 1.0))))


def measure_light(image: Image, registration: Registration, palette: Palette) -> Light:
    """Measure the light over a registered sheet in a frame."""
    seen, known = seen_at(image, registration, palette.places_mm)
    size_mm = registration.sheet.size_mm
    if known.sum() < LEAST_PLACES:
        bright = np.nanpercentile(np.concatenate([seen, np.full((1, 3), 128.0)]), 95, axis=0)
        return Light(_even(linear_of(bright / 255)), np.zeros((3, 3)), np.eye(3), size_mm)
    light = linear_of(seen[known] / 255)
    places, printed, weights = palette.places_mm[known], palette.colours[known], palette.weights[known]
    free = palette.free[known]
    first = weights * np.where(free, 1.0, COVERED_WEIGHT)
    even = np.where(free, 1.0, IN_SPACE)
    return _fit(places, printed, light, (first, weights, even), size_mm)


def seen_at(image: Image, registration: Registration, places_mm: Floats) -> tuple[Floats, Mask]:
    """Give the levels, (n, 3), of a frame at (n, 2) places of a sheet, and where they say something, (n,)."""
    places_px = registration.to_frame(places_mm)
    soft, corner_px = _softened(image, registration, places_px)
    seen = sample(soft, places_px - corner_px)
    return seen, np.isfinite(seen).all(axis=1) & (seen.max(axis=1) < BURNT)


def _softened(image: Image, registration: Registration, places_px: Floats) -> tuple[Image, Floats]:
    """Soften the part of a frame in which places lie, and give its top left corner: a sheet may be small."""
    if registration.px_per_mm < SOFTENED_PX_PER_MM:
        return image, np.zeros(2)
    corner_px = np.clip(np.floor(places_px.min(axis=0)) - 2, 0, None).astype(int)
    left, top = corner_px
    right, bottom = np.clip(np.ceil(places_px.max(axis=0)) + 3, 0, None).astype(int)
    part = image[top:bottom, left:right]
    return (cv2.blur(part, (3, 3)), corner_px) if part.size else (image, np.zeros(2))


def _fit(
    places_mm: Floats, printed: Floats, light: Floats, weights: tuple[Floats, Floats, Floats], size_mm: Size
) -> Light:
    """Fit the light strictly; where that misses much, patiently, too, and keep what misses less."""
    strict, missed = _fitted(places_mm, printed, light, weights, size_mm, STRICT)
    if missed < GOOD:
        return strict
    patient, missed_then = _fitted(places_mm, printed, light, weights, size_mm, PATIENT)
    return patient if missed_then < missed else strict


def _fitted(
    places_mm: Floats,
    printed: Floats,
    light: Floats,
    weights: tuple[Floats, Floats, Floats],
    size_mm: Size,
    patiences: tuple[float, ...],
) -> tuple[Light, float]:
    """Fit field, veil and mixing in turn, each time with less weight for what does not fit.

    The first weights are those to begin with, the second hold when it is known what fits, and then the
    highlight is fitted, too, by the third. Gives the light, and by how many levels places miss on the whole:
    infinitely many if white paper would be black somewhere.
    """
    first, weight, even = (each / each.sum() for each in weights)
    terms, levels = terms_of(places_mm, size_mm), level_of(printed)
    bright = np.maximum(np.percentile(light, 95, axis=0), FAINTEST)
    mixing: Floats = np.eye(3)
    missed, mirrored = np.zeros(len(light)), np.zeros_like(light)
    highlight = None
    highlights = HighlightFit(places_mm, even, size_mm) if max(size_mm) > SMALLEST_MM else None
    for number, patience in enumerate(patiences):
        usual = first if number <= BEGIN_ROUNDS else weight
        trust = trusted(missed, usual, patience * max(weighted_median(missed, usual), LIKELY))
        wanted = np.maximum(printed @ np.linalg.inv(mixing), 0.0)
        solved = _fields_and_veils(terms, wanted, (light - mirrored) / bright, trust) * bright
        field, veil = solved[:6], solved[6:]
        through, white = light - terms[:, :3] @ veil, terms @ field
        if highlights and number >= BEGIN_ROUNDS:
            middle = np.maximum(field[0], DARKEST * bright)
            highlight = highlights.improve(through / middle, white * wanted / middle)
            mirrored = highlight.at(places_mm) * field[0]
        plain = (through - mirrored) / np.maximum(white, DARKEST * bright)
        mixing = _unmixed(np.clip(plain, 0.0, 1.2), printed, trust)
        missed = np.abs(level_of(plain @ mixing) - levels).max(axis=1)
    lost = float(np.minimum(missed, LOST) @ weight) if (white > 0).all() else np.inf
    return Light(field, veil, mixing, size_mm, highlight), lost


def _fields_and_veils(terms: Floats, printed: Floats, light: Floats, weights: Floats) -> Floats:
    """Solve light = (terms @ field) * print + terms[:3] @ veil, as differences of levels weigh it.

    ``printed`` and ``light`` are (n, 3); gives (6 + 3, 3), per channel the field above the veil. All channels
    are solved at once, because for some hundred places a call takes longer than what it computes.
    """
    by_print = terms * printed.T[:, :, None]
    columns = np.concatenate([by_print, np.broadcast_to(terms[:, :3], (3, len(terms), 3))], axis=2)
    weight = weights[:, None] * level_weight(light)
    weight = weight / weight.sum(axis=0)
    weighted = (columns * weight.T[:, :, None]).transpose(0, 2, 1)
    held = np.diag(np.concatenate([FIELD_HELD, VEIL_HELD]))
    solved: Floats = np.linalg.solve(weighted @ columns + held, weighted @ light.T[:, :, None])[..., 0].T
    return solved


def _unmixed(plain: Floats, printed: Floats, weights: Floats) -> Floats:
    """Give the matrix that brings channels nearest to the print; grey stays grey."""
    weight = weights / (printed.mean(axis=1) + DARKEST)
    weight = weight / weight.sum()
    held = MIXING_HELD * np.eye(3)
    mixing = np.linalg.solve(
        (plain * weight[:, None]).T @ plain + held, (plain * weight[:, None]).T @ printed + held
    )
    mixing = np.clip(mixing - np.eye(3), -MOST_MIXED, MOST_MIXED) + np.eye(3)
    unmixed: Floats = mixing / mixing.sum(axis=0)
    return unmixed


def sample(image: Image, points_px: Floats) -> Floats:
    """Give the (n, 3) levels at (n, 2) places of a frame; not a number outside of it."""
    maps = points_px.astype(np.float32).reshape(-1, 1, 2)
    levels = cv2.remap(image, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    height, width = image.shape[:2]
    within = (points_px >= 0) & (points_px <= np.array((width - 1, height - 1)))
    inside = np.asarray(within.all(axis=1))
    return np.where(inside[:, None], levels.reshape(-1, 3), np.nan).astype(np.float32)


def _even(white: Floats) -> Floats:
    return np.concatenate([white[None], np.zeros((5, 3))])


def terms_of(points_mm: Floats, size_mm: Size) -> Floats:
    """Give the terms of a smooth field, (..., 6), at (..., 2) places of a sheet: see `Light`."""
    x, y = np.moveaxis(2 * points_mm / np.array(size_mm) - 1, -1, 0)
    return np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1)
