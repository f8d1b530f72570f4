"""What a page may ask about the gardens: open ends, and what closing a patch would bring.

Pure questions; nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.rules.game import Seat
from companion.rules.games.papillon.actions import Lay
from companion.rules.games.papillon.flying import BONUS_SIZE
from companion.rules.games.papillon.garden import neighbour, with_tile
from companion.rules.games.papillon.perching import on_flower, sources
from companion.rules.games.papillon.position import Position
from companion.rules.games.papillon.regions import Region, regions
from companion.rules.games.papillon.scoring import Worth, flower_nectar, paying_patches, two_patches


class OpenPatch(msgspec.Struct, frozen=True):
    """An open patch and the least that closing it would bring.

    ``least_size`` is its size when every cell that an open end faces holds one more tile of it.
    ``butterfly``: whether a butterfly is there for it; ``flowers`` is then the change of Nectar
    that it brings on each flower of the colour, ``bonus`` the flowers whose token it takes.
    ``patch_nectar`` is the change of the two patches that count, without gnomes.
    """

    region: Region
    least_size: int
    butterfly: bool
    flowers: dict[str, int]
    bonus: tuple[str, ...]
    patch_nectar: int


def open_patches(p: Position, seat: Seat) -> tuple[OpenPatch, ...]:
    """Give every open patch of a garden, in the order of their keys (3.5)."""
    found = regions(p.box, p.garden[seat - 1])
    return tuple(_closing(p, seat, region) for region in found if region.is_patch and region.open_ends)


def open_fields(p: Position, seat: Seat) -> tuple[Region, ...]:
    """Give every open field of a garden; its ``icons`` are the Nectar it would pay when closed."""
    found = regions(p.box, p.garden[seat - 1])
    return tuple(region for region in found if not region.is_patch and region.open_ends)


def closed_by(p: Position, lay: Lay) -> tuple[Region, ...]:
    """Give the patches and fields that laying a tile there closes (R47)."""
    if lay.spot is None:
        return ()
    garden = p.garden[lay.by - 1]
    after = regions(p.box, with_tile(garden, lay.tile, lay.spot, p.round))
    cell = (lay.spot.x, lay.spot.y)
    return tuple(region for region in after if region.closed and cell in region.cells)


def _closing(p: Position, seat: Seat, region: Region) -> OpenPatch:
    facing = {neighbour((x, y), side) for x, y, side in region.open_ends}
    size = region.size + len(facing)
    colour = [flower for flower in p.flower if flower.colour == region.type]
    butterfly = bool(sources(p, seat))
    bonus = tuple(flower.id for flower in colour if flower.token and size >= BONUS_SIZE)
    return OpenPatch(
        region=region,
        least_size=size,
        butterfly=butterfly,
        flowers=dict(_flower_changes(p, seat, [flower.id for flower in colour])) if butterfly else {},
        bonus=bonus if butterfly else (),
        patch_nectar=_patch_change(p, seat, region, size),
    )


def _flower_changes(p: Position, seat: Seat, names: list[str]) -> Iterator[tuple[str, int]]:
    """Give how a seat's Nectar of each flower changes with one more butterfly from the supply."""
    for name in names:
        before, after = p.flower_of(name), on_flower(p, seat, name, 1).flower_of(name)
        if before and after:
            yield name, flower_nectar(p, after)[seat - 1] - flower_nectar(p, before)[seat - 1]


def _patch_change(p: Position, seat: Seat, region: Region, size: int) -> int:
    now = paying_patches(p, seat)
    extra = tuple((99, number) for number in range(size - region.size))
    grown = msgspec.structs.replace(region, cells=region.cells + extra, open_ends=())
    then = two_patches([*now, Worth(grown, False, 2)], best_paid=False)
    return sum(w.region.size * w.each for w in then) - sum(w.region.size * w.each for w in now)
