"""Makes a layout from a taught box, so that camera and referee treat its sheets like printed ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal

import msgspec

from companion.boxes.taught_box import BoxSheet, BoxZone, TaughtBox
from companion.boxes.teach_file import Form, Shape
from companion.layout import Cell, Kind, Layout, Point, Rgb, Sheet, Zone
from companion.rules.labels import keep_names

FREE_TABLE: Final = "taught"
"""The game of a layout that belongs to none of the games."""

UNKNOWN_COLOUR: Final[Rgb] = (128, 128, 128)
"""What a kind looks like, the examples say; a layout has one colour for all."""

KIND_SHAPES: Final[dict[Form, Literal["disc", "square", "card"]]] = {
    "disc": "disc",
    "square": "square",
    "rect": "card",
    "hex": "disc",
    "free": "disc",
}
"""Shape of a teach file -> the shape by which a layout tells how far a face reaches."""


def layout_of_box(box: TaughtBox, layout: Layout | None) -> Layout:
    """Give the layout of a taught box: its sheets alone, without markers or patches.

    Parameters
    ----------
    box
        The box.
    layout
        The layout of the box's game, of which it keeps labels, forms, kinds and seats; None for no game.
    """
    sheets = tuple(_sheet(each, box, layout) for each in box.contents.sheets)
    kinds = _kinds(box, layout)
    keep_names("box", _named(sheets, kinds, layout))
    if layout is None:
        return Layout(FREE_TABLE, sheets, kinds, box=box.edition)
    return msgspec.structs.replace(layout, sheets=sheets, kinds=kinds, mosaic=None)


def _named(sheets: Iterable[Sheet], kinds: Iterable[str], layout: Layout | None) -> Iterator[str]:
    """Give the labels that the owner of a box has chosen."""
    yield from kinds if layout is None else set(kinds) - set(layout.kinds)
    if layout is None:
        for sheet in sheets:
            yield from (sheet.id, *(zone.id for zone in sheet.zones))


def shapes_of_game(layout: Layout) -> dict[str, Shape]:
    """Give how the kinds of a game are cut, as a teach file would say."""
    return {name: _shape(kind) for name, kind in layout.kinds.items()}


def _shape(kind: Kind) -> Shape:
    form: Form = {"card": "rect", "square": "square", "die": "square"}.get(kind.shape, "disc")  # type: ignore[assignment]
    return Shape(form, kind.size_mm, kind.height_mm)


def _kinds(box: TaughtBox, layout: Layout | None) -> dict[str, Kind]:
    kinds = {} if layout is None else {name: _unmarked(kind) for name, kind in layout.kinds.items()}
    for name, shape in box.contents.kinds.items():
        old = kinds.get(name)
        if old is not None and old.shape in ("die", "pawn"):
            continue
        kinds[name] = Kind(
            name,
            old.label if old is not None else name,
            KIND_SHAPES[shape.shape],
            shape.size_mm,
            shape.height_mm,
            old.colours if old is not None else (UNKNOWN_COLOUR,),
        )
    return kinds


def _unmarked(kind: Kind) -> Kind:
    return msgspec.structs.replace(kind, code=(), marker=-1, marker_mm=0.0)


def _sheet(sheet: BoxSheet, box: TaughtBox, layout: Layout | None) -> Sheet:
    if layout is None:
        zones = tuple(_free_zone(zone, box) for zone in sheet.zones)
        return Sheet(sheet.id, sheet.id, sheet.size_mm, (), (), zones)
    own = layout.sheet(sheet.id)
    zones = tuple(_zone_of_game(zone, own.zone(zone.id)) for zone in sheet.zones)
    return msgspec.structs.replace(own, size_mm=sheet.size_mm, markers=(), patches=(), zones=zones)


def _zone_of_game(zone: BoxZone, own: Zone) -> Zone:
    labels = {cell.id: cell.label for cell in own.cells}
    cells = tuple(Cell(each.id, each.centre_mm, each.outline_mm, labels[each.id]) for each in zone.cells)
    return msgspec.structs.replace(own, outline_mm=zone.outline_mm, cells=cells, ground={})


def _free_zone(zone: BoxZone, box: TaughtBox) -> Zone:
    kinds = zone.kinds or tuple(box.contents.kinds)
    cells = tuple(Cell(each.id, each.centre_mm, each.outline_mm) for each in zone.cells)
    outline: tuple[Point, ...] = zone.outline_mm
    return Zone(zone.id, zone.id, "cells" if cells else "area", outline, kinds, cells)
