"""What is still to be shown of a box, and where the spaces of its sheets lie on their photographs.

Convention: pixels of the photograph, as the teach file counts them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np

from companion.boxes.placing import Floats, homography, place_zones, through
from companion.boxes.teach_file import Corners, TaughtSheet, TaughtZone, TeachFile
from companion.layout import Layout, Point, Sheet, Zone

ENOUGH_EXAMPLES: Final = 2
"""So many of each small piece read well under another lamp; one of a card or tile is enough."""

BROAD_MM: Final = 40.0
"""From this side on a piece has art enough to be known from one example."""


@dataclass(frozen=True)
class DrawnSpace:
    """A space as it is drawn on a photograph; ``shown``: the others are worked out from it."""

    id: str
    centre: Point
    outline: tuple[Point, ...]
    shown: bool


@dataclass(frozen=True)
class DrawnZone:
    """A zone as it is drawn: its spaces, or its outline; ``done`` once somebody has said where it lies."""

    id: str
    label: str
    spaces: tuple[DrawnSpace, ...]
    outline: tuple[Point, ...]
    done: bool


def sheets_to_show(layout: Layout) -> tuple[Sheet, ...]:
    """Give the sheets of a game that lie in its box; the bare table is none."""
    return tuple(sheet for sheet in layout.sheets if not sheet.bare)


def kinds_to_show(layout: Layout) -> dict[str, int]:
    """Give the kinds of piece that lie on spaces, dice and pawns apart, and how many examples each needs."""
    named = dict.fromkeys(kind for _, zone in layout.zones() if zone.cells for kind in zone.kinds)
    kinds = {name: layout.kinds[name] for name in named if name in layout.kinds}
    return {
        name: 1 if max(kind.size_mm) >= BROAD_MM else ENOUGH_EXAMPLES
        for name, kind in kinds.items()
        if kind.shape not in ("die", "pawn")
    }


def examples_of(file: TeachFile) -> dict[str, int]:
    """Count how many examples of each kind a teach file shows."""
    counts: dict[str, int] = {}
    for photo in file.pieces:
        for item in photo.items:
            counts[item.kind] = counts.get(item.kind, 0) + 1
    return counts


def cells_to_show(zone: Zone) -> list[str]:
    """Name the spaces that an owner shows: the outermost four of a grid, the ends of a row."""
    centres = np.array([cell.centre_mm for cell in zone.cells])
    names = [cell.id for cell in zone.cells]
    ends = [int((centres @ np.array(way)).argmin()) for way in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    return [names[end] for end in dict.fromkeys(ends)]


def draw_sheet(taught: TaughtSheet, layout: Layout | None) -> tuple[DrawnZone, ...]:
    """Give the zones of a sheet as they lie on its photograph; those not shown yet where ours would lie.

    Raises
    ------
    BoxError
        Where what was shown cannot be placed.
    """
    own = None if layout is None else layout.sheet(taught.id)
    done = {zone.id for zone in taught.zones}
    proposed = (
        [] if own is None else [_proposed(zone, own, taught) for zone in own.zones if zone.id not in done]
    )
    whole = msgspec.structs.replace(taught, zones=(*taught.zones, *proposed))
    from_mm = homography(_corners_mm(taught.size_mm), np.array(taught.corners))
    marked = {zone.id: zone.cells for zone in whole.zones}
    labels = {} if own is None else {zone.id: zone.label for zone in own.zones}
    order = [zone.id for zone in (own.zones if own is not None else taught.zones)]
    drawn = []
    for zone in sorted(place_zones(whole, layout), key=lambda one: order.index(one.id)):
        known = marked[zone.id]
        spaces = tuple(
            DrawnSpace(
                cell.id, _px(from_mm, [cell.centre_mm])[0], _px(from_mm, cell.outline_mm), cell.id in known
            )
            for cell in zone.cells
        )
        outline = () if spaces else _px(from_mm, zone.outline_mm)
        drawn.append(DrawnZone(zone.id, labels.get(zone.id, zone.id), spaces, outline, zone.id in done))
    return tuple(drawn)


def _proposed(zone: Zone, own: Sheet, taught: TaughtSheet) -> TaughtZone:
    """Lay a zone where it lies on our sheet, stretched to the size of the taught one."""
    from_ours = homography(_corners_mm(own.size_mm), np.array(taught.corners))
    if not zone.cells:
        return TaughtZone(zone.id, outline=_px(from_ours, zone.outline_mm))
    centres = {cell.id: cell.centre_mm for cell in zone.cells}
    return TaughtZone(zone.id, {name: _px(from_ours, [centres[name]])[0] for name in cells_to_show(zone)})


def proposed_zone(taught: TaughtSheet, zone_id: str, layout: Layout) -> TaughtZone:
    """Give a zone that nobody has shown yet as it is drawn. Raises KeyError for an unknown one."""
    own = layout.sheet(taught.id)
    return _proposed(own.zone(zone_id), own, taught)


def _corners_mm(size: Point) -> Floats:
    width, height = size
    return np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])


def _px(from_mm: Floats, points: Iterable[Point]) -> tuple[Point, ...]:
    places = through(from_mm, np.array(list(points), dtype=float))
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in places)


def turned(corners: Corners) -> Corners:
    """Begin the corners at the next one, clockwise: for a sheet that lay turned on its photograph."""
    a, b, c, d = corners
    return b, c, d, a
