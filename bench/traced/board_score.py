"""Compares what was read of a table with what lies there, cell by cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.cli.assembly.parts import table_reader
from companion.layouts import load_layout
from companion.live.photos import without_sheets
from companion.sighting import EMPTY, Sighting

SURE = 0.99
"""A cell that is read with less is asked about where it matters."""


@dataclass
class CellScore:
    """Counts of cells in view, those with a piece apart, and of sheets."""

    cells: int = 0
    pieces: int = 0
    unsure_pieces: int = 0
    covered_pieces: int = 0
    unsure_empty: int = 0
    wrong_accepted: int = 0
    wrong: int = 0
    sheets: int = 0
    sheets_found: int = 0

    def add(self, other: CellScore) -> None:
        """Add another picture's counts."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def __str__(self) -> str:
        return (
            f"{self.cells} cells, {self.pieces} pieces: {self.unsure_pieces} unsure "
            f"({self.covered_pieces} covered), {self.unsure_empty} empty ones unsure, "
            f"{self.wrong_accepted} accepted wrong, {self.wrong} likeliest wrong; "
            f"{self.sheets_found} of {self.sheets} sheets found"
        )


def score_picture(
    picture: NDArray[np.uint8], truth: Mapping[str, Any], *, name: str = "", tell: bool = False
) -> CellScore:
    """Read a picture and compare it with its truth; ``tell`` prints every cell that is not right and sure."""
    layout = load_layout(truth["game"])
    layout = layout.for_seats(truth["seats"]) if "seats" in truth else layout
    sighting = without_sheets(table_reader(layout).read(picture))
    lying = {zone: cells for zone, cells in truth["lying"].items() if cells or zone}
    zones = {zone.id: (sheet.id, zone) for sheet, zone in layout.zones()}
    wanted_sheets = {zones[zone][0] for zone in lying if zone in zones}
    score = CellScore(sheets=len(wanted_sheets), sheets_found=len(wanted_sheets & _sheets(sighting)))
    for zone, cell, seen in sighting.cells():
        if zone not in lying or zone not in zones or zones[zone][1].form in ("tray", "area"):
            continue
        want = lying[zone].get(cell, EMPTY)
        best, log_p = seen.best()
        sure = float(np.exp(log_p))
        score.cells += 1
        score.pieces += want != EMPTY
        unsure = seen.covered or sure < SURE
        score.unsure_pieces += unsure and want != EMPTY
        score.covered_pieces += seen.covered and want != EMPTY
        score.unsure_empty += unsure and want == EMPTY
        score.wrong += best != want
        score.wrong_accepted += best != want and not unsure
        if tell and (unsure or best != want):
            mark = "covered" if seen.covered else ""
            print(f"{name} {zone} {cell}: {want}, read {best} {sure:.3f} {mark}")
    return score


def _sheets(sighting: Sighting) -> set[str]:
    return {sheet.sheet for sheet in sighting.sheets}
