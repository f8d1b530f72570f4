"""Takes samples round many places of a sheet at once, with perspective, lens and light undone.

A place's surroundings are small, so one affine map a place stands for the homography there: it
errs by less than 0.15 mm at the border of a 22 mm square in the steepest view.

Convention: offsets are mm of the sheet, x to the right, y down. A *look* has three channels,
brightness, red against green, yellow against blue; scaling the light scales all three.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.ports import Floats, Image, Mask
from vision.sheets.light import Light
from vision.sheets.registration import Registration

FINE_PX_PER_MM = 2.4
"""A frame with more is halved first: the samples lie about 1 mm apart."""

STEP_MM = 4.0
"""Half the distance over which the affine map of a place is taken."""

BRIGHTEST = 1.2
"""Levels above are a reflection, however bright."""

LOOK = np.array(
    # of blue, green, red: brightness, red - green, yellow - blue
    [[0.12, 0.0, -1.0], [0.36, -1.0, 0.5], [0.12, 1.0, 0.5]],
    dtype=np.float32,
)
"""Brightness weighs 0.6, because shadows change it and leave the colours (table-vision, 7)."""


class Sampler:
    """A frame seen through the registration and the light of one sheet."""

    def __init__(self, image: Image, registration: Registration, light: Light) -> None:
        self._registration = registration
        self._light = light
        self._image, self._halved = image, 0
        scale = registration.px_per_mm
        while scale > FINE_PX_PER_MM:
            self._image, scale = cv2.pyrDown(self._image), scale / 2
            self._halved += 1

    def looks(self, places_mm: Floats, offsets_mm: Floats, height_mm: float = 0.0) -> Floats:
        """Give the looks, (n, k, 3), at (k, 2) offsets round (n, 2) places at this height."""
        return look_of(self.levels(places_mm, offsets_mm, height_mm))

    def levels(self, places_mm: Floats, offsets_mm: Floats, height_mm: float = 0.0) -> Floats:
        """Give the levels as printed, (n, k, 3) of blue, green, red."""
        points = self._points(places_mm, offsets_mm, height_mm)
        seen = cv2.remap(self._image, points, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return self._light.undo(seen, places_mm)

    def inside(self, places_mm: Floats, margin_mm: float) -> Mask:
        """Give which (n, 2) places lie in the frame with this much round them."""
        reach = margin_mm * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        points = self._points(places_mm, reach, 0.0)
        height, width = self._image.shape[:2]
        within: Mask = (points >= 0) & (points <= np.array((width - 1, height - 1)))
        return np.asarray(within.all(axis=(1, 2)))

    def _points(self, places_mm: Floats, offsets_mm: Floats, height_mm: float) -> Floats:
        """Give where the samples lie in the halved frame, (n, k, 2)."""
        cross = STEP_MM * np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])
        seen = self._registration.to_frame(places_mm[:, None, :] + cross, height_mm)
        scale = 0.5**self._halved
        seen = (seen + 0.5) * scale - 0.5
        turn = np.stack([seen[:, 1] - seen[:, 2], seen[:, 3] - seen[:, 4]], axis=1) / (2 * STEP_MM)
        around = offsets_mm.astype(np.float32) @ turn.astype(np.float32)
        return around + seen[:, :1].astype(np.float32)


def look_of(levels: Floats) -> Floats:
    """Give the look of levels in blue, green, red, (..., 3) both."""
    return np.minimum(levels, np.float32(BRIGHTEST)) @ LOOK
