"""Places the spaces of a taught sheet: a few are shown, everything between is worked out.

Convention: pixels of the photograph in, millimetres of the sheet out.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.boxes.errors import BoxError
from companion.boxes.taught_box import BoxCell, BoxZone
from companion.boxes.teach_file import TaughtSheet, TaughtZone
from companion.layout import Layout, Point, Sheet

Floats = NDArray[np.floating[Any]]

STRAIGHT: Final = 0.05
"""Places that spread less across than this share of their length lie on a line."""

LONELY_MM: Final = 30.0
"""The side of a space that has no neighbour to be measured by."""


def place_zones(sheet: TaughtSheet, layout: Layout | None) -> tuple[BoxZone, ...]:
    """Give the zones of a taught sheet; ``layout`` is that of its game, None for a table of no game.

    Raises
    ------
    BoxError
        ``box-of-another-game`` for names that the game does not know, ``cells-outside`` for places beyond
        the sheet's edge.
    """
    to_mm = homography(np.array(sheet.corners), np.array(_corners(sheet.size_mm)))
    known = None if layout is None else _sheet_of(layout, sheet.id)
    zones = tuple(
        _free_zone(zone, to_mm) if known is None else _zone_of_game(zone, to_mm, known)
        for zone in sheet.zones
    )
    for zone in zones:
        _check_inside(zone, sheet)
    return zones


def homography(source: Floats, target: Floats) -> Floats:
    """Give the (3, 3) homography that brings (n, 2) places to (n, 2) others, n >= 4, by least squares."""
    middle, spread = source.mean(axis=0), max(float(source.std()), 1e-9)
    normal = np.array([(1, 0, -middle[0]), (0, 1, -middle[1]), (0, 0, spread)]) / spread
    rows = []
    for (x, y), (u, v) in zip((source - middle) / spread, target, strict=True):
        rows.append((x, y, 1, 0, 0, 0, -u * x, -u * y, -u))
        rows.append((0, 0, 0, x, y, 1, -v * x, -v * y, -v))
    solved = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3) @ normal
    matrix: Floats = solved / solved[2, 2]
    return matrix


def through(matrix: Floats, points: Floats) -> Floats:
    """Give where a homography brings (..., 2) places."""
    over = points @ matrix[:, :2].T + matrix[:, 2]
    moved: Floats = over[..., :2] / over[..., 2:]
    return moved


def fit_places(model: Floats, seen: Floats, scale: float = 1.0) -> Floats:
    """Fit the (3, 3) map that brings places of a drawing to where they were shown.

    One place shifts it at this scale, two turn and stretch it, places on a line likewise; three shear it,
    four and more see it in perspective.
    """
    spread = np.linalg.svd(model - model.mean(axis=0), compute_uv=False) if len(model) > 1 else np.zeros(2)
    flat = len(model) > 2 and spread[1] > STRAIGHT * spread[0]
    if len(model) >= 4 and flat:
        return homography(model, seen)
    if flat:
        terms = np.column_stack([model, np.ones(len(model))])
        affine = np.linalg.lstsq(terms, seen, rcond=None)[0].T
        return np.vstack([affine, (0.0, 0.0, 1.0)])
    factor = complex(scale)
    if len(model) > 1:
        a, b = _complex(model - model.mean(axis=0)), _complex(seen - seen.mean(axis=0))
        factor = complex((a.conj() @ b) / (a.conj() @ a))
    turn = np.array([(factor.real, -factor.imag), (factor.imag, factor.real)])
    shift = seen.mean(axis=0) - turn @ model.mean(axis=0)
    return np.vstack([np.column_stack([turn, shift]), (0.0, 0.0, 1.0)])


def _complex(points: Floats) -> NDArray[np.complexfloating[Any]]:
    return points[:, 0] + 1j * points[:, 1]


def _zone_of_game(zone: TaughtZone, to_mm: Floats, sheet: Sheet) -> BoxZone:
    own = next((each for each in sheet.zones if each.id == zone.id), None)
    if own is None:
        names = ", ".join(each.id for each in sheet.zones)
        raise BoxError(
            "box-of-another-game",
            "The sheet {sheet} has no zone {zone}. Its zones are: {names}.",
            sheet=sheet.id,
            zone=zone.id,
            names=names,
        )
    if zone.outline:
        return BoxZone(zone.id, _points(through(to_mm, np.array(zone.outline))), (), zone.kinds)
    cells = {cell.id: cell for cell in own.cells}
    if unknown := sorted(set(zone.cells) - set(cells)):
        raise BoxError(
            "box-of-another-game", "The zone {zone} has no cell {cell}.", zone=zone.id, cell=unknown[0]
        )
    seen = through(to_mm, np.array(list(zone.cells.values())))
    model = np.array([cells[name].centre_mm for name in zone.cells])
    fitted = fit_places(model, seen)
    return _box_zone(
        zone,
        {cell.id: np.array(cell.centre_mm) for cell in own.cells},
        {cell.id: np.array(cell.outline_mm) for cell in own.cells},
        fitted,
        dict(zip(zone.cells, seen, strict=True)),
    )


def _free_zone(zone: TaughtZone, to_mm: Floats) -> BoxZone:
    if zone.outline:
        return BoxZone(zone.id, _points(through(to_mm, np.array(zone.outline))), (), zone.kinds)
    seen = dict(zip(zone.cells, through(to_mm, np.array(list(zone.cells.values()))), strict=True))
    if zone.grid is not None:
        places = {
            row + column: np.array((x, y), dtype=float)
            for y, row in enumerate(zone.grid.rows)
            for x, column in enumerate(zone.grid.columns)
        }
        if unknown := sorted(set(zone.cells) - set(places)):
            raise BoxError(
                "bad-teach-file",
                "The grid of the zone {zone} has no cell {cell}.",
                zone=zone.id,
                cell=unknown[0],
            )
        shown = list(zone.cells)
        fitted = fit_places(
            np.array([places[name] for name in shown]), np.array([seen[name] for name in shown]), LONELY_MM
        )
        return _box_zone(zone, places, {name: at + _square(1.0) for name, at in places.items()}, fitted, seen)
    side = _side_mm(np.array(list(seen.values())))
    return _box_zone(zone, seen, {name: at + _square(side) for name, at in seen.items()}, np.eye(3), seen)


def _box_zone(
    zone: TaughtZone,
    places: dict[str, Floats],
    outlines: dict[str, Floats],
    fitted: Floats,
    shown: dict[str, Floats],
) -> BoxZone:
    """Lay cells out; one that was shown is exactly where it was shown."""
    cells = []
    for name, at in places.items():
        worked_out = through(fitted, at[None])[0]
        off = shown[name] - worked_out if name in shown else np.zeros(2)
        outline = through(fitted, outlines[name]) + off
        cells.append(BoxCell(name, _point(worked_out + off), _points(outline)))
    corners = np.array([corner for cell in cells for corner in cell.outline_mm])
    low, high = corners.min(axis=0), corners.max(axis=0)
    outline = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
    return BoxZone(zone.id, _points(outline), tuple(cells), zone.kinds)


def _side_mm(centres: Floats) -> float:
    """Give the side of squares that just do not overlap round these places."""
    if len(centres) < 2:
        return LONELY_MM
    apart = np.linalg.norm(centres[:, None] - centres, axis=-1)
    return float(np.min(apart[apart > 0.5], initial=10 * LONELY_MM))


def _square(side: float) -> Floats:
    return side / 2 * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


def _sheet_of(layout: Layout, name: str) -> Sheet:
    try:
        return layout.sheet(name)
    except KeyError:
        names = ", ".join(sheet.id for sheet in layout.sheets)
        raise BoxError(
            "box-of-another-game",
            "{game} has no sheet {name}. Its sheets are: {names}.",
            game=layout.game,
            name=name,
            names=names,
        ) from None


def _check_inside(zone: BoxZone, sheet: TaughtSheet) -> None:
    width, height = sheet.size_mm
    for cell in zone.cells:
        x, y = cell.centre_mm
        if not (0 <= x <= width and 0 <= y <= height):
            raise BoxError(
                "cells-outside",
                "The cell {cell} of {zone} would lie beyond the edge of the sheet {sheet}. Check the "
                "corners of the sheet and the cells that you have shown.",
                cell=cell.id,
                zone=zone.id,
                sheet=sheet.id,
            )


def _corners(size: Point) -> list[Point]:
    return [(0.0, 0.0), (size[0], 0.0), size, (0.0, size[1])]


def _point(at: Floats) -> Point:
    return round(float(at[0]), 3), round(float(at[1]), 3)


def _points(points: Floats) -> tuple[Point, ...]:
    return tuple(_point(at) for at in points)
