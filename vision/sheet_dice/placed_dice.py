"""Reads dice in place: what value lies on a cell that takes dice, and of what colour the die is.

The value comes from whoever reads dice, the colour from the sheet's own white, and whether there
is a die at all from both and from the printed ground: a cell that looks like its ground is bare,
whatever seems to lie there, and one that does not, on which no die is found, is covered.
Where a die on another cell hides a part of a cell, the other part tells.

Convention: millimetres of the sheet, origin top left. Dice are measured on their top face.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.layout import Layout, Sheet, Zone, die_face
from companion.sighting import EMPTY, CellSighting, DieSighting
from vision.cells.ground import Ground
from vision.cells.odds import COVERED, FLOOR
from vision.cells.reading import UNCHANGED
from vision.cells.sampling import Sampler
from vision.ports import Artwork, Floats

REACH = 0.45
"""How far from the middle of its cell a die may lie, in sides of the cell."""

BARE_SCALE, NOT_BARE = 0.004, 0.035
"""A difference d to the ground weighs exp(-d / BARE_SCALE); something else is as likely as NOT_BARE."""

EXACT_SCALE, NOT_EXACT = 0.001, 0.008
"""The same where a die was found: then a bare cell shows its print exactly. Drawn print that looks like a die
differs by 0.006 at most, the ground under a white die on white by 0.011 at least."""

FOUND_NOT_BARE = 0.024
"""`NOT_BARE` where a die was found, perhaps wrongly. Elsewhere a cell is likelier bare from the start."""

MOST_STEPS = 50.0
"""Nothing is surer than after so many scales."""

SURELY_BARE = 0.999
"""No die is looked for on a cell that is so likely bare. Under a white die on white it is 0.997."""

RATHER = 0.5
"""A die is taken for one where this is its probability at least."""

BODY_MM = 1.0
"""So far round the body of a die, as measured, the sheet may not be seen either."""

LEAST_SHOWN = 0.4
"""Of a cell behind a die so much must be seen to call it bare."""

AROUND = 1.2
"""How far round the middle of a cell its die is looked for, in sides of the cell."""


class PlacedDice:
    """Reads the cells of one zone on which dice are put, and learns from corrections.

    Between two readings most dice stay where they are; only cells that look otherwise than when they
    were last read are read again: `look`, have the dice in `window_mm` read, then `read`.
    """

    def __init__(self, layout: Layout, sheet: Sheet, zone: Zone, artwork: Artwork) -> None:
        self._ids = tuple(cell.id for cell in zone.cells)
        self._kinds = zone.kinds
        self._faces = [die_face(kind) for kind in zone.kinds]
        self._ground = Ground(layout, sheet, zone, artwork)
        self._height_mm = max(layout.kinds[kind].height_mm for kind in zone.kinds)
        self._sampler: Sampler | None = None
        self._looks: Floats | None = None
        self._changed = np.ones(len(self._ids), dtype=bool)
        self._apart: Floats = np.zeros(len(self._ids))
        self._bare: Floats = np.ones(len(self._ids))
        self._hidden = np.zeros(len(self._ids), dtype=bool)
        self._known: dict[int, tuple[CellSighting, DieSighting | None]] = {}

    def look(self, sampler: Sampler) -> None:
        """Look which cells have changed, and which are bare."""
        looks, self._sampler = self._ground.looks(sampler), sampler
        self._hidden = ~sampler.inside(self._ground.outlines)
        self._apart = self._ground.differences(looks)
        self._bare = _bareness(self._apart)
        if self._looks is None:
            self._changed = np.ones(len(self._ids), dtype=bool)
        else:
            self._changed = ((looks - self._looks) ** 2).sum(axis=2).mean(axis=1) >= UNCHANGED
            looks[~self._changed] = self._looks[~self._changed]
        self._looks = looks

    def window_mm(self) -> tuple[float, float, float, float] | None:
        """Where dice are to be read: left, top, right and bottom on the sheet; None where nothing changed."""
        places = self._ground.centres_mm[self._changed & (self._bare < SURELY_BARE)]
        if not len(places):
            return None
        reach_mm = AROUND * self._ground.side_mm
        (left, top), (right, bottom) = places.min(axis=0) - reach_mm, places.max(axis=0) + reach_mm
        return float(left), float(top), float(right), float(bottom)

    def unexplained_mm(self, dice: Sequence[DieSighting]) -> list[tuple[float, float, float, float]]:
        """Where something lies that is none of these dice: left, top, right and bottom, a cell each."""
        lying, reach_mm = self._by_cell(dice), AROUND * self._ground.side_mm
        return [
            (float(x - reach_mm), float(y - reach_mm), float(x + reach_mm), float(y + reach_mm))
            for index, (x, y) in enumerate(self._ground.centres_mm)
            if self._changed[index] and index not in lying
            if self._bare[index] < 1 - COVERED and not self._hidden[index]
        ]

    def read(self, dice: Sequence[DieSighting]) -> dict[str, CellSighting]:
        """Give what is seen in every cell; ``dice`` are those read on this sheet since `look`."""
        lying = self._by_cell(dice)
        for index in range(len(self._ids)):
            if self._changed[index] or index not in self._known:
                die = lying.get(index)
                if die is None:
                    self._bare[index] = self._bare_behind(index, dice)
                self._known[index] = self._cell(index, die), die
        return {name: self._known[index][0] for index, name in enumerate(self._ids)}

    def dice(self) -> list[DieSighting]:
        """Give the dice that lie on the cells as far as they did not change."""
        kept = (
            self._known[index][1] for index in np.flatnonzero(~self._changed).tolist() if index in self._known
        )
        return [die for die in kept if die is not None]

    def forget(self) -> None:
        """Read everything anew the next time: the sheet was away."""
        self._looks = self._sampler = None
        self._known.clear()

    def teach(self, sampler: Sampler, cell: str, kind: str) -> None:
        """Learn that a cell is bare as it looks now. What a die shows is not for a cell to learn.

        Raises ValueError for an unknown name.
        """
        index = self._ids.index(cell)
        self.forget()
        if kind == EMPTY:
            self._ground.learn(sampler, index)
        elif kind not in self._kinds:
            raise ValueError(f"{kind} does not lie in {cell}")

    def _bare_behind(self, index: int, dice: Sequence[DieSighting]) -> float:
        """Give how likely a cell without a die is bare, by what is seen of it behind other dice."""
        if self._sampler is None or self._looks is None or self._bare[index] >= SURELY_BARE:
            return float(self._bare[index])
        core_mm = self._ground.core_mm(index).astype(np.float32)
        shown = np.ones(len(core_mm), dtype=bool)
        for die in filter(_rather_lies_flat, dice):
            body_mm = self._body_over(self._sampler, die)
            shown &= [cv2.pointPolygonTest(body_mm, (float(x), float(y)), False) < 0 for x, y in core_mm]
        if shown.all() or shown.mean() < LEAST_SHOWN:
            return float(self._bare[index])
        apart = self._ground.difference_where(self._looks[index], index, shown)
        return float(_bareness(np.array(apart)))

    def _body_over(self, sampler: Sampler, die: DieSighting) -> Floats:
        """Give the outline, (n, 2) mm, of what a die hides of the sheet."""
        turn = np.radians(die.angle_deg + 45 + 90 * np.arange(4))
        reach_mm = (self._height_mm / 2 + BODY_MM) * np.sqrt(2)
        below = np.array(die.centre_mm) + reach_mm * np.stack([np.cos(turn), np.sin(turn)], axis=-1)
        above = sampler.seen_over(below, self._height_mm)
        body: Floats = cv2.convexHull(np.concatenate([below, above]).astype(np.float32))
        return body

    def _by_cell(self, dice: Sequence[DieSighting]) -> dict[int, DieSighting]:
        """Give the die of each cell: the nearest to its middle of those that are rather dice than not."""
        reach_mm, found = REACH * self._ground.side_mm, dict[int, tuple[float, DieSighting]]()
        for die in filter(_rather_lies_flat, dice):
            far_mm = np.hypot(*(self._ground.centres_mm - np.array(die.centre_mm)).T)
            index = int(np.argmin(far_mm))
            if far_mm[index] <= reach_mm and far_mm[index] < found.get(index, (np.inf, die))[0]:
                found[index] = float(far_mm[index]), die
        return {index: die for index, (_, die) in found.items()}

    def _cell(self, index: int, die: DieSighting | None) -> CellSighting:
        bare, values = float(self._bare[index]), np.full(len(self._kinds), 1 / len(self._kinds))
        if die is not None and die.value is not None:
            bare = self._bare_all_the_same(index, die)
            values = np.array([die.odds.get(v, 0.0) * die.colours.get(c, 1.0) for c, v in self._faces])
            values /= max(values.sum(), FLOOR)
        odds = np.array([bare, *((1 - bare) * values)])
        odds = (odds + FLOOR) / (odds + FLOOR).sum()
        nothing_found = die is None or die.value is None
        covered = bool(self._hidden[index]) or (nothing_found and bare < 1 - COVERED)
        names = (EMPTY, *self._kinds)
        return CellSighting(dict(zip(names, np.log(odds).tolist(), strict=True)), covered)

    def _bare_all_the_same(self, index: int, die: DieSighting) -> float:
        """Give how likely a cell is bare on which a die was found.

        A pale die looks much like pale ground. If it is a die, the cell is bare only where the ground looks
        exactly as printed: then the print shows the die. If it is none, it says nothing about the cell.
        """
        sure = _sureness(die)
        exact = float(_bareness(self._apart[index], NOT_EXACT, EXACT_SCALE))
        by_its_look = float(_bareness(self._apart[index], FOUND_NOT_BARE))
        return sure * exact + (1 - sure) * by_its_look


def _sureness(die: DieSighting) -> float:
    """Give how likely it is a die that lies flat, whatever it shows."""
    return min(1.0, die.confidence / max(die.odds.get(die.value or 0, 1.0), FLOOR))


def _rather_lies_flat(die: DieSighting) -> bool:
    """Say whether it is likelier a flat die, whatever it shows, than not.

    A die that is seen from aside stands before the next cell, and its pips may pass for another die's.
    """
    return die.value is None or _sureness(die) >= RATHER


def _bareness(differences: Floats, not_bare: float = NOT_BARE, scale: float = BARE_SCALE) -> Floats:
    """Give how likely it is that a cell shows its ground, against anything else at all."""
    steps = np.clip((differences - not_bare) / scale, -MOST_STEPS, MOST_STEPS)
    bare: Floats = 1 / (1 + np.exp(steps))
    return bare
