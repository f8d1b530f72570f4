"""Pieces on pieces: piles by name, and how high each piece of one lies."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from companion.layout import Layout
from companion.simulation.pieces import Piece

ON_TOP: Final = 0.5
"""A piece whose middle is nearer than this share of the other's width lies on it, not beside it."""


def as_pile(kinds: str | Sequence[str]) -> tuple[str, ...]:
    """Give what lies on a space as a pile, where perhaps only the uppermost piece is named."""
    return (kinds,) if isinstance(kinds, str) else tuple(kinds)


def kept(before: Sequence[str], after: Sequence[str]) -> tuple[list[int], list[int]]:
    """Give the places in either pile of the pieces that stay: the longest common sequence."""
    longest: dict[tuple[int, int], int] = {}
    for i in range(len(before) - 1, -1, -1):
        for j in range(len(after) - 1, -1, -1):
            skipped = max(longest.get((i + 1, j), 0), longest.get((i, j + 1), 0))
            both = longest.get((i + 1, j + 1), 0) + 1 if before[i] == after[j] else 0
            longest[i, j] = max(skipped, both)
    i = j = 0
    stays: tuple[list[int], list[int]] = ([], [])
    while i < len(before) and j < len(after):
        if before[i] == after[j] and longest[i, j] == longest.get((i + 1, j + 1), 0) + 1:
            stays[0].append(i)
            stays[1].append(j)
            i, j = i + 1, j + 1
        elif longest.get((i + 1, j), 0) >= longest.get((i, j + 1), 0):
            i += 1
        else:
            j += 1
    return stays


def rests_at_mm(layout: Layout, pieces: Sequence[Piece]) -> list[float]:
    """Give how high above its sheet each piece rests: on whatever was put there before it."""
    heights: list[float] = []
    below: dict[str, list[tuple[Piece, float, float]]] = {}
    for piece in pieces:
        kind = layout.kinds[piece.kind]
        there = below.setdefault(piece.sheet, [])
        rests = max(
            (
                top
                for other, reach, top in there
                if abs(piece.x_mm - other.x_mm) < reach
                and hypot(piece.x_mm - other.x_mm, piece.y_mm - other.y_mm) < reach
            ),
            default=0.0,
        )
        heights.append(rests)
        there.append((piece, ON_TOP * kind.size_mm[0], rests + kind.height_mm))
    return heights
