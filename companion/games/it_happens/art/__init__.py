"""It Happens' artwork: which hand draws what."""

from __future__ import annotations

from companion.games.it_happens.art import mound, tiles
from companion.games.it_happens.art.parts import parts
from companion.games.it_happens.layout import SAND, mounds_of
from companion.layout import Layout, Rgb
from companion.printing.art import dice, tray
from companion.printing.drawing import Path

__all__ = ["parts", "piece", "sheet"]

LETTERING: Rgb = (132, 70, 34)


def sheet(layout: Layout, sheet_id: str) -> tuple[Path, ...]:
    """Draw the tray or a mound."""
    drawn, dictionary = layout.sheet(sheet_id), layout.marker_dictionary
    if sheet_id == "tray":
        return tuple(tray.tray(drawn, dictionary, SAND, LETTERING))
    return tuple(mound.mound_card(mounds_of(layout).mound(sheet_id), drawn, dictionary))


def piece(layout: Layout, kind: str) -> tuple[Path, ...]:
    """Draw a die, an item, a worm or a victory tile, in mm from its centre."""
    described = layout.kinds[kind]
    draw = {"die": dice.die, "square": tiles.item, "disc": tiles.worm, "card": tiles.victory}
    return tuple(draw[described.shape](described))
