"""Hop Home: one mat with ten stones and a pond, three frogs, a tray."""

from __future__ import annotations

from typing import Final

from companion.layout import Kind, Layout, Point, Rgb, Sheet, Zone
from companion.layouts.ids import sheet_ids
from companion.layouts.shapes import corner_markers, rectangle, square_cell
from companion.layouts.tray import tray_sheet, white_and_grey
from companion.rules.phrases import Term
from hop_home import GAME

MAT_MM: Point = (420.0, 200.0)
WATER: Rgb = (150, 196, 214)
STONE: Rgb = (214, 208, 196)
FROGS: dict[str, tuple[Rgb, Rgb]] = {
    "green": ((40, 120, 50), (240, 240, 200)),
    "orange": ((230, 120, 20), (40, 20, 10)),
    "white": ((246, 244, 236), (30, 30, 40)),
}


def _kinds() -> dict[str, Kind]:
    frogs = [
        Kind(f"frog-{name}", f"{name} frog", "disc", (24.0, 24.0), 3.0, colours)
        for name, colours in FROGS.items()
    ]
    dice = [
        Kind(f"die-{n}", f"die showing {n}", "die", (16.0, 16.0), 16.0, ((250, 250, 246), (20, 20, 20)))
        for n in range(1, 7)
    ]
    return {kind.name: kind for kind in (*frogs, *dice)}


def _layout() -> Layout:
    kinds = _kinds()
    frogs = tuple(name for name in kinds if name.startswith("frog"))
    track = tuple(square_cell(str(n + 1), (48.0 + n * 36.0, 130.0), 32.0) for n in range(10))
    pond = tuple(square_cell(str(n + 1), (150.0 + n * 60.0, 60.0), 32.0) for n in range(3))
    zones = (
        Zone("track", "the track", "cells", rectangle(30, 112, 360, 36), frogs, track, {"": STONE}),
        Zone("pond", "the pond", "cells", rectangle(120, 40, 180, 40), frogs, pond, {"": WATER}),
    )
    patches = white_and_grey((60.0, 12.0), (74.0, 12.0), 12.0)
    patches += white_and_grey((350.0, 188.0), (364.0, 188.0), 12.0)
    markers = corner_markers(sheet_ids(GAME, 0), MAT_MM, 24.0, 7.0)
    mat = Sheet("mat", "Hop Home", MAT_MM, markers, patches, zones)
    tray = tray_sheet(GAME, 1, tuple(name for name in kinds if name.startswith("die")))
    return Layout(GAME.slug, (mat, tray), kinds)


LAYOUT = _layout()


WORDS: Final = (
    Term("green frog"),
    Term("orange frog"),
    Term("white frog"),
    Term("die showing"),
    Term("track"),
    Term("pond"),
)
"""What the labels of sheets, zones, cells and pieces are made of, for translators."""
