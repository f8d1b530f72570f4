"""The physical pieces of the simulated table, and what is hidden under those that lie face down."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.layout import Cell, Layout, Zone
from companion.printing.art import part_list

JITTER_MM: Final = 1.6
"""How far from a space's middle people put a piece down (standard deviation is a third)."""

PLACES_KEPT: Final = 1024
"""Places of which it is known on which space they are: more than there are pieces on any table."""


class Piece(NamedTuple):
    """A piece: its centre in mm of the sheet it lies on, and its turn clockwise."""

    id: str
    kind: str
    sheet: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0


class Faces:
    """Which kinds are two sides of the same piece.

    A piece whose back is shared by others (a tile) hides which one it is; the others (a token
    with a flower and a wasp) simply turn over.
    """

    def __init__(self, layout: Layout) -> None:
        groups = part_list(layout, None).groups.values()
        two_sided = [(part.front, part.back) for group in groups for part in group if part.back]
        self._fronts: dict[str, list[str]] = {}
        for front, back in two_sided:
            self._fronts.setdefault(back, []).append(front)
        self._back = dict(two_sided)

    def hidden(self, back: str) -> list[str]:
        """The fronts that may be under a shared back; empty for any other kind."""
        fronts = self._fronts.get(back, [])
        return fronts if len(fronts) > 1 else []

    def other_side(self, kind: str) -> str | None:
        """The other side of a kind; None when it has none, or when it is hidden."""
        if kind in self._back:
            return self._back[kind]
        fronts = self._fronts.get(kind, [])
        return fronts[0] if len(fronts) == 1 else None


class Deck:
    """What is under the pieces that lie face down: shuffled once, revealed one by one."""

    def __init__(self, faces: Faces, rng: random.Random) -> None:
        self._faces = faces
        self._rng = rng
        self._under: dict[str, str] = {}

    def lay(self, piece: str, back: str, seen: set[str]) -> None:
        """Put a piece down, whatever it is: one of the fronts that neither lie open nor hidden."""
        left = [kind for kind in self._faces.hidden(back) if kind not in seen | set(self._under.values())]
        if left:
            self._under[piece] = self._rng.choice(left)

    def under(self, piece: str) -> str | None:
        """What is on the other side of a piece; None when nobody laid it face down."""
        return self._under.get(piece)

    def turned_up(self, piece: str) -> None:
        """The piece lies open from now on."""
        self._under.pop(piece, None)

    def becomes(self, piece: str, kind: str) -> None:
        """See that this piece is that kind: the game says so. It changes places with the one that was."""
        for other, under in self._under.items():
            if under == kind and piece in self._under:
                self._under[other] = self._under[piece]
        self._under.pop(piece, None)


def put_down(cell: Cell, rng: random.Random) -> tuple[float, float, float]:
    """Give where and how turned a piece comes to lie when somebody puts it on a space."""
    return (
        cell.centre_mm[0] + rng.gauss(0, JITTER_MM / 3),
        cell.centre_mm[1] + rng.gauss(0, JITTER_MM / 3),
        rng.uniform(0, 360),
    )


def within(zone: Zone, piece: Piece) -> bool:
    """Whether a piece of that sheet lies within the bounds of the zone."""
    xs, ys = zip(*zone.outline_mm, strict=True)
    return bool(min(xs) <= piece.x_mm <= max(xs) and min(ys) <= piece.y_mm <= max(ys))


class Spots:
    """Finds the space on which a piece lies: zone and cell, by its place on a sheet."""

    def __init__(self, layout: Layout) -> None:
        self._names: dict[str, list[tuple[str, str]]] = {}
        self._bounds: dict[str, NDArray[np.float64]] = {}
        self.cells: dict[tuple[str, str], tuple[str, Cell]] = {}
        for sheet in layout.sheets:
            cells = [(zone.id, cell) for zone in sheet.zones for cell in zone.cells]
            self._names[sheet.id] = [(zone, cell.id) for zone, cell in cells]
            outlines = [np.array(cell.outline_mm) for _, cell in cells]
            bounds = [[*each.min(axis=0), *each.max(axis=0)] for each in outlines]
            self._bounds[sheet.id] = np.array(bounds).reshape(-1, 4)
            self.cells |= {(zone, cell.id): (sheet.id, cell) for zone, cell in cells}
        # Whoever asks for one space asks where every piece lies, and most lie where they lay.
        self._at = lru_cache(maxsize=PLACES_KEPT)(self._searched)

    def at(self, sheet: str, x_mm: float, y_mm: float) -> tuple[str, str] | None:
        """Give zone and cell at a place of a sheet, or None."""
        return self._at(sheet, x_mm, y_mm)

    def _searched(self, sheet: str, x_mm: float, y_mm: float) -> tuple[str, str] | None:
        left, top, right, bottom = self._bounds[sheet].T
        hits = np.flatnonzero((left <= x_mm) & (x_mm <= right) & (top <= y_mm) & (y_mm <= bottom))
        return self._names[sheet][hits[0]] if len(hits) else None

    def piles(self, pieces: Iterable[Piece]) -> dict[tuple[str, str], list[Piece]]:
        """Give the pieces of every space on which one lies, the undermost first."""
        found: dict[tuple[str, str], list[Piece]] = {}
        for piece in pieces:
            spot = self.at(piece.sheet, piece.x_mm, piece.y_mm)
            if spot is not None:
                found.setdefault(spot, []).append(piece)
        return found

    def taken(self, pieces: Iterable[Piece]) -> dict[tuple[str, str], Piece]:
        """Give the uppermost piece of every space on which one lies."""
        return {spot: pile[-1] for spot, pile in self.piles(pieces).items()}
