"""A garden: laid tiles on an unbounded square grid, and where another tile may go (3.4, R25 to R29).

Convention: cells are ``(x, y)``, x grows to the East, y to the South; the sides of a cell are
N 0, E 1, S 2, W 3. ``T13@0,-1/1`` is tile T13 on cell (0, -1), turned once clockwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Final, NamedTuple

import msgspec

from companion.games.papillon.rules.data.box import Box, Tile
from companion.games.papillon.rules.data.tileset import TileId
from companion.games.papillon.rules.sentences.words import COLOUR_NAMES, place_called
from companion.rules.game import Reason
from companion.rules.kit.words import reason

Coordinate = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Rotation = Annotated[int, msgspec.Meta(ge=0, le=3)]
Round = Annotated[int, msgspec.Meta(ge=0, le=8)]
Cell = tuple[int, int]

STEPS: Final[tuple[Cell, ...]] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""From a cell to its neighbour at side N, E, S, W. Diagonal cells are no neighbours."""

SIDES_SAID: Final = ("Above", "To the right", "Below", "To the left")
_ANY: Final = "."


class Spot(NamedTuple):
    """Where a tile goes: a cell and the quarter turns clockwise."""

    x: Coordinate
    y: Coordinate
    rotation: Rotation

    def __str__(self) -> str:
        return f"{self.x},{self.y}/{self.rotation}"


class Laid(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """A tile in a garden, and the round in which it was laid."""

    tile: TileId
    x: Coordinate
    y: Coordinate
    rot: Rotation
    round: Round = 0

    @property
    def cell(self) -> Cell:
        """Where it lies."""
        return self.x, self.y


Garden = tuple[Laid, ...]
"""Laid tiles in the order of their ids, so that one arrangement is one value."""


def neighbour(cell: Cell, side: int) -> Cell:
    """Give the cell beyond a side."""
    across, down = STEPS[side]
    return cell[0] + across, cell[1] + down


def by_cell(garden: Garden) -> dict[Cell, Laid]:
    """Give the tiles by the cell they lie on."""
    return {laid.cell: laid for laid in garden}


def with_tile(garden: Garden, tile: str, spot: Spot, round_: int) -> Garden:
    """Lay a tile; nothing is checked."""
    return tuple(sorted((*garden, Laid(tile, spot.x, spot.y, spot.rotation, round_))))


def without_tile(garden: Garden, tile: str) -> Garden:
    """Take a tile up; nothing is checked."""
    return tuple(laid for laid in garden if laid.tile != tile)


@lru_cache(maxsize=64)
def frontier(box: Box, garden: Garden) -> dict[Cell, str]:
    """Give every free cell beside the garden, with the types that its sides N, E, S, W must show.

    ``.`` stands for any type. Beside an empty garden there is the cell (0, 0) alone (R27). The
    result is shared: it must not be changed.
    """
    if not garden:
        return {(0, 0): _ANY * 4}
    taken = by_cell(garden)
    wanted: dict[Cell, list[str]] = {}
    for laid in garden:
        for side, shown in enumerate(box.tiles[laid.tile].turned(laid.rot)):
            beyond = neighbour(laid.cell, side)
            if beyond not in taken:
                wanted.setdefault(beyond, [_ANY] * 4)[(side + 2) % 4] = shown
    in_order = sorted(wanted, key=lambda cell: (cell[1], cell[0]))
    return {cell: "".join(wanted[cell]) for cell in in_order}


def spots(box: Box, garden: Garden, tile: str) -> Iterator[Spot]:
    """Give every legal spot of a tile, row by row (R26)."""
    turned = [box.tiles[tile].turned(rotation) for rotation in range(4)]
    for (x, y), wanted in frontier(box, garden).items():
        for rotation, sides in enumerate(turned):
            if _first_clash(wanted, sides) is None:
                yield Spot(x, y, rotation)


def fits_somewhere(box: Box, garden: Garden, tile: str) -> bool:
    """Whether a tile has a legal spot (R29)."""
    return next(spots(box, garden, tile), None) is not None


def why_not_there(box: Box, garden: Garden, tile: Tile, spot: Spot) -> Reason | None:
    """Why a tile may not be laid there (R26, R27)."""
    cell = (spot.x, spot.y)
    if cell in by_cell(garden):
        return reason("R26", "A tile lies there already ({place}).", place=place_called(*cell))
    wanted = frontier(box, garden).get(cell)
    if wanted is None and not garden:
        return reason("R27", "The first tile of a garden is laid on the first space.")
    if wanted is None:
        return reason("R26", "A tile shares a full side with the garden; a corner is not enough.")
    shown = tile.turned(spot.rotation)
    side = _first_clash(wanted, shown)
    if side is None:
        return None
    return reason(
        "R26",
        "{side}, {own} would lie against {other}.",
        side=SIDES_SAID[side],
        own=COLOUR_NAMES[shown[side]],
        other=COLOUR_NAMES[wanted[side]],
    )


def _first_clash(wanted: str, shown: str) -> int | None:
    for side in range(4):
        if wanted[side] not in (_ANY, shown[side]):
            return side
    return None


def connected(garden: Garden) -> bool:
    """Whether all tiles hang together by sides (R28)."""
    left = {laid.cell for laid in garden}
    reached = [left.pop()] if left else []
    while reached:
        cell = reached.pop()
        for side in range(4):
            beyond = neighbour(cell, side)
            if beyond in left:
                left.remove(beyond)
                reached.append(beyond)
    return not left


def clashes(box: Box, garden: Garden) -> Iterator[tuple[Laid, Laid]]:
    """Give every pair of neighbours whose shared side differs in type (R26)."""
    taken = by_cell(garden)
    for laid in garden:
        shown = box.tiles[laid.tile].turned(laid.rot)
        for side in (1, 2):
            other = taken.get(neighbour(laid.cell, side))
            if other and box.tiles[other.tile].turned(other.rot)[side + 2 - 4] != shown[side]:
                yield laid, other
