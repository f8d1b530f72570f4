"""What a page may ask about the gardens: open ends, and what closing a patch would bring.

Pure questions; nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.games.papillon.rules.actions import Lay
from companion.games.papillon.rules.data.garden import neighbour, with_tile
from companion.games.papillon.rules.data.regions import Region, regions
from companion.games.papillon.rules.phases.flying import BONUS_SIZE
from companion.games.papillon.rules.phases.perching import on_flower, sources, take_butterfly
from companion.games.papillon.rules.position import Position
from companion.games.papillon.rules.results.scoring import (
    Worth,
    best_paid,
    closed_worths,
    flower_nectar,
    paying_patches,
    two_patches,
    worth_of,
)
from companion.rules.game import Seat


class OpenPatch(msgspec.Struct, frozen=True):
    """An open patch and the least that closing it would bring.

    ``least_size`` is its size when every cell that an open end faces holds one more tile of it.
    ``butterfly``: whether a butterfly is there for it; ``flowers`` is then the change of Nectar
    that it brings on each flower of the colour, ``bonus`` the flowers whose token it takes.
    ``patch_nectar`` is the change of the two patches that count, with the gnomes that stand there.
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


def open_fields(p: Position, seat: Seat) -> tuple[Worth, ...]:
    """Give every open field of a garden, with the Nectar that each of its icons would pay when closed."""
    found = regions(p.box, p.garden[seat - 1])
    return tuple(worth_of(p, seat, region) for region in found if not region.is_patch and region.open_ends)


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
    """Give how a seat's Nectar of all flowers changes with a butterfly on each of these.

    It comes from the supply; where none is left there, off the flower where it is missed least (R32).
    """
    found = sources(p, seat)
    places = found[:1] if found[:1] == ("supply",) else found
    before = _of_flowers(p, seat)
    for name in names:
        yield (
            name,
            max(
                _of_flowers(on_flower(take_butterfly(p, seat, place), seat, name, 1), seat)
                for place in places
            )
            - before,
        )


def _of_flowers(p: Position, seat: Seat) -> int:
    return sum(flower_nectar(p, flower)[seat - 1] for flower in p.flower)


def _patch_change(p: Position, seat: Seat, region: Region, size: int) -> int:
    now = paying_patches(p, seat)
    extra = tuple((99, number) for number in range(size - region.size))
    grown = msgspec.structs.replace(region, cells=region.cells + extra, open_ends=())
    then = two_patches([*closed_worths(p, seat), worth_of(p, seat, grown)], best_paid=best_paid(p))
    return sum(w.region.size * w.each for w in then) - sum(w.region.size * w.each for w in now)
