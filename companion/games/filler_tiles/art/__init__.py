"""Filler (tiles)' artwork: which hand draws what."""

from __future__ import annotations

from companion.games.filler_tiles.art import mat, tiles
from companion.games.filler_tiles.art.parts import parts
from companion.layout import Layout
from companion.printing.drawing import Path

__all__ = ["parts", "piece", "sheet"]


def sheet(layout: Layout, sheet_id: str) -> tuple[Path, ...]:
    """Draw the mat."""
    return tuple(mat.mat(layout.sheet(sheet_id), layout.marker_dictionary))


def piece(layout: Layout, kind: str) -> tuple[Path, ...]:
    """Draw a tile or a stone, in mm from its centre."""
    del layout
    return tuple(tiles.FACES[kind]())
