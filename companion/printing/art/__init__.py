"""The artwork of the games, in the folder of each: what `sheet_drawing` and `piece_drawing` give."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Protocol, cast

from companion.layout import Layout
from companion.printing.drawing import Path, turned
from companion.printing.parts import PartList
from companion.rules.catalogue import GAMES


class Artist(Protocol):
    """What the module of a game's artwork gives."""

    def sheet(self, layout: Layout, sheet_id: str) -> tuple[Path, ...]:
        """Draw a sheet, in its own millimetres."""
        ...

    def piece(self, layout: Layout, kind: str) -> tuple[Path, ...]:
        """Draw a piece's upright face, in millimetres from its centre."""
        ...

    def parts(self, layout: Layout, seats: int | None) -> PartList:
        """List what is cut out for so many players, or for all."""
        ...


SHEETS_KEPT: Final = 8
PIECES_KEPT: Final = 24
"""Drawings of a third of a megabyte each, made in 6 ms: those of all Papillon's pieces would take 43 MB."""


def _artist(game: str) -> Artist:
    return cast("Artist", GAMES[game].open("art"))


@lru_cache(maxsize=SHEETS_KEPT)
def sheet_drawing(layout: Layout, sheet_id: str) -> tuple[Path, ...]:
    """Draw a sheet, in its own millimetres. Raises KeyError."""
    layout.sheet(sheet_id)
    return _artist(layout.game).sheet(layout, sheet_id)


@lru_cache(maxsize=PIECES_KEPT)
def piece_drawing(layout: Layout, kind: str) -> tuple[Path, ...]:
    """Draw a piece's face, upright or turned as the kind says, in mm from its centre. Raises KeyError."""
    described, turns = layout.kind(kind)
    face = _artist(layout.game).piece(layout, described.name)
    return tuple(turned(90.0 * turns).drawing(face)) if turns else face


def part_list(layout: Layout, seats: int | None) -> PartList:
    """List what is cut out for so many players, or for all."""
    return _artist(layout.game).parts(layout, seats)
