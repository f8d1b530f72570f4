"""Cuts a piece out of a photograph: its outline, its middle, and the ground round it.

Convention: px of the photograph; a patch shows the piece in its middle with a quarter of its size round it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.boxes.teach_file import Shape
from vision.ports import Floats, Image

ROUND = 0.25
"""The ring of ground round a piece, in its own sizes."""

MOST_PX = 240
"""The longer side of a patch that is kept: more than a camera over a table shows."""

UNLIKE = 9.0
"""How far in CIELAB, with brightness halved, a piece differs from the ground round it at least."""

LEAST_FILLED = 0.3


@dataclass(frozen=True, eq=False)
class Cut:
    """A piece: its patch (h, w, 3), its mask (h, w), how many px of the patch are a mm, its middle in px."""

    patch: Image
    mask: Image
    px_per_mm: float
    centre_px: tuple[float, float]


def cut_box(image: Image, box: tuple[float, float, float, float], shape: Shape) -> Cut:
    """Cut out the piece that lies within a box (x, y, width, height) of a photograph taken from above.

    A wide box around a kind that is higher than wide shows the piece on its side. Then the patch is turned
    upright by a quarter.
    """
    x, y, width, height = box
    wide, high = shape.size_mm
    turned = shape.shape == "rect" and (width > height) != (wide > high) and abs(wide / high - 1) > 0.15
    if turned:
        image = cv2.rotate(image, cv2.ROTATE_90_COUNTERCLOCKWISE)
        x, y, width, height = y, image.shape[0] - x - width, height, width
    px_per_mm = float(np.sqrt(width * height / (wide * high)))
    centre = (x + width / 2 - 0.5, y + height / 2 - 0.5)
    stretch = (width / wide, height / high)
    return _cut(image, centre, stretch, min(px_per_mm, _most(shape)), shape)


def cut_flat(
    flat: Image, centre_px: tuple[float, float], px_per_mm: float, shape: Shape, bare: Image | None = None
) -> Cut:
    """Cut out the piece round a place of a picture that was laid flat, with this many px a mm.

    ``bare`` is the same place without the piece, where it is known.
    """
    return _cut(flat, centre_px, (px_per_mm, px_per_mm), min(px_per_mm, _most(shape)), shape, bare)


def _most(shape: Shape) -> float:
    return MOST_PX / ((1 + 2 * ROUND) * max(shape.size_mm))


def _cut(
    image: Image,
    centre: tuple[float, float],
    stretch: tuple[float, float],
    px_per_mm: float,
    shape: Shape,
    bare: Image | None = None,
) -> Cut:
    patch = _patch(image, centre, stretch, px_per_mm, shape)
    before = None if bare is None else _patch(bare, centre, stretch, px_per_mm, shape)
    mask = piece_mask(patch, shape, before)
    return Cut(patch, mask, px_per_mm, centre)


def _patch(
    image: Image, centre: tuple[float, float], stretch: tuple[float, float], px_per_mm: float, shape: Shape
) -> Image:
    width, height = (max(8, round((1 + 2 * ROUND) * side * px_per_mm)) for side in shape.size_mm)
    scale = np.array(stretch) / px_per_mm
    shift = np.array(centre) - scale * (np.array([width, height]) / 2 - 0.5)
    soft = cv2.GaussianBlur(image, (0, 0), 0.4 * float(scale.mean())) if scale.mean() > 1.5 else image
    patch: Image = cv2.warpAffine(
        soft,
        np.array([(scale[0], 0, shift[0]), (0, scale[1], shift[1])]),
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return patch


def piece_mask(patch: Image, shape: Shape, bare: Image | None = None) -> Image:
    """Give a mask (h, w) that is white where the piece is.

    Discs and shapes with straight sides have their own outline. A free outline follows what differs from
    the ground. If the two disagree too much, the shape's own outline holds.
    """
    drawn = drawn_mask(patch.shape[:2], shape)
    if shape.shape != "free":
        return drawn
    differs = _unlike(patch, bare)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
    closed = cv2.morphologyEx(differs, cv2.MORPH_CLOSE, kernel, iterations=2)
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = np.zeros_like(drawn)
    if contours:
        cv2.drawContours(found, [max(contours, key=cv2.contourArea)], -1, 255, cv2.FILLED)
    filled = (found > 0).sum() / max((drawn > 0).sum(), 1)
    return found if LEAST_FILLED < filled < 1.6 else drawn


def drawn_mask(size: tuple[int, ...], shape: Shape) -> Image:
    """Draw the outline of a shape into a patch (h, w)."""
    height, width = size
    mask = np.zeros((height, width), np.uint8)
    middle = (width / 2 - 0.5, height / 2 - 0.5)
    across, down = width / (1 + 2 * ROUND) / 2, height / (1 + 2 * ROUND) / 2
    if shape.shape in ("square", "rect"):
        corners = np.array([(-across, -down), (across, -down), (across, down), (-across, down)])
    else:
        sides = 6 if shape.shape == "hex" else 48
        turn = np.arange(sides) * 2 * np.pi / sides
        corners = np.stack([across * np.cos(turn), down * np.sin(turn)], axis=-1)
    points = np.round((corners + middle) * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, 4)
    return mask


def _unlike(patch: Image, bare: Image | None) -> Image:
    lab = cv2.cvtColor(cv2.GaussianBlur(patch, (0, 0), 0.8), cv2.COLOR_BGR2LAB).astype(np.float32)
    weights = np.array([0.5, 1.0, 1.0], np.float32)
    if bare is not None:
        ground: Floats = cv2.cvtColor(bare, cv2.COLOR_BGR2LAB).astype(np.float32)
    else:
        rim = np.concatenate([lab[:2].reshape(-1, 3), lab[-2:].reshape(-1, 3), lab[:, 0], lab[:, -1]])
        ground = np.median(rim, axis=0)
    off = np.linalg.norm((lab - ground) * weights, axis=2)
    unlike: Image = (off > UNLIKE).astype(np.uint8) * 255
    return unlike
