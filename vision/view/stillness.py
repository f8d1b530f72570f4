"""Knows whether the table is at rest, and whether a hand is over it, from a small grey picture.

Two comparisons: with the frame before (does anything move?) and with a slow background (is
something large here that was not?). Both allow for a change of exposure and for the bands of a
flickering lamp, and measure the camera's noise as they go.

Convention: times are seconds of a clock that only goes forward; areas are shares of the frame.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.sighting import Stillness
from vision.ports import Floats, Image

WIDTH_PX = 240
"""An 18 mm piece on a table 70 cm wide is 6 px across."""

SETTLED_S = 0.3
"""Shorter pauses are part of a movement."""

MOTION_PX = 6
"""Fewer changed px (after lone ones were dropped) are noise."""

LEVELS_LEAST = 4.0
NOISE_TIMES = 6.0
"""A px has changed when it differs by this many times the noise."""

HAND_SHARE = 0.02
SCENE_SHARE = 0.6
"""Where more than this has changed, the camera, the mat or the lamp was moved, not a hand."""

HAND_FORGOTTEN_S = 6.0
"""Nobody holds a hand still for longer: what lies there now is the new background."""
SCENE_SETTLED_S = 1.0

BAND_LIMIT = 0.1
"""Flicker darkens rows by up to a tenth; more is a thing, not a lamp."""


class StillnessWatch:
    """Watches frames in the order they come. Its memory is three small pictures."""

    def __init__(self) -> None:
        self._before: Floats | None = None
        self._background: Floats | None = None
        self._noise = LEVELS_LEAST / NOISE_TIMES
        self._moved_at_s = 0.0
        self._rests = 0
        self._still = False

    def update(self, image: Image, t_s: float) -> Stillness:
        """Look at the next frame, (H, W, 3) or (H, W), taken at ``t_s``."""
        small = _small(image)
        if self._before is None or self._background is None or self._before.shape != small.shape:
            self._before = self._background = small
            self._moved_at_s = t_s
            self._still = False
            return Stillness(still=False, still_s=0.0)
        change = _difference(small, self._before)
        self._noise += 0.1 * (1.4826 * float(np.median(change)) - self._noise)
        self._before = small
        if int(self._changed(change).sum()) >= MOTION_PX:
            self._moved_at_s = t_s
        still_s = t_s - self._moved_at_s
        hand = self._hand(small, still_s)
        still = still_s >= SETTLED_S and not hand
        self._rests += still and not self._still
        self._still = still
        return Stillness(still, still_s, rest=self._rests) if still else Stillness(False, 0.0, hand)

    def _hand(self, small: Floats, still_s: float) -> bool:
        """Whether something large lies over the background, which follows while nothing does."""
        if self._background is None:
            return False
        changed = self._changed(_difference(small, self._background))
        count, _, stats, _ = cv2.connectedComponentsWithStats(changed)
        largest = max((int(stats[n, cv2.CC_STAT_AREA]) for n in range(1, count)), default=0) / changed.size
        patience_s = SCENE_SETTLED_S if changed.mean() > SCENE_SHARE else HAND_FORGOTTEN_S
        if largest < HAND_SHARE:
            if still_s >= SETTLED_S:
                self._background = self._background + 0.2 * (small - self._background)
            return False
        if still_s >= patience_s:
            self._background = small
            return False
        return True

    def _changed(self, difference: Floats) -> Image:
        threshold = max(LEVELS_LEAST, NOISE_TIMES * self._noise)
        changed = (difference > threshold).astype(np.uint8)
        cleaned: Image = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        return cleaned


def _small(image: Image) -> Floats:
    height = max(1, round(image.shape[0] * WIDTH_PX / image.shape[1]))
    small = cv2.resize(image, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    grey = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    softened: Floats = cv2.GaussianBlur(grey, (3, 3), 0).astype(np.float32)
    return softened


def _difference(now: Floats, before: Floats) -> Floats:
    """Give how much every px differs after the light of each row was made the same."""
    ratio = (now + 8.0) / (before + 8.0)
    whole = float(np.median(ratio))
    rows = np.median(ratio, axis=1, keepdims=True) / whole
    light = whole * np.clip(rows, 1 - BAND_LIMIT, 1 + BAND_LIMIT)
    difference: Floats = np.abs(now + 8.0 - light * (before + 8.0)) / max(1.0, whole)
    return difference
