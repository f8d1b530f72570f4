"""Compares what was read of a table with what lies there, cell by cell and die by die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.traced.boards.reading import Reading
from companion.layout import die_face
from companion.sighting import EMPTY, CellSighting, Sighting

SURE = 0.99
"""A cell that is read with less is asked about where it matters."""

IN_THE_OPEN, HIDDEN = 0.12, 0.5
"""Of a cell so much may be hidden by a cup and it still counts as in view; from so much on it is hidden."""

TENTH = 0.1
"""A space lies where it should if its middle is off by less than this share of its width."""

BINS = (0.9, 0.95, 0.99, 0.999, 0.9999, 1.0)
"""Bounds of the shares that are compared with what was true."""


@dataclass
class Calibration:
    """How often cells were right that were said to be so with a share, for the bins of `BINS`."""

    said: list[float] = field(default_factory=lambda: [0.0] * (len(BINS) - 1))
    right: list[int] = field(default_factory=lambda: [0] * (len(BINS) - 1))
    cells: list[int] = field(default_factory=lambda: [0] * (len(BINS) - 1))

    def note(self, said: float, right: bool) -> None:
        """Count one cell."""
        if said >= BINS[0]:
            at = min(int(np.searchsorted(BINS, said, side="right")) - 1, len(self.cells) - 1)
            self.said[at] += said
            self.right[at] += right
            self.cells[at] += 1

    def add(self, other: Calibration) -> None:
        """Add another picture's counts."""
        for at in range(len(self.cells)):
            self.said[at] += other.said[at]
            self.right[at] += other.right[at]
            self.cells[at] += other.cells[at]

    def __str__(self) -> str:
        rows = zip(BINS, BINS[1:], self.said, self.right, self.cells, strict=False)
        return "; ".join(
            f"{low} to {high}: said {100 * said / cells:.2f} %, true {100 * right / cells:.2f} % of {cells}"
            for low, high, said, right, cells in rows
            if cells
        )


@dataclass
class CellScore:
    """Counts of cells in view, those with a piece apart, of hidden ones, of dice and of sheets."""

    cells: int = 0
    pieces: int = 0
    unsure_pieces: int = 0
    covered_pieces: int = 0
    unsure_empty: int = 0
    wrong_accepted: int = 0
    wrong: int = 0
    hidden: int = 0
    hidden_wrong_accepted: int = 0
    dice: int = 0
    dice_read: int = 0
    dice_flagged: int = 0
    dice_wrong_accepted: int = 0
    sheets: int = 0
    sheets_found: int = 0
    spaces: int = 0
    spaces_placed: int = 0
    taken_for_another: int = 0

    def __post_init__(self) -> None:
        self.calibration = Calibration()

    def add(self, other: CellScore) -> None:
        """Add another picture's counts."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
        self.calibration.add(other.calibration)

    def __str__(self) -> str:
        return (
            f"{self.cells} cells, {self.pieces} pieces: {self.unsure_pieces} unsure "
            f"({self.covered_pieces} covered), {self.unsure_empty} empty ones unsure, "
            f"{self.wrong_accepted} accepted wrong, {self.wrong} likeliest wrong; "
            f"{self.hidden} hidden cells, {self.hidden_wrong_accepted} accepted wrong; "
            f"{self.dice} dice, {self.dice_read} read surely, {self.dice_flagged} flagged, "
            f"{self.dice_wrong_accepted} accepted wrong; "
            f"{self.sheets_found} of {self.sheets} sheets found, {self.taken_for_another} by another box; "
            f"{self.spaces_placed} of {self.spaces} spaces within a tenth"
        )


def score_picture(
    picture: NDArray[np.uint8],
    truth: Mapping[str, Any],
    reading: Reading,
    *,
    name: str = "",
    tell: bool = False,
) -> CellScore:
    """Read a picture and compare it with its truth; ``tell`` prints every cell that is not right and sure."""
    layout, sighting = reading.layout, reading.read(picture)
    lying = {zone: cells for zone, cells in truth["lying"].items() if cells or zone}
    zones = {zone.id: (sheet.id, zone) for sheet, zone in layout.zones()}
    wanted_sheets = {zones[zone][0] for zone in lying if zone in zones}
    score = CellScore(sheets=len(wanted_sheets), sheets_found=len(wanted_sheets & _sheets(sighting)))
    score.taken_for_another = reading.sheets_of_another(picture)
    for zone, cell, seen in sighting.cells():
        if zone not in lying or zone not in zones or zones[zone][1].form in ("tray", "area"):
            continue
        _note_place(score, seen, truth.get("spaces", {}).get(zone, {}).get(cell))
        want = lying[zone].get(cell, EMPTY)
        said = _note_cell(score, seen, want, truth.get("hidden", {}).get(zone, {}).get(cell, 0.0))
        if tell and said:
            print(f"{name} {zone} {cell}: {want}, read {said}")
    _note_dice(score, sighting, truth["dice"])
    return score


def _note_cell(score: CellScore, seen: CellSighting, want: str, hidden: float) -> str:
    """Count one cell; say what was read where it is in view and not read right and surely."""
    best, log_p = seen.best()
    share = float(np.exp(log_p))
    unsure = seen.covered or share < SURE
    if hidden > IN_THE_OPEN:
        score.hidden += hidden >= HIDDEN
        score.hidden_wrong_accepted += hidden >= HIDDEN and best != want and not unsure
        return ""
    score.cells += 1
    score.pieces += want != EMPTY
    score.unsure_pieces += unsure and want != EMPTY
    score.covered_pieces += seen.covered and want != EMPTY
    score.unsure_empty += unsure and want == EMPTY
    score.wrong += best != want
    score.wrong_accepted += best != want and not unsure
    if not seen.covered:
        score.calibration.note(share, best == want)
    return f"{best} {share:.3f} {'covered' if seen.covered else ''}" if unsure or best != want else ""


def _note_place(score: CellScore, seen: CellSighting, place: tuple[float, float, float] | None) -> None:
    """Count whether the middle of a cell lies within a tenth of its width of where it is."""
    if place is not None and seen.centre_px is not None:
        x_px, y_px, wide_px = place
        score.spaces += 1
        score.spaces_placed += bool(
            np.hypot(seen.centre_px[0] - x_px, seen.centre_px[1] - y_px) < TENTH * wide_px
        )


def _note_dice(score: CellScore, sighting: Sighting, kinds: list[str]) -> None:
    """Count the dice; all of them lie flat."""
    lying = Counter(die_face(kind)[1] for kind in kinds)
    sure = Counter(die.value for die in sighting.dice if die.accepted and not die.flags)
    score.dice += lying.total()
    score.dice_read += (lying & sure).total()
    score.dice_flagged += sum(bool(die.flags) for die in sighting.dice)
    score.dice_wrong_accepted += (sure - lying).total()


def _sheets(sighting: Sighting) -> set[str]:
    return {sheet.sheet for sheet in sighting.sheets}
