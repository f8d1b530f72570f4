"""An unmarked set of a game as artwork, and the layout that goes with it."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from companion.layout import Layout, Point, Sheet, Zone
from companion.simulation.unmarked.pieces import draw_piece
from companion.simulation.unmarked.sheets import draw_sheet
from companion.simulation.unmarked.styles import Picture, Style

SMALLER = 0.92
"""A boxed sheet is a little smaller than ours: it needs no room for markers."""


class UnmarkedArtwork:
    """Draws sheets and pieces in one style; it serves where `companion.printing.artwork` does."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self._sheets = lru_cache(maxsize=16)(self._sheet)
        self._pieces = lru_cache(maxsize=256)(self._piece)

    def sheet_image(self, layout: Layout, sheet_id: str, px_per_mm: float) -> Picture:
        """Give a sheet as (H, W, 3) blue, green, red."""
        return self._sheets(layout, sheet_id, px_per_mm)

    def piece_image(self, layout: Layout, kind: str, px_per_mm: float) -> Picture:
        """Give the face of a piece as (h, w, 4) blue, green, red, alpha."""
        return self._pieces(layout, kind, px_per_mm)

    def _sheet(self, layout: Layout, sheet_id: str, px_per_mm: float) -> Picture:
        image = draw_sheet(layout.sheet(sheet_id), self.style, px_per_mm)
        image.flags.writeable = False
        return image

    def _piece(self, layout: Layout, kind: str, px_per_mm: float) -> Picture:
        image = draw_piece(layout.kind(kind)[0], self.style, px_per_mm)
        image.flags.writeable = False
        return image


def unmarked_layout(layout: Layout) -> Layout:
    """Give a layout without markers, patches and code dots: the spaces alone, on smaller sheets."""
    sheets = tuple(sheet if sheet.bare else _unmarked(sheet) for sheet in layout.sheets)
    kinds = {
        name: msgspec.structs.replace(kind, code=(), marker=-1, marker_mm=0.0)
        for name, kind in layout.kinds.items()
    }
    return msgspec.structs.replace(layout, sheets=sheets, kinds=kinds)


def _unmarked(sheet: Sheet) -> Sheet:
    """Cut the margin down to what the zones need, as far as `SMALLER`."""
    width, height = sheet.size_mm
    corners = [corner for zone in sheet.zones for corner in zone.outline_mm]
    left = min([width * (1 - SMALLER) / 2, *(x - 3 for x, _ in corners)])
    top = min([height * (1 - SMALLER) / 2, *(y - 3 for _, y in corners)])
    right = max([width * (1 + SMALLER) / 2, *(x + 3 for x, _ in corners)])
    bottom = max([height * (1 + SMALLER) / 2, *(y + 3 for _, y in corners)])
    zones = tuple(_moved(zone, (-max(left, 0.0), -max(top, 0.0))) for zone in sheet.zones)
    size = (min(right, width) - max(left, 0.0), min(bottom, height) - max(top, 0.0))
    return msgspec.structs.replace(sheet, size_mm=size, markers=(), patches=(), zones=zones)


def _moved(zone: Zone, by: Point) -> Zone:
    cells = tuple(
        msgspec.structs.replace(
            cell,
            centre_mm=_plus(cell.centre_mm, by),
            outline_mm=tuple(_plus(at, by) for at in cell.outline_mm),
        )
        for cell in zone.cells
    )
    return msgspec.structs.replace(
        zone, outline_mm=tuple(_plus(at, by) for at in zone.outline_mm), cells=cells, ground={}
    )


def _plus(at: Point, by: Point) -> Point:
    return at[0] + by[0], at[1] + by[1]
