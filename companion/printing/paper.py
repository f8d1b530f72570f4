"""Paper: its sizes, how a large sheet is cut into pages that join, and where pieces go on a page.

Convention: millimetres, origin at the top left of the page, x right, y down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import ceil

from companion.layout import Point

PAPERS: dict[str, Point] = {"a3": (297.0, 420.0), "a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Upright sizes."""

MARGIN_MM = 5.0
"""What home printers leave white, and a little."""

OVERLAP_MM = 8.0
"""How far a page goes under its neighbour: wide enough for glue."""


@dataclass(frozen=True)
class Piece:
    """One page's part of a large sheet: its row and column from 1, and its window on the sheet."""

    row: int
    column: int
    left_mm: float
    top_mm: float
    width_mm: float
    height_mm: float


@dataclass(frozen=True)
class Tiling:
    """How a large sheet is cut: the page's size, rows, columns and pieces."""

    page_mm: Point
    rows: int
    columns: int
    pieces: tuple[Piece, ...]


def tiled(size_mm: Point, paper: str) -> Tiling:
    """Cut a sheet into the fewest pages, upright or across, that overlap by `OVERLAP_MM`."""
    width, height = PAPERS[paper]
    choices = [_tiled(size_mm, page) for page in ((width, height), (height, width))]
    return min(choices, key=lambda tiling: tiling.rows * tiling.columns)


def _tiled(size_mm: Point, page_mm: Point) -> Tiling:
    inner = (page_mm[0] - 2 * MARGIN_MM, page_mm[1] - 2 * MARGIN_MM)
    columns, rows = (
        1 if length <= room else 1 + ceil((length - room) / (room - OVERLAP_MM))
        for length, room in zip(size_mm, inner, strict=True)
    )
    return Tiling(page_mm, rows, columns, tuple(_pieces(size_mm, inner, rows, columns)))


def _pieces(size_mm: Point, inner: Point, rows: int, columns: int) -> Iterator[Piece]:
    for row, column in product(range(rows), range(columns)):
        left, top = column * (inner[0] - OVERLAP_MM), row * (inner[1] - OVERLAP_MM)
        width, height = min(inner[0], size_mm[0] - left), min(inner[1], size_mm[1] - top)
        yield Piece(row + 1, column + 1, left, top, width, height)


def places(size_mm: Point, page_mm: Point, gap_mm: float, top_mm: float) -> list[Point]:
    """Give the centres of as many pieces of one size as fit on a page, row by row, centred across.

    A page and its back match when both are filled in this order, the back mirrored.
    """
    step_x, step_y = size_mm[0] + gap_mm, size_mm[1] + gap_mm
    columns = int((page_mm[0] - 2 * MARGIN_MM + gap_mm) // step_x)
    rows = int((page_mm[1] - top_mm - MARGIN_MM + gap_mm) // step_y)
    left = (page_mm[0] - (columns - 1) * step_x) / 2
    return [
        (left + column * step_x, top_mm + size_mm[1] / 2 + row * step_y)
        for row in range(rows)
        for column in range(columns)
    ]
