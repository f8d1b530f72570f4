"""Sightings made up from what should be lying there: perfect, noisy, partly covered or corrupted."""

from __future__ import annotations

import math
import random

from companion.layout import Layout, die_face
from companion.rules.game import Lying
from companion.sighting import EMPTY, CellSighting, DieSighting, SheetSighting, Sighting, Stillness

SURE = 0.999


def cell(kinds, kind, p=SURE, *, covered=False):
    """A cell that shows ``kind`` with probability ``p``; the rest is spread over all other kinds."""
    others = [other for other in (EMPTY, *kinds) if other != kind]
    log_p = {other: math.log((1 - p) / len(others)) for other in others}
    return CellSighting({**log_p, kind: math.log(p)}, covered)


class Table:
    """A table that can be looked at: pieces by cell, and dice that lie where they were thrown."""

    def __init__(self, layout: Layout, seed: int = 0) -> None:
        self.layout = layout
        self.random = random.Random(seed)
        self.lying: Lying = {}
        self.dice: list[DieSighting] = []

    def lay(self, lying: Lying) -> None:
        """Lay everything as it should be; dice that the position names must be rolled with `roll`."""
        self.lying = {zone: dict(cells) for zone, cells in lying.items()}

    def roll(self, *values: int, at=None, colour="") -> None:
        """Throw the dice into the tray; in games with coloured dice they are of that colour."""
        self.dice = [self._die(value, at, colour) for value in values]

    def look(self, *, covered=(), wrong=None, p=SURE, hand=False, view=()) -> Sighting:
        """Read the table. ``covered`` are (zone, cell) pairs; ``wrong`` maps such pairs to odds or kinds."""
        sheets = []
        laid_out = self.layout.laid_out(self.lying)
        for sheet in self.layout.sheets:
            if sheet.loose and sheet.id not in laid_out:
                continue
            zones = {
                zone.id: {spot.id: self._cell(zone, spot.id, covered, wrong or {}, p) for spot in zone.cells}
                for zone in sheet.zones
            }
            left = 2.0 * laid_out.index(sheet.id) if sheet.loose else 0.0
            corners = ((left, 0.0), (left + 1.0, 0.0), (left + 1.0, 1.0), (left, 1.0))
            sheets.append(SheetSighting(sheet.id, corners, (1.0,) * 9, 2.0, zones))
        return Sighting(
            (1640, 1232), tuple(sheets), tuple(self.dice), tuple(view), Stillness(not hand, 1.0, hand)
        )

    def _cell(self, zone, name, covered, wrong, p):
        seen = wrong.get((zone.id, name))
        if isinstance(seen, CellSighting):
            return seen
        kind = seen or self.lying.get(zone.id, {}).get(name, EMPTY)
        return cell(zone.kinds, kind, p, covered=(zone.id, name) in covered)

    def _die(self, value, at, colour):
        x, y = at or (self.random.uniform(20, 110), self.random.uniform(45, 150))
        odds = {face: SURE if face == value else (1 - SURE) / 5 for face in range(1, 7)}
        angle = self.random.uniform(0, 90)
        names = {die_face(name)[0] for name, kind in self.layout.kinds.items() if kind.shape == "die"} - {""}
        colours = {name: 1 - 4e-5 if name == colour else 1e-5 for name in names} if colour else {}
        box, shown = (x, y, 40.0, 40.0), colour or "white"
        return DieSighting(
            value, odds, box, shown, SURE, True, (), (x, y), angle, "tray", (x, y), colours=colours
        )
