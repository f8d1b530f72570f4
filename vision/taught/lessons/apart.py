"""Finds pieces that were laid apart: on a sheet by what differs from it, on a bare table by its colour.

Convention: boxes are (x, y, width, height) in px of `Ground.flat`.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.boxes.errors import BoxError
from vision.ports import Floats, Image
from vision.taught.lessons.ground import Ground
from vision.taught.outline import unlike_table

Box = tuple[float, float, float, float]

UNLIKE, UNLIKE_USUAL = 12.0, 4.0
"""The least difference in CIELAB, brightness halved, of a piece from its ground, and as a multiple of the
ground's own variation."""

DOUBTFUL = 6.0
BRIDGED_PX = 9
"""Gaps between doubtful parts are closed up to about this width, which no line of a board exceeds."""

SEARCHED_PX = 1500
LEAST_SIDE_PX = 9
LEAST_MM2, MOST_OF_PICTURE = 25.0, 0.2
SMALL, LARGE = 0.2, 6.0
"""A blob is a piece when its area is between these multiples of the photograph's usual piece."""

REACHES_IN = 0.025
"""A thing at the picture's edge that takes a larger share of it is a hand or a sleeve."""

MOST_PIECES = 250


@dataclass(frozen=True)
class Found:
    """Pieces of a photograph, in reading order: row by row; and how many more lie cut off at its edge."""

    boxes: tuple[Box, ...]
    cut_off: int


def find_apart(ground: Ground) -> Found:
    """Find the pieces of a photograph.

    Raises
    ------
    BoxError
        ``hand-in-picture``, ``no-pieces-found`` or ``pieces-too-many``.
    """
    scale = min(1.0, SEARCHED_PX / max(ground.flat.shape[:2]))
    small = cv2.resize(ground.flat, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    mask = _unlike_bare(small, ground.bare) if ground.bare is not None else _unlike_table(small)
    height, width = mask.shape
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    inner, cut_off = [], 0
    least = _least_area(ground, scale)
    for x, y, wide, high, area in stats[1:count]:
        if min(wide, high) < LEAST_SIDE_PX or area < least:
            continue
        at_edge = x <= 1 or y <= 1 or x + wide >= width - 1 or y + high >= height - 1
        if at_edge and area > REACHES_IN * mask.size:
            _refuse_hand(ground)
            continue
        cut_off += int(at_edge)
        if not at_edge and area < MOST_OF_PICTURE * mask.size:
            inner.append((x / scale, y / scale, wide / scale, high / scale, area))
    if not inner:
        raise BoxError(
            "no-pieces-found",
            "No piece was found. Lay them apart from each other, on a ground of another colour.",
        )
    usual = float(np.median([area for *_, area in inner]))
    boxes = [each[:4] for each in inner if SMALL * usual < each[4] < LARGE * usual]
    if len(boxes) > MOST_PIECES:
        raise BoxError(
            "pieces-too-many",
            "More than {most} things lie there. Show fewer at once.",
            most=MOST_PIECES,
        )
    return Found(tuple(_in_rows(boxes)), cut_off)


def _refuse_hand(ground: Ground) -> None:
    if ground.bare is None:
        return  # the edge of the table itself, or a cloth
    raise BoxError(
        "hand-in-picture",
        "Something large reaches in from the edge, such as a hand. Take it away, and take the picture again.",
    )


def _least_area(ground: Ground, scale: float) -> float:
    if ground.px_per_mm is None:
        return float(LEAST_SIDE_PX**2)
    return float(LEAST_MM2 * (ground.px_per_mm * scale) ** 2)


def _unlike_bare(small: Image, bare: Image) -> Image:
    """Give where a sheet differs from its bare self, without its rim, which may curl."""
    known = cv2.resize(bare, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_AREA)
    seen, empty = (
        cv2.cvtColor(cv2.GaussianBlur(each, (0, 0), 1.2), cv2.COLOR_BGR2LAB).astype(np.float32)
        for each in (small, known)
    )
    # A place may have moved by a pixel or so: it is compared with all that lies round it on the sheet.
    low, high = (change(empty, np.ones((5, 5), np.uint8)) for change in (cv2.erode, cv2.dilate))
    off: Floats = np.maximum(np.maximum(low - seen, seen - high), 0) * np.array([0.5, 1.0, 1.0], np.float32)
    far = np.linalg.norm(off, axis=2)
    usual = float(np.median(far))
    sure = (far > max(UNLIKE, UNLIKE_USUAL * usual)).astype(np.uint8) * 255
    maybe = _whole((far > max(DOUBTFUL, UNLIKE_USUAL * usual)).astype(np.uint8) * 255, BRIDGED_PX)
    # A piece in the colour of a line below it falls apart: what is doubtful joins what is sure.
    _, parts = cv2.connectedComponents(maybe, connectivity=8)
    held = np.unique(parts[sure > 0])
    joined: Image = np.where(np.isin(parts, held[held > 0]), 255, 0).astype(np.uint8)
    return joined


def _unlike_table(small: Image) -> Image:
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
    level = np.clip(np.sqrt(unlike_table(lab)) * 8, 0, 255).astype(np.uint8)
    limit, _ = cv2.threshold(level, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return _whole((level > max(0.6 * limit, 8 * UNLIKE)).astype(np.uint8) * 255)


def _whole(mask: Image, gap: int = 5) -> Image:
    """Close gaps, drop crumbs, and fill what is enclosed."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
    bridge = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (gap, gap))
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, bridge)
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    filled = np.zeros_like(mask)
    cv2.drawContours(filled, contours, -1, 255, cv2.FILLED)
    opened: Image = cv2.morphologyEx(filled, cv2.MORPH_OPEN, kernel)
    return opened


def _in_rows(boxes: list[Box]) -> list[Box]:
    """Put boxes in reading order: a row has all boxes that begin above its first piece's middle."""
    rows: list[list[Box]] = []
    for box in sorted(boxes, key=lambda each: each[1] + each[3] / 2):
        middle = box[1] + box[3] / 2
        if rows and middle < rows[-1][0][1] + rows[-1][0][3]:
            rows[-1].append(box)
        else:
            rows.append([box])
    return [box for row in rows for box in sorted(row)]
