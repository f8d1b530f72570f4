"""The colours of a sheet's print, and where they are: what a picture of the sheet is compared with.

Convention: mm of the sheet, x to the right, y down; colours blue, green, red, linear from 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout, Sheet
from vision.ports import Artwork, Floats

PX_PER_MM = 2.5
STEP_MM = 4.0
SOFTNESS_MM = 0.45
EVEN_MM = 2.0
"""So far round a place the print has one colour: a camera's softness brings in nothing else."""

EVEN = 0.05
SHADES = 6
"""Colours are told apart by so many shades a channel when their places are counted."""

ENOUGH = 100
"""Places of one colour: more of them say nothing new."""

RARE = 6
"""A colour at fewer places weighs less: each may be covered, or cut badly."""


DARKEST = 0.02
"""Darker light is not told from this: there noise counts."""


@dataclass(frozen=True, eq=False)
class Palette:
    """Places (n, 2), their colours (n, 3), and weights (n,) by which every colour counts alike.

    ``free`` (n,) says at which no piece has its place: a full board hides most of the others.
    """

    places_mm: Floats
    colours: Floats
    weights: Floats
    free: NDArray[np.bool_]


@lru_cache(maxsize=64)
def palette_of(layout: Layout, sheet_id: str, artwork: Artwork) -> Palette:
    """Sample a sheet's print wherever it is even."""
    sheet = layout.sheet(sheet_id)
    printed = artwork.sheet_image(layout, sheet_id, PX_PER_MM).astype(np.float32) / 255
    soft = cv2.GaussianBlur(printed, (0, 0), SOFTNESS_MM * PX_PER_MM)
    near = np.ones((2 * round(EVEN_MM * PX_PER_MM) + 1,) * 2, np.uint8)
    even = (cv2.dilate(soft, near) - cv2.erode(soft, near)).max(axis=2) < EVEN
    step = round(STEP_MM * PX_PER_MM)
    rows, columns = np.nonzero(even[step // 2 :: step, step // 2 :: step])
    rows, columns = rows * step + step // 2, columns * step + step // 2
    kept = _thinned(soft[rows, columns])
    rows, columns = rows[kept], columns[kept]
    patches = sheet.patches
    centres = np.array([patch.centre_mm for patch in patches]).reshape(-1, 2)
    places = np.concatenate([(np.stack([columns, rows], axis=-1) + 0.5) / PX_PER_MM, centres])
    at = (centres * PX_PER_MM).astype(int)
    own = soft[at[:, 1], at[:, 0]]
    colours = np.concatenate([soft[rows, columns], own])
    which = _shades(colours)
    weights = 1 / np.maximum(np.bincount(which)[which], RARE)
    free = np.append(~_taken(sheet, even.shape)[rows, columns], np.ones(len(patches), dtype=bool))
    return Palette(places, linear_of(colours), weights / weights.sum(), free)


def _taken(sheet: Sheet, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Say of every pixel of a sheet whether it lies in a zone, where pieces may lie."""
    mask = np.zeros(shape, np.uint8)
    for zone in sheet.zones:
        for outline in (zone.outline_mm, *(cell.outline_mm for cell in zone.cells)):
            cv2.fillPoly(mask, [(np.array(outline) * PX_PER_MM).round().astype(np.int32)], 1)
    return mask.astype(bool)


def _shades(colours: Floats) -> NDArray[np.intp]:
    """Number (n, 3) colours, so that those that look alike have one number."""
    shades = (colours * SHADES).round().astype(int)
    return np.asarray(np.unique(shades, axis=0, return_inverse=True)[1]).ravel()


def _thinned(colours: Floats) -> NDArray[np.bool_]:
    """Say which places to keep so that no colour has many more than `ENOUGH`, spread evenly."""
    which = _shades(colours)
    kept = np.zeros(len(colours), dtype=bool)
    for shade in range(which.max(initial=-1) + 1):
        own = np.flatnonzero(which == shade)
        kept[own[:: 1 + len(own) // ENOUGH]] = True
    return kept


def linear_of(levels: Floats) -> Floats:
    """Give levels of 0 to 1, as pictures have them, as light (IEC 61966-2-1)."""
    linear: Floats = np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)
    return linear


def level_weight(light: Floats) -> Floats:
    """Give how much a difference of light, a share of white, counts as one of levels."""
    weight: Floats = 1 / (np.maximum(light, 0.0) + DARKEST) ** 1.17
    return weight


def level_of(linear: Floats) -> Floats:
    """Give light as levels of 0 to 1: the inverse of `linear_of`."""
    light = np.maximum(linear, 0.0)
    levels: Floats = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return levels
