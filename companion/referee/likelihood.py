"""How well a position fits what was seen, cell by cell.

The *cost* of a piece in a cell is how much less likely it is there than the likeliest kind, in
natural logarithms: 0 for what the cell looks like, `CELL_LIMIT` at most, so that one cell's odd
look never outweighs two others. Cells that are covered, or not in view, cost nothing whatever
lies there. A *misfit* is the sum over cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Final, TypeAlias

from companion.layout import TABLE, Layout, Zone
from companion.referee.loose_sheets import LooseSheets
from companion.referee.verdict import Difference
from companion.rules.game import Lying
from companion.sighting import EMPTY, CellSighting, Sighting

CELL_LIMIT: Final = 8.0
FIRM: Final = 3.0
"""A cell that costs more contradicts the position: it is 20 times likelier to hold something else."""

Place: TypeAlias = tuple[str, str]
"""Zone and cell."""

ORDER_COST: Final = 5.0
"""The cost of two loose sheets in another order than they lie in."""

HEAPS = ("area", "tray")
"""Forms of zone in which pieces have no cells of their own."""

NOTHING: Final[Lying] = {}


class Evidence:
    """The cells of one sighting.

    Parameters
    ----------
    ignoring
        Zones that do not count at this table, such as tiles that the software draws.
    pardoned
        Cells that were misread: place -> the kind seen there. A cell that still looks like that kind counts
        for nothing.
    """

    def __init__(
        self,
        layout: Layout,
        sighting: Sighting,
        ignoring: Collection[str] = (),
        pardoned: Mapping[Place, str] | None = None,
    ) -> None:
        self._cells: dict[str, dict[str, CellSighting]] = {}
        self._costs: dict[Place, dict[str, float]] = {}
        self.covered: set[Place] = set()
        wrong = pardoned or {}
        for zone, cell, seen in sighting.cells():
            if seen.covered:
                self.covered.add((zone, cell))
            elif zone not in ignoring and wrong.get((zone, cell)) != seen.best()[0]:
                self._cells.setdefault(zone, {})[cell] = seen
        self._layout = layout
        self._sheets = LooseSheets(layout, sighting)
        if self._sheets.cells:
            self._cells[TABLE] = self._sheets.cells
        self._groups = {
            zone.id: groups
            for _, zone in layout.zones()
            if zone.id in self._cells and (groups := alike(zone))
        }
        self._heaps = frozenset(zone.id for _, zone in layout.zones() if zone.form in HEAPS)
        self._settled: dict[tuple[str, frozenset[tuple[str, str]]], dict[str, str]] = {}

    def sees(self, place: Place) -> bool:
        """Whether the cell is in view and counts."""
        return place[1] in self._cells.get(place[0], {})

    def look(self, place: Place) -> str:
        """The kind that a cell in view looks like most."""
        return self._cells[place[0]][place[1]].best()[0]

    def cost(self, place: Place, kind: str) -> float:
        """What it costs to believe that this kind (or `EMPTY`) lies there."""
        costs = self._costs.get(place)
        if costs is None:
            costs = self._costs[place] = self._weigh(place)
        return costs.get(kind, CELL_LIMIT) if costs else 0.0

    def _weigh(self, place: Place) -> dict[str, float]:
        seen = self._cells.get(place[0], {}).get(place[1])
        if seen is None:
            return {}
        best = max(seen.log_p.values())
        return {kind: min(CELL_LIMIT, best - log_p) for kind, log_p in seen.log_p.items()}

    def settle(self, lying: Lying, before: Lying = NOTHING, settled_before: Lying = NOTHING) -> Lying:
        """Choose cells for the pieces of a position that may lie in any of several cells.

        Pieces in a tray or a heap are left out: they have no cells. The loose sheets that lie on
        the table are added: zone `TABLE`, each in the cell of its name.

        An action leaves most zones as they were. For these the cells of the position before are used again.
        """
        settled = {
            zone: settled_before[zone] if before.get(zone) == cells else self._arrange(zone, cells)
            for zone, cells in lying.items()
            if zone not in self._heaps
        }
        if self._sheets.cells:
            settled[TABLE] = {sheet: sheet for sheet in self._layout.laid_out(lying)}
        return settled

    def disorder(self, lying: Lying) -> float:
        """What it costs to believe that the loose sheets were laid out in the order of a position."""
        return ORDER_COST * self._sheets.inversions(self._layout.laid_out(lying))

    def misfit(self, lying: Lying) -> float:
        """Sum the cost of a settled position over all cells."""
        return sum(
            self.cost((zone, cell), lying.get(zone, {}).get(cell, EMPTY))
            for zone, cells in self._cells.items()
            for cell in cells
        )

    def differences(self, lying: Lying) -> tuple[Difference, ...]:
        """List the cells that contradict a settled position, the firmest first."""
        found = []
        for zone, cells in self._cells.items():
            for cell in cells:
                expected = lying.get(zone, {}).get(cell, EMPTY)
                cost = self.cost((zone, cell), expected)
                if cost >= FIRM:
                    found.append((cost, Difference(zone, cell, self.look((zone, cell)), expected)))
        return tuple(difference for _, difference in sorted(found, key=lambda pair: -pair[0]))

    def seen(self) -> Lying:
        """Give the likeliest kind of every cell."""
        return {
            zone: {cell: kind for cell, sighting in cells.items() if (kind := sighting.best()[0]) != EMPTY}
            for zone, cells in self._cells.items()
            if zone != TABLE
        }

    def _arrange(self, zone: str, cells: dict[str, str]) -> dict[str, str]:
        groups = self._groups.get(zone)
        if groups is None:
            return cells
        key = (zone, frozenset(cells.items()))
        if key not in self._settled:
            self._settled[key] = self._assign(zone, cells, groups)
        return self._settled[key]

    def _assign(self, zone: str, cells: dict[str, str], groups: list[list[str]]) -> dict[str, str]:
        settled = dict(cells)
        for group in groups:
            left = Counter(settled.pop(cell) for cell in group if cell in cells)
            pairs = ((kind, cell) for kind in sorted(left) for cell in group)
            # The best pair first, of all kinds: else a piece that is away takes another's cell.
            for kind, cell in sorted(pairs, key=lambda pair: self._gain(zone, pair[1], pair[0])):
                if left[kind] and cell not in settled:
                    left[kind] -= 1
                    settled[cell] = kind
        return settled

    def _gain(self, zone: str, cell: str, kind: str) -> float:
        return self.cost((zone, cell), kind) - self.cost((zone, cell), EMPTY)


def unused_zones(layout: Layout, sighting: Sighting) -> set[str]:
    """Name the zones beside the board on which nothing lies: this table keeps those pieces elsewhere.

    Tiles that the software draws need not be laid out, and a reserve may be held in the hand.
    """
    unused = {zone.id for _, zone in layout.zones() if zone.form == "slots"}
    for zone, _, seen in sighting.cells():
        if seen.covered or seen.best()[0] != EMPTY:
            unused.discard(zone)
    return unused


def alike(zone: Zone) -> list[list[str]]:
    """List the groups of equivalent cells: all ``spots``, and ``slots`` named ``<group>-<number>``."""
    if zone.form == "spots":
        return [[cell.id for cell in zone.cells]]
    groups: dict[str, list[str]] = {}
    for cell in zone.cells if zone.form == "slots" else ():
        stem, dash, number = cell.id.rpartition("-")
        if dash and number.isdigit():
            groups.setdefault(stem, []).append(cell.id)
    return list(groups.values())


def changed_cells(before: Lying, after: Lying) -> Iterator[Place]:
    """List every cell in which two settled positions differ."""
    for zone in before.keys() | after.keys():
        was, now = before.get(zone, {}), after.get(zone, {})
        if was is not now and was != now:
            for cell, kind in was.items():
                if now.get(cell) != kind:
                    yield zone, cell
            for cell in now:
                if cell not in was:
                    yield zone, cell
