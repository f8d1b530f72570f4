"""Patches and fields: the regions of a garden, open or closed (specification 3.5)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from companion.games.papillon.rules.data.box import Box, Node
from companion.games.papillon.rules.data.garden import Cell, Garden, Laid, by_cell, neighbour
from companion.games.papillon.rules.data.tileset import Kind

OpenEnd = tuple[int, int, int]
"""A side that faces an empty cell: x, y and the side (N 0, E 1, S 2, W 3)."""

_Place = tuple[Laid, int]
"""A segment in a garden: its tile and the segment's index."""


class Region(msgspec.Struct, frozen=True):
    """A connected set of segments: a patch of a colour, or a field (``F``).

    ``icons`` are the butterfly icons printed on its segments.
    """

    type: Kind
    nodes: tuple[Node, ...]
    cells: tuple[Cell, ...]
    open_ends: tuple[OpenEnd, ...]
    icons: int

    @property
    def key(self) -> Node:
        """The smallest segment in it; permanent once the region is closed."""
        return self.nodes[0]

    @property
    def tile(self) -> str:
        """The tile of that segment: by it players find the region."""
        return self.key.partition(".")[0]

    @property
    def size(self) -> int:
        """Number of different tiles (G21)."""
        return len(self.cells)

    @property
    def closed(self) -> bool:
        """Whether it has no open side and at least two tiles."""
        return not self.open_ends and self.size >= 2

    @property
    def is_patch(self) -> bool:
        """Whether it is a patch of flowers, not a field."""
        return self.type != "F"


@lru_cache(maxsize=128)
def regions(box: Box, garden: Garden) -> tuple[Region, ...]:
    """Give every region of a garden, in the order of their keys."""
    taken = by_cell(garden)
    left: dict[_Place, None] = {
        (laid, index): None for laid in garden for index in range(len(box.tiles[laid.tile].segments))
    }
    found = []
    while left:
        found.append(_flood(box, taken, left))
    return tuple(sorted(found, key=lambda region: region.key))


def closed_patches(box: Box, garden: Garden) -> tuple[Region, ...]:
    """Give the closed patches in the order of their keys."""
    return tuple(region for region in regions(box, garden) if region.is_patch and region.closed)


def region_of(box: Box, garden: Garden, node: Node) -> Region | None:
    """Give the region that a segment belongs to, or None when it is not in this garden."""
    return next((region for region in regions(box, garden) if node in region.nodes), None)


def _flood(box: Box, taken: dict[Cell, Laid], left: dict[_Place, None]) -> Region:
    """Take one whole region out of the segments left."""
    reached = [left.popitem()[0]]
    first, number = reached[0]
    nodes: list[Node] = []
    cells: set[Cell] = set()
    open_ends: list[OpenEnd] = []
    icons = 0
    for laid, index in reached:  # grows on the way
        tile = box.tiles[laid.tile]
        nodes.append(tile.node(index))
        cells.add(laid.cell)
        icons += tile.segments[index].butterflies
        for side in (side for side in range(4) if tile.segment_at(side, laid.rot) == index):
            other = taken.get(neighbour(laid.cell, side))
            if other is None:
                open_ends.append((laid.x, laid.y, side))
                continue
            place = (other, box.tiles[other.tile].segment_at((side + 2) % 4, other.rot))
            if place in left:
                del left[place]
                reached.append(place)
    kind = box.tiles[first.tile].segments[number].type
    return Region(kind, tuple(sorted(nodes)), tuple(sorted(cells)), tuple(sorted(open_ends)), icons)
