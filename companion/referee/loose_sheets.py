"""Which loose sheets lie on the table, and in which order, by the sheets in view.

If no loose sheet is in view, the cards of this table are tapped, and the evidence says nothing. Only a
camera over the whole table can show that a sheet is missing.

Convention: pixels of the frame that was read, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import log
from typing import Final

from companion.layout import Layout
from companion.sighting import EMPTY, CellSighting, SheetSighting, Sighting

UNLIKELY: Final = 1e-4
"""How often a sheet with markers in full view is missed, or an absent sheet is found."""

MISTAKEN: Final = 1e-3
"""How often an absent taught sheet is found. Taught sheets are found by their print."""

OVERLOOKED: Final = 0.2
"""How often a present taught sheet is missed. Pieces may cover most of its print."""

SAME_COLUMN: Final = 0.5
"""Sheets whose middles are nearer than this, in widths of a sheet, lie above each other."""


class LooseSheets:
    """The loose sheets of one sighting.

    Attributes
    ----------
    cells : dict
        Sheet -> whether it lies there, as the cell of that name on the bare table; nothing where no
        loose sheet is in view.
    """

    def __init__(self, layout: Layout, sighting: Sighting) -> None:
        loose = {sheet.id: bool(sheet.markers) for sheet in layout.sheets if sheet.loose and not sheet.bare}
        seen = [sheet for sheet in sighting.sheets if sheet.sheet in loose]
        partly = {problem.sheet for problem in sighting.view}
        shown = {sheet.sheet for sheet in seen}
        in_order = left_to_right([sheet for sheet in seen if not sheet.elsewhere])
        self._place = {name: place for place, name in enumerate(in_order)}
        self.cells: dict[str, CellSighting] = {}
        for sheet, marked in loose.items() if seen else ():
            if sheet in shown:
                self.cells[sheet] = _lies(sheet, 1 - (UNLIKELY if marked else MISTAKEN))
            elif not (sighting.partial or sheet in partly):
                self.cells[sheet] = _lies(sheet, UNLIKELY if marked else OVERLOOKED)

    def inversions(self, order: Sequence[str]) -> int:
        """Count the pairs of visible sheets that lie in the opposite order."""
        places = [self._place[sheet] for sheet in order if sheet in self._place]
        return sum(one > other for one, other in combinations(places, 2))


def left_to_right(sheets: Sequence[SheetSighting]) -> list[str]:
    """Name sheets from left to right as the camera sees them, those above each other from the top."""
    middles = [(sum(x for x, _ in s.corners_px) / 4, sum(y for _, y in s.corners_px) / 4, s) for s in sheets]
    columns: list[list[tuple[float, float, SheetSighting]]] = []
    for middle in sorted(middles, key=lambda each: each[0]):
        near = columns and middle[0] - columns[-1][0][0] < SAME_COLUMN * _width_px(middle[2])
        if near:
            columns[-1].append(middle)
        else:
            columns.append([middle])
    return [seen.sheet for column in columns for _, _, seen in sorted(column, key=lambda each: each[1])]


def _width_px(seen: SheetSighting) -> float:
    xs = [x for x, _ in seen.corners_px]
    return max(xs) - min(xs)


def _lies(sheet: str, share: float) -> CellSighting:
    """Give the odds that a sheet lies on the table."""
    return CellSighting({sheet: log(share), EMPTY: log(1 - share)})
