"""Makes one sighting of several still ones: odds are averaged, frames that moved are dropped.

The odds of a cell are averaged as logarithms: each frame bears on all. Those of a die are averaged as they
are: where frames of a die at rest quarrel about its value one of them is wrong, and what any of them has read
must stay thinkable.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from companion.sighting import CellSighting, DieSighting, SheetSighting, Sighting
from vision.dice.confidence import ACCEPT_THRESHOLD

SAME_MM = 1.5
"""A sheet that lies further off was seen by a camera that has moved since."""

SAME_DIE = 0.5
"""A die that is off by less than this share of its size is the same die."""


def fuse(sightings: Sequence[Sighting]) -> Sighting:
    """Give the newest sighting with the odds of all that agree with it in place.

    Covered cells do not vote; a cell stays covered when most frames say so. A die that was
    read otherwise in another frame is not accepted; otherwise the mean confidence decides.

    Raises
    ------
    ValueError
        When there is no sighting.
    """
    if not sightings:
        raise ValueError("fuse needs at least one sighting")
    newest = sightings[-1]
    earlier = [other for other in sightings[:-1] if other.size_px == newest.size_px]
    sheets = tuple(_fuse_sheet(sheet, earlier) for sheet in newest.sheets)
    dice = tuple(_fuse_die(die, earlier) for die in newest.dice)
    return msgspec.structs.replace(newest, sheets=sheets, dice=dice)


def _fuse_sheet(sheet: SheetSighting, earlier: Sequence[Sighting]) -> SheetSighting:
    same = [other for one in earlier for other in one.sheets if _in_place(sheet, other)]
    cells = {
        zone: {
            cell: _fuse_cell([*(other.cells[zone][cell] for other in same), seen])
            for cell, seen in seen_cells.items()
        }
        for zone, seen_cells in sheet.cells.items()
    }
    return msgspec.structs.replace(sheet, cells=cells)


def _in_place(sheet: SheetSighting, other: SheetSighting) -> bool:
    if other.sheet != sheet.sheet:
        return False
    shift = np.array(sheet.corners_px) - np.array(other.corners_px)
    return float(np.hypot(*shift.T).max()) <= SAME_MM * sheet.px_per_mm


def _fuse_cell(seen: list[CellSighting]) -> CellSighting:
    clear = [one for one in seen if not one.covered]
    if 2 * len(clear) < len(seen) or not clear:
        return msgspec.structs.replace(seen[-1], covered=True)
    names = tuple(clear[0].log_p)
    mean = np.mean([[one.log_p[name] for name in names] for one in clear], axis=0)
    mean -= np.logaddexp.reduce(mean)
    return CellSighting(dict(zip(names, mean.tolist(), strict=True)))


def _fuse_die(die: DieSighting, earlier: Sequence[Sighting]) -> DieSighting:
    """Average the odds of a die, and the confidence in it, over the frames that show it in place.

    Frames of one camera err alike: agreement makes nothing surer than its frames are on average, and
    what is accepted keeps to the same threshold as in one frame.
    """
    same = [other for one in earlier for other in one.dice if _same_die(die, other)]
    if not same or die.value is None:
        return die
    seen = [*same, die]
    odds = _mean_odds(seen)
    value = max(odds, key=lambda each: odds[each])
    confidence = float(np.mean([_confidence_in(value, each) for each in seen]))
    agreed = all(each.value == value for each in seen)
    return msgspec.structs.replace(
        die,
        value=value,
        odds=odds,
        confidence=confidence,
        accepted=agreed and not die.flags and confidence >= ACCEPT_THRESHOLD,
    )


def _mean_odds(seen: Sequence[DieSighting]) -> dict[int, float]:
    """Give the odds of every value that any reading knows."""
    values = sorted({value for each in seen for value in each.odds})
    means = np.mean([[each.odds.get(value, 0.0) for value in values] for each in seen], axis=0)
    return dict(zip(values, (means / means.sum()).tolist(), strict=True))


def _confidence_in(value: int, seen: DieSighting) -> float:
    """Give the probability of a value by one reading; none where it found nothing to be read."""
    if seen.value is None:
        return 0.0
    return seen.confidence * seen.odds.get(value, 0.0) / seen.odds[seen.value]


def _same_die(die: DieSighting, other: DieSighting) -> bool:
    apart = float(np.hypot(die.centre_px[0] - other.centre_px[0], die.centre_px[1] - other.centre_px[1]))
    return apart < SAME_DIE * max(die.box_px[2:])
