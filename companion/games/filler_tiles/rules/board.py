"""The grid: squares, neighbours, groups and half-turn images (FT-01..03, FT-06)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import Annotated, Final, TypeAlias

import msgspec

SMALLEST: Final = 4
LARGEST: Final = 12
"""Squares a side (section 2)."""

Square: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[A-L]([1-9]|1[0-2])\Z")]
"""``<row letter><column number>``, A1 at the top left (FT-01)."""

SQUARE: Final = r"[A-L](?:1[0-2]|[1-9])"
"""A square in a regular expression."""

_ROWS: Final = "ABCDEFGHIJKL"


def place(square: Square) -> tuple[int, int]:
    """Row and column of a square, from 0."""
    return _ROWS.index(square[0]), int(square[1:]) - 1


class Board(msgspec.Struct, frozen=True):
    """A grid of some size, without what lies on it."""

    rows: int
    cols: int

    @property
    def squares(self) -> tuple[Square, ...]:
        """Every square, row by row: the order in which everything here is listed."""
        return tuple(_neighbours(self))

    @property
    def size(self) -> int:
        """Number of squares."""
        return self.rows * self.cols

    def has(self, square: Square) -> bool:
        """Whether the square is on this board."""
        return square in _neighbours(self)

    def neighbours(self, square: Square) -> tuple[Square, ...]:
        """The squares that share a side with it (FT-02)."""
        return _neighbours(self)[square]

    def image(self, square: Square) -> Square:
        """The half-turn image: the same place seen from the other side of the table (FT-06)."""
        row, column = place(square)
        return f"{_ROWS[self.rows - 1 - row]}{self.cols - column}"

    def groups(self, squares: Collection[Square]) -> Iterator[tuple[Square, ...]]:
        """Divide squares into groups joined by neighbours (FT-03)."""
        left = dict.fromkeys(squares)
        while left:
            group = [next(iter(left))]
            del left[group[0]]
            for square in group:  # grows while it is walked
                near = [other for other in self.neighbours(square) if other in left]
                group += near
                for other in near:
                    del left[other]
            yield tuple(group)


@cache
def _neighbours(board: Board) -> dict[Square, tuple[Square, ...]]:
    """Square -> its neighbours: up, right, down, left; row by row."""
    found = {}
    for row, letter in enumerate(_ROWS[: board.rows]):
        for column in range(board.cols):
            around = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
            found[f"{letter}{column + 1}"] = tuple(
                f"{_ROWS[r]}{c + 1}" for r, c in around if 0 <= r < board.rows and 0 <= c < board.cols
            )
    return found
