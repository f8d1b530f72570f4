"""Reads frames of a table that was taught: sheets by their own print, pieces by how they look.

It can replace `vision.view.reader.TableReader` everywhere.

Convention: frames are (H, W, 3) blue, green, red; px count from the centre of the top left pixel.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import msgspec
import numpy as np

from companion.boxes.layout_of import FREE_TABLE
from companion.boxes.taught_box import TaughtBox
from companion.layout import Layout, Sheet
from companion.sighting import CellSighting, LoosePiece, SheetSighting, Sighting, Stillness, ViewProblem
from vision.cells.sampling import Halved, Sampler
from vision.light.light import Light
from vision.light.light_watch import LightWatch
from vision.ports import DiceReading, Image
from vision.sheet_dice.table_dice import Frame, TableDice
from vision.sheets.lens import Lens
from vision.sheets.lens_watch import LensWatch
from vision.sheets.registration import Registration, levelled
from vision.taught.colours import LEAST_AGREE, colour_agreement, measure_taught_light, taught_palette
from vision.taught.cutting import Cut, cut_flat
from vision.taught.finder import SheetFinder
from vision.taught.flat import Flat, flat_scale, lay_flat
from vision.taught.learned import artwork_of, learn_looks, learn_sheet
from vision.taught.loose import pieces_in_zone, pieces_on_table
from vision.taught.zones import TaughtZone
from vision.view import troubles as view

Cells = dict[str, dict[str, CellSighting]]


class TaughtReader:
    """Reads frames of the table of one taught box. Its memory does not grow with the frames.

    Parameters
    ----------
    layout
        The layout made from the box.
    box
        What was taught.
    dice
        Reads the dice; without it none are reported.
    lens
        The lens where it is known; without it the lens is learned from the sheets' prints.
    """

    def __init__(
        self, layout: Layout, box: TaughtBox, dice: DiceReading | None = None, lens: Lens | None = None
    ) -> None:
        self._artwork = artwork_of(box)
        self._layout = layout
        self._looks, self._shapes = learn_looks(box), box.contents.kinds
        self._lens = LensWatch(lens)
        known = [learn_sheet(box, sheet) for sheet in layout.sheets]
        self._finder = SheetFinder(known, self._lens, layout.loose_places)
        self._dice = TableDice(layout, self._artwork, dice) if dice is not None else None
        self._zones = {
            zone.id: TaughtZone(layout, sheet, zone, self._artwork, self._looks)
            for sheet, zone in layout.zones()
            if zone.cells and not layout.takes_dice(zone)
        }
        self._light, self._agreeing = LightWatch(measure_taught_light), dict[str, Light]()
        self._tilted: list[Registration] = []
        self._levelled: list[Registration] = []
        self._before: dict[str, Registration] = {}
        self._samplers: dict[str, Sampler] = {}
        self._laid: dict[str, _LaidFlat] = {}
        self._readable = False
        self.learned: Callable[[str, Cut], None] | None = None

    @property
    def lens(self) -> Lens:
        """The lens as given or as learned so far. One that is set is not learned any more."""
        return self._lens.lens

    @lens.setter
    def lens(self, lens: Lens) -> None:
        self._lens.lens = lens

    def read(self, image: Image, *, stillness: Stillness | None = None, frame: int = 0) -> Sighting:
        """Read a frame. Whatever it shows, it gives a sighting; what is wrong stands in ``view``.

        Raises
        ------
        ValueError
            When this is not an (H, W, 3) picture of 8 bits.
        """
        return self.add_dice(image, self.read_sheets(image, stillness=stillness, frame=frame))

    def read_sheets(self, image: Image, *, stillness: Stillness | None = None, frame: int = 0) -> Sighting:
        """Read all of a frame but its dice, as `read` does."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            raise ValueError(f"a frame is (H, W, 3) uint8, not {image.shape} {image.dtype}")
        size_px = (image.shape[1], image.shape[0])
        still = stillness or Stillness(still=True, still_s=0.0)
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        problems = view.stillness_problems(stillness) + view.frame_problems(view.small_grey(grey))
        self._samplers.clear()
        self._laid.clear()
        self._readable = not any(problem.code != "not-still" for problem in problems)
        if not self._readable:
            return Sighting(size_px, view=tuple(problems), stillness=still, frame=frame)
        before, self._before = self._before, {}
        sheets: list[SheetSighting] = []
        pieces: list[LoosePiece] = (
            [] if self._layout.sheets else pieces_on_table(image, self._shapes, self._looks)
        )
        halved = Halved(image)
        for registration in self._find(image, grey):
            sighting = self._read_sheet(image, halved, registration, pieces)
            if sighting is None:
                continue
            sheets.append(sighting)
            name = registration.sheet.id
            problems += view.moved(registration, before.get(name))
            self._before.setdefault(name, registration)
        problems += self._missing()
        return Sighting(size_px, tuple(sheets), (), tuple(problems), still, frame, pieces=tuple(pieces))

    def add_dice(self, image: Image, sighting: Sighting) -> Sighting:
        """Add the dice to what `read_sheets` gave for this frame, the last one that it was given."""
        if self._dice is None or not self._readable:
            return sighting
        dice = self._dice.read(Frame(image, sighting.sheets, self._before, self._samplers))
        sheets = tuple(self._dice.with_cells(sheet, dice) for sheet in sighting.sheets)
        return msgspec.structs.replace(sighting, sheets=sheets, dice=dice)

    def teach(self, zone: str, cell: str, kind: str) -> None:
        """Learn from a correction: what the last frame shows in this cell is this kind (or `EMPTY`).

        Nothing is learned if the last frame did not show the cell's sheet, or the kind has no example.
        ``learned`` gets the piece, too, as one more example for later games.

        Raises
        ------
        KeyError
            When there is no such zone with cells.
        ValueError
            When the zone has no such cell.
        """
        sheet, _ = self._layout.find(zone)
        sampler, reader = self._samplers.get(sheet.id), self._zones.get(zone)
        if sampler is not None and reader is not None:
            reader.teach(sampler, cell, kind)
            if self.learned is not None and kind in self._looks.known:
                self.learned(kind, self._cut(sheet, zone, cell, kind))

    def _cut(self, sheet: Sheet, zone: str, cell: str, kind: str) -> Cut:
        """Cut out what lies in a cell of the last frame."""
        shape = self._shapes[kind]
        flat, bare = self._laid[sheet.id].at(shape.height_mm)
        centres = {each.id: each.centre_mm for each in sheet.zone(zone).cells}
        x, y = (side * flat.px_per_mm - 0.5 for side in centres[cell])
        return cut_flat(flat.picture, (x, y), flat.px_per_mm, shape, bare.picture)

    def _find(self, image: Image, grey: Image) -> list[Registration]:
        """Find the sheets; those of which none has moved stay the same objects, with what they keep."""
        tilted = self._finder.find(image, grey)
        if [id(each) for each in tilted] != [id(each) for each in self._tilted]:
            self._tilted, self._levelled = tilted, levelled(tilted)
        return self._levelled

    def _read_sheet(
        self, image: Image, halved: Halved, registration: Registration, pieces: list[LoosePiece]
    ) -> SheetSighting | None:
        """Read a sheet, and add pieces that lie on no cell; None if its colours show another sheet."""
        name = registration.sheet.id
        palette = taught_palette(self._layout, name, self._artwork)
        light = self._light.light(image, registration, palette)
        if self._agreeing.get(name) is not light:
            if colour_agreement(image, registration, palette, light) < LEAST_AGREE:
                return None
            self._agreeing[name] = light
        sampler = Sampler(halved, registration, light)
        self._samplers.setdefault(name, sampler)
        laid = _LaidFlat(image, registration, light, self._bare(registration))
        self._laid.setdefault(name, laid)
        cells: Cells = {}
        for zone in registration.sheet.zones:
            reader = self._zones.get(zone.id)
            cells[zone.id] = reader.read(sampler, registration, laid.at) if reader is not None else {}
            if zone.form == "area" and self._layout.game == FREE_TABLE:  # no game asks what lies in a heap
                pieces += pieces_in_zone(zone, registration, *laid.at(0.0), self._shapes, self._looks)
        return _sighting(registration, cells)

    def _bare(self, registration: Registration) -> Flat:
        """Give a sheet as it was taught, in the size of the flat picture."""
        scale = flat_scale(registration)
        return Flat(self._artwork.sheet_image(self._layout, registration.sheet.id, scale), scale)

    def _missing(self) -> list[ViewProblem]:
        """Say which sheets that always lie there are not in view."""
        away = [sheet for sheet in self._layout.sheets if not sheet.loose and sheet.id not in self._before]
        if not away:
            return []
        said = "I cannot find {sheets} in the picture. Is it the side that was taught, and in view?"
        return [ViewProblem("no-sheet", said, "", {"sheets": tuple(sheet.title for sheet in away)})]


class _LaidFlat:
    """A sheet of one frame, laid flat once for each height that a caller asks for."""

    def __init__(self, image: Image, registration: Registration, light: Light, bare: Flat) -> None:
        self._image, self._registration, self._light, self._bare = image, registration, light, bare
        self._flats: dict[float, Flat] = {}

    def at(self, height_mm: float) -> tuple[Flat, Flat]:
        """Give the sheet as it is seen at a height, and as it was taught."""
        if height_mm not in self._flats:
            self._flats[height_mm] = lay_flat(self._image, self._registration, self._light, height_mm)
        return self._flats[height_mm], self._bare


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
