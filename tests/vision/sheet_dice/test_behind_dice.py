"""A space that a die before it hides in part is bare where the rest of it is."""

from __future__ import annotations

import cv2
import numpy as np

from companion.layouts import load_layout
from companion.printing import artwork
from companion.sighting import EMPTY, CellSighting, DieSighting
from vision.cells.sampling import Sampler
from vision.light.light import Light
from vision.ports import Floats, Image
from vision.sheet_dice.placed_dice import PlacedDice

LAYOUT = load_layout("it-happens")
SHEET, ZONE = LAYOUT.find("M01")
FRONT, BEHIND = (next(cell for cell in ZONE.cells if cell.id == name) for name in ("C1.1", "C1.2"))
DIE_MM = 16.0
PX_PER_MM = 2.4
SLANT = 0.8
"""So many mm further away is seen what stands a millimetre higher."""

EVEN = Light(np.array([[1.0] * 3, *[[0.0] * 3] * 5]), np.zeros((3, 3)), np.eye(3), SHEET.size_mm)
SURE = np.log(0.99)


class SeenAslant:
    """Stands for the registration of a sheet that fills the picture."""

    px_per_mm = PX_PER_MM

    def to_frame(self, points_mm: Floats, height_mm: float = 0.0) -> Floats:
        return (points_mm - np.array([0.0, SLANT * height_mm])) * PX_PER_MM - 0.5

    def to_sheet(self, points_px: Floats, height_mm: float = 0.0) -> Floats:
        return (points_px + 0.5) / PX_PER_MM + np.array([0.0, SLANT * height_mm])

    def once(self, measure):
        return measure(self)


def paint(picture: Image, low_mm: Floats, high_mm: Floats) -> None:
    low, high = (tuple(int(side) for side in np.round(at * PX_PER_MM)) for at in (low_mm, high_mm))
    cv2.rectangle(picture, low, high, (60, 120, 40), cv2.FILLED)


def read(picture: Image, dice: list[DieSighting]) -> CellSighting:
    zone = PlacedDice(LAYOUT, SHEET, ZONE, artwork)
    zone.look(Sampler(cv2.GaussianBlur(picture, (0, 0), 0.8), SeenAslant(), EVEN))
    return zone.read(dice)[BEHIND.id]


def with_a_die() -> tuple[Image, DieSighting]:
    """Give the sheet with a green die on the front space, and how that die is read."""
    picture = artwork.sheet_image(LAYOUT, SHEET.id, PX_PER_MM).copy()
    middle = np.array(FRONT.centre_mm)
    paint(picture, middle - (DIE_MM / 2, DIE_MM / 2 + SLANT * DIE_MM), middle + DIE_MM / 2)
    odds = {1: 1.0}
    die = DieSighting(
        1, odds, (0, 0, 40, 40), "green", 0.99, accepted=True, sheet=SHEET.id, centre_mm=FRONT.centre_mm
    )
    return picture, die


def test_a_space_behind_a_die_is_bare_where_it_is_seen() -> None:
    picture, die = with_a_die()
    assert read(picture, []).covered
    seen = read(picture, [die])
    assert seen.best()[0] == EMPTY
    assert seen.best()[1] > SURE
    assert not seen.covered


def test_what_lies_beside_the_die_in_the_space_behind_it_is_not_overlooked() -> None:
    picture, die = with_a_die()
    middle = np.array(BEHIND.centre_mm)
    paint(picture, middle - DIE_MM / 2, middle + DIE_MM / 2)
    assert read(picture, [die]).covered
