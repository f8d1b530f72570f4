"""The fastest public way to read dice, as baseline: round blobs, grouped by their distance.

After the descriptions of golsteyn/dice and aasiksoy/dice_recognition (SimpleBlobDetector and
DBSCAN): the pips of the whole picture are found, and those that lie close to each other are a die.

Convention: pixels of the picture given.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.ports import Image

WIDTH_PX = 800
APART_PX = 40.0


def read_blobs(image: Image) -> list[tuple[int, float, float]]:
    """Give value and place of every group of 1 to 6 blobs."""
    scale = WIDTH_PX / image.shape[1]
    grey = cv2.medianBlur(cv2.cvtColor(cv2.resize(image, None, fx=scale, fy=scale), cv2.COLOR_BGR2GRAY), 3)
    options = cv2.SimpleBlobDetector_Params()
    options.filterByInertia, options.minInertiaRatio = True, 0.6
    blobs = cv2.SimpleBlobDetector_create(options).detect(grey)
    points = np.array([blob.pt for blob in blobs]).reshape(-1, 2)
    group = np.arange(len(points))
    for one, other in zip(*np.nonzero(_distances(points) < APART_PX), strict=True):
        group[group == group[one]] = group[other]
    groups = [points[group == each] for each in np.unique(group)]
    return [(len(each), *(each.mean(axis=0) / scale).tolist()) for each in groups if len(each) <= 6]


def _distances(points: np.ndarray) -> np.ndarray:
    return np.linalg.norm(points[:, None] - points[None], axis=2)
