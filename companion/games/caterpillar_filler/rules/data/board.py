"""The garden: 16 by 16 spaces, their neighbours, the edge ring and distances (CF-01..05)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Annotated, Final, TypeAlias

import msgspec

ROWS: Final = "ABCDEFGHIJKLMNOP"
COLUMNS: Final = range(1, 17)
SIZE: Final = 16

Space: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[A-P]([1-9]|1[0-6])\Z")]
"""``<row letter><column number>``, A1 at the top left (CF-01)."""

SPACES: Final[tuple[Space, ...]] = tuple(f"{row}{column}" for row in ROWS for column in COLUMNS)
"""Every space, row by row: the fixed order in which everything here is listed."""

PLACE: Final[dict[Space, int]] = {space: index for index, space in enumerate(SPACES)}
"""Space -> its index in `SPACES`."""


def _at(row: int, column: int) -> Space:
    return SPACES[row * SIZE + column]


def _ring() -> tuple[Space, ...]:
    """List the edge clockwise from A1 (CF-04)."""
    last = SIZE - 1
    top = [_at(0, c) for c in range(SIZE)]
    right = [_at(r, last) for r in range(1, SIZE)]
    bottom = [_at(last, c) for c in range(last - 1, -1, -1)]
    left = [_at(r, 0) for r in range(last - 1, 0, -1)]
    return (*top, *right, *bottom, *left)


RING: Final[tuple[Space, ...]] = _ring()
"""The 60 edge spaces, clockwise from A1 (CF-04)."""

EDGE: Final[frozenset[Space]] = frozenset(RING)
INTERIOR: Final[tuple[Space, ...]] = tuple(space for space in SPACES if space not in EDGE)


def _neighbours(space: Space, *, wrap: bool) -> tuple[Space, ...]:
    row, column = divmod(PLACE[space], SIZE)
    around = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
    if wrap:
        return tuple(_at(r % SIZE, c % SIZE) for r, c in around)
    return tuple(_at(r, c) for r, c in around if 0 <= r < SIZE and 0 <= c < SIZE)


NEIGHBOURS: Final = {space: _neighbours(space, wrap=False) for space in SPACES}
"""Space -> the spaces that share a side with it: up, right, down, left (CF-02)."""

ROUND_NEIGHBOURS: Final = {space: _neighbours(space, wrap=True) for space in SPACES}
"""The same in the round garden, where row A touches row P and column 1 column 16 (R07)."""


def crosses_seam(space: Space, other: Space) -> bool:
    """Whether two neighbours of the round garden touch only across the edge (R07)."""
    return other not in NEIGHBOURS[space]


def distance(space: Space, other: Space, *, wrap: bool = False, diagonal: bool = False) -> int:
    """Count the spaces between two spaces, obstacles ignored (CF-05).

    ``wrap`` takes the shorter way round (R07); with ``diagonal`` a diagonal step counts as
    one (table option ``nearest_metric``).
    """
    (row, column), (row2, column2) = divmod(PLACE[space], SIZE), divmod(PLACE[other], SIZE)
    rows, columns = abs(row - row2), abs(column - column2)
    if wrap:
        rows, columns = min(rows, SIZE - rows), min(columns, SIZE - columns)
    return max(rows, columns) if diagonal else rows + columns


def nearest_free(
    space: Space, occupied: Container[Space], *, wrap: bool, diagonal: bool
) -> tuple[Space, ...]:
    """List the free spaces at the smallest distance from a space; itself if it is free (CF-28)."""
    if space not in occupied:
        return (space,)
    away = [(distance(space, s, wrap=wrap, diagonal=diagonal), s) for s in SPACES if s not in occupied]
    least = min((d for d, _ in away), default=0)
    return tuple(s for d, s in away if d == least)


def ring_run(start: Space, length: int, step: int) -> tuple[Space, ...]:
    """List ``length`` edge spaces along the ring from ``start``; ``step`` 1 is clockwise, -1 counter."""
    first = RING.index(start)
    return tuple(RING[(first + step * i) % len(RING)] for i in range(length))


def in_order(spaces: Iterable[Space]) -> tuple[Space, ...]:
    """Sort spaces row by row, so that equal sets are equal tuples."""
    return tuple(sorted(spaces, key=PLACE.__getitem__))
