"""Registers sheets: from the corners of their markers to a homography, and to planes above it.

Convention: homographies map sheet mm to px of an ideal lens (`vision.sheets.lens` bends them into the
frame). A sheet has x to the right and y down as seen, so its third axis points into the table;
a face that stands ``height_mm`` above the sheet lies on the plane at minus that height.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import cv2
import numpy as np

from companion.layout import Sheet
from vision.ports import Floats
from vision.sheets.bulge import Bulge, fit_bulge
from vision.sheets.lens import Lens
from vision.sheets.marker_search import FoundMarker
from vision.sheets.upright import Upright, upright_of

T = TypeVar("T")

MARKERS_NEEDED = 3
MARKERS_TO_LOOK = 2
CORNER_ERROR_PX = 3.0
"""A corner that misses the plane by more is left out: covered, glare, or a bent print."""

LANDMARK_ERROR_MM = 0.8
"""A place of the print that lies farther from its neighbours' shift was taken for another."""

SAME_TABLE_DEG = 4.0
"""Sheets whose planes seem to differ by no more lie on one table: a small one's plane is known to about 2."""


@dataclass(frozen=True)
class Registration:
    """Where a sheet lies: its homography, the camera that explains it, and how well it fits.

    ``upright`` is the camera, and which way is up; ``bulge`` is how far the sheet is from flat.
    """

    sheet: Sheet
    homography: Floats
    upright: Upright
    lens: Lens
    size_px: tuple[int, int]
    markers: tuple[FoundMarker, ...]
    error_mm: float
    px_per_mm: float
    bulge: Bulge | None = None

    @cached_property
    def lift(self) -> Floats:
        """The (3,) vector that a millimetre of height takes off the homography's last column."""
        return self.upright.lift(self.homography)

    @cached_property
    def _kept(self) -> dict[Callable[[Registration], Any], Any]:
        return {}

    def once(self, measure: Callable[[Registration], T]) -> T:
        """Give what a function makes of this registration; on a still table one serves many frames."""
        if measure not in self._kept:
            self._kept[measure] = measure(self)
        kept: T = self._kept[measure]
        return kept

    def plane(self, height_mm: float = 0.0) -> Floats:
        """Give the (3, 3) homography of the plane at this height above the sheet."""
        raised = self.homography.copy()
        raised[:, 2] -= height_mm * self.lift
        return raised

    def to_frame(self, points_mm: Floats, height_mm: float = 0.0) -> Floats:
        """Give where (..., 2) points of the sheet are seen in the frame, in px."""
        raised = self.plane(height_mm)
        if self.bulge is not None:
            points_mm = points_mm + self.bulge.shift(points_mm)
        over = points_mm @ raised[:, :2].T + raised[:, 2]
        return self.lens.bend(over[..., :2] / over[..., 2:], self.size_px)

    def solid_to_frame(self, points_mm: Floats) -> Floats:
        """Give where (..., 3) points are seen in the frame, in px: x, y, and the height above the sheet."""
        camera = np.column_stack([self.homography[:, :2], -self.lift])
        if self.bulge is not None:
            flat = points_mm[..., :2] + self.bulge.shift(points_mm[..., :2])
            points_mm = np.concatenate([flat, points_mm[..., 2:]], axis=-1)
        over = points_mm @ camera.T + self.homography[:, 2]
        return self.lens.bend(over[..., :2] / over[..., 2:], self.size_px)

    def to_sheet(self, points_px: Floats, height_mm: float = 0.0) -> Floats:
        """Give the (..., 2) places in mm of points that are seen in the frame at this height."""
        ideal = self.lens.undo(points_px, self.size_px)
        back = np.linalg.inv(self.plane(height_mm))
        over = ideal @ back[:, :2].T + back[:, 2]
        flat = over[..., :2] / over[..., 2:]
        on_sheet_mm: Floats = flat if self.bulge is None else flat - self.bulge.shift(flat)
        return on_sheet_mm

    def corners_px(self) -> Floats:
        """Give the sheet's own (4, 2) corners in the frame."""
        return self._corners_px

    @cached_property
    def _corners_px(self) -> Floats:
        width, height = self.sheet.size_mm
        return self.to_frame(np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]))


def register(
    sheet: Sheet, found: tuple[FoundMarker, ...], lens: Lens, size_px: tuple[int, int]
) -> Registration | None:
    """Register a sheet, or give None when fewer than `MARKERS_NEEDED` of its markers fit a plane.

    RANSAC over 12 or more corners, then least squares on those that agree.
    """
    own = markers_of(sheet, found)
    if len(own) < MARKERS_NEEDED:
        return None
    points_mm, points_px = corner_pairs(sheet, own)
    ideal_px = lens.undo(points_px, size_px)
    homography, agree = cv2.findHomography(points_mm, ideal_px, cv2.RANSAC, CORNER_ERROR_PX)
    if homography is None:
        return None
    good = np.asarray(agree).ravel().astype(bool)
    if good.sum() < 4 * MARKERS_NEEDED - 2:
        return None
    homography, _ = cv2.findHomography(points_mm[good], ideal_px[good], 0)
    back = cv2.perspectiveTransform(ideal_px[good].reshape(-1, 1, 2), np.linalg.inv(homography)).reshape(
        -1, 2
    )
    error_mm = float(np.sqrt(np.mean(np.sum((back - points_mm[good]) ** 2, axis=1))))
    upright = upright_of(homography, lens, size_px)
    scale = px_per_mm_of(homography, sheet)
    return Registration(sheet, homography, upright, lens, size_px, own, error_mm, scale)


