"""Whether the victory tiles can have been won so: of one mound they go to two colours (section 9.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from companion.games.it_happens.rules.data.mounds import Mound
from companion.games.it_happens.rules.position import Position

Owner = int
"""A colour, or `NOBODY`."""

NOBODY = -1

Tile = tuple[Owner, int]
"""An owner and the value of a tile."""

Tiles = frozenset[tuple[Tile, int]]
"""Tiles of one kind that no mound has been found for yet, and how many there are of each."""


def could_be_won(p: Position) -> bool:
    """Say whether every tile can be given back to a mound by the rules of winning.

    A General goes to another colour than the Queen of the same mound (IH-R15). ``p`` has exactly the tiles of
    the scored mounds, all face up.
    """
    mounds = [p.table.mounds.mound(name) for name in p.scored]
    free = Counter(p.unclaimed)
    # Which of the tiles that nobody won are Queens follows from what is left of the mounds' values.
    queens = _owned(p.queens, Counter(mound.queen_vp for mound in mounds), free)
    generals = _owned(p.generals, Counter(mound.general_vp for mound in mounds), free)
    if queens is None or generals is None:
        return False
    return _matches(tuple(mounds), frozenset(queens.items()), frozenset(generals.items()))


def _owned(
    held: tuple[tuple[int, ...], ...], printed: Counter[int], free: Counter[int]
) -> Counter[Tile] | None:
    """Count the tiles of one kind by owner and value; None where nobody's tiles do not make up the rest."""
    owned = Counter((colour, value) for colour, values in enumerate(held) for value in values)
    left = printed - Counter(value for values in held for value in values)
    if left - free:
        return None
    owned.update({(NOBODY, value): number for value, number in left.items()})
    return owned


@cache
def _matches(mounds: tuple[Mound, ...], queens: Tiles, generals: Tiles) -> bool:
    if not mounds:
        return True
    mound, *rest = mounds
    return any(
        _matches(tuple(rest), _without(queens, queen), _without(generals, general))
        for queen in _of_value(queens, mound.queen_vp)
        for general in _of_value(generals, mound.general_vp)
        if NOBODY in (queen[0], general[0]) or queen[0] != general[0]
    )


def _of_value(tiles: Tiles, value: int) -> Iterator[Tile]:
    return (tile for tile, _ in tiles if tile[1] == value)


def _without(tiles: Tiles, one: Tile) -> Tiles:
    left = Counter(dict(tiles))
    left[one] -= 1
    return frozenset((+left).items())
