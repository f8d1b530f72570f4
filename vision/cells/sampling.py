"""Takes samples round many places of a sheet at once, with perspective, lens and light undone.

A map of second order stands for the homography round a place. At the corner of a playing card, seen at 34
degrees, it errs by 0.1 mm; an affine map errs by 2 mm.

Convention: offsets are mm of the sheet, x to the right, y down. A *look* has three channels,
brightness, red against green, yellow against blue; scaling the light scales all three.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.light.light import Light
from vision.ports import Floats, Image, Mask
from vision.sheets.registration import Registration

FINE_PX_PER_MM = 2.4
"""A frame with more is halved first: the samples lie about 1 mm apart."""

SOFTNESS_PX = 1.2
"""How far lens, sensor and compression blur a frame, in its px. Measured on path-traced tables."""

STEP_MM = 4.0
"""Half the distance over which the map of a place is taken."""

STENCIL_MM = STEP_MM * np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)])

BRIGHTEST = 1.2
"""Levels above are a reflection, however bright."""

LOOK = np.array(
    # of blue, green, red: brightness, red - green, yellow - blue
    [[0.12, 0.0, -1.0], [0.36, -1.0, 0.5], [0.12, 1.0, 0.5]],
    dtype=np.float32,
)
"""Brightness weighs 0.6, because shadows change it and leave the colours (table-vision, 7)."""


class Spots:
    """Samples that are taken in every frame: at (k, 2) offsets round (n, 2) places of a sheet, in mm."""

    def __init__(self, places_mm: Floats, offsets_mm: Floats) -> None:
        self.places_mm, self._offsets_mm = places_mm, offsets_mm

    def points(self, registration: Registration) -> Floats:
        """Give where they lie in the frame that a sampler halves, (n, k, 2) px."""
        return _points(registration, self.places_mm, self._offsets_mm, 0.0)


class Halved:
    """A frame (H, W, 3), halved as often as the samplers of its sheets want it, and only once for all."""

    def __init__(self, image: Image) -> None:
        self._images = [image]

    def by(self, times: int) -> Image:
        """Give the frame after so many halvings."""
        while len(self._images) <= times:
            self._images.append(cv2.pyrDown(self._images[-1]))
        return self._images[times]


class Sampler:
    """A frame seen through the registration and the light of one sheet."""

    def __init__(self, image: Image | Halved, registration: Registration, light: Light) -> None:
        self._registration = registration
        self.light = light
        halved = image if isinstance(image, Halved) else Halved(image)
        self._image = halved.by(_halvings(registration))

    @property
    def softness_mm(self) -> float:
        """How far the frame is blurred, in mm of the sheet."""
        return SOFTNESS_PX / self._registration.px_per_mm

    def seen_over(self, points_mm: Floats, height_mm: float) -> Floats:
        """Give over which places of the sheet, (n, 2), points at a height are seen."""
        return self._registration.to_sheet(self._registration.to_frame(points_mm, height_mm), 0.0)

    def looks(self, places_mm: Floats, offsets_mm: Floats, height_mm: float = 0.0) -> Floats:
        """Give the looks, (n, k, 3), at (k, 2) offsets round (n, 2) places at this height."""
        return look_of(self.levels(places_mm, offsets_mm, height_mm))

    def levels(self, places_mm: Floats, offsets_mm: Floats, height_mm: float = 0.0) -> Floats:
        """Give the levels as printed, (n, k, 3) of blue, green, red."""
        points = _points(self._registration, places_mm, offsets_mm, height_mm)
        return self._levels(points, places_mm)

    def looks_at(self, spots: Spots) -> Floats:
        """Give the looks, (n, k, 3), at spots that are looked at in every frame."""
        return look_of(self._levels(self._registration.once(spots.points), spots.places_mm))

    def _levels(self, points: Floats, places_mm: Floats) -> Floats:
        seen = cv2.remap(self._image, points, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return self.light.undo(seen, places_mm)

    def brightest(self, places_mm: Floats) -> Floats:
        """Give the levels, as printed, at which the picture is burnt at (n, 2) places: (n, 3)."""
        burnt = np.full((len(places_mm), 1, 3), 255, np.uint8)
        return self.light.undo(burnt, places_mm)[:, 0]

    def inside(self, spots: Spots) -> Mask:
        """Give which (n,) of the spots lie in the frame with all that is round them."""
        points = self._registration.once(spots.points)
        height, width = self._image.shape[:2]
        within: Mask = (points >= 0) & (points <= np.array((width - 1, height - 1)))
        return np.asarray(within.all(axis=(1, 2)))


def _halvings(registration: Registration) -> int:
    """Say how often a frame is halved before it is sampled."""
    return max(0, int(np.ceil(np.log2(registration.px_per_mm / FINE_PX_PER_MM))))


def _points(registration: Registration, places_mm: Floats, offsets_mm: Floats, height_mm: float) -> Floats:
    """Give where the samples lie in the halved frame, (n, k, 2)."""
    seen = registration.to_frame(places_mm[:, None, :] + STENCIL_MM, height_mm)
    seen = (seen + 0.5) * 0.5 ** _halvings(registration) - 0.5
    middle, right, left, below, above, forth, back = seen.transpose(1, 0, 2)
    across, along = right + left - 2 * middle, below + above - 2 * middle
    slant = (forth + back - 2 * middle - across - along) / 2
    turn = np.stack([(right - left) / 2, (below - above) / 2, across / 2, slant, along / 2], axis=1)
    x, y = (offsets_mm / STEP_MM).T.astype(np.float32)
    around = np.stack([x, y, x * x, x * y, y * y], axis=-1) @ turn.astype(np.float32)
    points: Floats = around + middle[:, None].astype(np.float32)
    return points


def look_of(levels: Floats) -> Floats:
    """Give the look of levels in blue, green, red, (..., 3) both."""
    return np.minimum(levels, np.float32(BRIGHTEST)) @ LOOK
