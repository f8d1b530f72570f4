"""Refuses photographs for teaching that are blurred."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from companion.boxes.errors import BoxError
from vision.ports import Image

SHARPEST, BLURRED, OF_RANGE = 0.998, 10.0, 0.1
"""A picture is blurred when its steepest places rise by less than so many levels a pixel, and less than this
share of the levels between its darks and its lights: a plain board has few edges, but sharp ones."""

LEAST_RANGE = 25.0
"""A picture with fewer levels between its darks and its lights does not tell."""


def refuse_blurred(pictures: Iterable[Image], name: str) -> None:
    """Raise `BoxError` where most pictures that were cut from the photograph of that name are blurred."""
    blurred = [_is_blurred(picture) for picture in pictures]
    if 2 * sum(blurred) > len(blurred):
        raise BoxError(
            "picture-blurred",
            "The picture {picture} is blurred. Hold the camera still, let it focus, and take it again.",
            picture=name,
        )


def _is_blurred(picture: Image) -> bool:
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 0.7).astype(np.float32)
    steps = np.hypot(
        cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8)
    )
    range_ = float(np.quantile(grey, 0.98) - np.quantile(grey, 0.02))
    steepest = float(np.quantile(steps, SHARPEST))
    return range_ > LEAST_RANGE and steepest < min(BLURRED, OF_RANGE * range_)
