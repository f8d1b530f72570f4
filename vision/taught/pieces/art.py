"""Compares cuts of pieces pixel by pixel, with small shifts and turns, in colours that ignore the lamp.

A difference is the mean square between two cuts after the best small shift and turn, in brightness and two
opponent colours. An even difference of brightness weighs little, since a hand or a lamp can cause it. A
difference of tint weighs fully.

Convention: cuts are (side, side, 3) opponent log colours of pieces as `crops.cut` gives them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.ports import Floats
from vision.taught.pieces.crops import Form, outline

SIDE = 40
"""Pixels of a cut that is compared."""

COARSE_SIDE = 16
FINALISTS = 16
"""How many examples, each in its best turn, are compared once more with shifts."""

WEIGHTS = np.array([0.55, 1.0, 1.0], np.float32)
"""Weights of brightness and the two tints. Brightness differs most where two cuts are not quite aligned."""

EVEN = np.array([0.25, 0.8, 0.8], np.float32)
"""How much an even difference all over the piece counts."""

SHIFTS_PX = (-2.0, -1.0, 0.0, 1.0, 2.0)
SETTLE_PX = (-0.5, 0.0, 0.5)
SETTLE_RAD = (-0.05, 0.0, 0.05)
FREE_SHIFTS_PX = (-1.5, 0.0, 1.5)
FREE_TURNS_RAD = (-0.2, -0.1, 0.0, 0.1, 0.2)
"""Round pieces lie in any turn: between two turns of an example these are tried."""

FREE: tuple[Form, ...] = ("disc", "free")
SOFT_PX = 0.8


@dataclass(frozen=True)
class Prepared:
    """Cuts made ready: flattened, masked and weighted, with the mean of each channel kept apart.

    ``rows`` (n, pixels * 3) hold what varies within a piece, ``means`` (n, 3) what is even.
    """

    rows: Floats
    means: Floats
    lengths: Floats

    def __getitem__(self, which: Any) -> Prepared:
        return Prepared(self.rows[which], self.means[which], self.lengths[which])


def prepare(cuts: Floats, form: Form) -> Prepared:
    """Make cuts (n, side, side, 3) ready to be compared."""
    mask = outline(form, cuts.shape[1])
    share = (mask / mask.sum()).reshape(-1, 1).astype(np.float32)
    flat = cuts.reshape(len(cuts), -1, 3).astype(np.float32, copy=False)
    means = (share.T @ flat)[:, 0]
    rows = ((flat - means[:, None]) * (np.sqrt(share) * np.sqrt(WEIGHTS))).reshape(len(cuts), -1)
    return Prepared(rows, means, np.einsum("ij,ij->i", rows, rows))


def differences(seen: Prepared, known: Prepared) -> Floats:
    """Compare each of ``seen`` (n) with each of ``known`` (m): mean squared differences (n, m)."""
    varied = seen.lengths[:, None] + known.lengths[None] - 2 * (seen.rows @ known.rows.T)
    even = (seen.means[:, None] - known.means[None]) ** 2 @ (WEIGHTS * EVEN)
    return np.maximum(varied, 0) + even


def soften(cuts: Floats, sigma_px: float) -> Floats:
    """Blur cuts (n, side, side, 3)."""
    return np.stack([cv2.GaussianBlur(each, (0, 0), sigma_px) for each in cuts])


def coarse(cuts: Floats) -> Floats:
    """Shrink cuts (n, side, side, 3) to `COARSE_SIDE`."""
    size = (COARSE_SIDE, COARSE_SIDE)
    return np.stack([cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in cuts])


def moved(cut: Floats, moves: Sequence[tuple[float, float, float]]) -> Floats:
    """Give a cut shifted by (x, y) pixels and turned by radians, once for each move."""
    side = cut.shape[0]
    centre = (side - 1) / 2
    out = np.empty((len(moves), *cut.shape), np.float32)
    for nth, (x, y, turn) in enumerate(moves):
        cosine, sine = np.cos(turn), np.sin(turn)
        matrix = np.array(
            [
                [cosine, -sine, centre + x - centre * (cosine - sine)],
                [sine, cosine, centre + y - centre * (sine + cosine)],
            ]
        )
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        out[nth] = cv2.warpAffine(cut, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return out


def settle(cut: Floats, known: Prepared, form: Form) -> tuple[Floats, Floats]:
    """Compare a cut with each of several known ones, each at its best small shift and turn.

    Returns
    -------
    tuple
        The least differences (m,) and the turns (m,) in radians at which they were found.
    """
    if form in FREE:
        first = [(x, y, turn) for x in FREE_SHIFTS_PX for y in FREE_SHIFTS_PX for turn in FREE_TURNS_RAD]
    else:
        first = [(x, y, 0.0) for x in SHIFTS_PX for y in SHIFTS_PX]
    found = differences(prepare(moved(cut, first), form), known)
    often = np.bincount(found.argmin(axis=0), minlength=len(first)).argsort()[::-1][:3]
    second = [
        (first[nth][0] + x, first[nth][1] + y, first[nth][2] + turn)
        for nth in sorted({*often.tolist(), int(found.min(axis=1).argmin())})
        for x in SETTLE_PX
        for y in SETTLE_PX
        for turn in SETTLE_RAD
    ]
    closer = differences(prepare(moved(cut, second), form), known)
    turns = np.array([move[2] for move in second])[closer.argmin(axis=0)]
    return np.minimum(found.min(axis=0), closer.min(axis=0)), turns
