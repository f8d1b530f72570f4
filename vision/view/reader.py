"""Reads the table in one frame: sheets by their markers, cells as odds, dice, and what is wrong.

Convention: frames are (H, W, 3) blue, green, red; px count from the centre of the top left pixel.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

import cv2
import msgspec
import numpy as np

from companion.layout import Layout, Sheet
from companion.sighting import CellSighting, SheetSighting, Sighting, Stillness, ViewProblem
from vision.cells.sampling import Halved, Sampler
from vision.cells.tagged import TaggedZone, is_tagged
from vision.light.light_watch import LightWatch
from vision.light.palette import palette_of
from vision.mosaics.mosaic_reader import MosaicReader
from vision.ports import Artwork, DiceReading, Floats, Image
from vision.prints.few_markers import FewMarkers
from vision.prints.grey_print import PrintWatch
from vision.sheet_dice.table_dice import Frame
from vision.sheets.lens import Lens
from vision.sheets.lens_watch import LensWatch
from vision.sheets.marker_search import FoundMarker, MarkerSearch
from vision.sheets.markers import MarkerFinder
from vision.sheets.mirrored import MIRRORED, is_mirrored, marker_ids
from vision.sheets.print_fitter import PrintFitter
from vision.sheets.registration import (
    MARKERS_NEEDED,
    Registration,
    expected_markers,
    levelled,
)
from vision.view import troubles as view
from vision.view.doubts import doubt_problems
from vision.view.zone_readers import ZoneReaders

Cells = dict[str, dict[str, CellSighting]]


class TableReader:
    """Reads frames of the table of one game. Its memory does not grow with the frames.

    Parameters
    ----------
    layout
        What may lie where.
    artwork
        What is printed; the module `companion.printing.artwork` is one.
    dice
        Reads the dice; without it none are reported.
    lens
        The lens where it is known; without it the lens is learned from the markers.
    tells_mirrored
        Whether a frame without any sheet is looked at as in a mirror, to tell why.
    search
        Searches for markers, also for the other readers of the same frames.
    """

    def __init__(
        self,
        layout: Layout,
        artwork: Artwork,
        dice: DiceReading | None = None,
        lens: Lens | None = None,
        *,
        tells_mirrored: bool = True,
        search: MarkerSearch | None = None,
    ) -> None:
        self._tells_mirrored = tells_mirrored
        # What has no markers is never found, and only takes time.
        layout = msgspec.structs.replace(layout, sheets=tuple(s for s in layout.sheets if s.markers))
        self._layout, self._print = layout, PrintWatch(layout, artwork)
        self._markers = MarkerFinder(layout.marker_dictionary, search)
        self._lens = LensWatch(lens)
        self._fitter = PrintFitter(layout, artwork, self._lens)
        self._by_print = FewMarkers(layout, artwork)
        self._dice_reading = dice
        self._has_tagged = any(is_tagged(layout, zone) for _, zone in layout.zones())
        self._light = LightWatch()
        self._mosaic = MosaicReader(layout)
        self._zones = ZoneReaders(layout, artwork, dice)
        self._before: dict[str, Registration] = {}
        self._tilted: list[Registration] = []
        self._levelled: list[Registration] = []
        self._readable = False
        self._last_found: tuple[FoundMarker, ...] = ()
        self._samplers: dict[str, Sampler] = {}

    @property
    def lens(self) -> Lens:
        """The lens as given or as learned so far. One that is set is not learned any more."""
        return self._lens.lens

    @lens.setter
    def lens(self, lens: Lens) -> None:
        self._lens.lens = lens

    @property
    def expected_print(self) -> Artwork:
        """What sheets and pieces are compared with: the artwork in its colours, or in grey."""
        return self._print.artwork

    def read(self, image: Image, *, stillness: Stillness | None = None, frame: int = 0) -> Sighting:
        """Read a frame. Whatever it shows, it gives a sighting; what is wrong stands in ``view``.

        Raises
        ------
        ValueError
            When this is not an (H, W, 3) picture of 8 bits.
        """
        return self.add_dice(image, self.read_sheets(image, stillness=stillness, frame=frame))

    def read_sheets(self, image: Image, *, stillness: Stillness | None = None, frame: int = 0) -> Sighting:
        """Read all of a frame but its dice, as `read` does, in a fraction of the time."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            raise ValueError(f"a frame is (H, W, 3) uint8, not {image.shape} {image.dtype}")
        size_px = (image.shape[1], image.shape[0])
        still = stillness or Stillness(still=True, still_s=0.0)
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        small = view.small_grey(grey)
        problems = view.stillness_problems(stillness) + self._frame_problems(grey, small)
        if any(problem.code != "not-still" for problem in problems):
            self._forget()
            return Sighting(size_px, view=tuple(problems), stillness=still, frame=frame)
        found, registrations = self._register(grey)
        if not registrations and self._is_mirrored(grey, found):
            self._forget()
            return Sighting(size_px, view=(MIRRORED,), stillness=still, frame=frame)
        sheets, more = self._read_sheets(image, grey, registrations, found)
        problems += more + self._missing(found, registrations)
        self._readable = True
        if self._broken_off(grey, small, sheets, problems):
            # Nor is a die read: what no sheet tells of, the next look would think is known.
            self._readable = not sheets
            self._samplers.clear()
            sentence = "Only part of the picture has arrived. Is the camera's cable firm?"
            problems = [ViewProblem("half-frame", sentence), *problems]  # the cause of the others
            return Sighting(size_px, view=tuple(problems), stillness=still, frame=frame)
        self._last_found = found
        if not found:
            problems = view.unsharp(grey) + problems  # the first of them is told, and the cause helps more
        mosaics = self._mosaic.read(grey, found, registrations, self.lens)
        if mosaics and self._markers.searched_whole:
            # No print says how many tiles there are: one that the quick search misses would be missing.
            all_markers = self._markers.expect_more(grey)
            mosaics = self._mosaic.read(grey, all_markers, registrations, self.lens)
        return Sighting(size_px, sheets, (), tuple(problems), still, frame, mosaics=mosaics)

    def add_dice(self, image: Image, sighting: Sighting) -> Sighting:
        """Add the dice to what `read_sheets` gave for this frame, the last one that it was given."""
        reader = self._zones.dice
        if reader is None or not self._readable:
            return sighting
        dice = reader.read(Frame(image, sighting.sheets, self._before, self._samplers))
        sheets = tuple(reader.with_cells(sheet, dice) for sheet in sighting.sheets)
        return msgspec.structs.replace(sighting, sheets=sheets, dice=dice)

    def teach(self, zone: str, cell: str, kind: str) -> None:
        """Learn from a correction: what the last frame shows in this cell is this kind (or `EMPTY`).

        A kind gains one more face everywhere in the zone; bare ground, only there. When the
        last frame did not show the cell's sheet, nothing is learned.

        Raises
        ------
        KeyError
            When there is no such zone with cells.
        ValueError
            When the zone has no such cell or kind.
        """
        sheet, _ = self._layout.find(zone)
        sampler = self._samplers.get(sheet.id)
        if sampler is not None:
            dice = self._zones.dice
            reader = (dice.zones.get(zone) if dice is not None else None) or self._zones.of(zone)
            if reader is not None:
                reader.teach(sampler, cell, kind)

    def _frame_problems(self, grey: Image, small: Image) -> list[ViewProblem]:
        """Say what is wrong with the whole frame; a small tile on a plain table is no even surface."""
        problems = view.frame_problems(small)
        even = any(problem.code == "blurred" for problem in problems)
        return [] if even and self._markers.search(grey) else problems

    def _broken_off(
        self, grey: Image, small: Image, sheets: tuple[SheetSighting, ...], problems: list[ViewProblem]
    ) -> bool:
        """Whether only the upper part of the frame has arrived."""
        corners = [np.array(sheet.corners_px) for sheet in sheets]
        if view.half_frame(small, corners, small.shape[1] / grey.shape[1]):
            return True
        border_px = view.torn_below(grey)
        if border_px is None:
            return False
        lost = any(marker.corners_px[:, 1].max() > border_px for marker in self._last_found)
        return lost or any(problem.code == "marker-hidden" for problem in problems)

    def _forget(self) -> None:
        self._readable = False
        self._before.clear()
        self._samplers.clear()

    def _register(self, grey: Image) -> tuple[tuple[FoundMarker, ...], list[Registration]]:
        """Find the sheets; look more thoroughly when one of them lacks a marker."""
        found = self._markers.find(grey, others=self._has_tagged or self._places_are_free())
        if self._incomplete(found):
            found = self._markers.expect_more(grey)
        size_px = (grey.shape[1], grey.shape[0])
        for sheet in self._layout.sheets:
            places = expected_markers(sheet, found, self.lens, size_px) or self._where_it_lay(sheet, found)
            if places:
                found = self._markers.look_at(grey, places)
        if any(_seen(sheet, found) in range(sheet.loose, MARKERS_NEEDED) for sheet in self._layout.sheets):
            found = self._markers.search_patiently(grey)
        registrations = self._fitter.fit(grey, found, size_px)
        more = self._by_print.find(grey, found, self.lens, registrations)
        tilted = [*registrations, *more]
        if len(tilted) != len(self._tilted) or not all(map(operator.is_, tilted, self._tilted)):
            self._tilted, self._levelled = tilted, levelled(tilted)
        return found, self._levelled

    def _where_it_lay(self, sheet: Sheet, found: tuple[FoundMarker, ...]) -> dict[int, Floats]:
        """Say where the markers of a sheet were that shows too few now: small ones are found by chance."""
        before = self._before.get(sheet.id)
        if before is None or _seen(sheet, found) >= MARKERS_NEEDED:
            return {}
        return {marker.id: before.to_frame(np.array(marker.corners_mm)) for marker in sheet.markers}

    def _places_are_free(self) -> bool:
        """Whether a loose sheet may have come since the last frame."""
        lying = sum(self._layout.sheet(name).loose for name in self._before)
        return lying < self._layout.loose_places

    def _incomplete(self, found: tuple[FoundMarker, ...]) -> bool:
        return any(0 < _seen(sheet, found) < MARKERS_NEEDED for sheet in self._layout.sheets)

    def _is_mirrored(self, grey: Image, found: tuple[FoundMarker, ...]) -> bool:
        unread = self._tells_mirrored and len(found) < MARKERS_NEEDED
        return unread and is_mirrored(grey, self._markers, marker_ids(self._layout))

    def _missing(
        self, found: tuple[FoundMarker, ...], registrations: list[Registration]
    ) -> list[ViewProblem]:
        in_view = {registration.sheet.id for registration in registrations}
        problems = [
            problem
            for sheet in self._layout.sheets
            if sheet.id not in in_view
            for problem in view.missing_sheet(sheet, found)
        ]
        if not in_view:
            always = [sheet.title for sheet in self._layout.sheets if not sheet.loose]
            problems.append(_not_found(always))
        return problems

    def _read_sheets(
        self, image: Image, grey: Image, registrations: list[Registration], found: tuple[FoundMarker, ...]
    ) -> tuple[tuple[SheetSighting, ...], list[ViewProblem]]:
        sheets, problems = [], []
        before, self._before = self._before, {}
        self._samplers.clear()
        halved = Halved(image)
        tags = _Tags(grey, found, lambda: self._markers.expect_more(grey))
        for name in before.keys() - {registration.sheet.id for registration in registrations}:
            if self._zones.dice is not None:
                self._zones.dice.forget(name)
        if self._print.look(image, [each for each in registrations if each.sheet.id not in before]):
            self._zones = ZoneReaders(self._layout, self._print.artwork, self._dice_reading)
        for registration in registrations:
            palette = palette_of(self._layout, registration.sheet.id, self._print.artwork)
            name = registration.sheet.id
            light = self._light.light(image, registration, palette, self._print.measured_light(name))
            sampler = Sampler(halved, registration, light)
            cells = self._read_cells(registration, sampler, tags)
            sheets.append(_sighting(registration, cells))
            wrong = view.sheet_problems(image, grey, registration, light)
            problems += wrong or doubt_problems(registration, light, cells)
            problems += view.moved(registration, before.get(name))
            self._before[name], self._samplers[name] = registration, sampler
        return tuple(sheets), problems

    def _read_cells(self, registration: Registration, sampler: Sampler, tags: _Tags) -> Cells:
        cells: Cells = {}
        for zone in registration.sheet.zones:
            reader = self._zones.of(zone.id)
            if isinstance(reader, TaggedZone):
                cells[zone.id] = reader.read(tags.grey, sampler, registration, tags.found, tags.closer)
            else:
                cells[zone.id] = reader.read(sampler) if reader is not None else {}
        return cells


