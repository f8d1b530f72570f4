"""Reads the cells of one zone: first like a printed zone, then by the looks of pieces in doubt.

The first reading compares a cell with one face of each kind in every turn and at many spots, as
`vision.cells.reading` does. It is quick and works in much light and slant. `vision.taught.looks` knows all
examples and how pieces are turned. It reads cells that the first reading leaves in doubt, and cells where a
turn matters.

A piece that does not belong in the zone is compared, too, where it is cut like one that does: a card's back
where only faces lie. So such a piece is told as strange, and not taken for the face that it resembles most.

Convention: mm of the sheet, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

import msgspec
import numpy as np

from companion.layout import Layout, Sheet, Zone
from companion.sighting import EMPTY, CellSighting
from vision.cells.odds import TAUGHT
from vision.cells.reading import ZoneReader
from vision.cells.sampling import Sampler
from vision.ports import Artwork, Floats
from vision.sheets.registration import Registration
from vision.taught.colours import taught_palette
from vision.taught.flat import Flat, PrintBetween
from vision.taught.looks import Looks
from vision.taught.pieces.calibrated import COVERED, NONE, Odds
from vision.taught.pieces.crops import SPAN

SURE: Final = float(np.log(0.99))
HIDDEN: Final = 0.5
NOISE: Final = 0.3
"""How much the log odds of a cell change from frame to frame."""

MISPLACED: Final = float(np.log(0.005))
"""How seldom a piece lies in a zone where it does not belong: kinds that are alike and lie in different zones
are told apart by that alone."""

MOST_DOUBTFUL: Final = 48
"""More cells in doubt mean a hand or a dark room, where looks would take long and not help."""


class TaughtZone:
    """Reads the cells of a zone, and learns from corrections.

    Parameters
    ----------
    layout, sheet, zone
        The zone's place and kinds; kinds that were never shown are left out. ``layout`` names those that
        belong elsewhere.
    artwork
        How the bare sheet and one face of each kind look.
    looks
        How the pieces look.
    """

    def __init__(self, layout: Layout, sheet: Sheet, zone: Zone, artwork: Artwork, looks: Looks) -> None:
        self.kinds = tuple(kind for kind in zone.kinds if kind in looks.known)
        self._looks = looks
        self._compared = (*self.kinds, *_misplaced(self.kinds, layout, looks))
        known = msgspec.structs.replace(zone, kinds=self._compared)
        self._reader = ZoneReader(layout, sheet, known, artwork, TAUGHT) if self.kinds else None
        self._ids = tuple(cell.id for cell in zone.cells)
        self._centres_mm = np.array([cell.centre_mm for cell in zone.cells])
        kinds = [layout.kinds[kind] for kind in self.kinds]
        self.height_mm = float(np.mean([kind.height_mm for kind in kinds])) if kinds else 0.0
        self._span_mm = SPAN * max((max(kind.size_mm) for kind in kinds), default=20.0)
        self._turns = any(looks.shapes[kind].shape != "disc" for kind in self.kinds)
        side_mm = np.ptp(np.array(zone.cells[0].outline_mm), axis=0).min()
        self._leaves_corners = bool(kinds) and all(
            looks.shapes[kind].shape in ("disc", "hex") and max(looks.shapes[kind].size_mm) < side_mm
            for kind in self.kinds
        )
        self._print = PrintBetween(taught_palette(layout, sheet.id, artwork))
        self._asked: dict[str, tuple[CellSighting, CellSighting]] = {}

    def read(
        self, sampler: Sampler, registration: Registration, laid: Callable[[float], tuple[Flat, Flat]]
    ) -> dict[str, CellSighting]:
        """Give what is seen in every cell.

        ``laid`` gives the sheet laid flat at a height, as seen and as it was taught. It takes time, so it
        is called only for cells in doubt.
        """
        places = registration.to_frame(self._centres_mm)
        if self._reader is None:
            nothing = CellSighting({EMPTY: 0.0}, covered=True)
            return {cell: _placed(nothing, place) for cell, place in zip(self._ids, places, strict=True)}
        seen = self._reader.read(sampler)
        # A thing of one even colour may look like bare ground in another light, but for its corners.
        under = self._reader.under_things(sampler, seen) if self._leaves_corners else frozenset()
        doubtful = [
            n for n, cell in enumerate(self._ids) if cell not in under and self._is_doubtful(seen[cell])
        ]
        known = {self._ids[n]: self._asked[self._ids[n]] for n in doubtful if self._ids[n] in self._asked}
        again = [n for n in doubtful if not _is_like(seen[self._ids[n]], known.get(self._ids[n]))]
        answers = {cell: answer for cell, (_, answer) in known.items()}
        if self._turns or len(again) <= MOST_DOUBTFUL:
            answers |= self._ask(again, seen, laid)
        self._asked = {cell: (seen[cell], answer) for cell, answer in answers.items()}
        read = {cell: answers.get(cell, seen[cell]) for cell in self._ids}
        for cell in under:
            read[cell] = msgspec.structs.replace(read[cell], covered=True)
        belonging = {*self.kinds, EMPTY}
        return {
            cell: _placed(_among(read[cell], belonging), place)
            for cell, place in zip(self._ids, places, strict=True)
        }

    def teach(self, sampler: Sampler, cell: str, kind: str) -> None:
        """Learn that this kind lies in a cell as seen now. Raises ValueError for an unknown cell."""
        if self._reader is not None and (kind == EMPTY or kind in self.kinds):
            self._reader.teach(sampler, cell, kind)

    def _is_doubtful(self, seen: CellSighting) -> bool:
        kind, log_p = seen.best()
        return seen.covered or log_p < SURE or (self._turns and kind != EMPTY)

    def _ask(
        self,
        cells: list[int],
        seen: dict[str, CellSighting],
        laid: Callable[[float], tuple[Flat, Flat]],
    ) -> dict[str, CellSighting]:
        """Ask the looks what lies in these cells, and join their answer to what was seen."""
        if not cells:
            return {}
        flat, bare = laid(self.height_mm)
        patches = flat.patches(self._centres_mm[cells], self._span_mm)
        empties = bare.patches(self._centres_mm[cells], self._span_mm)
        print_of_sheet = self._print.pairs(flat, bare)
        odds = self._looks.read(patches, [self._compared] * len(cells), empties, print_of_sheet)
        return {
            self._ids[n]: _joined(seen[self._ids[n]], cell_sighting(each))
            for n, each in zip(cells, odds, strict=True)
        }


def _misplaced(kinds: Collection[str], layout: Layout, looks: Looks) -> tuple[str, ...]:
    """Name the kinds of pieces that are cut like some of these, and belong elsewhere."""
    cuts = {looks.shapes[kind] for kind in kinds}
    return tuple(
        kind for kind in layout.kinds if kind in looks.known.difference(kinds) and looks.shapes[kind] in cuts
    )


def _among(seen: CellSighting, belonging: Collection[str]) -> CellSighting:
    """Give a reading by the kinds that belong in a cell; it is strange where another kind is likelier."""
    log_p = {name: value for name, value in seen.log_p.items() if name in belonging}
    away = [value + MISPLACED for name, value in seen.log_p.items() if name not in belonging]
    if not away:
        return seen
    here, misplaced = (float(np.logaddexp.reduce(list(values))) for values in (log_p.values(), away))
    unknown = float(np.exp(misplaced - np.logaddexp(here, misplaced)))
    share = unknown / len(log_p)
    log_p = {
        name: float(np.log((1 - unknown) * np.exp(value - here) + share)) for name, value in log_p.items()
    }
    strange = unknown > HIDDEN and not (seen.covered and not seen.strange)
    return msgspec.structs.replace(
        seen, log_p=log_p, covered=seen.covered or strange, strange=seen.strange or strange
    )


def _is_like(seen: CellSighting, before: tuple[CellSighting, CellSighting] | None) -> bool:
    """Whether a cell looks as it did when its answer was given, but for noise."""
    if before is None or before[0].covered != seen.covered:
        return False
    (kind, log_p), (kind_before, log_p_before) = seen.best(), before[0].best()
    return kind == kind_before and abs(log_p - log_p_before) < NOISE


def cell_sighting(odds: Odds) -> CellSighting:
    """Give the odds of looks as a sighting: covered or strange where no kind that may lie there fits."""
    known = {name: log_p for name, log_p in odds.log_p.items() if name not in (COVERED, NONE)}
    covered, strange = (float(np.exp(odds.log_p.get(name, -np.inf))) for name in (COVERED, NONE))
    unknown = covered + strange
    share = unknown / max(len(known), 1)
    log_p = {name: float(np.log(np.exp(value) + share)) for name, value in known.items()}
    hides = unknown > HIDDEN
    return CellSighting(log_p, hides, strange=hides and strange > covered, turn_rad=odds.turn_rad)


def _joined(first: CellSighting, looks: CellSighting) -> CellSighting:
    """Join two readings of a cell: if they agree the surer one counts, otherwise neither is sure."""
    if first.covered and looks.covered:
        return msgspec.structs.replace(looks, log_p=first.log_p)
    if first.covered or looks.covered:
        clear = looks if first.covered else first
        return msgspec.structs.replace(
            clear,
            log_p=_flatter(clear.log_p) if clear.best()[1] < SURE else clear.log_p,
            turn_rad=looks.turn_rad,
        )
    if first.best()[0] == looks.best()[0]:
        surer = max(first, looks, key=lambda one: one.best()[1])
        return msgspec.structs.replace(looks, log_p=surer.log_p)
    names = first.log_p.keys() & looks.log_p.keys()
    total = {name: (first.log_p[name] + looks.log_p[name]) / 2 for name in names}
    return msgspec.structs.replace(looks, log_p=_normal(total))


def _flatter(log_p: dict[str, float]) -> dict[str, float]:
    return _normal({name: 0.6 * value for name, value in log_p.items()})


def _normal(log_p: dict[str, float]) -> dict[str, float]:
    values = np.array(list(log_p.values()))
    total = float(np.logaddexp.reduce(values))
    return {name: value - total for name, value in log_p.items()}


def _placed(seen: CellSighting, place: Floats) -> CellSighting:
    """Give the place of the cell's middle in the frame."""
    return msgspec.structs.replace(seen, centre_px=(float(place[0]), float(place[1])))
