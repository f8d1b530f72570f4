"""Changes of a teach file while a box is taught: each gives a new file, and loses nothing shown before."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from companion.boxes.errors import BoxError
from companion.boxes.placing import Floats, homography, through
from companion.boxes.teach_file import (
    UNNAMED,
    Corners,
    Item,
    Photograph,
    TaughtSheet,
    TaughtZone,
    TeachFile,
    check_sheet,
)
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
        raise BoxError(
            "no-such-space", "The outline of {zone} has no corner {space}.", zone=zone.id, space=space
        )
    outline = list(zone.outline)
    outline[int(space)] = at
    return replace(zone, outline=tuple(outline))


def _moved(move: Floats, points: tuple[Point, ...] | list[Point]) -> tuple[Point, ...]:
    if not points:
        return ()
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in through(move, np.array(points)))


def with_photo(file: TeachFile, photo: Photograph) -> TeachFile:
    """Give the file with a photograph of pieces, in the place of that of the same picture."""
    kept = [one if one.image != photo.image else photo for one in file.pieces]
    return replace(file, pieces=tuple(kept if photo in kept else [*kept, photo]))


def without_photo(file: TeachFile, image: str) -> TeachFile:
    """Give the file without a photograph of pieces."""
    return replace(file, pieces=tuple(one for one in file.pieces if one.image != image))


def with_name(photo: Photograph, number: int, kind: str, *, all_alike: bool = False) -> Photograph:
    """Give a photograph with a piece named; ``all_alike``: also the others that bear the name it had.

    Raises
    ------
    BoxError
        ``no-such-piece``.
    """
    if not 0 <= number < len(photo.items):
        raise BoxError("no-such-piece", "That piece is not in the picture any more.")
    before = photo.items[number].kind
    items = [
        replace(item, kind=kind)
        if n == number or (all_alike and before != UNNAMED and item.kind == before)
        else item
        for n, item in enumerate(photo.items)
    ]
    return replace(photo, items=tuple(items))


def without_piece(photo: Photograph, number: int) -> Photograph:
    """Give a photograph without what was taken for a piece."""
    return replace(photo, items=tuple(item for n, item in enumerate(photo.items) if n != number))


def with_piece_at(photo: Photograph, at: Point) -> Photograph:
    """Give a photograph with one piece more, as large as the others usually are. Raises `BoxError`."""
    sides = [item.box[2:] for item in photo.items if item.box is not None]
    if not sides:
        raise BoxError("no-pieces-found", "No piece was found here. Take the picture again.")
    wide, high = np.median(np.array(sides), axis=0)
    box = (at[0] - wide / 2, at[1] - high / 2, wide, high)
    x, y, across, down = (round(float(each), 1) for each in box)
    return replace(photo, items=(*photo.items, Item(UNNAMED, (x, y, across, down))))
