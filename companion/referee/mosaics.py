"""Tiles joined on the bare table: whose they are, and which cell of the record is which.

A camera or a phone sees joined tiles in a lattice of their own. The tiles that the record knows
tell whose lattice it is, how it is turned and where its cells are; the others are new. Before the
first tile lies there any tile will do for the first, whichever way it is turned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import log
from typing import Final

from msgspec.structs import replace

from companion.layout import Layout, Mosaic, Point
from companion.referee.drawn import SURELY, Awaited, split_off
from companion.rules.game import Lying
from companion.sighting import (
    EMPTY,
    CellSighting,
    JoinedPiece,
    MosaicSighting,
    SheetSighting,
    Sighting,
    ViewProblem,
)

ASKEW_DEG: Final = 8.0
GAP_MM: Final = 5.0
"""A tile that is turned or shifted by more is not in place. Smaller gaps are how people lay tiles."""

STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))

Cell = tuple[int, int]
_Seen = dict[Cell, tuple[str, int]]
_Laid = dict[JoinedPiece, tuple[Cell, int]]
"""Cell and quarter turns of each tile in the record's lattice."""
_Part = tuple[MosaicSighting, _Laid]


def with_mosaics(
    layout: Layout, sighting: Sighting, lying: Lying, expected: Awaited | None = None
) -> Sighting:
    """Give a sighting in which joined tiles are cells of the zones that they belong to.

    What is wrong with how they lie is added to ``view``. Tiles that belong to no zone of the record
    (drafted and not yet laid, of another game) are left out, but for one that is ``expected`` to be drawn. If
    no garden is recognised, new tiles are told in ``view``: they may lie beside tiles that are covered.
    """
    if layout.mosaic is None or not sighting.mosaics:
        return sighting
    drawn = None
    if expected is not None:
        sighting, drawn = split_off(sighting, expected)
    gardens: dict[str, list[_Part]] = {}
    problems, alone = list[ViewProblem](), list[ViewProblem]()
    for seen in sorted(sighting.mosaics, key=lambda each: -len(each.pieces)):
        zone = _whose(layout.mosaic, seen, lying, first=sighting.partial and expected is None)
        if zone is None:
            continue
        parts = gardens.setdefault(zone, [])
        laid = _aligned(seen, lying[zone])
        if laid is not None and not (parts and _pushed_away(laid, parts, lying[zone])):
            parts.append((seen, laid))
            problems += _untidy(layout, seen, zone)
        elif parts:
            problems += [_apart(layout, piece, zone) for piece in seen.pieces]
        elif laid is None:
            alone.append(_alone(layout, seen.pieces[0], zone))
    # Beside a garden that was recognised they are drafted ones.
    problems += [] if any(gardens.values()) else alone
    sheets = [] if drawn is None else [drawn]
    for zone, parts in gardens.items():
        if parts:
            sheets.append(_sheet(layout.mosaic, zone, parts, lying[zone], sighting.size_px))
    others = tuple(sheet for sheet in sighting.sheets if not gardens.get(sheet.sheet))
    view = (*sighting.view, *problems)
    return replace(sighting, sheets=(*others, *sheets), view=view, mosaics=())


def _whose(mosaic: Mosaic, seen: MosaicSighting, lying: Lying, *, first: bool) -> str | None:
    """Name the zone whose tiles these are; with ``first`` tiles in a hand may be a first garden."""
    votes: Counter[str] = Counter()
    for zone, cells in lying.items():
        stem, _, seat = zone.rpartition("-")
        if stem == mosaic.zone:
            votes[zone] += 100 * sum(_known(piece, cells) for piece in seen.pieces)
            waiting = set(lying.get(f"{mosaic.waiting}-{seat}", {}).values())
            if first:
                votes[zone] += sum(piece.kind in waiting for piece in seen.pieces)
    best = max(votes, key=lambda zone: votes[zone], default=None)
    return best if best is not None and votes[best] else None


def _known(piece: JoinedPiece, cells: dict[str, str]) -> bool:
    return any(kind.rpartition("-")[0] == piece.kind for kind in cells.values())


def _pushed_away(laid: _Laid, parts: list[_Part], cells: dict[str, str]) -> bool:
    """Whether more tiles of a garden lie where they should not.

    Two parts may both be in place with an unseen tile between them, such as one whose marker a gnome
    covers. If two visible tiles should touch and do not, one part was pushed away. New tiles that touch no
    known tile have no known place either.
    """
    there = {cell for _, part in parts for cell, _ in part.values()}
    new = {cell for cell, _ in laid.values()}
    touching = {(x + a, y + b) for x, y in new for a, b in STEPS}
    return bool(there & (new | touching)) or not any(_known(piece, cells) for piece in laid)


