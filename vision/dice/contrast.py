"""Shows a cut in colours as far apart as they go: red pips stand out on a dark die as black ones do on white.

Convention: as in `vision.dice.crops`; colours are blue, green, red, 0 to 255.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.ports import Image

REACH = 0.4
"""How far from the middle of a face its colours are measured, in sides: however it is turned, within it."""

NOISE = 5.0
"""What differs by less than this is mostly noise: it is not made much of."""

MEAN, SPREAD = 110.0, 45.0
"""The mean and the standard deviation of a face's colours as they are shown."""


def decorrelated(cut: Image, top_px: float) -> Image:
    """Give a cut (H, W, 3) uint8 in which a face's colours spread equally in all directions.

    What differs little on the face, such as the colour of its pips, then shows as much as what differs most,
    such as a mirrored lamp: the decorrelation stretch of Gillespie, Kahle & Walker (Remote Sensing of
    Environment 20, 1986). ``top_px`` is the side of the top face in the middle of the cut.
    """
    height, width = cut.shape[:2]
    face = np.zeros((height, width), np.uint8)
    cv2.circle(face, (width // 2, height // 2), round(REACH * top_px), 1, cv2.FILLED)
    seen = cut[face > 0].astype(np.float64)
    variances, ways = np.linalg.eigh(np.cov(seen.T))
    factors = SPREAD / np.sqrt(np.maximum(variances, 0) + NOISE**2)
    spread = ways @ np.diag(factors) @ ways.T
    offset = MEAN - spread @ seen.mean(axis=0)
    return cv2.transform(cut, np.column_stack([spread, offset]))
