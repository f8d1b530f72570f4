"""Changes of a teach file while a box is taught: each gives a new file, and loses nothing shown before."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from companion.boxes.errors import BoxError
from companion.boxes.placing import Floats, homography, through
from companion.boxes.teach_file import Corners, TaughtSheet, TaughtZone, TeachFile, check_sheet
from companion.layout import Point


def with_sheet(file: TeachFile, sheet: TaughtSheet) -> TeachFile:
    """Give the file with what is taught of a sheet now, in the place of what was before.

    Raises
    ------
    BoxError
        Where its corners are not those of such a sheet.
    """
    check_sheet(sheet)
    kept = [one if one.id != sheet.id else sheet for one in file.sheets]
    sheets = kept if sheet in kept else [*kept, sheet]
    return replace(file, sheets=tuple(sheets))


def photographed_anew(before: TaughtSheet, image: str, corners: Corners) -> TaughtSheet:
    """Give a sheet on another photograph: what was shown on the one before goes along."""
    move = homography(np.array(before.corners), np.array(corners))
    zones = tuple(
        replace(
            zone,
            cells=dict(zip(zone.cells, _moved(move, list(zone.cells.values())), strict=True)),
            outline=_moved(move, zone.outline),
        )
        for zone in before.zones
    )
    return replace(before, image=image, corners=corners, zones=zones)


def with_zone(sheet: TaughtSheet, zone: TaughtZone) -> TaughtSheet:
    """Give a sheet with what is shown of a zone now."""
    kept = [one if one.id != zone.id else zone for one in sheet.zones]
    return replace(sheet, zones=tuple(kept if zone in kept else [*kept, zone]))


def with_space(zone: TaughtZone, space: str, at: Point) -> TaughtZone:
    """Give a zone of which a space was shown, or a corner of its outline, by its number from 0.

    Raises
    ------
    BoxError
        ``no-such-space``.
    """
    if not zone.outline:
        return replace(zone, cells={**zone.cells, space: at})
    if not space.isdigit() or int(space) >= len(zone.outline):
        raise BoxError("no-such-space", f"The outline of {zone.id} has no corner {space}.")
    outline = list(zone.outline)
    outline[int(space)] = at
    return replace(zone, outline=tuple(outline))


def _moved(move: Floats, points: tuple[Point, ...] | list[Point]) -> tuple[Point, ...]:
    if not points:
        return ()
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in through(move, np.array(points)))
