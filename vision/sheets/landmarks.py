"""Finds places of a sheet's own print again, so that a wavy sheet and an unknown lens are undone.

Markers stand in the corners alone. Between them a sheet of paper rises by a millimetre, and a lens that
is not known yet bends straight lines by several. Where the print has detail, a window of it is looked for
near its place.

Convention: mm of the sheet, x to the right, y down; px of the frame.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from companion.layout import Layout, Sheet
from vision.ports import Artwork, Floats, Image
from vision.sheets.bulge import LEAST
from vision.sheets.registration import Registration

PX_PER_MM = 1.6
"""Of the sheet laid flat; a camera that sees a mat whole gives 1 to 3."""

HALF_MM, REACH_MM = 10.0, 4.0
"""Half the side of a window, and how far from its place it is looked for."""

APART_MM = 18.0
MOST_WINDOWS = 150

SOFTNESS_MM = 0.6
DETAIL = 6.0
"""Levels by which a window's print varies, at least (root mean square)."""

EDGES = 0.01
"""Variance of the steps along x and along y: lines in one way alone do not say where they lie."""

ALIKE = 0.6
"""The correlation from which on a window is found."""


class Landmarks:
    """The windows of a sheet's print that can be found again."""

    def __init__(self, layout: Layout, sheet: Sheet, artwork: Artwork) -> None:
        self._windows = _windows(layout, sheet.id, artwork)

    def find(self, grey: Image, registration: Registration) -> tuple[Floats, Floats]:
        """Look for every window where the registration says that it is.

        Returns
        -------
        tuple
            The (n, 2) middles of the windows that were found, in mm, and where they were found, in mm
            by the registration: what is covered is missing, and some may be wrong.
        """
        if len(self._windows) < LEAST:
            return np.zeros((0, 2)), np.zeros((0, 2))
        at = frame_positions(registration, PX_PER_MM)
        flat = _contrast(cv2.remap(grey, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
        reach = round(REACH_MM * PX_PER_MM)
        flat = cv2.copyMakeBorder(flat, reach, reach, reach, reach, cv2.BORDER_CONSTANT)
        found = [(window.middle_mm, _look_for(window, flat, reach)) for window in self._windows]
        pairs = [(middle, np.add(middle, off)) for middle, off in found if off is not None]
        if not pairs:
            return np.zeros((0, 2)), np.zeros((0, 2))
        return np.array([middle for middle, _ in pairs]), np.array([place for _, place in pairs])


def frame_positions(registration: Registration, px_per_mm: float, height_mm: float = 0.0) -> Floats:
    """Give where in the frame each pixel of a plane over a sheet lies, as seen from straight above.

    Worked out at every eighth pixel, and filled in between.

    Parameters
    ----------
    registration
        Where the sheet lies in the frame.
    px_per_mm
        Pixels for each millimetre of the sheet, in the picture from above.
    height_mm
        How high over the sheet the plane is.

    Returns
    -------
    (H, W, 2) float32
        x, y in pixels of the frame, as `cv2.remap` takes them; H, W are the sheet's size in mm times
        ``px_per_mm``.
    """
    width, height = (round(side * px_per_mm) for side in registration.sheet.size_mm)
    step = 8
    across, down = np.arange(0, width + step, step), np.arange(0, height + step, step)
    places_mm = (np.stack(np.meshgrid(across, down), -1) + 0.5) / px_per_mm
    coarse = registration.to_frame(places_mm, height_mm)
    fill = np.array([[1 / step, 0, 0], [0, 1 / step, 0]])
    at: Floats = cv2.warpAffine(
        coarse.astype(np.float32),
        fill,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return at


class _Window(NamedTuple):
    """A part of the print: its middle in mm and in px, and its contrast, (k, k)."""

    middle_mm: tuple[float, float]
    middle_px: tuple[int, int]
    print: Floats


@lru_cache(maxsize=64)
def _windows(layout: Layout, sheet_id: str, artwork: Artwork) -> tuple[_Window, ...]:
    """Give the windows of a sheet with most detail, spread over it."""
    width, height = layout.sheet(sheet_id).size_mm
    fine = artwork.sheet_image(layout, sheet_id, 2 * PX_PER_MM)
    soft = cv2.GaussianBlur(cv2.cvtColor(fine, cv2.COLOR_BGR2GRAY), (0, 0), 2 * SOFTNESS_MM * PX_PER_MM)
    size = (round(width * PX_PER_MM), round(height * PX_PER_MM))
    grey = cv2.resize(soft, size, interpolation=cv2.INTER_AREA)
    contrast, half = _contrast(grey), round(HALF_MM * PX_PER_MM)
    found: list[tuple[float, _Window]] = []
    for y in np.arange(HALF_MM + 1, height - HALF_MM - 1, APART_MM):
        for x in np.arange(HALF_MM + 1, width - HALF_MM - 1, APART_MM):
            at = (int(x * PX_PER_MM), int(y * PX_PER_MM))
            part = np.s_[at[1] - half : at[1] + half + 1, at[0] - half : at[0] + half + 1]
            edges = min(np.diff(contrast[part], axis=0).var(), np.diff(contrast[part], axis=1).var())
            if grey[part].std() > DETAIL and edges > EDGES:
                middle = ((at[0] + 0.5) / PX_PER_MM, (at[1] + 0.5) / PX_PER_MM)
                found.append((edges, _Window(middle, at, contrast[part].copy())))
    found.sort(key=lambda each: -each[0])
    return tuple(window for _, window in found[:MOST_WINDOWS])


def _contrast(grey: Image) -> Floats:
    """Give what is left of a picture when its light is taken off: mean 0 and spread 1 round every pixel."""
    levels = grey.astype(np.float32)
    near = 5 * PX_PER_MM
    levels = levels - cv2.GaussianBlur(levels, (0, 0), near)
    spread = np.sqrt(cv2.GaussianBlur(levels * levels, (0, 0), near))
    contrast: Floats = levels / (spread + 4.0)
    return contrast


def _look_for(window: _Window, flat: Floats, reach: int) -> tuple[float, float] | None:
    """Give how far from its place, in mm, a window lies; None where it is not found."""
    (x, y), side = window.middle_px, len(window.print)
    left, top = x - side // 2, y - side // 2
    area = flat[top : top + side + 2 * reach, left : left + side + 2 * reach]
    likeness = cv2.matchTemplate(area, window.print, cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(likeness)
    if best < ALIKE or not (0 < column < 2 * reach and 0 < row < 2 * reach):
        return None
    across = _peak(likeness[row, column - 1 : column + 2])
    down = _peak(likeness[row - 1 : row + 2, column])
    return (column + across - reach) / PX_PER_MM, (row + down - reach) / PX_PER_MM


def _peak(three: Floats) -> float:
    """Give where between three values, from -1 to 1, the top of the parabola through them is."""
    before, middle, after = three
    bend = before - 2 * middle + after
    return float(0.5 * (before - after) / bend) if bend < 0 else 0.0
