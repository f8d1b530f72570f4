"""Cuts pieces out of patches: one size, upright, without the ground around them.

A patch is a rectified picture with a piece in its middle and a ring of ground around it. Patches come in
any size; what a patch spans is fixed: one and a half times the longer side of the largest piece that may
lie there.

Convention: a point of a patch counts from its middle, in sides of the piece, x to the right, y down. A
turn is in radians, clockwise as seen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeVar

import cv2
import msgspec
import numpy as np

from vision.ports import Floats, Image

Pixels = TypeVar("Pixels", Image, Floats)
"""A picture of 8 bits, or of logarithms: a cut is of the same kind."""

Form = Literal["disc", "square", "rect", "hex", "free"]

SPAN = 1.5
"""What a patch spans, in longer sides of the largest piece that may lie there."""

FILLED = 0.9
"""The share of a cut's side that a piece takes: a sliver of ground shows how its edge runs."""

GREY = 118
"""What stands in a cut where the piece ends."""

TURNS: dict[str, int] = {"disc": 12, "square": 4, "rect": 2, "hex": 6, "free": 12}
"""In how many turns an example of a form is compared."""


class Shape(msgspec.Struct, frozen=True):
    """The outline of a kind of piece: its form, width and height of the outline, and thickness."""

    shape: Form
    size_mm: tuple[float, float]
    height_mm: float = 2.0


@lru_cache(maxsize=32)
def outline(form: Form, side: int) -> Floats:
    """Give how much of each pixel of a cut (side, side) belongs to a piece, 0 to 1."""
    fine = side * 4
    radius = FILLED * fine / 2
    middle = (fine - 1) / 2
    y, x = np.mgrid[:fine, :fine] - middle
    if form in ("square", "rect"):
        inside = np.maximum(abs(x), abs(y)) <= radius
    elif form == "hex":
        # Flat sides left and right, corners above and below.
        inside = (abs(x) <= radius * np.sqrt(3) / 2) & (abs(x) / np.sqrt(3) + abs(y) <= radius)
    else:
        inside = np.hypot(x, y) <= radius
    mask = cv2.resize(inside.astype(np.float32), (side, side), interpolation=cv2.INTER_AREA)
    mask.setflags(write=False)
    outline: Floats = mask
    return outline


@lru_cache(maxsize=8)
def tight_outline(form: Form) -> Floats:
    """Give the outline of a piece that fills the picture (48, 48)."""
    margin = round(48 * (1 - FILLED) / FILLED / 2)
    mask = cv2.resize(outline(form, 48 + 2 * margin), (48 + 2 * margin,) * 2)
    return np.ascontiguousarray(mask[margin:-margin, margin:-margin])


def cut(
    patch: Pixels,
    shape: Shape,
    side: int,
    *,
    spans_mm: float,
    turn_rad: float = 0.0,
    middle: tuple[float, float] = (0.0, 0.0),
) -> Pixels:
    """Cut a piece out of a patch, turned back by ``turn_rad`` and stretched to a square of ``side`` pixels.

    Parameters
    ----------
    patch : (h, w, 3) or (h, w) uint8 or float32
    spans_mm : float
        How much the patch's longer side shows.
    middle : tuple
        Where the piece's middle lies, in longer sides of the piece from the patch's middle.

    Returns
    -------
    Image
        (side, side, 3): the piece takes `FILLED` of it.
    """
    height, width = patch.shape[:2]
    px_per_mm = max(height, width) / spans_mm
    per_pixel = np.array(shape.size_mm) / (FILLED * side) * px_per_mm
    shrunk = min(1.0, 1.0 / float(per_pixel.min()))
    if shrunk < 0.75:
        # Bilinear warping looks at four pixels only: fine print would flicker.
        smaller = (max(round(width * shrunk), 1), max(round(height * shrunk), 1))
        patch = cv2.resize(patch, smaller, interpolation=cv2.INTER_AREA)
        per_pixel = per_pixel * (smaller[0] / width)
        px_per_mm *= smaller[0] / width
        height, width = patch.shape[:2]
    cosine, sine = np.cos(turn_rad), np.sin(turn_rad)
    turned = np.array([[cosine, -sine], [sine, cosine]]) * per_pixel
    centre = np.array([(width - 1) / 2, (height - 1) / 2])
    centre = centre + np.array(middle) * max(shape.size_mm) * px_per_mm
    to_patch = np.column_stack([turned, centre - turned @ np.full(2, (side - 1) / 2)])
    piece: Pixels = cv2.warpAffine(
        patch,
        to_patch,
        (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return piece
