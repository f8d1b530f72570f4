"""Caterpillar Filler's artwork: which hand draws what."""

from __future__ import annotations

from companion.games.caterpillar_filler.art import mat, pieces, tiles
from companion.games.caterpillar_filler.art.parts import parts
from companion.games.caterpillar_filler.layout import COLOURS, PAPER
from companion.layout import Layout
from companion.printing.art import dice, tray
from companion.printing.drawing import Path

__all__ = ["parts", "piece", "sheet"]


def sheet(layout: Layout, sheet_id: str) -> tuple[Path, ...]:
    """Draw the mat or the tray."""
    drawn, dictionary = layout.sheet(sheet_id), layout.marker_dictionary
    if sheet_id == "tray":
        return tuple(tray.tray(drawn, dictionary, PAPER, COLOURS["wine"]))
    return tuple(mat.mat(drawn, dictionary))


def piece(layout: Layout, kind: str) -> tuple[Path, ...]:
    """Draw a head, a body piece, a token, a tile or a die, in mm from its centre."""
    if kind in pieces.FACES:
        return tuple(pieces.FACES[kind]())
    described = layout.kinds[kind]
    return tuple(dice.die(described) if described.shape == "die" else tiles.tile(described))
