"""What reads the zones of a game's sheets, each made when its sheet comes into view.

To make one takes some milliseconds, and a photograph of any game is compared with the sheets of all games.
"""

from __future__ import annotations

from functools import cached_property

from companion.layout import Layout, Sheet, Zone
from vision.cells.reading import ZoneReader
from vision.cells.tagged import TaggedZone, is_tagged
from vision.ports import Artwork, DiceReading
from vision.sheet_dice.table_dice import TableDice


class ZoneReaders:
    """The readers of one game's zones, for sheets and pieces that are printed like this artwork."""

    def __init__(self, layout: Layout, artwork: Artwork, dice: DiceReading | None) -> None:
        self._layout, self._artwork, self._dice_reading = layout, artwork, dice
        self._made: dict[str, ZoneReader | TaggedZone | None] = {}

    @cached_property
    def dice(self) -> TableDice | None:
        """The reader of dice, on the zones that take them and elsewhere; None where no dice are read."""
        reading = self._dice_reading
        return TableDice(self._layout, self._artwork, reading) if reading is not None else None

    def of(self, zone: str) -> ZoneReader | TaggedZone | None:
        """Give what reads the cells of a zone; None where it has none, or they take dice."""
        if zone not in self._made:
            self._made[zone] = self._make(*self._layout.find(zone))
        return self._made[zone]

    def _make(self, sheet: Sheet, zone: Zone) -> ZoneReader | TaggedZone | None:
        if self._layout.takes_dice(zone):
            return None
        if is_tagged(self._layout, zone):
            return TaggedZone(self._layout, sheet, zone, self._artwork)
        return ZoneReader(self._layout, sheet, zone, self._artwork) if zone.cells else None
