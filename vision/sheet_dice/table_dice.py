"""Reads the dice of a table: those that are rolled, and those that lie on cells that take dice.

Where one lies, of which colour it is and whether something else explains it is told by the sheets in view.

Convention: px of the frame, mm of the sheet on which a die lies; a die is where its top face is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from companion.layout import Layout, Sheet
from companion.sighting import DieSighting, SheetSighting
from vision.cells.sampling import Sampler
from vision.ports import Artwork, DiceReading, Image
from vision.sheet_dice.cube_places import counted_die, fit_near, place_on, places_of
from vision.sheet_dice.dice_places import (
    Window,
    dice_windows,
    each_once,
    explained,
    far_mm,
    shifted,
    window_on,
    without_sides,
)
from vision.sheet_dice.die_colours import DieColours
from vision.sheet_dice.die_turn import die_turn_deg
from vision.sheet_dice.lean_fit import DOUBTED, lean_lead, looks_leaning, with_lean
from vision.sheet_dice.pip_fit import second_opinion
from vision.sheet_dice.placed_dice import PlacedDice
from vision.sheet_dice.tray_memory import TrayMemory
from vision.sheets.registration import Registration

BESIDE = 1.7
"""In sides of a die: nearer to it a side of its own may be seen, however slanted the view is."""


class Frame(NamedTuple):
    """A picture (H, W, 3) with the sheets in it: as seen, where they lie, and how to sample them, by name."""

    image: Image
    sheets: Sequence[SheetSighting]
    registrations: Mapping[str, Registration]
    samplers: Mapping[str, Sampler]

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.image.shape[1], self.image.shape[0]

    @property
    def whole(self) -> Window:
        """All of it."""
        return 0, 0, *self.size_px


class TableDice:
    """Reads the dice of one game's table.

    ``zones`` are the readers of the zones on which dice are put down, by the zones' names.
    """

    def __init__(self, layout: Layout, artwork: Artwork, reader: DiceReading) -> None:
        self._layout, self._reader = layout, reader
        self._colours, self._memory = DieColours(tuple(layout.kinds.values())), TrayMemory()
        self.zones = {
            zone.id: PlacedDice(layout, sheet, zone, artwork)
            for sheet, zone in layout.zones()
            if layout.takes_dice(zone)
        }

    def forget(self, sheet: str) -> None:
        """Read everything on a sheet anew the next time: it was away."""
        for zone in self._zones_of(sheet):
            zone.forget()

    def read(self, frame: Frame) -> tuple[DieSighting, ...]:
        """Give every die: those in trays, on cells, and where no tray is in view anywhere."""
        changed, trays = self._changed(frame), self._trays(frame)
        known = self._memory.recall(frame.image, trays) if trays else None
        rolled = dice_windows(self._layout, frame.sheets, frame.size_px) if known is None else []
        told = self._told(frame, rolled, changed)
        if trays and known is None:
            # A die that lies on no sheet, as beside a tray, would be forgotten with the next look.
            lying = [die for die in told if die.sheet in trays or not die.sheet]
            self._memory.keep(frame.image, rolled, trays, lying)
        return told if known is None else tuple(each_once([*known, *told]))

    def _told(
        self, frame: Frame, rolled: Sequence[Window], changed: Sequence[Window]
    ) -> tuple[DieSighting, ...]:
        """Read the dice where they are rolled, and on cells that have changed; give them with those kept."""
        kept = [die for name in frame.samplers for zone in self._zones_of(name) for die in zone.dice()]
        dice = self._with_placed(frame, self._looked_for(frame, rolled, changed), kept)
        hidden = self._found(frame, self._unexplained(frame, dice), closer=True)
        if hidden:
            dice = self._with_placed(frame, hidden, dice)
        by_name = {sheet.sheet: sheet for sheet in frame.sheets}
        told = [die for die in dice if not explained(die, self._layout, by_name)]
        return tuple(self._coloured(die, frame.samplers) for die in self._with_leans(frame, told))

    def with_cells(self, sheet: SheetSighting, dice: Sequence[DieSighting]) -> SheetSighting:
        """Add what lies on the cells that take dice."""
        zones = [zone for zone in sheet.cells if zone in self.zones]
        if not zones:
            return sheet
        here = [die for die in dice if die.sheet == sheet.sheet]
        read = {zone: self.zones[zone].read(here) for zone in zones}
        return msgspec.structs.replace(sheet, cells={**sheet.cells, **read})

    def _looked_for(
        self, frame: Frame, rolled: Sequence[Window], changed: Sequence[Window]
    ) -> list[DieSighting]:
        """Find dice where they are rolled, and on cells that have changed.

        In trays they are looked for closer, too, if none is read safely at first: a slanted top may be
        too small. An empty tray costs a second look each time.
        """
        found = self._found(frame, rolled)
        if rolled == [frame.whole]:  # the cells, too, have been searched
            return found
        if rolled and not any(die.accepted for die in found):
            found += self._found(frame, rolled, closer=True)
            if not any(self._is_on_tray(frame, die) for die in found):
                found += self._counted(frame, rolled)
        return found + self._found(frame, changed)

    def _counted(self, frame: Frame, windows: Sequence[Window]) -> list[DieSighting]:
        """Give the dice in trays that no close look believes in, but whose pips a cube explains well."""
        return [
            die
            for left, top, right, bottom in windows
            for x, y in self._reader.places(frame.image[top:bottom, left:right], frame.sheets)
            for tray in self._trays(frame).values()
            if (die := counted_die(frame.image, tray, (x + left, y + top), self._colours.height_mm))
        ]

    def _is_on_tray(self, frame: Frame, die: DieSighting) -> bool:
        height_mm = self._colours.height_mm
        return any(place_on(tray, die.centre_px, height_mm) for tray in self._trays(frame).values())

    def _found(self, frame: Frame, windows: Sequence[Window], *, closer: bool = False) -> list[DieSighting]:
        found: list[DieSighting] = []
        for left, top, right, bottom in windows:
            seen = self._reader.read(frame.image[top:bottom, left:right], sheets=frame.sheets, closer=closer)
            found += [shifted(die, left, top) for die in seen]
        return found

    def _changed(self, frame: Frame) -> list[Window]:
        """Give where cells that take dice have changed."""
        windows: list[Window] = []
        for name, registration in frame.registrations.items():
            for zone in self._zones_of(name):
                zone.look(frame.samplers[name])
                box_mm = zone.window_mm()
                if box_mm is not None:
                    windows.append(window_on(registration, box_mm, frame.size_px))
        return windows

    def _unexplained(self, frame: Frame, dice: Sequence[DieSighting]) -> list[Window]:
        """Give where something lies on a cell that takes dice, and no die was found."""
        return [
            window_on(registration, box_mm, frame.size_px)
            for name, registration in frame.registrations.items()
            for zone in self._zones_of(name)
            for box_mm in zone.unexplained_mm([die for die in dice if die.sheet == name])
        ]

    def _with_placed(
        self, frame: Frame, found: Sequence[DieSighting], others: Sequence[DieSighting]
    ) -> list[DieSighting]:
        """Say where the dice found lie, and put them to the others; each die is there once."""
        new = [self._place(frame, die) for die in each_once(found)]
        return without_sides(each_once([*new, *others]), self._colours.height_mm, frame.registrations)

    def _place(self, frame: Frame, die: DieSighting) -> DieSighting:
        """Say on which sheet a die lies, where and how it is turned: its top face is what was found.

        Where dice are rolled or put down it is compared with all that may stand there.
        """
        height_mm = self._colours.height_mm
        for registration in frame.registrations.values():
            at_mm, sheet = place_on(registration, die.centre_px, height_mm), registration.sheet
            if at_mm is not None:
                put_down = bool(self._zones_of(sheet.id))
                if put_down or _holds_tray(sheet):
                    fit = fit_near(frame.image, registration, at_mm, height_mm)
                    die = second_opinion(die, fit, flat=put_down)
                    at_mm = fit.centre_mm if fit.stands else at_mm
                turn_deg = die_turn_deg(frame.image, registration, at_mm, height_mm)
                return msgspec.structs.replace(die, sheet=sheet.id, centre_mm=at_mm, angle_deg=turn_deg)
        return die

    def _with_leans(self, frame: Frame, dice: Sequence[DieSighting]) -> list[DieSighting]:
        """Say which of the dice in trays lean, or may.

        What stands beside a flat die may be a side of it: that is doubted at most.
        """
        leads = [self._lean_lead(frame, die) for die in dice]
        flat = [die for die, lead in zip(dice, leads, strict=True) if lead is not None and lead < DOUBTED]
        told = []
        for die, lead in zip(dice, leads, strict=True):
            beside = any(far_mm(die, other) < BESIDE * self._colours.height_mm for other in flat)
            told.append(die if lead is None else with_lean(die, min(lead, DOUBTED) if beside else lead))
        return told

    def _lean_lead(self, frame: Frame, die: DieSighting) -> float | None:
        """Compare a die in a tray with one that leans; None where there is nothing to compare."""
        registration = frame.registrations.get(die.sheet)
        if registration is None or die.centre_mm is None or (die.value is None and not looks_leaning(die)):
            return None
        if self._zones_of(die.sheet) or not _holds_tray(registration.sheet):
            return None
        places = places_of(registration, die, self._colours.height_mm)
        return lean_lead(frame.image, registration, places, self._colours.height_mm)

    def _coloured(self, die: DieSighting, samplers: Mapping[str, Sampler]) -> DieSighting:
        """Tell a die's colour among those of the game, by the white of the sheet on which it lies.

        A die that was kept has its colours already.
        """
        sampler = samplers.get(die.sheet)
        if die.colours or sampler is None or die.centre_mm is None or len(self._colours.names) < 2:
            return die
        odds = self._colours.odds(sampler, die.centre_mm)
        return msgspec.structs.replace(die, colour=max(odds, key=lambda name: odds[name]), colours=odds)

    def _trays(self, frame: Frame) -> dict[str, Registration]:
        """Give the sheets in view on which dice are rolled."""
        return {name: one for name, one in frame.registrations.items() if _holds_tray(one.sheet)}

    def _zones_of(self, sheet: str) -> list[PlacedDice]:
        zones = self._layout.sheet(sheet).zones
        return [self.zones[zone.id] for zone in zones if zone.id in self.zones]


def _holds_tray(sheet: Sheet) -> bool:
    return any(zone.form == "tray" for zone in sheet.zones)
