"""A box as the rules look things up in it: tiles by id, gnome numbers, planters, zero bonuses."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.papillon.rules.data.board import ZEROS
from companion.games.papillon.rules.data.tileset import SHIPPED_FILE, SIDES, Segment, load_tile_set
from companion.rules.boxes import edition_of

Node = str
"""A segment of a tile, such as ``T33.b``."""


class Tile(msgspec.Struct, frozen=True):
    """A tile. ``owner[i]`` is the index of the segment that printed side i belongs to."""

    id: str
    sides: str
    segments: tuple[Segment, ...]
    owner: tuple[int, ...]
    caterpillar: bool

    def turned(self, rotation: int) -> str:
        """Give the types of the sides N, E, S, W after so many quarter turns clockwise (3.4)."""
        return self.sides[-rotation:] + self.sides[:-rotation]

    def segment_at(self, side: int, rotation: int) -> int:
        """Give the index of the segment that is seen at a side of the cell."""
        return self.owner[(side - rotation) % 4]

    def node(self, index: int) -> Node:
        """Give the name of a segment."""
        return f"{self.id}.{self.segments[index].id}"


class Box(msgspec.Struct, frozen=True, eq=False):
    """All that the rules need to know of a box. Two boxes are equal only if they are the same."""

    tiles: dict[str, Tile]
    segments: dict[Node, Segment]
    gnome_numbers: tuple[int, ...]
    planters: dict[str, tuple[int, int, int]]
    zero_bonus: tuple[int, ...]
    """From Z1 to Z4."""
    icons: int
    """Butterfly icons on all tiles together."""
    name: str
    """What the option ``tile_data`` calls it."""
    edition: str = ""
    """Of an owner's box: its name, and what tells one file of that name from another."""


def load_box(data: bytes, name: str, edition: str = "") -> Box:
    """Read a file and check it. Raises `BadData`, see `load_tile_set`."""
    tile_set = load_tile_set(data)
    tiles = [
        Tile(
            id=data.id,
            sides=data.edges,
            segments=data.segments,
            owner=tuple(
                next(i for i, segment in enumerate(data.segments) if side in segment.edges) for side in SIDES
            ),
            caterpillar=data.caterpillar,
        )
        for data in sorted(tile_set.tiles, key=lambda data: data.id)
    ]
    return Box(
        tiles={tile.id: tile for tile in tiles},
        segments={tile.node(i): segment for tile in tiles for i, segment in enumerate(tile.segments)},
        gnome_numbers=tuple(gnome.caterpillars for gnome in tile_set.gnomes),
        planters={planter.id: planter.nectar for planter in tile_set.planters},
        zero_bonus=tuple(tile_set.zero_bonus[zero] for zero in ZEROS),
        icons=sum(tile.icons for tile in tile_set.tiles),
        name=name,
        edition=edition,
    )


def owners_box(data: bytes, name: str) -> Box:
    """Read the file of somebody's own box (O12). Raises `BadData`."""
    return load_box(data, name, edition_of(name, data))


PRINTED: Final = "pnp"

SHIPPED: Final = load_box(SHIPPED_FILE, PRINTED)
"""The print-and-play box that comes with the program."""
