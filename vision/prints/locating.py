"""Fits a sheet exactly by its print, from about where it lies.

Convention: homographies map mm of the sheet to px of an ideal lens, as in `vision.sheets.registration`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from companion.layout import Sheet
from vision.ports import Floats, Image
from vision.prints.sheet_print import Match, SheetPrint
from vision.sheets.bulge import fit_bulge
from vision.sheets.lens import Lens
from vision.sheets.registration import Registration, px_per_mm_of
from vision.sheets.upright import upright_of


class Found(NamedTuple):
    """A sheet where it lies, and the windows that say so."""

    registration: Registration
    match: Match

    @property
    def score(self) -> float:
        """How sure it is, to choose between two."""
        return len(self.match.points_mm) * self.match.share


def locate(
    print_: SheetPrint, grey: Image, homography: Floats, lens: Lens, size_px: tuple[int, int]
) -> Found | None:
    """Fit a sheet exactly from about where it lies; None where its print is not there.

    Parameters
    ----------
    print_
        The sheet.
    grey
        (H, W) the frame.
    homography
        (3, 3) mm of the sheet to px of the ideal lens, right to about 2 % of the sheet's side.
    lens
        As known.
    size_px
        Width and height of the frame.
    """
    registration = registered(print_.sheet, homography, lens, size_px)
    for fine in (False, True, True):
        match = print_.match(grey, registration, fine=fine)
        if len(match.points_mm) < 6:
            return None
        registration = refit(registration, match, lens)
        if not is_sound(registration.homography, _whole(print_.sheet)):
            return None
    return Found(registration, match) if match.is_sheet else None


def registered(sheet: Sheet, homography: Floats, lens: Lens, size_px: tuple[int, int]) -> Registration:
    """Register a sheet that has no markers by its homography alone."""
    upright = upright_of(homography, lens, size_px)
    scale = px_per_mm_of(homography, sheet)
    return Registration(sheet, homography, upright, lens, size_px, (), 0.0, scale)


def refit(registration: Registration, match: Match, lens: Lens) -> Registration:
    """Register anew by the windows that were found."""
    seen_px = lens.undo(registration.to_frame(match.found_mm), registration.size_px)
    homography, _ = cv2.findHomography(match.points_mm, seen_px, 0)
    if homography is None:
        return registration
    fitted = registered(registration.sheet, homography, lens, registration.size_px)
    back = cv2.perspectiveTransform(seen_px.reshape(-1, 1, 2), np.linalg.inv(homography)).reshape(-1, 2)
    error_mm = float(np.sqrt(np.mean(np.sum((back - match.points_mm) ** 2, axis=1))))
    bulge = fit_bulge(match.points_mm, back, registration.sheet.size_mm)
    return replace(fitted, bulge=bulge[0] if bulge is not None else None, error_mm=error_mm)


def is_sound(homography: Floats, size_px: tuple[int, int]) -> bool:
    """Whether a homography shows a sheet's face: not mirrored, not folded over, no sliver."""
    width, height = size_px
    corners = np.array([(0, 0, 1), (width, 0, 1), (width, height, 1), (0, height, 1)], dtype=float)
    over = corners @ homography.T
    if not ((over[:, 2] > 0).all() or (over[:, 2] < 0).all()):
        return False
    quad = over[:, :2] / over[:, 2:]
    sides = np.roll(quad, -1, axis=0) - quad
    after = np.roll(sides, -1, axis=0)
    if not ((sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]) > 0).all():
        return False
    lengths = np.hypot(*sides.T)
    wanted = np.array([width, height, width, height], dtype=float)
    ratios = lengths / wanted
    return bool(lengths.min() > 24 and ratios.max() / ratios.min() < 4.0)


def _whole(sheet: Sheet) -> tuple[int, int]:
    return round(sheet.size_mm[0]), round(sheet.size_mm[1])
