"""The board as pictures: the printed sheets, what lies on them, and the cells to tap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from companion.layout import Cell, Layout, Point, Sheet, Zone
from companion.rules.abilities import PlaysOnPart
from companion.rules.game import Lying, State
from webui.choices.offers import Offer
from webui.choices.outlines import edges_path, outline_path

CLOSE_CELLS: Final = 5
"""A close-up shows at least so many cells of a side."""

WIDE: Final = 1.5
"""Times as wide as high."""

PLAYED_ON: Final = ("grid", "cells", "spots")
"""Forms of zone in which the game is played; the others are heaps, trays and places for what waits."""

MARGIN: Final = 1.4
"""Cells of margin around a close-up."""


class Drawn(NamedTuple):
    """A piece on the sheet: its kind, the words for it, and its box in mm."""

    where: str
    kind: str
    label: str
    x: float
    y: float
    width: float
    height: float


class Field(NamedTuple):
    """A cell that can be tapped or is lit: ``marks`` are CSS classes, ``worth`` is what ends there earns.

    ``act`` is the action that one tap on it takes, if it says all of one.
    """

    where: str
    label: str
    outline: str
    marks: str
    href: str
    centre: Point
    worth: str = ""
    act: Offer | None = None

    @property
    def is_end(self) -> bool:
        """Whether a choice may end here by a tap."""
        return bool(self.href) and "end" in self.marks.split()


class _Overlay(NamedTuple):
    """What is drawn over the sheets, as `draw_boards` is given it."""

    marks: Mapping[str, str]
    link: Callable[[str], str] | None
    path: Sequence[str]
    worths: Mapping[str, str]
    at_once: Mapping[str, Offer]


class Board(NamedTuple):
    """Everything that a template needs to draw a sheet; lengths in mm.

    ``seat``: whose it is, or 0. ``veil``: an outline of the spaces that this table does not play on.
    ``card``: it is a loose sheet; ``bare``: nothing is printed there, pieces lie on the table itself.
    ``closer``: a close-up shows less than the usual view. ``halo``: all edges of cells where a choice ends.
    """

    game: str
    sheet: str
    title: str
    size: Point
    box: str
    pieces: tuple[Drawn, ...]
    fields: tuple[Field, ...]
    path: str
    seat: int = 0
    veil: str = ""
    card: bool = False
    bare: bool = False
    closer: bool = False
    halo: str = ""

    @property
    def covered(self) -> bool:
        """Whether pieces fill their cells, so that what is marked must be drawn over them."""
        return self.bare

    @property
    def tapped(self) -> bool:
        """Whether there is something to tap."""
        return any(field.href for field in self.fields)

    @property
    def shown_mm(self) -> tuple[float, float]:
        """Width and height of what is shown."""
        _, _, width, height = map(float, self.box.split())
        return width, height

    @property
    def wide(self) -> bool:
        """Whether what is shown is much wider than high."""
        width, height = self.shown_mm
        return width > WIDE * height


def cover_sheet(layout: Layout) -> Sheet:
    """The sheet that stands for the game: the largest with cells."""
    celled = [sheet for sheet in layout.sheets if any(zone.cells for zone in sheet.zones)]
    return max(celled, key=lambda sheet: sheet.size_mm[0] * sheet.size_mm[1])


def sheets_in_play(layout: Layout, lying: Lying) -> tuple[Sheet, ...]:
    """The sheets with cells that lie on the table: everybody's, each seat's own, loose ones as they lie."""
    loose = layout.laid_out(lying)
    celled = [
        sheet
        for sheet in layout.sheets
        if (not sheet.loose or sheet.id in loose) and any(zone.cells for zone in sheet.zones)
    ]
    order = {name: place for place, name in enumerate(loose)}
    return tuple(sorted(celled, key=lambda sheet: (sheet.loose, sheet.seat, order.get(sheet.id, -1))))


def main_zone(sheet: Sheet) -> Zone:
    """The zone that the game is played in: the one with the most cells."""
    return max(sheet.zones, key=lambda zone: len(zone.cells))


def cells_of(sheet: Sheet) -> dict[str, Cell]:
    """Every cell of a sheet by ``zone/cell``."""
    return {f"{zone.id}/{cell.id}": cell for zone in sheet.zones for cell in zone.cells}


def cell_names(layout: Layout, wheres: Iterable[str]) -> dict[str, str]:
    """``zone/cell`` -> what it is called; of those that are called alike, also on which sheet it is."""
    sheets = {where: sheet for sheet in layout.sheets for where in cells_of(sheet)}
    cells = {where: cell for sheet in layout.sheets for where, cell in cells_of(sheet).items()}
    names = {where: cells[where].label or cells[where].id for where in wheres}
    alike = Counter(names.values())
    return {
        where: f"{name} ({sheets[where].title})" if alike[name] > 1 else name for where, name in names.items()
    }


def draw_boards(
    layout: Layout,
    lying: Lying,
    *,
    part: Mapping[str, Collection[str]] | None = None,
    seat: int | None = None,
    marks: Mapping[str, str] | None = None,
    link: Callable[[str], str] | None = None,
    path: Sequence[str] = (),
    worths: Mapping[str, str] | None = None,
    at_once: Mapping[str, Offer] | None = None,
    whole: bool = False,
    close: bool = False,
) -> tuple[Board, ...]:
    """Draw the sheets in play with what lies on them.

    Parameters
    ----------
    part
        Zone -> its cells in play, where only a part of them is; the others are veiled.
    seat
        Of sheets that are one seat's own, show only this seat's; without it all.
    marks
        ``zone/cell`` -> CSS classes; cells marked ``open`` get the address that ``link`` gives.
    path
        Cells (``zone/cell``) to join by a line.
    worths
        ``zone/cell`` -> what an action that ends there would earn.
    at_once
        ``zone/cell`` -> the action that one tap there takes.
    whole, close
        Show whole sheets, or go close to what may be tapped or is lit; else their main zones are shown.
        Loose sheets are cards, which say things beside their cells, and are always shown whole.
    """
    shown = [sheet for sheet in sheets_in_play(layout, lying) if seat is None or sheet.seat in (0, seat)]
    over = _Overlay(marks or {}, link, path, worths or {}, at_once or {})
    boards = (_draw(layout, sheet, lying, part or {}, over, whole=whole, close=close) for sheet in shown)
    # One's own board may lie below others: what is to be tapped there comes first.
    return tuple(sorted(boards, key=lambda board: not (board.seat and board.tapped)))


def _draw(
    layout: Layout,
    sheet: Sheet,
    lying: Lying,
    part: Mapping[str, Collection[str]],
    over: _Overlay,
    *,
    whole: bool,
    close: bool,
) -> Board:
    cells = cells_of(sheet)
    pieces = tuple(_pieces(layout, lying, cells))
    what = {piece.where: piece.label for piece in pieces}
    fields = tuple(
        Field(
            where,
            ", ".join(filter(None, (cells[where].label or cells[where].id, what.get(where)))),
            outline_path(cells[where].outline_mm),
            mark,
            over.link(where) if over.link and "open" in mark.split() else "",
            cells[where].centre_mm,
            over.worths.get(where, ""),
            over.at_once.get(where),
        )
        for where, mark in sorted(over.marks.items(), key=lambda each: "open" in each[1].split())
        if where in cells
    )
    near = [cells[field.where] for field in fields if _is_gone_close_to(field.marks)]
    whole = whole or sheet.loose or sheet.bare
    usual, closely = (_box(sheet, part, near, whole=whole, close=each) for each in (False, True))
    joined = [cells[where].centre_mm for where in over.path if where in cells]
    return Board(
        layout.game,
        sheet.id,
        sheet.title,
        sheet.size_mm,
        closely if close else usual,
        pieces,
        fields,
        " ".join(f"{x:g},{y:g}" for x, y in joined),
        sheet.seat,
        _veil(sheet, part),
        sheet.loose,
        sheet.bare,
        usual != closely,
        edges_path(cells[field.where].outline_mm for field in fields if field.is_end),
    )


def _is_gone_close_to(marks: str) -> bool:
    """Whether a close-up shows what is marked so: not what is still to be laid, which may lie anywhere."""
    return marks != "wrong"


def part_in_play(state: State) -> Mapping[str, Collection[str]]:
    """Zone -> its cells in play, where a table plays on a part of them."""
    return state.spaces_in_play() if isinstance(state, PlaysOnPart) else {}


def _veil(sheet: Sheet, part: Mapping[str, Collection[str]]) -> str:
    """Give one outline of all cells that are not in play, as SVG writes it."""
    outlines = [
        cell.outline_mm
        for zone in sheet.zones
        if zone.id in part
        for cell in zone.cells
        if cell.id not in part[zone.id]
    ]
    return "".join(map(outline_path, outlines))


def _pieces(layout: Layout, lying: Lying, cells: Mapping[str, Cell]) -> Iterable[Drawn]:
    for zone, placed in lying.items():
        for cell, name in placed.items():
            where = f"{zone}/{cell}"
            if where not in cells:
                continue
            (kind, _), (x, y) = layout.kind(name), cells[where].centre_mm
            width, height = kind.size_mm
            yield Drawn(where, name, kind.label, x - width / 2, y - height / 2, width, height)


def _box(
    sheet: Sheet, part: Mapping[str, Collection[str]], marked: Sequence[Cell], *, whole: bool, close: bool
) -> str:
    """The view box: the whole sheet, the marked cells with a margin, or what is in play of the main zone."""
    if whole:
        return f"0 0 {sheet.size_mm[0]:g} {sheet.size_mm[1]:g}"
    zone = main_zone(sheet)
    in_play = [cell for cell in zone.cells if cell.id in part.get(zone.id, ())]
    points = [point for cell in in_play for point in cell.outline_mm]
    points = points or _played_on(sheet) or [(0.0, 0.0), sheet.size_mm]
    left, top, right, bottom = _bounds(points)
    if close and marked:
        side = _side(zone.cells[0])
        inner = _bounds([point for cell in marked for point in cell.outline_mm])
        length = max(inner[2] - inner[0], inner[3] - inner[1], (CLOSE_CELLS - 2 * MARGIN) * side)
        length += 2 * MARGIN * side
        x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
        x = min(max(x, left + length / 2), max(right - length / 2, left + length / 2))
        y = min(max(y, top + length / 2), max(bottom - length / 2, top + length / 2))
        if length < right - left:
            return f"{x - length / 2:g} {y - length / 2:g} {length:g} {length:g}"
    edge = 0.45 * _side(zone.cells[0]) if zone.cells else 0.0
    return f"{left - edge:g} {top - edge:g} {right - left + 2 * edge:g} {bottom - top + 2 * edge:g}"


def _played_on(sheet: Sheet) -> list[Point]:
    """Give the outlines of all that is played on; what lies beside the board is left out."""
    zones = [zone for zone in sheet.zones if zone.form in PLAYED_ON]
    return [point for zone in zones for point in zone.outline_mm]


def _bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _side(cell: Cell) -> float:
    left, top, right, bottom = _bounds(cell.outline_mm)
    return max(right - left, bottom - top)