class _Tags:
    """The markers of one frame: as found at first, and after a second, thorough look."""

    def __init__(
        self, grey: Image, found: tuple[FoundMarker, ...], again: Callable[[], tuple[FoundMarker, ...]]
    ) -> None:
        self.grey, self.found = grey, found
        self._again: Callable[[], tuple[FoundMarker, ...]] | None = again

    def closer(self) -> tuple[FoundMarker, ...]:
        """Look thoroughly, once a frame."""
        if self._again is not None:
            self.found, self._again = self._again(), None
        return self.found


def _not_found(titles: list[str]) -> ViewProblem:
    """Name the sheets; what all titles begin with, as the name of the game, is said once."""
    if not titles:
        return ViewProblem("no-sheet", "I cannot find any sheet of this game in the picture.")
    before = {title.rpartition(": ")[0] for title in titles}
    if len(before) == 1:
        titles = [*titles[:1], *(title.rpartition(": ")[2] for title in titles[1:])]
    return ViewProblem("no-sheet", "I cannot find {sheets} in the picture.", "", {"sheets": tuple(titles)})


def _seen(sheet: Sheet, found: tuple[FoundMarker, ...]) -> int:
    return len({marker.id for marker in sheet.markers} & {marker.id for marker in found})


def _sighting(registration: Registration, cells: Cells) -> SheetSighting:
    a, b, c, d = ((float(x), float(y)) for x, y in registration.corners_px())
    return SheetSighting(
        registration.sheet.id,
        (a, b, c, d),
        tuple(registration.homography.ravel().tolist()),
        registration.px_per_mm,
        cells,
        registration.error_mm,
    )
