"""The windows of a sheet's print: which parts of it are looked for in pictures, and which are like no other.

Convention: px of the sheet's picture at one scale, x to the right, y down; pixel i covers i to i + 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from companion.layout import Sheet
from vision.ports import Floats, Image

HALF_PX, STEP_PX, MOST_WINDOWS = 13, 22, 140
SOFT_PX = 0.8
DETAIL = 4.0
"""Levels by which a window's print varies, at least (root mean square)."""

FAINT = 4.0
"""Levels: what varies by less is evened out less."""

NOISES, MOST_LEFT_OUT = 3.0, 0.6
"""A window's print varies by so many times the noise of the photograph. No more than this share of windows
is left out for that. Grain is like nothing else on a sheet, and is gone in the next picture."""

KEPT = 40
"""A small sheet keeps as many windows as it has, up to this number: with few it is never found."""

FLATTEST, FLAT_PX = 10, 9
"""The noise is what is left in this percentage of the sheet's parts, those that vary least."""

EDGES = 0.008
ALONE, CHOSEN_FROM = 24, 320
"""So many windows of a sheet, those that are least like any other place of it, tell it from other boards."""

IN_SPACE = 0.15
"""A window in a space counts as so much more like others: a full board hides it."""

THIRD = 3
"""To be like another place is judged in a picture so many times smaller."""


class Window(NamedTuple):
    """A part of the print, (side, side), round its middle; ``alone`` says that it is like no other place."""

    middle_mm: tuple[float, float]
    middle_px: tuple[int, int]
    print: Floats
    alone: bool


_Place = tuple[float, float, tuple[int, int]]
"""A place for a window: how strong its edges are, by how many levels it varies, and its middle, px."""


@dataclass(frozen=True, eq=False)
class Scale:
    """The windows of a sheet that is so many pixels a mm large."""

    px_per_mm: float
    windows: tuple[Window, ...]


def contrast(grey: Image, near_px: float = 9.0, faint: float = FAINT) -> Floats:
    """Give what is left of a picture when its light is taken off: mean 0 and spread 1 round every pixel.

    Where it varies by less than ``faint`` levels the spread is less.
    """
    levels = grey.astype(np.float32)
    levels = levels - cv2.GaussianBlur(levels, (0, 0), near_px)
    spread = np.sqrt(cv2.GaussianBlur(levels * levels, (0, 0), near_px))
    even: Floats = levels / (spread + faint)
    return even


def windows_of(grey: Image, sheet: Sheet, side_px: int) -> Scale:
    """Pick the windows with most detail, spread over the sheet."""
    px_per_mm = side_px / max(sheet.size_mm)
    width, height = (round(side * px_per_mm) for side in sheet.size_mm)
    soft = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(soft, (0, 0), SOFT_PX)
    plain, noise = contrast(soft), _noise(soft)
    strong, found = contrast(soft, faint=FAINT + NOISES * noise), []
    for y in range(HALF_PX + 1, height - HALF_PX - 1, STEP_PX):
        for x in range(HALF_PX + 1, width - HALF_PX - 1, STEP_PX):
            part = np.s_[y - HALF_PX : y + HALF_PX + 1, x - HALF_PX : x + HALF_PX + 1]
            detail = float(soft[part].std())
            if detail > DETAIL and _edges(plain[part]) > EDGES:
                found.append((_edges(strong[part]), detail, (x, y)))
    found = _above_noise(found, noise)
    places = [at for _, _, at in sorted(found, reverse=True)[:CHOSEN_FROM]]
    doubles = _likest_elsewhere(plain, places) + IN_SPACE * _in_spaces(sheet, px_per_mm, places)
    alone = set(np.argsort(doubles, kind="stable")[:ALONE].tolist())
    chosen = sorted(range(len(places)), key=lambda n: n not in alone)[:MOST_WINDOWS]
    windows = [
        Window(
            ((x + 0.5) / px_per_mm, (y + 0.5) / px_per_mm),
            (x, y),
            plain[y - HALF_PX : y + HALF_PX + 1, x - HALF_PX : x + HALF_PX + 1].copy(),
            n in alone,
        )
        for n in chosen
        for x, y in (places[n],)
    ]
    return Scale(px_per_mm, tuple(windows))


def _edges(part: Floats) -> float:
    """Give how strongly a part varies from pixel to pixel, in the way in which it varies less."""
    return float(min(np.diff(part, axis=0).var(), np.diff(part, axis=1).var()))


def _noise(soft: Image) -> float:
    """Give by how many levels a picture varies where it varies least."""
    levels = soft.astype(np.float32)
    mean, square = (cv2.blur(each, (FLAT_PX, FLAT_PX)) for each in (levels, levels * levels))
    return float(np.percentile(np.sqrt(np.maximum(square - mean * mean, 0)), FLATTEST))


def _above_noise(found: list[_Place], noise: float) -> list[_Place]:
    """Leave out the windows that hold little but noise."""
    if not found:
        return []
    details = sorted((detail for _, detail, _ in found), reverse=True)
    kept = max(round((1 - MOST_LEFT_OUT) * len(details)), KEPT)
    return [each for each in found if each[1] >= min(NOISES * noise, details[min(kept, len(details)) - 1])]


def _in_spaces(sheet: Sheet, px_per_mm: float, places: list[tuple[int, int]]) -> Floats:
    """Say of each window with 1 or 0 whether its middle lies in a space, where pieces hide the print."""
    outlines = [np.array(cell.outline_mm, np.float32) for zone in sheet.zones for cell in zone.cells]
    taken = np.zeros(tuple(round(side * px_per_mm) + 2 for side in reversed(sheet.size_mm)), np.uint8)
    for outline in outlines:
        cv2.fillPoly(taken, [(outline * px_per_mm).round().astype(np.int32)], 1)
    return np.array([float(taken[y, x]) for x, y in places])


def _likest_elsewhere(plain: Floats, places: list[tuple[int, int]]) -> Floats:
    """Give how like each window is to the place of the sheet that is likest to it, itself left out."""
    small = cv2.resize(plain, None, fx=1 / THIRD, fy=1 / THIRD, interpolation=cv2.INTER_AREA)
    half = HALF_PX // THIRD
    likest = np.ones(len(places))
    for n, (x, y) in enumerate(places):
        column, row = x // THIRD - half, y // THIRD - half
        window = small[row : row + 2 * half + 1, column : column + 2 * half + 1]
        if row < 0 or column < 0 or window.shape != (2 * half + 1,) * 2:
            continue
        likeness = cv2.matchTemplate(small, window, cv2.TM_CCOEFF_NORMED)
        likeness[max(row - half, 0) : row + half + 1, max(column - half, 0) : column + half + 1] = -1
        likest[n] = likeness.max()
    return likest
