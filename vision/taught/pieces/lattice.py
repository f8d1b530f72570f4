"""Splits a rectangle of joined square tiles into its tiles: a garden that was photographed from above.

Nothing on the tiles says how many there are. So every number of rows and columns that suits the rectangle is
tried, and the one counts in which most places hold a taught tile.

Convention: px of the frame; corners run clockwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import cv2
import numpy as np

from companion.sighting import LoosePiece
from vision.ports import Floats

MOST_ALONG: Final = 9
"""Tiles in a row at most."""

SQUARE: Final = 1.1
"""How far the sides of a place may differ."""

LEAST_KNOWN: Final = 0.5
"""The share of places that hold a taught tile; fewer say that this is no garden, or not in these rows."""

Read = Callable[[Sequence[Floats]], list[LoosePiece]]
"""Reads the square pieces within outlines."""


def split_joined(outline: Floats, read: Read) -> list[LoosePiece]:
    """Give the tiles within four corners, row by row; none where it is no rectangle of taught tiles."""
    best: list[LoosePiece] = []
    most = LEAST_KNOWN
    for rows, columns in _sizes(outline):
        places = _places(outline, rows, columns)
        corners = [places[n] for n in {0, columns - 1, len(places) - columns, len(places) - 1}]
        if not _known(read(corners)):
            continue
        pieces = read(places)
        share = _known(pieces) / len(pieces)
        if share >= most:
            best, most = pieces, share
    return best


def _known(pieces: Sequence[LoosePiece]) -> int:
    return sum(not piece.strange and float(np.exp(piece.best()[1])) > LEAST_KNOWN for piece in pieces)


def _sizes(outline: Floats) -> Iterator[tuple[int, int]]:
    """Give the numbers of rows and columns of about square places."""
    a, b, c, d = outline
    wide, high = (
        float(np.linalg.norm(one) + np.linalg.norm(other)) for one, other in ((b - a, c - d), (d - a, c - b))
    )
    for rows in range(1, MOST_ALONG + 1):
        for columns in range(1, MOST_ALONG + 1):
            if rows * columns > 1 and 1 / SQUARE < wide * rows / (high * columns) < SQUARE:
                yield rows, columns


def _places(outline: Floats, rows: int, columns: int) -> list[Floats]:
    """Give the corners of every place, row by row."""
    size = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
    matrix = cv2.getPerspectiveTransform(size, outline.astype(np.float32))
    one = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    middles = [(x, y) for y in range(rows) for x in range(columns)]
    corners = np.array([one + at for at in middles]).reshape(-1, 1, 2)
    return list(cv2.perspectiveTransform(corners, matrix).reshape(-1, 4, 2))
