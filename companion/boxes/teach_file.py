"""The teach file: pictures of a game's sheets and pieces, and what is where in them.

Convention: pixels of the picture that is named beside them, x to the right, y down; sizes in millimetres.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Annotated, Any, Final, Literal

import msgspec

from companion.boxes.errors import BoxError
from companion.layout import Point

VERSION = 1

MOST_CELLS, MOST_KINDS, MOST_ITEMS = 2000, 400, 4000
"""Bounds of a file: eight times what the largest of our games has."""

SWAPPED: Final = 0.45
"""Corners whose sides differ by more, as a logarithm, from what the size says were begun at another corner:
a view slanted by 45 degrees shortens a side by 0.35."""

UNNAMED: Final = "?"
"""The kind of a piece that was found in a photograph and has no name yet: no box is made of it."""

Form = Literal["disc", "square", "rect", "hex", "free"]
Identifier = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Length = Annotated[float, msgspec.Meta(gt=0, le=3000)]
Corners = tuple[Point, Point, Point, Point]


class Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rows and the columns of a grid of cells, by name; a cell is called row + column."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]


class TaughtZone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a sheet: centres of cells in pixels, or the outline of a place without cells."""

    id: Identifier
    cells: dict[str, Point] = {}
    outline: tuple[Point, ...] = ()
    grid: Grid | None = None
    kinds: tuple[str, ...] = ()


class TaughtSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A photograph of an empty sheet: its corners, clockwise from the top left as it is read, and zones."""

    id: Identifier
    image: str
    corners: Corners
    size_mm: tuple[Length, Length]
    zones: tuple[TaughtZone, ...] = ()


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece in a photograph: round which box (x, y, width, height) it lies, or where its middle is."""

    kind: Identifier
    box: tuple[float, float, float, float] | None = None
    at: Point | None = None


class Photograph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A photograph of pieces; ``on`` names the sheet on which they lie, None for the bare table."""

    image: str
    items: tuple[Item, ...]
    on: str | None = None


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a kind of piece is cut: its outline, its size and its height."""

    shape: Form
    size_mm: tuple[Length, Length]
    height_mm: Annotated[float, msgspec.Meta(ge=0, le=300)] = 2.0


class TeachFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a box is taught from."""

    version: int
    name: Identifier
    game: str | None = None
    sheets: tuple[TaughtSheet, ...] = ()
    pieces: tuple[Photograph, ...] = ()
    kinds: dict[str, Shape] = {}


def parse_teach_file(data: bytes) -> TeachFile:
    """Read a teach file and check all of it that needs no picture.

    Raises
    ------
    BoxError
        With the code ``teach-file-newer`` or ``bad-teach-file`` and what to change.
    """
    try:
        raw: Any = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except msgspec.DecodeError as error:
        raise _bad("The teach file is not JSON: {error}.", error=error) from error
    version = raw.get("version") if isinstance(raw, dict) else None
    if isinstance(version, int) and version > VERSION:
        raise BoxError(
            "teach-file-newer",
            "The teach file is of version {version}; this program reads version {known}. Update the program.",
            version=version,
            known=VERSION,
        )
    if version != VERSION:
        raise _bad('The teach file must begin with "version": 1.')
    try:
        file = msgspec.convert(raw, TeachFile)
    except msgspec.ValidationError as error:
        raise _bad("The teach file is not as it should be: {error}.", error=error) from error
    _check(file)
    return file


def _check(file: TeachFile) -> None:
    if not file.sheets and not file.pieces:
        raise _bad("The teach file shows neither a sheet nor a piece.")
    _check_once(
        [sheet.id for sheet in file.sheets],
        "The sheet {name} is there twice. Give each sheet a name of its own.",
    )
    _check_once(
        [zone.id for sheet in file.sheets for zone in sheet.zones],
        "The zone {name} is there twice. Give each zone a name of its own.",
    )
    for sheet in file.sheets:
        check_sheet(sheet)
        for zone in sheet.zones:
            _check_zone(zone, with_game=file.game is not None)
    if len(file.kinds) > MOST_KINDS:
        raise _bad("The teach file has {n} kinds; {most} are the most.", n=len(file.kinds), most=MOST_KINDS)
    _check_items(file)


def _check_once(names: list[str], text: str) -> None:
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise _bad(text, name=twice[0])


def check_sheet(sheet: TaughtSheet) -> None:
    """See that the corners run clockwise round a sheet that is no sliver. Raises `BoxError`."""
    if not all(math.isfinite(number) for corner in sheet.corners for number in corner):
        raise _bad("A corner of the sheet {sheet} is not a number.", sheet=sheet.id)
    turns = [_turn(*(sheet.corners[(n + k) % 4] for k in range(3))) for n in range(4)]
    if all(turn < 0 for turn in turns):
        raise BoxError(
            "corners-mirrored",
            "The corners of the sheet {sheet} run anticlockwise: the sheet would be read as in a "
            "mirror. Give them clockwise from the top left.",
            sheet=sheet.id,
        )
    if not all(turn > 0 for turn in turns):
        raise BoxError(
            "corners-crossed",
            "The corners of the sheet {sheet} cross, or lie in a line. Give them in their order round "
            "the sheet, clockwise from the top left.",
            sheet=sheet.id,
        )
    a, b, c, d = sheet.corners
    wide, high = math.dist(a, b) + math.dist(d, c), math.dist(a, d) + math.dist(b, c)
    seen, said = math.log(wide / high), math.log(sheet.size_mm[0] / sheet.size_mm[1])
    if abs(seen - said) > SWAPPED > abs(seen + said):
        raise BoxError(
            "corners-turned",
            "The sheet {sheet} is {size_mm} mm, but its corners span {size_px} pixels. Begin with the corner "
            "that is at the top left when the sheet is read, or swap the two sizes.",
            sheet=sheet.id,
            size_mm="{:g} x {:g}".format(*sheet.size_mm),
            size_px=f"{wide / 2:.0f} x {high / 2:.0f}",
        )


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _check_zone(zone: TaughtZone, *, with_game: bool) -> None:
    if bool(zone.cells) == bool(zone.outline):
        raise _bad('The zone {zone} needs either "cells" or an "outline".', zone=zone.id)
    if zone.outline and len(zone.outline) < 3:
        raise _bad("The outline of the zone {zone} needs three corners at least.", zone=zone.id)
    if zone.grid is None:
        return
    if with_game:
        raise _bad(
            "The zone {zone} belongs to a game that knows its cells: leave out the grid.", zone=zone.id
        )
    rows, columns = zone.grid.rows, zone.grid.columns
    if not rows or not columns or len(rows) * len(columns) > MOST_CELLS:
        raise _bad("The grid of the zone {zone} needs 1 to {most} cells.", zone=zone.id, most=MOST_CELLS)
    _check_once(
        [row + column for row in rows for column in columns],
        "The cell {name} is there twice. Give each cell a name of its own.",
    )
    corners = {row + column for row in (rows[0], rows[-1]) for column in (columns[0], columns[-1])}
    if missing := sorted(corners - set(zone.cells)):
        raise _bad(
            "The grid of the zone {zone} needs its corner cells; {missing} is missing.",
            zone=zone.id,
            missing=", ".join(missing),
        )


def _check_items(file: TeachFile) -> None:
    if sum(len(photo.items) for photo in file.pieces) > MOST_ITEMS:
        raise _bad("The teach file shows more than {most} pieces.", most=MOST_ITEMS)
    sheets = {sheet.id for sheet in file.sheets}
    for photo in file.pieces:
        if photo.on is not None and photo.on not in sheets:
            raise _bad(
                "The picture {picture} lies on {sheet}, and no sheet is called so.",
                picture=photo.image,
                sheet=photo.on,
            )
        for item in photo.items:
            named = {"kind": item.kind, "picture": photo.image}
            if (item.box is None) == (item.at is None):
                raise _bad('The piece {kind} in {picture} needs either "box" or "at".', **named)
            if item.box is not None and min(item.box[2:]) < 4:
                raise _bad("The box round {kind} in {picture} is smaller than 4 pixels.", **named)
            if file.game is None and item.kind not in file.kinds and item.kind != UNNAMED:
                raise _bad(
                    'The kind {kind} is shown in {picture}, but "kinds" does not say its size.', **named
                )
    _check_places(file)


def _check_places(file: TeachFile) -> None:
    """See that no piece bears two names."""
    for photo in file.pieces:
        for number, item in enumerate(photo.items):
            for other in photo.items[:number]:
                if item.kind != other.kind and _same_place(item, other):
                    raise BoxError(
                        "kind-shown-twice",
                        "One piece in {picture} is called {other} and {item}. Keep one of the names.",
                        picture=photo.image,
                        other=other.kind,
                        item=item.kind,
                    )


def _same_place(one: Item, other: Item) -> bool:
    """Whether two items are the same piece: their points are one, or their boxes share most of their area."""
    if one.box is None or other.box is None:
        return one.at is not None and other.at is not None and math.dist(one.at, other.at) < 3
    wide, high = (
        min(one.box[k] + one.box[k + 2], other.box[k] + other.box[k + 2]) - max(one.box[k], other.box[k])
        for k in (0, 1)
    )
    shared = max(wide, 0.0) * max(high, 0.0)
    return shared > 0.6 * (one.box[2] * one.box[3] + other.box[2] * other.box[3] - shared)


def _bad(text: str, **values: object) -> BoxError:
    return BoxError("bad-teach-file", text, **values)
