"""Keeps the light over sheets as long as they look the same: to fit it takes longer than to see that.

Convention: frames are (H, W, 3) blue, green, red.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from vision.light.light import Light, measure_light, sample
from vision.light.palette import Palette
from vision.ports import Floats, Image
from vision.sheets.registration import Registration

DIMMED, NOISE = 0.6, 6.0
"""Levels by which a quarter of a sheet's places differ in other light, by their median; and by noise, over
the root of their number."""


class _Seen(NamedTuple):
    registration: Registration
    palette: Palette
    places_px: Floats
    levels: Floats
    light: Light


class LightWatch:
    """The light over each sheet in view.

    Parameters
    ----------
    measure
        Measures the light where it may have changed; `measure_light`, if not given.
    """

    def __init__(self, measure: Callable[[Image, Registration, Palette], Light] | None = None) -> None:
        self._measure = measure
        self._seen: dict[str, _Seen] = {}

    def forget(self) -> None:
        """Measure the light anew everywhere."""
        self._seen.clear()

    def light(
        self, image: Image, registration: Registration, palette: Palette, measured: Light | None = None
    ) -> Light:
        """Give the light over a sheet: as it was, where its print looks as it did.

        ``measured`` is the light by this palette in this frame, where that has been measured already.
        """
        name = registration.sheet.id
        before = self._seen.get(name)
        if before is not None and before.registration is registration and before.palette is palette:
            places_px = before.places_px
        else:
            places_px = registration.to_frame(palette.places_mm)
        levels = sample(image, places_px)
        if before is not None and _is_same(before, registration, palette, levels):
            return before.light
        light = measured or (self._measure or measure_light)(image, registration, palette)
        self._seen[name] = _Seen(registration, palette, places_px, levels, light)
        return light


def _is_same(before: _Seen, registration: Registration, palette: Palette, levels: Floats) -> bool:
    if before.palette is not palette or not np.array_equal(
        before.registration.homography, registration.homography
    ):
        return False
    known = np.isfinite(levels).all(axis=1) & np.isfinite(before.levels).all(axis=1)
    places, change = palette.places_mm[known], levels[known] - before.levels[known]
    if not known.any():
        return False
    right, low = (places > np.median(places, axis=0)).T
    quarters = [(right == across) & (low == down) for across in (False, True) for down in (False, True)]
    return all(_is_noise(change[each]) for each in quarters if each.any())


def _is_noise(change: Floats) -> bool:
    """Whether (n, 3) changes of level are none on the whole."""
    limit = DIMMED + NOISE / float(np.sqrt(len(change)))
    return bool(np.abs(np.median(change, axis=0)).max() < limit)
