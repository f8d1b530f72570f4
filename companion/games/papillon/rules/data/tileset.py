"""The data of one box: tiles, gnomes, planters, zero bonuses (schema ``papillon-tiles/1``).

The shipped file is ``tiles.json`` beside this module, this project's own print-and-play design.
The owner of a box brings a file in the same form. Every file is held to checks I1 to I3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import resources
from typing import Annotated, Final, Literal, get_args

import msgspec

from companion.games.papillon.rules.data.board import FLOWERS, GNOMES, ZEROS
from companion.rules.errors import BadData
from companion.rules.kit.data_words import read_json
from companion.rules.message import Message, together
from companion.rules.phrases import marked

TILES: Final = 94
SIDES: Final = "NESW"

TileId = Annotated[str, msgspec.Meta(pattern=r"^T[0-9]{2}\Z")]
PlanterId = Annotated[str, msgspec.Meta(pattern=r"^PL[1-8]\Z")]
Kind = Literal["R", "B", "Y", "P", "F"]
Positive = Annotated[int, msgspec.Meta(ge=1, le=99)]
Count = Annotated[int, msgspec.Meta(ge=0, le=999)]


class Segment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a tile whose sides are joined inside it; ``butterflies`` are icons on a field."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-d]\Z")]
    type: Kind
    edges: Annotated[str, msgspec.Meta(pattern=r"^[NESW]{0,4}\Z")]
    butterflies: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0


class TileData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"group": "class"}):
    """A tile as printed: its sides in the order N, E, S, W, and its segments."""

    id: TileId
    marker: Annotated[int, msgspec.Meta(ge=0, le=586)]
    edges: Annotated[str, msgspec.Meta(pattern=r"^[RBYPF]{4}\Z")]
    segments: tuple[Segment, ...]
    caterpillar: bool
    group: str = ""

    @property
    def icons(self) -> int:
        """The butterflies that are printed on it."""
        return sum(segment.butterflies for segment in self.segments)


class Group(msgspec.Struct, frozen=True):
    """A class of tiles with one pattern."""

    count: Count
    caterpillar: bool
    meaning: str = ""


class Totals(msgspec.Struct, frozen=True):
    """What a file says of itself, to be checked against its tiles (I2)."""

    tiles: Count
    edges: dict[Kind, Count]
    caterpillar_icons: Count
    butterfly_icons: Count


class GnomeData(msgspec.Struct, frozen=True):
    """A gnome and the caterpillars that it brings."""

    id: str
    caterpillars: Positive


class PlanterData(msgspec.Struct, frozen=True):
    """A planter: high, middle and low Nectar."""

    id: PlanterId
    nectar: tuple[Positive, Positive, Positive]


class FlowerData(msgspec.Struct, frozen=True):
    """A stand-up flower."""

    id: str
    colour: Kind


class TileSet(msgspec.Struct, frozen=True):
    """A whole file. What it says of itself, ``totals`` and ``classes``, may be left out."""

    schema: Literal["papillon-tiles/1"]
    zero_bonus: dict[str, Positive]
    gnomes: tuple[GnomeData, ...]
    planters: tuple[PlanterData, ...]
    flowers: tuple[FlowerData, ...]
    tiles: tuple[TileData, ...]
    totals: Totals | None = None
    classes: dict[str, Group] = {}
    status: str = ""
    conventions: dict[str, object] = {}


def load_tile_set(data: bytes) -> TileSet:
    """Read and check a file. Raises `BadData` with everything that is wrong (I1 to I3)."""
    tile_set = read_json(data, TileSet, Message("the tile data"))
    problems = [*_tiles(tile_set), *_totals(tile_set), *_other_pieces(tile_set)]
    if problems:
        raise BadData(together(*problems))
    return tile_set


SHIPPED_FILE: Final = resources.files(__package__).joinpath("tiles.json").read_bytes()
"""The file that comes with the program."""

_OF_OURS: Final = ("status", "totals", "classes")
"""What only says something of the printed set."""

EXAMPLE_FILE: Final = msgspec.json.format(
    msgspec.json.encode(
        {key: each for key, each in msgspec.json.decode(SHIPPED_FILE).items() if key not in _OF_OURS}
    ),
    indent=1,
)
"""What an owner's file may look like."""


