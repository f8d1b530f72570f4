"""Shows a cut in colours as far apart as they go: red pips stand out on a dark die as black ones do on white.

Or in its tints alone, where mirrored light does not show.

Convention: as in `vision.dice.cuts.crops`; colours are blue, green, red, 0 to 255.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.ports import Floats, Image

REACH = 0.4
"""How far from the middle of a face its colours are measured, in sides: however it is turned, within it."""

NOISE = 5.0
"""What differs by less than this is mostly noise: it is not made much of."""

MEAN, SPREAD = 110.0, 45.0
"""The mean and the standard deviation of a face's colours as they are shown."""

BRIGHTNESS = np.array([0.114, 0.587, 0.299])
"""Shares of blue, green and red in brightness, as cameras and JPEG files have it (ITU-R BT.601)."""

TINT_WAYS = np.array([[0.564, 0, 0], [0, 0, 0.713]]) - np.outer([0.564, 0.713], BRIGHTNESS)
"""(2, 3) that gives a colour's two differences from its brightness, as JPEG files keep them."""

TINT_NOISE = 3.0
"""Tints that differ by less are mostly what a file's compression has left."""


def decorrelated(cut: Image, top_px: float) -> Image:
    """Give a cut (H, W, 3) uint8 in which a face's colours spread equally in all directions.

    What differs little on the face, such as the colour of its pips, then shows as much as what differs most,
    such as a mirrored lamp: the decorrelation stretch of Gillespie, Kahle & Walker (Remote Sensing of
    Environment 20, 1986). ``top_px`` is the side of the top face in the middle of the cut.
    """
    seen = _face(cut, top_px)
    variances, ways = np.linalg.eigh(np.cov(seen.T))
    factors = SPREAD / np.sqrt(np.maximum(variances, 0) + NOISE**2)
    spread = ways @ np.diag(factors) @ ways.T
    offset = MEAN - spread @ seen.mean(axis=0)
    spread_out: Image = cv2.transform(cut, np.column_stack([spread, offset]))
    return spread_out


def tints(cut: Image, top_px: float) -> Image:
    """Give a cut (H, W, 3) uint8 in which a face's tints are seen, and nothing of how bright it is.

    What a lamp mirrors on a die is brighter than all else, but has next to no tint; red pips on a smoky dark
    die, which are hardly brighter than it, have. The first channel is the way in which the tints of the face
    differ most, towards those that are rarer, the second the other way, both spread as colours are in
    `decorrelated`; the third says nothing. ``top_px`` is the side of the top face in the middle of the cut.
    """
    seen = _face(cut, top_px) @ TINT_WAYS.T
    variances, ways = np.linalg.eigh(np.cov(seen.T))
    lop_sided = (((seen - seen.mean(axis=0)) @ ways) ** 3).mean(axis=0)
    ways = (ways * np.where(lop_sided < 0, -1.0, 1.0))[:, ::-1]
    factors = SPREAD / np.sqrt(np.maximum(variances[::-1], 0) + TINT_NOISE**2)
    spread = np.vstack([factors[:, None] * (ways.T @ TINT_WAYS), np.zeros(3)])
    offset = np.append(MEAN - factors * (ways.T @ seen.mean(axis=0)), MEAN)
    tinted: Image = cv2.transform(cut, np.column_stack([spread, offset]))
    return tinted


def _face(cut: Image, top_px: float) -> Floats:
    """Give the colours (N, 3) of the face in the middle of a cut."""
    height, width = cut.shape[:2]
    within = np.zeros((height, width), np.uint8)
    cv2.circle(within, (width // 2, height // 2), round(REACH * top_px), 1, cv2.FILLED)
    return cut[within > 0].astype(np.float64)
