"""Pieces that look much like bare ground, as a yellow one does on a mat in black and white.

A space that differs from its ground by less than any piece would is bare, and needs no second look.

Convention: looks as in `vision.cells.sampling`.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from companion.layout import Layout
from vision.cells.faces import ARTWORK_PX_PER_MM, softened_face
from vision.cells.ground import difference
from vision.cells.sampling import look_of
from vision.ports import Artwork, Floats

PX_PER_MM = 1.0
SOFT_MM = 0.9
"""A picture shows faces as softly as this."""

KEPT = 0.4
"""How much of a difference is left, at the least, where a lamp shines back and the picture is softer."""

KINDS_KEPT = 512


def least_difference(
    artwork: Artwork, layout: Layout, kinds: tuple[str, ...], grounds: Floats, radius_mm: float
) -> float:
    """Give the least difference, a mean square, of any piece to plain grounds, (n, 3) looks, in a picture.

    Only what lies within a radius round a piece's middle counts.
    """
    different = np.unique(grounds.round(2), axis=0)[:, None]
    least = np.inf
    for kind in kinds:
        look, solid = _core(artwork, layout, kind, radius_mm)
        seen = different + solid[:, None] * (look - different)
        least = min(least, KEPT * float(difference(seen, np.broadcast_to(different, seen.shape)).min()))
    return least


@lru_cache(maxsize=KINDS_KEPT)
def _core(artwork: Artwork, layout: Layout, kind: str, radius_mm: float) -> tuple[Floats, Floats]:
    """Give the looks, (k, 3), round the middle of a piece, and how much of each is the piece, (k,)."""
    face = artwork.piece_image(layout, kind, ARTWORK_PX_PER_MM).astype(np.float32) / 255
    margin = round((radius_mm + SOFT_MM) * ARTWORK_PX_PER_MM)
    face = cv2.copyMakeBorder(face, margin, margin, margin, margin, cv2.BORDER_CONSTANT)
    scale = PX_PER_MM / ARTWORK_PX_PER_MM
    small = cv2.resize(softened_face(face, SOFT_MM), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    rows, columns = np.indices(small.shape[:2])
    middle = (np.array(small.shape[:2]) - 1) / 2
    near = small[np.hypot(rows - middle[0], columns - middle[1]) <= radius_mm * PX_PER_MM]
    return look_of(near[:, :3] / np.maximum(near[:, 3:], 1e-3)), near[:, 3]