def _tiles(tile_set: TileSet) -> Iterator[Message]:
    """I1: ids, markers, segments and joins."""
    for text, values in (
        (marked("There must be {n} tiles with different ids (I1)."), [tile.id for tile in tile_set.tiles]),
        (
            marked("There must be {n} tiles with different markers (I1)."),
            [tile.marker for tile in tile_set.tiles],
        ),
    ):
        if len(set(values)) != TILES or len(values) != TILES:
            yield Message(text, {"n": TILES})
    for tile in tile_set.tiles:
        yield from (
            Message("{tile}: {problem} (I1).", {"tile": tile.id, "problem": problem})
            for problem in _segments(tile)
        )


def _segments(tile: TileData) -> Iterator[Message]:
    if sorted("".join(segment.edges for segment in tile.segments)) != sorted(SIDES):
        yield Message("every side belongs to exactly one segment")
    if [segment.id for segment in tile.segments] != list("abcd")[: len(tile.segments)]:
        yield Message("segments are called a, b, c, d in order")
    for segment in tile.segments:
        if any(tile.edges[SIDES.index(side)] != segment.type for side in segment.edges):
            yield Message("segment {segment} has a side of another type", {"segment": segment.id})
        if segment.butterflies and segment.type != "F":
            yield Message(
                "segment {segment} carries butterfly icons but is no field", {"segment": segment.id}
            )
    if {"NS", "EW"} <= {"".join(sorted(segment.edges)) for segment in tile.segments}:
        yield Message("two joins cross")


def _totals(tile_set: TileSet) -> Iterator[Message]:
    """I2: the sums and the classes are what the file says, if it says anything of them."""
    tiles, said = tile_set.tiles, tile_set.totals
    if said is not None:
        sides = Counter(side for tile in tiles for side in tile.edges)
        counted = {
            marked("The totals say {told} tiles, and there are {found} (I2)."): (said.tiles, len(tiles)),
            marked("The totals say {told} caterpillar icons, and there are {found} (I2)."): (
                said.caterpillar_icons,
                sum(tile.caterpillar for tile in tiles),
            ),
            marked("The totals say {told} butterfly icons, and there are {found} (I2)."): (
                said.butterfly_icons,
                sum(tile.icons for tile in tiles),
            ),
        }
        for text, (told, found) in counted.items():
            if told != found:
                yield Message(text, {"told": told, "found": found})
        for kind in get_args(Kind):
            if said.edges.get(kind, 0) != sides[kind]:
                values = {"told": said.edges.get(kind, 0), "kind": kind, "found": sides[kind]}
                yield Message("The totals say {told} sides {kind}, and there are {found} (I2).", values)
    if tile_set.classes:
        groups = Counter((tile.group, tile.caterpillar) for tile in tiles)
        named = {(name, group.caterpillar): group.count for name, group in tile_set.classes.items()}
        wrong = sorted({name for name, _ in (groups - Counter(named)) + (Counter(named) - groups)})
        if wrong:
            yield Message(
                "The tiles of class {names} are not as many, or not as, “classes” says (I2).",
                {"names": ", ".join(wrong)},
            )


def _other_pieces(tile_set: TileSet) -> Iterator[Message]:
    """I3: gnomes, planters, flowers and zero bonuses."""
    if len(tile_set.gnomes) != GNOMES:
        yield Message("There must be {n} gnomes (I3).", {"n": GNOMES})
    planters = [planter.id for planter in tile_set.planters]
    if not len(set(planters)) == len(planters) == len(FLOWERS):
        yield Message("There must be {n} planters (I3).", {"n": len(FLOWERS)})
    for planter in tile_set.planters:
        high, middle, low = planter.nectar
        if not high > middle > low:
            yield Message("{planter}: the numbers must fall (I3).", {"planter": planter.id})
    if {flower.id: flower.colour for flower in tile_set.flowers} != FLOWERS:
        yield Message("There must be 8 flowers, two of each colour (I3).")
    bonuses = [tile_set.zero_bonus.get(zero, 0) for zero in ZEROS]
    if len(tile_set.zero_bonus) != len(ZEROS) or bonuses != sorted(set(bonuses)) or not bonuses[0]:
        yield Message("The zero bonuses must rise from Z1 to Z4 (I3).")
