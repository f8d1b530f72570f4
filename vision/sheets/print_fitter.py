"""Registers sheets by all of their print, once for every place in which they lie.

To look for the landmarks takes longer than to find the markers. So a sheet whose markers are where they
were keeps what was found, and a lens that is known is not learned again. Where the markers are the very ones
of the frame before, because nothing changed round them, the sheet's registration is the very one, too.
"""

from __future__ import annotations

import operator
from dataclasses import replace

import numpy as np

from companion.layout import Layout, Sheet
from vision.ports import Artwork, Floats, Image
from vision.sheets.bulge import fit_bulge
from vision.sheets.landmarks import Landmarks
from vision.sheets.lens import Lens
from vision.sheets.lens_watch import LensWatch
from vision.sheets.marker_search import FoundMarker
from vision.sheets.registration import (
    LANDMARK_ERROR_MM,
    MARKERS_NEEDED,
    Registration,
    corner_pairs,
    markers_of,
    refine,
    register,
)

NEAR_PX = 2.0
"""Where another lens moves no part of a sheet by more, its print is found as well as by the first lens."""

STILL_PX = 0.6
"""Corners that are found twice differ by noise alone."""


class PrintFitter:
    """Fits sheets by their print, and learns the lens from it."""

    def __init__(self, layout: Layout, artwork: Artwork, lens: LensWatch) -> None:
        self._layout, self._artwork, self._lens = layout, artwork, lens
        self._landmarks: dict[str, Landmarks] = {}
        self._raw: dict[str, Registration] = {}
        self._fitted: dict[str, tuple[Registration, Registration]] = {}
        self._found: dict[str, tuple[Registration, Floats, Floats]] = {}

    def fit(
        self, grey: Image, found: tuple[FoundMarker, ...], size_px: tuple[int, int]
    ) -> list[Registration]:
        """Give the sheets of which enough markers were found, as markers and print say that they lie."""
        self._found.clear()
        if self._lens.settled:
            raw = self._by_markers(found, self._lens.lens, size_px)
        else:
            raw = self._learn_lens(grey, found, size_px)
        fitted = [self._known(one) or self._fit(grey, one) for one in raw]
        pairs = zip(raw, fitted, strict=True)
        self._fitted = {one.sheet.id: (one, better) for one, better in pairs}
        return fitted

    def _by_markers(
        self, found: tuple[FoundMarker, ...], lens: Lens, size_px: tuple[int, int]
    ) -> list[Registration]:
        tries = [self._registered(sheet, found, lens, size_px) for sheet in self._layout.sheets]
        self._raw = {one.sheet.id: one for one in tries if one is not None}
        return list(self._raw.values())

    def _registered(
        self, sheet: Sheet, found: tuple[FoundMarker, ...], lens: Lens, size_px: tuple[int, int]
    ) -> Registration | None:
        before, own = self._raw.get(sheet.id), markers_of(sheet, found)
        if before is None or before.lens != lens or before.size_px != size_px:
            return register(sheet, own, lens, size_px)
        is_same = len(own) == len(before.markers) and all(map(operator.is_, own, before.markers))
        return before if is_same else register(sheet, own, lens, size_px)

    def _known(self, raw: Registration) -> Registration | None:
        """Give what was found of a sheet that lies where it lay."""
        if raw.sheet.id not in self._fitted:
            return None
        before, fitted = self._fitted[raw.sheet.id]
        if before.size_px != raw.size_px or before.lens != raw.lens:
            return None
        if fitted.bulge is None:  # too much of the print was covered, and may be seen now
            return None
        if raw is before:
            return fitted
        if np.abs(before.corners_px() - raw.corners_px()).max() > STILL_PX:
            return None
        return replace(fitted, markers=raw.markers, error_mm=raw.error_mm)

    def _fit(self, grey: Image, raw: Registration) -> Registration:
        return refine(raw, *self._find(grey, raw), raw.lens)

    def _find(self, grey: Image, raw: Registration) -> tuple[Floats, Floats]:
        """Find the print of a sheet, once for each frame: under the learned lens it is where it was."""
        name = raw.sheet.id
        if name in self._found:
            before, places_mm, found_mm = self._found[name]
            if _moved_px(before, raw) < NEAR_PX:
                return places_mm, raw.to_sheet(before.to_frame(found_mm))
        if name not in self._landmarks:
            self._landmarks[name] = Landmarks(self._layout, raw.sheet, self._artwork)
        places_mm, found_mm = self._landmarks[name].find(grey, raw)
        self._found[name] = raw, places_mm, found_mm
        return places_mm, found_mm

    def _learn_lens(
        self, grey: Image, found: tuple[FoundMarker, ...], size_px: tuple[int, int]
    ) -> list[Registration]:
        """Learn the lens from sheets with all their markers; the markers alone give a first guess."""
        guess = self._lens.guess([corner_pairs(sheet, found) for sheet in self._telling(found)], size_px)
        raw = self._by_markers(found, guess, size_px)
        views = [self._view(grey, one) for one in raw if len(one.markers) == len(one.sheet.markers)]
        self._lens.learn(views, size_px)
        return self._by_markers(found, self._lens.lens if views else guess, size_px)

    def _telling(self, found: tuple[FoundMarker, ...]) -> list[Sheet]:
        """Give the sheets with all their markers; where none has, those with enough for a plane."""
        ids = {marker.id for marker in found}
        seen = {sheet.id: len(ids & {m.id for m in sheet.markers}) for sheet in self._layout.sheets}
        whole = [sheet for sheet in self._layout.sheets if seen[sheet.id] == len(sheet.markers)]
        return whole or [sheet for sheet in self._layout.sheets if seen[sheet.id] >= MARKERS_NEEDED]

    def _view(self, grey: Image, one: Registration) -> tuple[Floats, Floats]:
        """Give places of a sheet in mm and where they are seen in px: its markers' corners, and its print."""
        corners_mm, corners_px = corner_pairs(one.sheet, one.markers)
        places_mm, found_mm = self._find(grey, one)
        fitted = fit_bulge(places_mm, found_mm, one.sheet.size_mm)
        if fitted is None:
            return corners_mm, corners_px
        good = fitted[1] < LANDMARK_ERROR_MM
        seen_px = one.to_frame(found_mm[good])
        return np.concatenate([corners_mm, places_mm[good]]), np.concatenate([corners_px, seen_px])


def _moved_px(one: Registration, other: Registration) -> float:
    """Give by how much two registrations differ: markers hold a sheet's corners, a lens moves the rest."""
    across = np.linspace(0, 1, 3)
    grid_mm = np.stack(np.meshgrid(across, across), axis=-1).reshape(-1, 2) * one.sheet.size_mm
    return float(np.abs(one.to_frame(grid_mm) - other.to_frame(grid_mm)).max())
