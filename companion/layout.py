"""What lies where: sheets, zones, cells, kinds of piece and markers, in millimetres.

One description, four uses: it drives the mat that is printed, the camera's reading, the
simulated table and the board on the screen. Nobody writes a coordinate twice.

Convention: every length is in millimetres; a sheet's origin is its top left corner, x to the
right, y down; polygons run clockwise as seen. A marker's four corners begin at its own top
left, clockwise, as OpenCV gives them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

Point = tuple[float, float]
Rgb = tuple[int, int, int]

MARKER_DICTIONARY = "DICT_APRILTAG_36h11"
"""One dictionary for everything: 587 ids that differ in 11 bits or more, so that no print on
the table is taken for a marker; it needs the same 18-20 px as a 4x4 (table-vision, 4)."""


TABLE = "table"
"""The bare table, as a zone: its cells are the loose sheets, what lies there is the sheet itself."""


NO_MARKER = -1

TURNS = ("0", "1", "2", "3")
"""Quarter turns, as they stand in the name of a turned kind."""


def die_face(kind: str) -> tuple[str, int]:
    """Colour and value in the name of a die's kind: ``die-red-4``, or ``die-4`` of no colour ("").

    Raises ValueError for any other name.
    """
    stem, _, value = kind.rpartition("-")
    colour = stem.removeprefix("die").removeprefix("-")
    return colour, int(value)


def die_kind(colour: str, value: int) -> str:
    """Name the kind of a die: the inverse of `die_face`."""
    return f"die-{colour}-{value}" if colour else f"die-{value}"


class Dot(msgspec.Struct, frozen=True):
    """A printed code dot on a piece: mm from the centre of the upright face, light or dark."""

    at_mm: Point
    light: bool


class Kind(msgspec.Struct, frozen=True):
    """A kind of piece. ``colours`` are the sRGB colours a camera should expect, main one first.

    ``shape``: ``disc``, ``square``, ``card``, ``die`` or ``pawn``. ``size_mm`` is width and
    height of the face; ``height_mm`` how far the face stands above the sheet (parallax).
    ``code`` are the dots by which a camera tells the piece and its turn for certain; kinds of
    one zone have their dots at the same places. ``marker`` is the number of a marker printed on the
    face, upright, ``marker_mm`` the side of its black square; `NO_MARKER` for none. Its middle lies
    ``marker_at_mm`` from that of the face.
    """

    name: str
    label: str
    shape: Literal["disc", "square", "card", "die", "pawn"]
    size_mm: Point
    height_mm: float
    colours: tuple[Rgb, ...]
    code: tuple[Dot, ...] = ()
    marker: int = NO_MARKER
    marker_mm: float = 0.0
    marker_at_mm: Point = (0.0, 0.0)


class Marker(msgspec.Struct, frozen=True):
    """A printed fiducial: its id and the top left, top right, bottom right, bottom left corner."""

    id: int
    corners_mm: tuple[Point, Point, Point, Point]


class Patch(msgspec.Struct, frozen=True):
    """A printed field of known colour, for white balance: ``white``, ``grey`` or a strip colour."""

    name: str
    rgb: Rgb
    centre_mm: Point
    size_mm: Point


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place for one piece: its centre and outline.

    ``label`` is what players call it, where its id and the label of its zone do not say it.
    """

    id: str
    centre_mm: Point
    outline_mm: tuple[Point, ...]
    label: str = ""


class Zone(msgspec.Struct, frozen=True):
    """A part of a sheet and the kinds of piece that may lie there.

    ``form``: ``grid`` or ``cells`` hold at most one piece a cell; in ``spots`` any cell serves as
    well as another; ``slots`` are cells beside the board; ``area`` and ``tray`` have no cells,
    pieces lie anywhere within the outline.
    ``ground`` is the printed colour under the pieces of each cell (or one for all: key "").
    """

    id: str
    label: str
    form: Literal["grid", "cells", "spots", "slots", "area", "tray"]
    outline_mm: tuple[Point, ...]
    kinds: tuple[str, ...]
    cells: tuple[Cell, ...] = ()
    ground: dict[str, Rgb] = {}


