"""Places of a taught sheet at which its colour is known, and whether a picture agrees with them.

A drawing has fields of one exact colour; a photograph has none. So the places with the least change around
them serve, whatever that change is.

Convention: mm of the sheet, x to the right, y down; colours blue, green, red, linear from 0 to 1.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout
from vision.light.highlight import SMALLEST_MM, HighlightFit
from vision.light.light import Light, sample, terms_of
from vision.light.palette import Palette, level_of, linear_of
from vision.light.robust import trusted, weighted_median
from vision.ports import Artwork, Floats, Image
from vision.sheets.registration import Registration

SIDE_PX = 600
"""The longer side of the sheet's picture in which places are looked for."""

APART_PX, NEAR_PX = 10, 5
MOST_PLACES = 700
SHADES, RARE = 6, 6
MISSED = 0.14
"""By how many levels a place may differ from its colour and still be the print."""

LEAST_AGREE = 0.15
"""A photographed board with its colours exchanged, red for green and green for blue, reaches a share of 0.09,
one of which two fifths are covered 0.18 in bad light."""

FIELD_HELD = np.array([0.0, 0.01, 0.01, 0.05, 0.05, 0.05])
"""How strongly the fit keeps each term of the field near evenness."""

BURNT, DARK, LEAST_PLACES = 250, 0.01, 12
ROUNDS, BEGIN_ROUNDS = 7, 3
SHADE = 0.002
"""What is left of a place's light, at the least, when the mirrored lamp is taken away."""
LIKELY = 0.06
"""The usual difference of a place's light, as a share of itself."""

IN_SPACE, LEAST_IN_SPACE = 0.3, 0.05
"""The most and the least weight of a place where pieces may lie: less where few places lie between them."""


@lru_cache(maxsize=64)
def taught_palette(layout: Layout, sheet_id: str, artwork: Artwork) -> Palette:
    """Give the places of a sheet at which its print changes least, up to half of them between the spaces.

    Plain spaces alone would tell the light of the cards that lie on them.
    """
    sheet = layout.sheet(sheet_id)
    px_per_mm = SIDE_PX / max(sheet.size_mm)
    printed = artwork.sheet_image(layout, sheet_id, px_per_mm).astype(np.float32) / 255
    soft = cv2.GaussianBlur(printed, (0, 0), 1.2)
    near = np.ones((2 * NEAR_PX + 1,) * 2, np.uint8)
    change = (cv2.dilate(soft, near) - cv2.erode(soft, near)).max(axis=2)
    half = APART_PX // 2
    places = [
        (change[y, x], y, x)
        for y in range(NEAR_PX + half, soft.shape[0] - NEAR_PX, APART_PX)
        for x in range(NEAR_PX + half, soft.shape[1] - NEAR_PX, APART_PX)
    ]
    taken = np.zeros(soft.shape[:2], np.uint8)
    for zone in sheet.zones:
        for outline in (zone.outline_mm, *(cell.outline_mm for cell in zone.cells)):
            cv2.fillPoly(taken, [(np.array(outline) * px_per_mm).round().astype(np.int32)], 1)
    places.sort()
    even = np.array([(y, x) for _, y, x in places[: max(60, len(places) // 2)]])
    rows, columns = even[_half_of_them(taken[tuple(even.T)] == 0)].T
    colours = soft[rows, columns]
    shades = (colours * SHADES).round().astype(int)
    which = np.asarray(np.unique(shades, axis=0, return_inverse=True)[1]).ravel()
    weights = 1 / np.maximum(np.bincount(which)[which], RARE)
    at_mm = (np.stack([columns, rows], axis=-1) + 0.5) / px_per_mm
    return Palette(at_mm, linear_of(colours), weights / weights.sum(), taken[rows, columns] == 0)


def _half_of_them(free: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Choose `MOST_PLACES` of the places, the first ones: half of them free as far as there are so many."""
    most = min(MOST_PLACES, len(free))
    between, within = np.flatnonzero(free), np.flatnonzero(~free)
    half = min(len(between), max(most // 2, most - len(within)))
    return np.sort(np.concatenate([between[:half], within[: most - half]]))


def measure_taught_light(image: Image, registration: Registration, palette: Palette) -> Light:
    """Measure the light over a taught sheet: each channel's brightness, as a multiple of its photograph's.

    The photograph already has the veil and the mixing of its own lamp. Many boards have few colours, and
    then a veil looks like a brighter lamp. So neither is fitted, but for the highlight of a mirrored lamp.
    """
    soft = cv2.blur(image, (3, 3)) if registration.px_per_mm >= 1.5 else image
    seen = sample(soft, registration.to_frame(palette.places_mm))
    known = np.isfinite(seen).all(axis=1) & (seen.max(axis=1) < BURNT)
    size_mm = registration.sheet.size_mm
    if known.sum() < LEAST_PLACES:
        field = np.zeros((6, 3))
        field[0] = 1.0
        return Light(field, np.zeros((3, 3)), np.eye(3), size_mm)
    light, colours = linear_of(seen[known] / 255), palette.colours[known]
    places_mm = palette.places_mm[known]
    ratio = (light + DARK) / (colours + DARK)
    terms = terms_of(places_mm, size_mm)
    usual = _usual_weights(palette.free[known])
    middle = [weighted_median(channel, usual) for channel in ratio.T]
    fitted = np.broadcast_to(middle, ratio.shape)
    field = np.zeros((6, 3))
    highlight = None
    highlights = HighlightFit(places_mm, usual / usual.sum(), size_mm) if max(size_mm) > SMALLEST_MM else None
    for number in range(ROUNDS):
        missed = np.abs(np.log(ratio / fitted)).max(axis=1)
        spread = max(float(np.median(missed)) / (1 + number / 2), LIKELY)
        weight = trusted(missed, usual, spread)
        scale = np.median(fitted, axis=0)
        held = np.diag(FIELD_HELD)
        solved = np.linalg.solve(
            (terms * weight[:, None]).T @ terms + held, (terms * weight[:, None]).T @ (ratio / scale)
        )
        field = solved * scale
        fitted = np.maximum(terms @ field, 0.1 * scale)
        if highlights and number >= BEGIN_ROUNDS:
            highlight = highlights.improve(light / field[0], fitted * colours / field[0])
            ratio = np.maximum(light - highlight.at(places_mm) * field[0] + DARK, SHADE) / (colours + DARK)
    return Light(field, np.zeros((3, 3)), np.eye(3), size_mm, highlight)


def _usual_weights(free: NDArray[np.bool_]) -> Floats:
    """Weigh places (n,) by whether pieces may hide them."""
    share = IN_SPACE * free.sum() / max((~free).sum(), 1)
    weights: Floats = np.where(free, 1.0, np.clip(share, LEAST_IN_SPACE, IN_SPACE))
    return weights


def colour_agreement(image: Image, registration: Registration, palette: Palette, light: Light) -> float:
    """Give the share of a sheet's visible places that have their colour in this light."""
    seen = sample(image, registration.to_frame(palette.places_mm))
    known = np.isfinite(seen).all(axis=1)
    if known.sum() < 10:
        return 0.0
    levels = light.undo(seen[known].astype(np.uint8)[:, None], palette.places_mm[known])[:, 0]
    missed: Floats = np.abs(levels - level_of(palette.colours[known])).max(axis=1)
    return float((missed < MISSED).mean())
