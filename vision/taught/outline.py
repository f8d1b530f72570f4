"""Finds outlines: of things with four straight sides, such as boards and cards, and of round things.

Convention: px of the picture; corners run clockwise from the one nearest to the picture's top left.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import cv2
import numpy as np

from vision.ports import Floats, Image

SEARCHED_PX = 640
LEAST_AREA, MOST_AREA = 0.01, 0.97
"""Of the picture."""

BORDER = 0.06
"""The share of the picture along its edge that shows what the table looks like."""

FULL = 0.82
"""An outline and its four corners must fill each other's area by this share."""

MOST_OUTLINES = 12

LEAST_ROUND, MOST_ROUNDS = 4e-4, 60
"""Of the picture; tokens are small, and many lie on a table."""

ROUND_FILLS = (0.72, 0.84)
"""Which share of its box a round thing fills. A disc fills 0.785 from any side, a hexagon 0.75, a square
all."""

MOST_SLANTED = 2.2
"""The flattest view of a disc, as width over height."""


def find_outlines(image: Image) -> list[Floats]:
    """Give the (4, 2) corners of what may be boards in a (H, W, 3) picture, the largest first."""
    return _each_once(_found(image, _four_corners))[:MOST_OUTLINES]


def find_rounds(image: Image) -> list[Floats]:
    """Give the (4, 2) corners of boxes around what may be discs in a (H, W, 3) picture, the largest first."""
    return _apart(_found(image, _round_box))[:MOST_ROUNDS]


def holds_middle(outer: Floats, inner: Floats) -> bool:
    """Say whether the middle of one outline lies within another.

    Parameters
    ----------
    outer, inner
        (4, 2) corners in px.
    """
    return cv2.pointPolygonTest(outer.astype(np.float32), inner.mean(axis=0).tolist(), False) >= 0


def holds(outer: Floats, inner: Floats) -> bool:
    """Say whether an outline contains another one, which is then a picture on a card.

    Parameters
    ----------
    outer, inner
        (4, 2) corners in px.
    """
    if outer is inner:
        return False
    hull = outer.astype(np.float32)
    larger = cv2.contourArea(hull) > 1.05 * cv2.contourArea(inner.astype(np.float32))
    return larger and all(cv2.pointPolygonTest(hull, (float(x), float(y)), True) > -3 for x, y in inner)


def _found(image: Image, read: Callable[[Image, int], Floats | None]) -> list[Floats]:
    """Give the corners that are read from contours in any mask of a picture."""
    scale = min(1.0, SEARCHED_PX / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found: list[Floats] = []
    for mask in _masks(small):
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            corners = read(contour, mask.size)
            if corners is not None:
                found.append((corners + 0.5) / scale - 0.5)
    return found


def _round_box(contour: Image, area: int) -> Floats | None:
    """Give the corners of the box around a contour that is round."""
    hull = cv2.convexHull(contour)
    size = cv2.contourArea(hull)
    if not LEAST_ROUND * area < size < MOST_AREA * area or cv2.contourArea(contour) < FULL * size:
        return None
    around = cv2.minAreaRect(hull)
    wide, high = around[1]
    low, full = ROUND_FILLS
    # The contour runs through the middles of pixels: half a pixel of the thing lies outside it all round.
    grown = size + cv2.arcLength(hull, True) / 2
    if not low < grown / ((wide + 1) * (high + 1)) < full or max(wide, high) > MOST_SLANTED * min(wide, high):
        return None
    corners: Floats = cv2.boxPoints((around[0], (wide + 1, high + 1), around[2])).astype(float)
    return _clockwise(corners)


def _apart(boxes: list[Floats]) -> list[Floats]:
    """Keep the smallest of boxes with one middle: later masks swell things."""
    kept: list[Floats] = []
    for box in sorted(boxes, key=lambda each: cv2.contourArea(each.astype(np.float32))):
        if not any(holds_middle(other, box) for other in kept):
            kept.append(box)
    return kept[::-1]


def _masks(small: Image) -> list[Image]:
    """Give pictures that are white where something may lie: unlike the table, or enclosed by an edge."""
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
    away = np.sqrt(unlike_table(lab))
    level = np.clip(away * 8, 0, 255).astype(np.uint8)
    limit, _ = cv2.threshold(level, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    parts = [(level > max(limit * part, 14)).astype(np.uint8) * 255 for part in (1.0, 0.6, 0.35)]
    masks = [_closed(part, 5) for part in parts]
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    for low in (30, 70):
        edges = cv2.Canny(cv2.GaussianBlur(grey, (0, 0), 1.2), low, 2.5 * low)
        masks.append(_closed(edges, 3))
    return masks


def unlike_table(lab: Floats) -> Floats:
    """Give how far every pixel is from the nearest colours of the picture's border, squared."""
    height, width = lab.shape[:2]
    rim = max(2, round(BORDER * min(height, width)))
    border = np.concatenate(
        [part.reshape(-1, 3) for part in (lab[:rim], lab[-rim:], lab[:, :rim], lab[:, -rim:])]
    )
    cv2.setRNGSeed(1)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 1.0)
    labels: np.ndarray = np.zeros(0)
    _, labels, centres = cv2.kmeans(border, 4, labels, criteria, 2, cv2.KMEANS_PP_CENTERS)
    share = np.bincount(labels.ravel(), minlength=4) / len(labels)
    common = centres[share > 0.12]
    weights = np.array([0.5, 1.0, 1.0], np.float32)
    off = ((lab[:, :, None] - common) * weights) ** 2
    nearest: Floats = off.sum(axis=3).min(axis=2)
    return nearest


def _closed(mask: Image, size: int) -> Image:
    """Close gaps, fill what is enclosed, and drop crumbs."""
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (size, size))
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel, iterations=2)
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    filled = np.zeros_like(mask)
    cv2.drawContours(filled, contours, -1, 255, cv2.FILLED)
    opened: Image = cv2.morphologyEx(filled, cv2.MORPH_OPEN, kernel, iterations=2)
    return opened