class Sheet(msgspec.Struct, frozen=True):
    """A printed sheet with its markers, patches and zones.

    A ``loose`` sheet (a card that comes into play and leaves it) lies on the table as long as
    what should lie there names one of its zones; the others are always there. A sheet that is one
    seat's own has its number as ``seat``; 0 is everybody's. A ``bare`` sheet is not printed: it is
    the piece of table on which pieces lie joined to each other, as large as they need it.
    """

    id: str
    title: str
    size_mm: Point
    markers: tuple[Marker, ...]
    patches: tuple[Patch, ...]
    zones: tuple[Zone, ...]
    loose: bool = False
    seat: int = 0
    bare: bool = False

    def zone(self, zone_id: str) -> Zone:
        """The zone of that name. Raises KeyError."""
        for zone in self.zones:
            if zone.id == zone_id:
                return zone
        raise KeyError(zone_id)


class Mosaic(msgspec.Struct, frozen=True):
    """Square tiles that are joined on the bare table, without a grid: each seat lays its own.

    The zone of seat 1 is called ``<zone>-1``. Its cells ``x,y`` count from a tile that the rules
    settle, x to the right and y down for who sits there; a kind there is ``<kind>-<quarter turns>``.
    Tiles that a seat has and has not laid yet are in ``<waiting>-1``.
    """

    zone: str
    waiting: str
    kinds: tuple[str, ...]
    side_mm: float


class Layout(msgspec.Struct, frozen=True):
    """All sheets and kinds of one game; ``loose_places``: how many loose sheets lie there at most.

    ``box`` names what owners have brought and what is in it, and is "" for what comes with the program:
    drawings of layouts that differ in it differ, too.
    """

    game: str
    sheets: tuple[Sheet, ...]
    kinds: dict[str, Kind]
    marker_dictionary: str = MARKER_DICTIONARY
    loose_places: int = 0
    mosaic: Mosaic | None = None
    box: str = ""

    def __hash__(self) -> int:
        """By the game alone (equality is by everything), so that drawings can be kept by layout."""
        return hash(self.game)

    def sheet(self, sheet_id: str) -> Sheet:
        """The sheet of that name. Raises KeyError."""
        for sheet in self.sheets:
            if sheet.id == sheet_id:
                return sheet
        raise KeyError(sheet_id)

    def kind(self, name: str) -> tuple[Kind, int]:
        """Give a kind and the quarter turns clockwise at which it lies, such as of ``T13-1``.

        Raises KeyError.
        """
        if name in self.kinds:
            return self.kinds[name], 0
        stem, _, turns = name.rpartition("-")
        if self.mosaic is None or stem not in self.mosaic.kinds or turns not in TURNS:
            raise KeyError(name)
        return self.kinds[stem], int(turns)

    def knows(self, name: str) -> bool:
        """Whether there is such a kind, turned or not."""
        try:
            self.kind(name)
        except KeyError:
            return False
        return True

    def zones(self) -> Iterator[tuple[Sheet, Zone]]:
        """Every zone with its sheet; zone names are unique in a layout."""
        for sheet in self.sheets:
            for zone in sheet.zones:
                yield sheet, zone

    @property
    def has_dice(self) -> bool:
        """Whether dice belong to the game."""
        return any(kind.shape == "die" for kind in self.kinds.values())

    def takes_dice(self, zone: Zone) -> bool:
        """Whether dice are put on the cells of a zone, and nothing else."""
        return bool(zone.cells) and all(self.kinds[kind].shape == "die" for kind in zone.kinds)

    @property
    def seats_with_sheets(self) -> tuple[int, ...]:
        """The seats that have a sheet of their own."""
        return tuple(sorted({sheet.seat for sheet in self.sheets if sheet.seat}))

    def for_seats(self, seats: int) -> Layout:
        """The layout without the sheets of seats at which nobody sits."""
        sheets = tuple(sheet for sheet in self.sheets if sheet.seat <= seats)
        return self if sheets == self.sheets else msgspec.structs.replace(self, sheets=sheets)

    def laid_out(self, zones: Iterable[str]) -> tuple[str, ...]:
        """The loose sheets that lie on the table where these zones are in play, in their order."""
        homes = {zone.id: sheet.id for sheet, zone in self.zones() if sheet.loose}
        return tuple(dict.fromkeys(homes[zone] for zone in zones if zone in homes))

    def find(self, zone_id: str) -> tuple[Sheet, Zone]:
        """The zone of that name with its sheet. Raises KeyError."""
        for sheet, zone in self.zones():
            if zone.id == zone_id:
                return sheet, zone
        raise KeyError(zone_id)
