"""How a die is turned: a die that was rolled again may come to rest where it lay, but hardly as it lay.

Convention: degrees clockwise as seen, in the sheet's millimetres, from 0 up to 90, where a die looks
the same again.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.ports import Image
from vision.sheets.registration import Registration

SIDE_MM = 28.0
SAMPLES = 57
"""So many a side: one every half millimetre."""

REACH_MM = 0.72
"""Edges count within this many sides of the die round its middle: the corners of its top face."""

SOFTNESS_SAMPLES = 1.2


def die_turn_deg(
    image: Image, registration: Registration, centre_mm: tuple[float, float], height_mm: float
) -> float:
    """Measure the turn of the die whose top face lies ``height_mm`` above this place of the sheet.

    The straight edges of the face all run along two directions; pips are round and run along none. So
    the mean direction of all edges, four times its angle taken so that right angles are one, is the die's.
    """
    across = np.linspace(-SIDE_MM / 2, SIDE_MM / 2, SAMPLES)
    x, y = np.meshgrid(across, across)
    places = np.stack([x + centre_mm[0], y + centre_mm[1]], axis=-1).reshape(-1, 2)
    seen_at = registration.to_frame(places, height_mm).astype(np.float32).reshape(SAMPLES, SAMPLES, 2)
    face = cv2.remap(image, seen_at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(face.astype(np.float32), (0, 0), SOFTNESS_SAMPLES)
    down = cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    right = cv2.Sobel(soft, cv2.CV_32F, 1, 0)
    near = np.hypot(x, y) < REACH_MM * height_mm
    edges = (right + 1j * down)[near]
    strength = np.abs(edges)
    mean = (edges**4 / np.maximum(strength, 1e-6) ** 2).sum()
    return float(np.degrees(np.angle(mean)) / 4 % 90)