def _four_corners(contour: Image, area: int) -> Floats | None:
    """Give the four corners of a contour that has four straight sides."""
    hull = cv2.convexHull(contour)
    size = cv2.contourArea(hull)
    if not LEAST_AREA * area < size < MOST_AREA * area or cv2.contourArea(contour) < FULL * size:
        return None
    around = cv2.arcLength(hull, True)
    for part in (0.02, 0.03, 0.045, 0.06):
        sides = cv2.approxPolyDP(hull, part * around, True).reshape(-1, 2)
        if len(sides) == 4:
            quad = _sharpened(hull.reshape(-1, 2).astype(float), sides.astype(float))
            if quad is not None and size > FULL * cv2.contourArea(quad.astype(np.float32)):
                return quad
    return None


def _sharpened(hull: Floats, quad: Floats) -> Floats | None:
    """Fit a line to each side and give where the lines cross, since real corners may be rounded."""
    lines = []
    dense = _dense(hull)
    for a, b in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        along = b - a
        length = float(np.hypot(*along))
        part = (dense - a) @ along / length**2
        off = np.abs((dense - a) @ np.array([-along[1], along[0]])) / length
        near = dense[(part > 0.12) & (part < 0.88) & (off < max(3.0, 0.03 * length))]
        if len(near) < 4:
            return None
        vx, vy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append(np.cross((x, y, 1.0), (x + vx, y + vy, 1.0)))
    corners = [np.cross(one, other) for one, other in zip([lines[-1], *lines[:-1]], lines, strict=True)]
    if min(abs(corner[2]) for corner in corners) < 1e-9:
        return None
    return _clockwise(np.array([corner[:2] / corner[2] for corner in corners]))


def _dense(hull: Floats) -> Floats:
    parts = [
        a + np.linspace(0, 1, max(2, int(np.hypot(*(b - a)) / 2)), endpoint=False)[:, None] * (b - a)
        for a, b in itertools.pairwise(np.vstack([hull, hull[:1]]))
    ]
    return np.concatenate(parts)


def _clockwise(quad: Floats) -> Floats:
    after = np.roll(quad, -1, axis=0)
    area = float((quad[:, 0] * after[:, 1] - quad[:, 1] * after[:, 0]).sum())
    ordered = quad if area > 0 else quad[::-1]
    return np.roll(ordered, -int(ordered.sum(axis=1).argmin()), axis=0)


def _each_once(quads: list[Floats]) -> list[Floats]:
    """Drop outlines that another one nearly repeats; the largest first."""
    quads = sorted(quads, key=lambda quad: -cv2.contourArea(quad.astype(np.float32)))
    kept: list[Floats] = []
    for quad in quads:
        side = np.sqrt(cv2.contourArea(quad.astype(np.float32)))
        if all(np.abs(quad - other).max() > 0.02 * side for other in kept):
            kept.append(quad)
    return kept