def _aligned(seen: MosaicSighting, cells: dict[str, str]) -> _Laid | None:
    """Give cell and quarter turns in the record's lattice, as most of the known tiles say."""
    votes: Counter[tuple[int, int, int]] = Counter()
    for name, kind in cells.items():
        tile, _, turns = kind.rpartition("-")
        x, y = map(int, name.split(","))
        for piece in seen.pieces:
            if piece.kind == tile:
                more = (int(turns) - piece.turns) % 4
                across, down = _turned((piece.x, piece.y), more)
                votes[more, x - across, y - down] += 1
    if not cells:
        corner = min(seen.pieces, key=lambda piece: (piece.y, piece.x))
        votes[0, -corner.x, -corner.y] += 1
    if not votes:
        return None
    (more, right, below), _ = votes.most_common(1)[0]
    found = {}
    for piece in seen.pieces:
        across, down = _turned((piece.x, piece.y), more)
        found[piece] = ((across + right, down + below), (piece.turns + more) % 4)
    return found


def _sheet(
    mosaic: Mosaic,
    zone: str,
    parts: list[_Part],
    cells: dict[str, str],
    size_px: tuple[int, int],
) -> SheetSighting:
    """Give what is seen in every cell: tiles, and free cells round them that the picture shows.

    A tile of the record that is not seen may have a covered marker, such as one under a butterfly. The part
    with most tiles says where free cells are.
    """
    there: _Seen = {
        cell: (piece.kind, turns) for _, turned in parts for piece, (cell, turns) in turned.items()
    }
    seen, turned = parts[0]
    stored = {(int(x), int(y)) for x, y in (name.split(",") for name in cells)}
    free = {(x + a, y + b) for x, y in {*there, *stored} for a, b in STEPS} - set(there) - stored
    sure, other = log(1 - SURELY), log(SURELY)
    found = {
        _name(cell): CellSighting({f"{kind}-{turns}": sure, EMPTY: other})
        for cell, (kind, turns) in there.items()
    }
    found |= {_name(cell): CellSighting({EMPTY: 0.0}, covered=True) for cell in stored - set(there)}
    to_own = _own_cells(turned)
    for cell in free:
        if _inside(mosaic, seen, to_own(cell), size_px):
            found[_name(cell)] = CellSighting({EMPTY: sure})
    corners = _corners(seen)
    return SheetSighting(zone, corners, seen.homography, _scale(mosaic, seen), {zone: found}, elsewhere=True)


def _own_cells(turned: _Laid) -> Callable[[Cell], Cell]:
    """Give the map from cells of the record to cells of the lattice as seen."""
    piece, (cell, turns) = next(iter(turned.items()))
    back = (piece.turns - turns) % 4

    def own(other: Cell) -> Cell:
        across, down = _turned((other[0] - cell[0], other[1] - cell[1]), back)
        return piece.x + across, piece.y + down

    return own


def _untidy(layout: Layout, seen: MosaicSighting, zone: str) -> Iterator[ViewProblem]:
    for piece in seen.pieces:
        named = {"tile": f"the {layout.kinds[piece.kind].label}"}
        if abs(piece.askew_deg) > ASKEW_DEG:
            said = "{tile:Cap} lies askew. Turn it flush with the others."
            yield ViewProblem("tile-askew", said, zone, named)
        elif piece.off_mm > GAP_MM:
            said = "{tile:Cap} leaves a gap. Push it against the others."
            yield ViewProblem("tile-gap", said, zone, named)


def _apart(layout: Layout, piece: JoinedPiece, zone: str) -> ViewProblem:
    named = {"tile": f"the {layout.kinds[piece.kind].label}"}
    return ViewProblem("tile-apart", "{tile:Cap} lies apart from its garden. Push it back.", zone, named)


def _alone(layout: Layout, piece: JoinedPiece, zone: str) -> ViewProblem:
    named = {"tile": f"the {layout.kinds[piece.kind].label}"}
    said = "I see {tile}, and none of the tiles that lay in this garden before."
    remedy = "Uncover the marker of one of those tiles, then photograph the garden again."
    return ViewProblem("tile-alone", said, zone, named, remedy)


def _name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _turned(cell: Cell, turns: int) -> Cell:
    """Turn a cell clockwise round 0, 0 by quarter turns."""
    x, y = cell
    for _ in range(turns % 4):
        x, y = -y, x
    return x, y


def _to_px(seen: MosaicSighting, x_mm: float, y_mm: float) -> Point:
    a, b, c, d, e, f, g, h, i = seen.homography
    over = g * x_mm + h * y_mm + i
    return (a * x_mm + b * y_mm + c) / over, (d * x_mm + e * y_mm + f) / over


def _inside(mosaic: Mosaic, seen: MosaicSighting, cell: Cell, size_px: tuple[int, int]) -> bool:
    """Whether a cell lies in the picture as a whole."""
    corners = [
        _to_px(seen, mosaic.side_mm * (cell[0] + right), mosaic.side_mm * (cell[1] + below))
        for right in (-0.5, 0.5)
        for below in (-0.5, 0.5)
    ]
    return all(0 <= x < size_px[0] and 0 <= y < size_px[1] for x, y in corners)


def _corners(seen: MosaicSighting) -> tuple[Point, Point, Point, Point]:
    xs, ys = zip(*(piece.centre_px for piece in seen.pieces), strict=True)
    return (min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys))


def _scale(mosaic: Mosaic, seen: MosaicSighting) -> float:
    (x, y), (right, below) = _to_px(seen, 0.0, 0.0), _to_px(seen, mosaic.side_mm, 0.0)
    return float(((right - x) ** 2 + (below - y) ** 2) ** 0.5 / mosaic.side_mm)
