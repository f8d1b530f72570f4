"""What looks like a die but is explained already: a marker, a patch, a token in its cell.

A marker is a square with light and dark spots, and a token may carry dots. Where the sheet is
known it is known, too, what is printed there and what lies there, and that is no die.

Convention: millimetres of the sheet, origin top left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
import numpy as np

from companion.layout import Layout, Point, Sheet, Zone
from companion.sighting import EMPTY, DieSighting, SheetSighting
from vision.ports import Floats
from vision.sheets.registration import Registration

Window = tuple[int, int, int, int]
"""Left, top, right and bottom in px of a frame."""

QUIET_MM = 6.0
"""A marker's white edge, and half a die that might overlap it."""

SURELY = -0.1
"""Log probability above which a cell is taken to hold what it seems to hold."""

SOLID = 0.9
"""The middles of two dice are a side apart at least; a tenth is left to the measurement."""

NEAR_SIDE = 0.3
"""The middle of a side is found to so many sides of the die."""

BESIDE_MM = 25.0
"""A die on the edge of the tray leans over it by less."""


def dice_windows(layout: Layout, sheets: Iterable[SheetSighting], size_px: tuple[int, int]) -> list[Window]:
    """Give where to look for rolled dice.

    While a tray is in view that is where dice are rolled: one elsewhere is on its way, and not to
    search the whole picture saves most of the time. Without a tray they may lie anywhere.
    """
    trays = [
        window_round(np.array(seen.corners_px), BESIDE_MM * seen.px_per_mm, size_px)
        for seen in sheets
        if any(zone.form == "tray" for zone in layout.sheet(seen.sheet).zones)
    ]
    return trays or [(0, 0, *size_px)]


def window_round(points_px: Floats, margin_px: float, size_px: tuple[int, int]) -> Window:
    """Give the upright window round (n, 2) points of the frame."""
    left, top = points_px.min(axis=0) - margin_px
    right, bottom = points_px.max(axis=0) + margin_px
    return (
        max(0, int(left)),
        max(0, int(top)),
        min(size_px[0], int(right) + 1),
        min(size_px[1], int(bottom) + 1),
    )


def window_on(
    registration: Registration, box_mm: tuple[float, float, float, float], size_px: tuple[int, int]
) -> Window:
    """Give the part of the frame that holds a box on a sheet: left, top, right and bottom in mm."""
    left, top, right, bottom = box_mm
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    return window_round(registration.to_frame(corners), 0.0, size_px)


def shifted(die: DieSighting, left: int, top: int) -> DieSighting:
    """Give a die that was found in a part of the picture in px of the whole."""
    x, y, width, height = die.box_px
    centre = (die.centre_px[0] + left, die.centre_px[1] + top)
    return msgspec.structs.replace(die, box_px=(x + left, y + top, width, height), centre_px=centre)


def each_once(dice: Iterable[DieSighting]) -> list[DieSighting]:
    """Leave out dice that were found in two windows: the surer reading stays."""
    kept: list[DieSighting] = []
    for die in sorted(dice, key=lambda die: -die.confidence):
        (x, y), near = die.centre_px, 0.5 * die.box_px[2]
        if all(np.hypot(x - other.centre_px[0], y - other.centre_px[1]) > near for other in kept):
            kept.append(die)
    return sorted(kept, key=lambda die: (die.centre_px[1], die.centre_px[0]))


def without_sides(
    dice: Iterable[DieSighting], die_mm: float, registrations: Mapping[str, Registration]
) -> list[DieSighting]:
    """Leave out side faces that were taken for dice of their own.

    Two dice on one sheet cannot stand in one another: of two that would, the surer one is there. Seen from
    far aside a side may look a whole die away; what is doubtful there and where a side must be is one.
    """
    kept: list[DieSighting] = []
    for die in sorted(dice, key=lambda die: -die.confidence):
        inside = die.centre_mm is not None and any(far_mm(die, other) < SOLID * die_mm for other in kept)
        if not inside and (
            die.accepted or not any(_is_side(die, other, die_mm, registrations) for other in kept)
        ):
            kept.append(die)
    return sorted(kept, key=lambda die: (die.centre_px[1], die.centre_px[0]))


def _is_side(
    die: DieSighting, other: DieSighting, die_mm: float, registrations: Mapping[str, Registration]
) -> bool:
    """Whether a die is seen in the middle of a side of another, which is known to lie flat on a sheet."""
    registration = registrations.get(other.sheet)
    if registration is None or other.centre_mm is None:
        return False
    turns = np.radians(other.angle_deg) + np.pi / 2 * np.arange(4)
    around = np.array(other.centre_mm) + die_mm / 2 * np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    sides = registration.solid_to_frame(np.column_stack([around, np.full(4, die_mm / 2)]))
    off_px = np.linalg.norm(sides - np.array(die.centre_px), axis=1)
    return bool(off_px.min() < NEAR_SIDE * die_mm * registration.px_per_mm)


def far_mm(die: DieSighting, other: DieSighting) -> float:
    """Give how far from each other two dice lie; infinite where that is not known."""
    if die.centre_mm is None or other.centre_mm is None or die.sheet != other.sheet:
        return float("inf")
    return float(np.hypot(die.centre_mm[0] - other.centre_mm[0], die.centre_mm[1] - other.centre_mm[1]))


def explained(die: DieSighting, layout: Layout, sheets: Mapping[str, SheetSighting]) -> bool:
    """Whether what is printed on a sheet, or a token that lies there, explains this die away."""
    if die.centre_mm is None or die.sheet not in sheets:
        return False
    sheet = layout.sheet(die.sheet)
    return _printed(sheet, die.centre_mm) or any(
        _is_token(zone, die.centre_mm, sheets[die.sheet], layout) for zone in sheet.zones if zone.cells
    )


def _printed(sheet: Sheet, at_mm: Point) -> bool:
    """Whether the place is on a marker, or outside everything on which dice may lie."""
    on_marker = any(_within(marker.corners_mm, at_mm, QUIET_MM) for marker in sheet.markers)
    return on_marker or not any(_within(zone.outline_mm, at_mm, 0.0) for zone in sheet.zones)


def _is_token(zone: Zone, at_mm: Point, seen: SheetSighting, layout: Layout) -> bool:
    """Whether the cell at this place surely holds one of its own kinds, or surely nothing."""
    if layout.takes_dice(zone):
        return False
    for cell in zone.cells:
        if _within(cell.outline_mm, at_mm, 0.0) and cell.id in seen.cells.get(zone.id, {}):
            sighting = seen.cells[zone.id][cell.id]
            kind, log_p = sighting.best()
            return not sighting.covered and (kind == EMPTY or log_p > SURELY)
    return False


def _within(corners_mm: Iterable[Point], at_mm: Point, margin_mm: float) -> bool:
    points = np.array(list(corners_mm))
    low, high = points.min(axis=0) - margin_mm, points.max(axis=0) + margin_mm
    return bool((np.array(at_mm) >= low).all() and (np.array(at_mm) <= high).all())
