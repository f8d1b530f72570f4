"""What was seen: the words in which vision speaks to play.

Nothing here is a hard guess: a cell carries odds over the kinds that may lie there or says
that it is covered; a die carries odds over its values.

Convention: pixels of the frame that was read, origin at the top left, x to the right, y down;
millimetres of the sheet as in `companion.layout`. A homography maps sheet mm to frame px.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from companion.rules.labels import Label
from companion.rules.message import Message, together
from companion.rules.phrases import Listing, Value

EMPTY = "empty"
"""The kind of a cell on which nothing lies."""

THINKABLE = 0.01
"""A value of a die with smaller odds is next to impossible."""

Point = tuple[float, float]

Named: TypeAlias = Mapping[str, str | int | tuple[str, ...]]
"""What a sentence about a view names: numbers, and sheets, spaces or pieces by their labels in the layout."""

DieFlag = Literal["cocked", "stacked", "cut-off", "blurred", "small", "numeral"]


class CellSighting(msgspec.Struct, frozen=True):
    """One cell: natural logarithms of the probabilities of each kind (and `EMPTY`), summing to 1.

    ``covered`` means that something hides the cell (a hand, an arm, glare) or that it lies
    outside the frame; the odds are then only what was left to see and must not be relied on. ``strange``
    says besides that something lies open there which is none of the kinds. ``turn_rad`` is how the likeliest
    kind lies, clockwise from how it was taught, and ``centre_px`` where the middle of the cell is seen; both
    only where a taught box is read.
    """

    log_p: dict[str, float]
    covered: bool = False
    strange: bool = False
    turn_rad: float | None = None
    centre_px: Point | None = None

    def best(self) -> tuple[str, float]:
        """The likeliest kind and its log probability."""
        kind = max(self.log_p, key=self.log_p.__getitem__)
        return kind, self.log_p[kind]


class DieSighting(msgspec.Struct, frozen=True):
    """One die: odds over the values of its top face, where it lies, and what is odd about it.

    ``value`` is the likeliest value, None when the die is flagged as not readable.
    ``confidence`` is the calibrated probability that this is a die, lies flat and shows ``value``;
    ``accepted`` says that it reaches the shipped threshold, and that nothing is flagged. ``box_px`` is
    x, y, width, height of the whole die. ``sheet``/``centre_mm`` are set when the die lies on a sheet in
    view, and with them, for a game whose dice differ in colour, ``colours``: odds over its dice's colours.
    """

    value: int | None
    odds: dict[int, float]
    box_px: tuple[float, float, float, float]
    colour: str
    confidence: float
    accepted: bool
    flags: tuple[DieFlag, ...] = ()
    centre_px: Point = (0.0, 0.0)
    angle_deg: float = 0.0
    sheet: str = ""
    centre_mm: Point | None = None
    colours: dict[str, float] = {}

    @property
    def likeliest(self) -> tuple[int, ...]:
        """What it may show: the value where it is accepted, else the two likeliest, the first one first.

        A value that is next to impossible is left out; a die that cannot be read has none.
        """
        if self.value is None or self.accepted:
            return () if self.value is None else (self.value,)
        others = [value for value, odds in self.odds.items() if value != self.value and odds >= THINKABLE]
        return (self.value, *sorted(others, key=lambda value: -self.odds[value])[:1])


class SheetSighting(msgspec.Struct, frozen=True):
    """One sheet in view.

    ``corners_px`` are the sheet's own corners (top left, then clockwise) in the frame;
    ``homography`` is the 3x3 matrix, row by row, from sheet mm to frame px (lens undone);
    ``cells`` maps zone -> cell -> what was seen. ``elsewhere`` says that its pixels are those of
    another picture than the other sheets': they do not tell where it lies among them.
    """

    sheet: str
    corners_px: tuple[Point, Point, Point, Point]
    homography: tuple[float, ...]
    px_per_mm: float
    cells: dict[str, dict[str, CellSighting]]
    error_mm: float = 0.0
    elsewhere: bool = False


class LoosePiece(msgspec.Struct, frozen=True):
    """A piece that lies on no cell: in a zone without cells, or on the bare table (``zone`` is "" then).

    ``log_p`` are the odds of every kind; ``strange`` says that it is none of them. ``box_px`` is x, y, width
    and height.
    """

    log_p: dict[str, float]
    centre_px: Point
    box_px: tuple[float, float, float, float]
    zone: str = ""
    centre_mm: Point | None = None
    turn_rad: float = 0.0
    strange: bool = False

    def best(self) -> tuple[str, float]:
        """The likeliest kind and its log probability."""
        kind = max(self.log_p, key=self.log_p.__getitem__)
        return kind, self.log_p[kind]


class JoinedPiece(msgspec.Struct, frozen=True):
    """A tile among others that are joined on the bare table.

    ``x``, ``y`` count cells from any tile of them, ``turns`` quarter turns clockwise against the
    lattice in which all of them lie. ``off_mm`` is how far its middle is from that of its cell,
    ``askew_deg`` how much it is turned against the lattice.
    """

    kind: str
    x: int
    y: int
    turns: int
    off_mm: float
    askew_deg: float
    centre_px: Point


class MosaicSighting(msgspec.Struct, frozen=True):
    """Tiles that are joined on the bare table: nothing printed says where, they say it themselves.

    ``homography`` is the 3x3 matrix, row by row, from mm round the middle of cell 0, 0 to frame px
    (lens undone).
    """

    pieces: tuple[JoinedPiece, ...]
    homography: tuple[float, ...]


class ViewProblem(msgspec.Struct, frozen=True):
    """Something wrong with the view, with a stable code and words a player understands.

    ``text`` is a template in English, and ``values`` are what it names; of several labels it names one or the
    other. ``remedy`` is a sentence of its own.

    Codes: no-sheet, too-dark, too-bright, blurred, glare, doubtful, too-small, marker-hidden,
    half-frame, mirrored, camera-moved, colour-cast, not-still, camera-lost, tile-askew, tile-gap, tile-apart,
    tile-alone.
    """

    code: str
    text: str
    sheet: str = ""
    values: Named = {}
    remedy: str = ""

    @property
    def said(self) -> Message:
        """Give the sentence, and the remedy after it, for readers of any language."""
        said = Message(self.text, {name: _said(value) for name, value in self.values.items()})
        return together(said, Message(self.remedy)) if self.remedy else said

    @property
    def sentence(self) -> str:
        """Give the sentence in English, as records, files and the command have it."""
        return str(self.said)


def _said(value: str | int | tuple[str, ...]) -> Value:
    """Give labels of a layout as each language says them."""
    if isinstance(value, tuple):
        return Listing(tuple(map(Label, value)))
    return value if isinstance(value, int) else Label(value)


class ShownPieces(msgspec.Struct, frozen=True):
    """Pieces that somebody shows to a phone: one kind for each marker in the picture, from left to right.

    They lie or are held anyhow, on no sheet; a kind that is seen twice stands there twice.
    """

    kinds: tuple[str, ...]
    view: tuple[ViewProblem, ...] = ()


class Stillness(msgspec.Struct, frozen=True):
    """Whether the table is at rest: ``still_s`` seconds without movement (0 while it moves).

    ``rest`` is the number of the rest, counted from 1 by whoever watches the table; 0 where nobody counts,
    and while it moves.
    """

    still: bool
    still_s: float
    hand: bool = False
    rest: int = 0


class Sighting(msgspec.Struct, frozen=True):
    """Everything read from one frame (or several still ones, fused).

    ``partial`` says that the picture was aimed at a part of the table: what it does not show may
    lie there all the same.
    """

    size_px: tuple[int, int]
    sheets: tuple[SheetSighting, ...] = ()
    dice: tuple[DieSighting, ...] = ()
    view: tuple[ViewProblem, ...] = ()
    stillness: Stillness = Stillness(True, 0.0)
    frame: int = 0
    partial: bool = False
    mosaics: tuple[MosaicSighting, ...] = ()
    pieces: tuple[LoosePiece, ...] = ()

    def cells(self) -> Iterator[tuple[str, str, CellSighting]]:
        """Every cell of every sheet in view as (zone, cell, sighting)."""
        for sheet in self.sheets:
            for zone, cells in sheet.cells.items():
                for cell, seen in cells.items():
                    yield zone, cell, seen
