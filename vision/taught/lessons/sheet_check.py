"""Looks for what spoils the photograph of an empty sheet: a hand over its edge, a corner that is cut off.

Convention: px of the photograph; corners run clockwise from the sheet's top left.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from companion.boxes.teach_file import TaughtSheet
from companion.errors import Saying
from vision.ports import Floats, Image, Mask
from vision.taught.teaching import sheet_picture

CUT_OFF: Final = Saying(
    "A corner lies at the edge of the picture. If the sheet is cut off, take the picture again."
)
HAND: Final = Saying("Something like skin reaches over the sheet. If it is a hand, take the picture again.")

AT_EDGE_PX = 2.0
SAMPLES = 240
BESIDE, DEEP = 0.04, 0.1
"""Samples lie so much of the sheet's size inside and outside its edge."""

LEAST_HAND_MM, MOST_SKIN = 35.0, 0.3
"""A hand takes so much of the edge at least; a sheet with more skin on its edge is printed so."""

SKIN: Final = ((40, 137, 85), (250, 180, 128))
"""Light, red and blue difference of skin of any tone under a warm or a cold lamp."""


def check_sheet(image: Image, sheet: TaughtSheet) -> tuple[Saying, ...]:
    """Give what may be wrong with the photograph of an empty sheet, in sentences.

    Raises
    ------
    BoxError
        Where the photograph cannot be used, as `vision.taught.teaching.sheet_picture` does.
    """
    sheet_picture(image, sheet)
    height, width = image.shape[:2]
    corners = np.array(sheet.corners)
    at_edge = (corners < AT_EDGE_PX).any() or (corners > np.array([width, height]) - 1 - AT_EDGE_PX).any()
    return tuple(
        sentence for sentence, wrong in ((CUT_OFF, at_edge), (HAND, _has_hand(image, sheet))) if wrong
    )


def _has_hand(image: Image, sheet: TaughtSheet) -> bool:
    """Whether one stretch of the edge shows skin on both sides of it, and the rest of the edge does not."""
    skin, corners = _skin(image), sheet.corners
    # A printed frame is in the colour of skin at one distance from the edge, a hand at both.
    deep, inside, outside = (
        _along(skin, np.array(corners), factor) for factor in (1 - DEEP, 1 - BESIDE, 1 + BESIDE)
    )
    if inside.mean() > MOST_SKIN:
        return False
    around_mm = 2 * sum(sheet.size_mm)
    return _longest_run(deep & inside & outside) > LEAST_HAND_MM / around_mm * SAMPLES


def _skin(image: Image) -> Mask:
    soft = cv2.GaussianBlur(image, (0, 0), max(1.0, max(image.shape[:2]) / 800))
    found = cv2.inRange(cv2.cvtColor(soft, cv2.COLOR_BGR2YCrCb), np.array(SKIN[0]), np.array(SKIN[1]))
    mask: Mask = found > 0
    return mask


def _along(mask: Mask, corners: Floats, factor: float) -> Mask:
    """Sample a mask along four sides that are moved in or out; beyond the picture there is nothing."""
    middle = corners.mean(axis=0)
    moved = middle + factor * (corners - middle)
    part = np.arange(SAMPLES // 4)[:, None] / (SAMPLES // 4)
    sides = [a + part * (b - a) for a, b in zip(moved, np.roll(moved, -1, axis=0), strict=True)]
    places = np.concatenate(sides).round().astype(int)
    height, width = mask.shape
    known = (places >= 0).all(axis=1) & (places < (width, height)).all(axis=1)
    at = np.clip(places, 0, (width - 1, height - 1))
    seen: Mask = mask[at[:, 1], at[:, 0]] & known
    return seen


def _longest_run(found: Mask) -> int:
    """Give the length of the longest stretch round a closed line."""
    if found.all():
        return len(found)
    longest = run = 0
    for each in np.concatenate([found, found]):
        run = run + 1 if each else 0
        longest = max(longest, run)
    return longest
