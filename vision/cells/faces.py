"""The printed faces of pieces, as a camera sees them from above: softened, and sampled on rings.

Convention: mm from the middle of the face, x to the right, y down.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from companion.layout import Layout
from vision.cells.polar import Rings
from vision.cells.sampling import look_of
from vision.ports import Artwork, Floats

Face = tuple[Floats, Floats]
"""The look, (rings, angles, 3), and the mask, (rings, angles), of one face."""

ARTWORK_PX_PER_MM = 4.0

RIM_MM = 0.6
"""The outermost part of a face is left out: shadow, thickness and cut vary there."""

FACES_KEPT = 256
"""All kinds of a large game, at two softnesses."""


@lru_cache(maxsize=FACES_KEPT)
def faces_of(
    artwork: Artwork, layout: Layout, name: str, finenesses: tuple[Rings, ...], softness_mm: float
) -> tuple[Face, ...]:
    """Give the face of a kind as printed and blurred by so much, sampled on some rings after the other.

    It is the same in all zones of a game, and for every reader of its table.
    """
    image = artwork.piece_image(layout, name, ARTWORK_PX_PER_MM)
    margin = round(2 * ARTWORK_PX_PER_MM)
    framed = cv2.copyMakeBorder(image, margin, margin, margin, margin, cv2.BORDER_CONSTANT)
    levels = framed.astype(np.float32) / 255
    rim = np.ones((3, 3), np.uint8)
    solid = cv2.erode(levels[..., 3], rim, iterations=round(RIM_MM * ARTWORK_PX_PER_MM))
    soft = softened_face(levels, softness_mm)
    colours = soft[..., :3] / np.maximum(soft[..., 3:], 1e-3)
    picture = np.dstack([colours, solid])
    return tuple(_sampled(picture, rings) for rings in finenesses)


def softened_face(levels: Floats, softness_mm: float) -> Floats:
    """Blur a face, (h, w, 4) levels and alpha, whose levels come out as shares of their alpha."""
    premultiplied = np.dstack([levels[..., :3] * levels[..., 3:], levels[..., 3]])
    soft: Floats = cv2.GaussianBlur(premultiplied, (0, 0), softness_mm * ARTWORK_PX_PER_MM)
    return soft


def _sampled(picture: Floats, rings: Rings) -> Face:
    """Give the look of a picture, (h, w, 4) blue, green, red, mask, round its middle."""
    middle = np.array([picture.shape[1] / 2, picture.shape[0] / 2]) - 0.5
    at = (rings.offsets_mm * ARTWORK_PX_PER_MM + middle).astype(np.float32)[None]
    shaped = rings.shaped(cv2.remap(picture, at, None, cv2.INTER_LINEAR))[0]
    return look_of(np.ascontiguousarray(shaped[..., :3])), shaped[..., 3]
