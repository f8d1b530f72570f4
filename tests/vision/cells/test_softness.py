"""Faces are compared as softly as the frame shows them, and what was taught outlives another distance."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from companion.layouts import load_layout
from companion.printing import artwork
from companion.simulation.table import SimulatedTable
from vision.cells.pieces import SOFTNESSES_MM, Pieces
from vision.cells.sampling import Sampler
from vision.ports import Floats
from vision.prints.grey_print import GreyPrint
from vision.view.reader import TableReader

LAYOUT = load_layout("filler-tiles")
BOARD = LAYOUT.sheet("mat").zone("board")
SURE = np.log(0.99)


class OneColour:
    """A frame that shows one colour everywhere."""

    def __init__(self, softness_mm: float) -> None:
        self.softness_mm = softness_mm

    def looks(self, places_mm: Floats, offsets_mm: Floats, height_mm: float = 0.0) -> Floats:
        """Give the look of that colour, (n, k, 3)."""
        return np.ones((len(places_mm), len(offsets_mm), 1), np.float32) * np.float32((0.4, 0.6, -0.5))


def test_tiles_in_grey_are_read_surely_at_a_soft_px_a_millimetre() -> None:
    grey = GreyPrint(artwork)
    table = SimulatedTable(LAYOUT, seed=0, artwork=grey)
    laid = {cell.id: BOARD.kinds[n % 2] for n, cell in enumerate(BOARD.cells)}
    table.lay({"board": laid})
    small = cv2.resize(table.picture(), None, fx=0.45, fy=0.45, interpolation=cv2.INTER_AREA)
    (sheet,) = TableReader(LAYOUT, grey).read_sheets(cv2.GaussianBlur(small, (0, 0), 1.0)).sheets
    assert sheet.px_per_mm < 1.3
    read = {
        cell: seen.best()[0]
        for cell, seen in sheet.cells["board"].items()
        if seen.best()[1] > SURE and not seen.covered
    }
    assert read == laid


def test_what_was_taught_stays_when_the_camera_moves_away() -> None:
    near, far = (cast("Sampler", OneColour(softness)) for softness in (SOFTNESSES_MM[0], SOFTNESSES_MM[-1]))
    pieces, place = Pieces(LAYOUT, BOARD.kinds, artwork, near.softness_mm), np.array([100.0, 100.0])
    stone = pieces.kinds.index("stone")
    before = pieces.differences(near, place[None])[0].sum(axis=-1)[0, stone]
    pieces.learn(near, place, "stone")
    for sampler in (near, far, near):
        assert pieces.differences(sampler, place[None])[0].sum(axis=-1)[0, stone] < 0.01 * before
