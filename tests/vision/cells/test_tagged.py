"""Pieces that bear markers: where the frame is too small for one, its cell is looked at from above."""

from __future__ import annotations

import cv2

from companion.layouts import load_layout
from companion.printing import artwork
from companion.sighting import EMPTY
from companion.simulation.rendering.scene import Scene
from companion.simulation.table import SimulatedTable
from vision.cells.sampling import Sampler
from vision.cells.tagged import TaggedZone
from vision.sheets.light import measure_light
from vision.sheets.palette import palette_of
from vision.view.reader import TableReader

LAYOUT = load_layout("papillon")
LYING = {"A1": "T31", "B1": "T04", "C1": "T55"}


def test_tiles_whose_markers_the_frame_does_not_give_away_are_read_from_above() -> None:
    table = SimulatedTable(LAYOUT, scene=Scene(tilt_deg=25.0))
    sheet, zone = LAYOUT.find("staircase")
    table.lay({"staircase": LYING})
    picture = table.picture()
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    reader = TableReader(LAYOUT, artwork)
    (board,) = [each for each in reader._register(grey)[1] if each.sheet.id == sheet.id]
    sampler = Sampler(picture, board, measure_light(picture, board, palette_of(LAYOUT, sheet.id, artwork)))
    read = TaggedZone(LAYOUT, sheet, zone, artwork).read(grey, sampler, board, (), lambda: ())
    assert {cell: seen.best()[0] for cell, seen in read.items() if seen.best()[0] != EMPTY} == LYING
    assert not any(seen.covered for seen in read.values())
