"""Caterpillar Filler's artwork: which hand draws what."""

from __future__ import annotations

from companion.layout import Layout
from companion.printing.art.caterpillar_filler import mat, pieces, tiles, tray
from companion.printing.art.caterpillar_filler.parts import parts
from companion.printing.drawing import Path

__all__ = ["parts", "piece", "sheet"]


def sheet(layout: Layout, sheet_id: str) -> tuple[Path, ...]:
    """Draw the mat or the tray."""
    draw = {"mat": mat.mat, "tray": tray.tray}[sheet_id]
    return tuple(draw(layout.sheet(sheet_id), layout.marker_dictionary))


def piece(layout: Layout, kind: str) -> tuple[Path, ...]:
    """Draw a head, a body piece, a token, a tile or a die, in mm from its centre."""
    if kind in pieces.FACES:
        return tuple(pieces.FACES[kind]())
    return tuple(tiles.tile(layout.kinds[kind]))
