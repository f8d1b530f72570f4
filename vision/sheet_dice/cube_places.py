"""Where the cube stands that explains what was read: in a slanted view a side may be taken for the top.

Convention: px of the frame; mm of the sheet, for a die where its top face is.
"""

from __future__ import annotations

import numpy as np

from companion.layout import Point
from companion.sighting import DieSighting
from vision.ports import Image
from vision.sheet_dice.pip_fit import PipFit, fit_pips
from vision.sheets.registration import Registration

NEAR_MM = 2.4
"""So far round a place both comparisons of a die with a cube reach."""


def place_on(registration: Registration, at_px: Point, side_mm: float) -> Point | None:
    """Give where a top face that is seen at a place lies on a sheet; None where it lies beside the sheet."""
    x, y = registration.to_sheet(np.array(at_px), side_mm).tolist()
    width, height = registration.sheet.size_mm
    return (x, y) if 0 <= x <= width and 0 <= y <= height else None


def are_near(one_mm: Point, other_mm: Point) -> bool:
    """Whether a comparison that begins at one place finds what stands at the other."""
    return bool(np.hypot(one_mm[0] - other_mm[0], one_mm[1] - other_mm[1]) < NEAR_MM)


def places_of(registration: Registration, die: DieSighting, side_mm: float) -> list[Point]:
    """Give where a die may be: where it was read, and where its pips were counted if that is far."""
    read_mm, counted_mm = place_on(registration, die.centre_px, side_mm), die.centre_mm
    if read_mm is not None and counted_mm is not None and are_near(read_mm, counted_mm):
        return [read_mm]
    return [at_mm for at_mm in (counted_mm, read_mm) if at_mm is not None]


def fit_near(image: Image, registration: Registration, at_mm: Point, side_mm: float) -> PipFit:
    """Compare a die with all that may stand there, and once more from where a side led to its top."""
    fit = fit_pips(image, registration, at_mm, side_mm)
    if are_near(fit.centre_mm, at_mm):
        return fit
    again = fit_pips(image, registration, fit.centre_mm, side_mm)
    return max(fit, again, key=lambda each: float(each.likeness.max()))


def counted_die(image: Image, tray: Registration, at_px: Point, side_mm: float) -> DieSighting | None:
    """Give the die in a tray of which nothing is known but that a cube explains what is seen at a place.

    Its confidence is 0: it has only what a second comparison adds where it is placed.
    """
    at_mm = place_on(tray, at_px, side_mm)
    fit = fit_near(image, tray, at_mm, side_mm) if at_mm else None
    if fit is None or not (fit.plain and fit.stands):
        return None
    x, y = tray.to_frame(np.array(fit.centre_mm), side_mm).tolist()
    side_px = side_mm * tray.px_per_mm
    box_px = x - side_px / 2, y - side_px / 2, side_px, side_px
    odds = dict.fromkeys(range(1, 7), 1 / 6)
    return DieSighting(fit.value, odds, box_px, "", 0.0, accepted=False, centre_px=(x, y))