def refine(registration: Registration, points_mm: Floats, found_mm: Floats, lens: Lens) -> Registration:
    """Register anew, by the markers and by what was found of the sheet's own print.

    Parameters
    ----------
    registration
        By the markers alone.
    points_mm, found_mm
        (n, 2) places of the print, and where that registration sees them.
    lens
        What is known of the lens now.
    """
    fitted = fit_bulge(points_mm, found_mm, registration.sheet.size_mm)
    if fitted is None:
        return registration
    good = fitted[1] < LANDMARK_ERROR_MM
    seen_px = lens.undo(registration.to_frame(found_mm[good]), registration.size_px)
    corners_mm, corners_px = corner_pairs(registration.sheet, registration.markers)
    all_mm = np.concatenate([corners_mm, points_mm[good]])
    all_px = np.concatenate([lens.undo(corners_px, registration.size_px), seen_px])
    homography, _ = cv2.findHomography(all_mm, all_px, 0)
    if homography is None:
        return registration
    back = cv2.perspectiveTransform(all_px.reshape(-1, 1, 2), np.linalg.inv(homography)).reshape(-1, 2)
    bulge = fit_bulge(all_mm, back, registration.sheet.size_mm)
    return replace(
        registration,
        homography=homography,
        upright=upright_of(homography, lens, registration.size_px),
        lens=lens,
        px_per_mm=px_per_mm_of(homography, registration.sheet),
        bulge=bulge[0] if bulge is not None else None,
    )


def levelled(registrations: Sequence[Registration]) -> list[Registration]:
    """Let the sheet whose markers span most of the picture say for all which way is up.

    A tray is so small that noise of a tenth of a pixel tilts its plane by a degree or two. A sheet whose own
    plane is another stays as it is.
    """
    if not registrations:
        return []
    best = max(registrations, key=_seen_px).upright
    return [
        replace(one, upright=best) if one.upright.off_deg(best) < SAME_TABLE_DEG else one
        for one in registrations
    ]


def _seen_px(one: Registration) -> float:
    """Give how many square pixels lie between the markers found, or in a sheet without markers."""
    if not one.markers:
        return float(cv2.contourArea(one.corners_px().astype(np.float32)))
    corners = np.concatenate([marker.corners_px for marker in one.markers]).astype(np.float32)
    return float(cv2.contourArea(cv2.convexHull(corners)))


def expected_markers(
    sheet: Sheet, found: tuple[FoundMarker, ...], lens: Lens, size_px: tuple[int, int]
) -> dict[int, Floats]:
    """Say about where the other markers of a sheet are that shows two: number -> (4, 2) corners in px.

    Two are too few to lay pieces and dice on the plane that they span, and enough to look there.
    """
    own = markers_of(sheet, found)
    if not MARKERS_TO_LOOK <= len(own) < MARKERS_NEEDED:
        return {}
    points_mm, points_px = corner_pairs(sheet, own)
    homography, _ = cv2.findHomography(points_mm, lens.undo(points_px, size_px), 0)
    if homography is None:
        return {}
    seen = {marker.id for marker in own}
    places = {}
    for marker in sheet.markers:
        if marker.id not in seen:
            corners = np.array(marker.corners_mm, dtype=np.float64).reshape(-1, 1, 2)
            ideal = cv2.perspectiveTransform(corners, homography).reshape(-1, 2)
            places[marker.id] = lens.bend(ideal, size_px)
    return places


def corner_pairs(sheet: Sheet, found: tuple[FoundMarker, ...]) -> tuple[Floats, Floats]:
    """Give the corners of a sheet's markers among those found, as (N, 2) mm and (N, 2) px."""
    own = markers_of(sheet, found)
    printed = {marker.id: marker.corners_mm for marker in sheet.markers}
    points_mm = np.array([corner for marker in own for corner in printed[marker.id]], dtype=np.float64)
    return points_mm, np.concatenate([marker.corners_px for marker in own])


def markers_of(sheet: Sheet, found: tuple[FoundMarker, ...]) -> tuple[FoundMarker, ...]:
    """Give the sheet's markers, each once: of two copies the one that is seen larger."""
    ids = {marker.id for marker in sheet.markers}
    best: dict[int, FoundMarker] = {}
    for marker in found:
        if marker.id in ids:
            twin = best.get(marker.id)
            best[marker.id] = marker if twin is None else max(marker, twin, key=lambda one: one.side_px)
    return tuple(best[number] for number in sorted(best))


def px_per_mm_of(homography: Floats, sheet: Sheet) -> float:
    """Give the scale in the middle of the sheet: the square root of the change of area."""
    x, y = (side / 2 for side in sheet.size_mm)
    square = np.array([[(x, y), (x + 1, y), (x, y + 1)]])
    a, b, c = cv2.perspectiveTransform(square, homography)[0]
    return float(np.sqrt(abs(np.linalg.det(np.array([b - a, c - a])))))
