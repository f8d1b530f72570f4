"""What a QR code in a picture says."""

from __future__ import annotations

from typing import Final

import cv2

from vision.ports import Image

SIDES_PX: Final = (800, 1600, 2800, 400)
"""The longer sides at which a picture is searched: OpenCV finds no code that is tiny or huge."""


def read_code(image: Image) -> str:
    """Give what a QR code in a picture says; empty where none is read.

    Convention: the picture is (H, W, 3) uint8, blue, green, red; the code may lie in any turn.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    long_px = max(grey.shape)
    for side_px in (each for each in SIDES_PX if each <= 4 * long_px):
        scale = side_px / long_px
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=way)
        for detector in (cv2.QRCodeDetectorAruco(), cv2.QRCodeDetector()):
            try:
                said, _, _ = detector.detectAndDecode(small)
            except (cv2.error, UnicodeDecodeError):  # what it takes for a code is none
                continue
            if said:
                return str(said)
    return ""
