"""Finds where in a patch a piece lies, and how it is turned: players do not lay pieces exactly.

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

TURN_STEP_RAD = np.radians(6.0)
TURN_REACH_RAD = {"square": np.pi / 4, "rect": np.pi / 2, "hex": np.pi / 6}
"""How far a piece of each form may be turned until its outline is the same again, to either side."""


def middle_of(log: Floats, bare: Floats | None, shape: Shape, spans_mm: float) -> tuple[float, float]:
    """Find a piece's middle by what differs from the bare place: in longer sides from the patch's middle.

    If the bare place is unknown or shows nothing, the result is the patch's middle.
    """
    if bare is None:
        return (0.0, 0.0)
    unlike, longer_px = _unlike(log, bare, shape, spans_mm)
    score = cv2.filter2D(unlike, cv2.CV_32F, _kernel(shape, longer_px), borderType=cv2.BORDER_REPLICATE)
    height, width = unlike.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    off = np.stack([x - (width - 1) / 2, y - (height - 1) / 2]) / longer_px
    away = np.hypot(*off)
    score = np.where(away <= MOST_OFF, score - 0.5 * away**2, -1.0)
    row, column = np.unravel_index(score.argmax(), score.shape)
    if score[row, column] < score[height // 2, width // 2] + CLEARLY_BETTER:
        return (0.0, 0.0)
    return (float(off[0, row, column]), float(off[1, row, column]))


def turn_of(
    log: Floats, bare: Floats | None, shape: Shape, spans_mm: float, middle: tuple[float, float]
) -> float:
    """Find how a piece at ``middle`` is turned, in radians, by what differs from the bare place.

    The result is 0 if the bare place is unknown, if its outline is round, or if no turn fits clearly better.
    """
    reach = TURN_REACH_RAD.get(shape.shape)
    if bare is None or reach is None:
        return 0.0
    unlike, longer_px = _unlike(log, bare, shape, spans_mm)
    height, width = unlike.shape
    kernel = _kernel(shape, longer_px)
    steps = int(reach / TURN_STEP_RAD)
    turns = TURN_STEP_RAD * np.arange(-steps, steps + 1)
    x = (width - 1) / 2 + middle[0] * longer_px
    y = (height - 1) / 2 + middle[1] * longer_px
    scores = [float((unlike * _laid(kernel, (width, height), (x, y), turn)).sum()) for turn in turns]
    best = int(np.argmax(scores))
    return float(turns[best]) if scores[best] > scores[steps] + CLEARLY_BETTER else 0.0


def _unlike(log: Floats, bare: Floats, shape: Shape, spans_mm: float) -> tuple[Floats, float]:
    """Give how a patch differs from its bare place, made small, and a piece's longer side in its px."""
    scale = SEARCHED_PX / max(log.shape[:2])
    size = (max(round(log.shape[1] * scale), 1), max(round(log.shape[0] * scale), 1))
    unlike = np.minimum(np.linalg.norm(opponent(log - bare), axis=-1), MOST_UNLIKE)
    return cv2.resize(unlike, size), max(shape.size_mm) / spans_mm * SEARCHED_PX


def _kernel(shape: Shape, longer_px: float) -> Floats:
    """Give weights: a positive mean over the piece, and a negative one over the ground around it."""
    sides = [max(2 * round(mm / max(shape.size_mm) * longer_px / 2) + 1, 3) for mm in shape.size_mm]
    inside = cv2.copyMakeBorder(
        cv2.resize(tight_outline(shape.shape), sides), 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=0
    )
    around = cv2.dilate(inside, np.ones((7, 7))) - inside
    kernel: Floats = inside / inside.sum() - around / max(around.sum(), 1e-6)
    return kernel


def _laid(kernel: Floats, size: tuple[int, int], at: tuple[float, float], turn_rad: float) -> Floats:
    """Give a picture of this size with the kernel in it, clockwise turned."""
    cosine, sine = np.cos(turn_rad), np.sin(turn_rad)
    turned = np.array([[cosine, -sine], [sine, cosine]])
    middle = np.array([(kernel.shape[1] - 1) / 2, (kernel.shape[0] - 1) / 2])
    lay = np.column_stack([turned, np.array(at) - turned @ middle])
    picture: Floats = cv2.warpAffine(kernel, lay, size)
    return picture
