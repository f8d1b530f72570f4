"""What is seen where a side of a die must be is that side, and no die of its own."""

from __future__ import annotations

import numpy as np
import pytest

from companion.layouts import load_layout
from companion.sighting import DieSighting
from vision.prints.locating import registered
from vision.sheet_dice.dice_places import without_sides
from vision.sheets.lens import Lens

SIDE_MM, AT_MM, TURN_DEG = 16.0, (60.0, 80.0), 20.0
SHEET = load_layout("caterpillar-filler").sheet("tray")


def slanted_view():
    """Register the tray as a camera sees it that looks down at it from 40 degrees."""
    slope = np.radians(40)
    focal, far_mm, middle = 1500.0, 700.0, np.array(SHEET.size_mm) / 2
    across = np.array([[1, 0, -middle[0]], [0, np.cos(slope), -np.cos(slope) * middle[1]], [0, 0, 0]])
    across[2] = (0, -np.sin(slope), np.sin(slope) * middle[1] + far_mm)
    camera = np.array([[focal, 0, 819.5], [0, focal, 615.5], [0, 0, 1]])
    return registered(SHEET, camera @ across, Lens(), (1640, 1232))


def die(registration, at_mm, height_mm: float, confidence: float, *, accepted: bool) -> DieSighting:
    """Give a die as read there: its place on the sheet takes what is seen for a top face."""
    seen = registration.solid_to_frame(np.array([[*at_mm, height_mm]]))[0]
    place = registration.to_sheet(seen, SIDE_MM)
    box = (seen[0] - 16, seen[1] - 16, 32.0, 32.0)
    odds = {value: 0.99 if value == 4 else 0.002 for value in range(1, 7)}
    return DieSighting(
        4, odds, box, "white", confidence, accepted,
        centre_px=(float(seen[0]), float(seen[1])), angle_deg=TURN_DEG, sheet=SHEET.id,
        centre_mm=(float(place[0]), float(place[1])),
    )  # fmt: skip


def beside(sides: float) -> tuple[float, float]:
    """Give the place so many sides from the die, square to it, towards the camera."""
    turn = np.radians(TURN_DEG + 90)
    return AT_MM[0] + sides * SIDE_MM * np.cos(turn), AT_MM[1] + sides * SIDE_MM * np.sin(turn)


@pytest.mark.parametrize("accepted", [False, True])
def test_a_doubtful_die_in_the_middle_of_a_side_is_that_side(*, accepted: bool) -> None:
    view = slanted_view()
    flat = die(view, AT_MM, SIDE_MM, 0.99, accepted=True)
    side = die(view, beside(0.5), SIDE_MM / 2, 0.87, accepted=accepted)
    kept = without_sides([flat, side], 0.5 * SIDE_MM, {SHEET.id: view})
    assert len(kept) == 1 + accepted


def test_a_second_die_that_stands_apart_stays() -> None:
    view = slanted_view()
    dice = [
        die(view, AT_MM, SIDE_MM, 0.99, accepted=True),
        die(view, beside(2.0), SIDE_MM, 0.87, accepted=False),
    ]
    assert len(without_sides(dice, SIDE_MM, {SHEET.id: view})) == 2
