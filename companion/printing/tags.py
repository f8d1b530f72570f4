"""Corner markers and patches, as every sheet has them."""

from __future__ import annotations

from collections.abc import Iterable

import cv2

from companion.layout import Marker, Patch, Point, Rgb, Sheet
from companion.printing.drawing import Path, polygon, polygons, rectangle, rounded

BLACK: Rgb = (0, 0, 0)
WHITE: Rgb = (255, 255, 255)
MODULES = 8
"""A 36h11 tag is 8 x 8 modules, its black border of one module included."""

QUIET_MODULES = 1.4
"""White kept round the black square; the detector wants one module, glare and ink want more."""


def marker_modules(dictionary: str, marker_id: int) -> list[list[bool]]:
    """Tell which modules of a marker are white, row by row."""
    code = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    image = cv2.aruco.generateImageMarker(code, marker_id, MODULES)
    return [[bool(value > 127) for value in row] for row in image]


def quiet_zone(marker: Marker) -> tuple[Point, Point]:
    """Give the top left corner and the size of the white field round a marker."""
    (left, top), (right, _), _, _ = marker.corners_mm
    side = right - left
    quiet = side / MODULES * QUIET_MODULES
    return (left - quiet, top - quiet), (side + 2 * quiet, side + 2 * quiet)


def marker_drawing(marker: Marker, dictionary: str) -> list[Path]:
    """Draw a marker on its quiet zone."""
    (x, y), (width, height) = quiet_zone(marker)
    left, top = marker.corners_mm[0]
    side = (marker.corners_mm[1][0] - left) / MODULES
    white = (
        _square(left + column * side, top + row * side, side)
        for row, modules in enumerate(marker_modules(dictionary, marker.id))
        for column, light in enumerate(modules)
        if light
    )
    return [
        rounded(x, y, width, height, 2.0, WHITE),
        polygon(marker.corners_mm, BLACK),
        polygons(white, WHITE),
    ]


def _square(left: float, top: float, side: float) -> tuple[Point, ...]:
    right, bottom = left + side, top + side
    return (left, top), (right, top), (right, bottom), (left, bottom)


def patch_drawing(patches: Iterable[Patch]) -> list[Path]:
    """Draw patches as plain squares."""
    return [
        rectangle(p.centre_mm[0] - p.size_mm[0] / 2, p.centre_mm[1] - p.size_mm[1] / 2, *p.size_mm, p.rgb)
        for p in patches
    ]


def fiducials(sheet: Sheet, dictionary: str) -> list[Path]:
    """Draw all markers and patches of a sheet."""
    markers = [path for marker in sheet.markers for path in marker_drawing(marker, dictionary)]
    return markers + patch_drawing(sheet.patches)
