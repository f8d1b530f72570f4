"""Which loose sheets lie on the table, and in which order, by the sheets in view.

If no loose sheet is in view, the cards of this table are tapped, and the evidence says nothing. Only a
camera over the whole table can show that a sheet is missing.

Convention: pixels of the frame that was read, x to the right, y down.
"""

from __future__ import annotations

from cmath import phase, rect
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
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


ALIGNED: Final = 0.6
"""Sheets lie side by side when the mean of their sides' directions, taken four times, is as long as this."""


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
    """Name sheets from left to right as the camera sees them, those above each other from the top.

    A camera that hangs askew shows a column askew. So the picture is turned until the sheets stand straight.
    """
    turn = _askew(sheets)
    outlines = {sheet.sheet: _turned(sheet.corners_px, turn) for sheet in sheets}
    middles = {name: sum(outline) / len(outline) for name, outline in outlines.items()}
    columns: list[list[str]] = []
    for name in sorted(middles, key=lambda name: middles[name].real):
        reach = SAME_COLUMN * _width(outlines[name])
        if columns and (middles[name] - middles[columns[-1][0]]).real < reach:
            columns[-1].append(name)
        else:
            columns.append([name])
    return [name for column in columns for name in sorted(column, key=lambda name: middles[name].imag)]


def _askew(sheets: Sequence[SheetSighting]) -> complex:
    """Give the turn, as a complex number of length 1, by which the sheets' sides miss the picture's.

    It is at most an eighth of a circle either way; 1, which is none, where sheets lie every way.
    """
    corners = [[complex(*corner) for corner in sheet.corners_px] for sheet in sheets]
    sides = [corner - before for each in corners for before, corner in pairwise([*each, each[0]])]
    fourfold = sum((side / abs(side)) ** 4 for side in sides if side) / max(1, len(sides))
    return rect(1, phase(fourfold) / 4) if abs(fourfold) > ALIGNED else 1


def _turned(corners_px: Iterable[tuple[float, float]], turn: complex) -> list[complex]:
    return [complex(*corner) / turn for corner in corners_px]


def _width(outline: Sequence[complex]) -> float:
    across = [corner.real for corner in outline]
    return max(across) - min(across)


def _lies(sheet: str, share: float) -> CellSighting:
    """Give the odds that a sheet lies on the table."""
    return CellSighting({sheet: log(share), EMPTY: log(1 - share)})
