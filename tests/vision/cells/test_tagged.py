"""Pieces that bear markers: where the frame is too small for one, its cell is looked at from above."""

from __future__ import annotations

import math

import cv2
import pytest

from companion.layouts import load_layout
from companion.printing import artwork
from companion.sighting import EMPTY, CellSighting
from companion.simulation.rendering.scene import Scene
from companion.simulation.table import SimulatedTable
from vision.cells.sampling import Sampler
from vision.cells.tagged import TaggedZone
from vision.light.light import measure_light
from vision.light.palette import palette_of
from vision.ports import Image
from vision.prints.grey_print import GreyPrint
from vision.sheets.marker_search import FoundMarker
from vision.view.reader import TableReader

LAYOUT = load_layout("papillon")
LYING = {"A1": "T31", "B1": "T04", "C1": "T55"}


class Board:
    """A staircase as the camera sees it, and how often its markers were searched more closely."""

    def __init__(self, scene: Scene, contrast: float = 1.0) -> None:
        self._contrast = contrast
        self.table = SimulatedTable(LAYOUT, scene=scene)
        self.table.lay({"staircase": LYING})
        self.sheet, zone = LAYOUT.find("staircase")
        self.reader = TaggedZone(LAYOUT, self.sheet, zone, artwork)
        (self.registration,) = [
            each
            for each in TableReader(LAYOUT, artwork)._register(_grey(self.table.picture()))[1]
            if each.sheet.id == self.sheet.id
        ]
        self.closer_looks = 0

    def pieces(self) -> dict[str, str]:
        """Read the pieces of the next picture; no marker is found but in views of single cells."""
        picture = self.table.picture()
        palette = palette_of(LAYOUT, self.sheet.id, artwork)
        sampler = Sampler(picture, self.registration, measure_light(picture, self.registration, palette))
        grey = _grey(picture)
        if self._contrast < 1:
            grey = cv2.convertScaleAbs(grey, alpha=self._contrast, beta=60)
        seen = self.reader.read(grey, sampler, self.registration, (), self._look_closer)
        return {cell: each.best()[0] for cell, each in seen.items() if each.best()[0] != EMPTY}

    def _look_closer(self) -> tuple[FoundMarker, ...]:
        self.closer_looks += 1
        return ()


def _grey(picture: Image) -> Image:
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)


def read(tilt_deg: float, softened_px: float = 0.0, contrast: float = 1.0) -> dict[str, CellSighting]:
    """Read a staircase from above alone; soft and faint it is as under one lamp at the far end of a table."""
    table = SimulatedTable(LAYOUT, scene=Scene(tilt_deg=tilt_deg))
    sheet, zone = LAYOUT.find("staircase")
    table.lay({"staircase": LYING})
    picture = table.picture()
    grey = _grey(picture)
    reader = TableReader(LAYOUT, artwork)
    (board,) = [each for each in reader._register(grey)[1] if each.sheet.id == sheet.id]
    sampler = Sampler(picture, board, measure_light(picture, board, palette_of(LAYOUT, sheet.id, artwork)))
    if softened_px:
        soft = cv2.GaussianBlur(grey, (0, 0), softened_px)
        grey = cv2.convertScaleAbs(soft, alpha=contrast, beta=60)
    return TaggedZone(LAYOUT, sheet, zone, artwork).read(grey, sampler, board, (), lambda: ())


@pytest.mark.whole
@pytest.mark.parametrize(
    ("tilt_deg", "softened_px", "contrast"), [(25.0, 0.0, 1.0), (25.0, 0.8, 0.12), (40.0, 0.6, 0.12)]
)
def test_tiles_whose_markers_the_frame_does_not_give_away_are_read_from_above(
    tilt_deg: float, softened_px: float, contrast: float
) -> None:
    seen = read(tilt_deg, softened_px, contrast)
    assert {cell: each.best()[0] for cell, each in seen.items() if each.best()[0] != EMPTY} == LYING
    assert not any(each.covered for each in seen.values())


@pytest.mark.whole
def test_a_tile_too_soft_to_be_read_is_covered_and_never_guessed() -> None:
    seen = read(25.0, 3.0, 0.12)
    assert {cell for cell, each in seen.items() if each.covered} == set(LYING)


@pytest.mark.parametrize("contrast", [1.0, 0.1, 0.05])
def test_another_tile_in_a_cell_is_never_taken_for_the_one_before(contrast: float) -> None:
    board = Board(Scene(tilt_deg=25.0), contrast)
    assert board.pieces() == LYING
    changed = LYING | {"B1": "T77"}
    board.table.lay({"staircase": changed})
    assert board.pieces() == changed


def test_a_tile_that_was_read_with_patience_is_read_again_only_when_its_cell_changes() -> None:
    board = Board(Scene(tilt_deg=25.0))
    assert [board.pieces() for _ in range(3)] == [LYING] * 3
    assert board.closer_looks == 1
    changed = LYING | {"B1": "T77"}
    board.table.lay({"staircase": changed})
    assert board.pieces() == changed
    assert board.closer_looks == 2
    del changed["A1"]
    board.table.lay({"staircase": changed})
    assert board.pieces() == changed


@pytest.mark.whole
@pytest.mark.parametrize("softened_px", [1.5, 4.0])
def test_a_tile_of_a_black_and_white_set_whose_marker_is_too_soft_leaves_no_space_bare(
    softened_px: float,
) -> None:
    table = SimulatedTable(LAYOUT, scene=Scene(tilt_deg=25.0))
    sheet, zone = LAYOUT.find("staircase")
    table.lay({"staircase": LYING})
    sharp, printed = _grey(table.picture()), GreyPrint(artwork)
    (board,) = [e for e in TableReader(LAYOUT, artwork)._register(sharp)[1] if e.sheet.id == sheet.id]
    grey = cv2.GaussianBlur(sharp, (0, 0), softened_px)
    picture = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    light = measure_light(picture, board, palette_of(LAYOUT, sheet.id, printed))
    reader = TaggedZone(LAYOUT, sheet, zone, printed)
    seen = reader.read(grey, Sampler(picture, board, light), board, (), lambda: ())
    bare = {cell for cell, each in seen.items() if each.best()[0] == EMPTY and not each.covered}
    sure = {cell for cell in bare if is_sure(seen[cell])}
    assert sure == set(seen) - set(LYING)


def is_sure(seen: CellSighting) -> bool:
    """Whether a cell is accepted without a question."""
    return seen.best()[1] > math.log(0.99)
