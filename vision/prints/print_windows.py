"""The windows of a sheet's print: which parts of it are looked for in pictures, and which are like no other.

Convention: px of the sheet's picture at one scale, x to the right, y down; pixel i covers i to i + 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

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

UNLIKE = 0.5
"""What is less like a window is not found in its stead."""

IN_SPACE = 0.15
"""A window in a space counts as so much more like others: a full board hides it."""

THIRD = 3
"""To be like another place is judged in a picture so many times smaller."""

NEAR_PX = 5
"""So far beside its place a window is looked for on another sheet of the same size."""

COPY, FEWEST_LIKE = 0.75, 10
"""Another sheet is a copy of this one if nine of ten windows are as like it there. In small pictures copies
reach 0.9, cards of one design 0.5."""


class Window(NamedTuple):
    """A part of the print, (side, side), round its middle.

    ``alone`` says that it is like no other place of the sheet, ``own`` that neither the sheet turned over or
    round nor a mate that it was compared with has its like in this place.
    """

    middle_mm: tuple[float, float]
    middle_px: tuple[int, int]
    print: Floats
    alone: bool
    own: bool


Picture = TypeVar("Picture", Image, Floats)

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


def windows_of(grey: Image, sheet: Sheet, side_px: int, mates: Sequence[Image] = ()) -> Scale:
    """Pick the windows with most detail, spread over the sheet.

    Parameters
    ----------
    grey
        The sheet from straight above, (H, W).
    sheet
        Its place in the layout.
    side_px
        Its longer side in px at which the windows are looked for.
    mates
        Other sheets of the same size, (H, W) each: what lies there in the same place is like them.
    """
    px_per_mm = side_px / max(sheet.size_mm)
    width, height = (round(side * px_per_mm) for side in sheet.size_mm)
    soft = _softened(grey, (width, height))
    plain, places = contrast(soft), _places(soft)
    doubles = _likest_elsewhere(plain, places) + IN_SPACE * _in_spaces(sheet, px_per_mm, places)
    alone = set(np.argsort(doubles, kind="stable")[:ALONE].tolist())
    chosen = sorted(range(len(places)), key=lambda n: n not in alone)[:MOST_WINDOWS]
    prints = [(places[n], _part(plain, places[n]).copy()) for n in chosen]
    others = [*_turned_over(plain), *(contrast(_softened(mate, (width, height))) for mate in mates)]
    likeness = np.array([_likeness_in_place(prints, other) for other in others])
    own = likeness.max(axis=0) < UNLIKE
    windows = [
        Window(((x + 0.5) / px_per_mm, (y + 0.5) / px_per_mm), (x, y), part, n in alone, bool(is_own))
        for n, ((x, y), part), is_own in zip(chosen, prints, own, strict=True)
    ]
    return Scale(px_per_mm, tuple(windows))


def _places(soft: Image) -> list[tuple[int, int]]:
    """Give the places with most detail, the strongest first."""
    plain, noise = contrast(soft), _noise(soft)
    strong, found = contrast(soft, faint=FAINT + NOISES * noise), []
    for y in range(HALF_PX + 1, soft.shape[0] - HALF_PX - 1, STEP_PX):
        for x in range(HALF_PX + 1, soft.shape[1] - HALF_PX - 1, STEP_PX):
            detail = float(_part(soft, (x, y)).std())
            if detail > DETAIL and _edges(_part(plain, (x, y))) > EDGES:
                found.append((_edges(_part(strong, (x, y))), detail, (x, y)))
    return [at for _, _, at in sorted(_above_noise(found, noise), reverse=True)[:CHOSEN_FROM]]


def _turned_over(plain: Floats) -> list[Floats]:
    """Give a sheet's print as a mirror shows it, and turned round: a board of a grid is like these."""
    turned = [cv2.flip(plain, 0), cv2.flip(plain, 1), cv2.flip(plain, -1)]
    if plain.shape[0] == plain.shape[1]:
        turned += [cv2.transpose(each) for each in (plain, *turned)]
    return [np.asarray(each, np.float32) for each in turned]


def is_copy(scale: Scale, mate: Image, sheet: Sheet) -> bool:
    """Whether another sheet of the same size, (H, W), has the same print."""
    width, height = (round(side * scale.px_per_mm) for side in sheet.size_mm)
    prints = [(window.middle_px, window.print) for window in scale.windows]
    likeness = _likeness_in_place(prints, contrast(_softened(mate, (width, height))))
    return len(likeness) > 0 and bool(np.percentile(likeness, FEWEST_LIKE) > COPY)


def _softened(grey: Image, size_px: tuple[int, int]) -> Image:
    small = cv2.resize(grey, size_px, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), SOFT_PX), np.uint8)


def _part(picture: Picture, middle: tuple[int, int]) -> Picture:
    """Give the part of a picture that a window is."""
    x, y = middle
    return picture[y - HALF_PX : y + HALF_PX + 1, x - HALF_PX : x + HALF_PX + 1]


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
    small, half = _third(plain), HALF_PX // THIRD
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


def _likeness_in_place(prints: Sequence[tuple[tuple[int, int], Floats]], other: Floats) -> Floats:
    """Give how like the prints of windows, by their middles, are to the same places of another print."""
    other = cv2.copyMakeBorder(other, *(NEAR_PX,) * 4, cv2.BORDER_REPLICATE)
    side = 2 * (HALF_PX + NEAR_PX) + 1
    likeness = [
        cv2.matchTemplate(other[row : row + side, column : column + side], part, cv2.TM_CCOEFF_NORMED).max()
        for (x, y), part in prints
        for row, column in ((y - HALF_PX, x - HALF_PX),)
    ]
    return np.array(likeness)


def _third(plain: Floats) -> Floats:
    small: Floats = cv2.resize(plain, None, fx=1 / THIRD, fy=1 / THIRD, interpolation=cv2.INTER_AREA)
    return small
