"""Building blocks of layouts: rectangles, cells and corner markers, in millimetres."""

from __future__ import annotations

from companion.layout import Cell, Marker, Point

Corners = tuple[Point, Point, Point, Point]


def rectangle(left: float, top: float, width: float, height: float) -> Corners:
    """Give the corners of an upright rectangle: top left, then clockwise."""
    right, bottom = left + width, top + height
    return (left, top), (right, top), (right, bottom), (left, bottom)


def square_cell(cell_id: str, centre: Point, side: float, label: str = "") -> Cell:
    """Give a square cell round its centre."""
    return Cell(cell_id, centre, rectangle(centre[0] - side / 2, centre[1] - side / 2, side, side), label)


def corner_markers(ids: tuple[int, ...], size: Point, side: float, inset: float) -> tuple[Marker, ...]:
    """Put a marker into each corner of a sheet, its black square ``inset`` mm from both edges."""
    right, bottom = size[0] - inset - side, size[1] - inset - side
    places = ((inset, inset), (right, inset), (right, bottom), (inset, bottom))
    return tuple(Marker(i, rectangle(x, y, side, side)) for i, (x, y) in zip(ids, places, strict=True))
