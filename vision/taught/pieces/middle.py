"""Finds where in a patch a piece lies: players do not centre their pieces.

Convention: as in `vision.taught.pieces.crops`.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.ports import Floats
from vision.taught.pieces.crops import Shape, tight_outline
from vision.taught.pieces.light_of_patch import opponent

MOST_OFF = 0.2
"""The greatest distance of a piece from the middle, in longer sides."""

MOST_UNLIKE = 0.25
"""Log colours that differ by this much show a piece; a larger difference adds nothing."""

SEARCHED_PX = 48
CLEARLY_BETTER = 0.02


def middle_of(log: Floats, bare: Floats | None, shape: Shape, spans_mm: float) -> tuple[float, float]:
    """Find a piece's middle by what differs from the bare place: in longer sides from the patch's middle.

    If the bare place is unknown or shows nothing, the result is the patch's middle.
    """
    if bare is None:
        return (0.0, 0.0)
    scale = SEARCHED_PX / max(log.shape[:2])
    size = (max(round(log.shape[1] * scale), 1), max(round(log.shape[0] * scale), 1))
    unlike = cv2.resize(np.minimum(np.linalg.norm(opponent(log - bare), axis=-1), MOST_UNLIKE), size)
    longer_px = max(shape.size_mm) / spans_mm * SEARCHED_PX
    sides = [max(2 * round(mm / max(shape.size_mm) * longer_px / 2) + 1, 3) for mm in shape.size_mm]
    inside = cv2.copyMakeBorder(
        cv2.resize(tight_outline(shape.shape), sides), 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=0
    )
    around = cv2.dilate(inside, np.ones((7, 7))) - inside
    kernel = inside / inside.sum() - around / max(around.sum(), 1e-6)
    score = cv2.filter2D(unlike, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE)
    y, x = np.mgrid[: size[1], : size[0]].astype(np.float32)
    off = np.stack([x - (size[0] - 1) / 2, y - (size[1] - 1) / 2]) / longer_px
    away = np.hypot(*off)
    score = np.where(away <= MOST_OFF, score - 0.5 * away**2, -1.0)
    row, column = np.unravel_index(score.argmax(), score.shape)
    if score[row, column] < score[size[1] // 2, size[0] // 2] + CLEARLY_BETTER:
        return (0.0, 0.0)
    return (float(off[0, row, column]), float(off[1, row, column]))
