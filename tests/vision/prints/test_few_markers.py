"""A sheet of which one marker or two are seen is found by its print; no other sheet is taken for it."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from sweeps import slow

from companion.layouts import load_layout
from companion.printing import artwork
from companion.sighting import SheetSighting
from companion.simulation.table import SimulatedTable
from vision.view.reader import TableReader

LAYOUT = load_layout("octopus-garden").for_seats(2)


@cache
def whole_picture(lying: str = "") -> np.ndarray:
    """A table with all markers in view, and one piece or none in the first garden."""
    table = SimulatedTable(LAYOUT, seed=3)
    table.lay({"garden-1": {"A1": lying}} if lying else {})
    picture = table.picture()
    picture.flags.writeable = False
    return picture


def sheets_in(picture: np.ndarray) -> dict[str, SheetSighting]:
    return {each.sheet: each for each in TableReader(LAYOUT, artwork).read_sheets(picture).sheets}


@cache
def whole_sheets(lying: str = "") -> dict[str, SheetSighting]:
    return sheets_in(whole_picture(lying))


def corners_px(sheet: SheetSighting) -> np.ndarray:
    return np.array(sheet.corners_px)


def without_markers(numbers: range, lying: str = "") -> np.ndarray:
    """Lay scraps of brown paper over some markers of the first garden."""
    sheet, spoiled = whole_sheets(lying)["garden-1"], whole_picture(lying).copy()
    homography = np.array(sheet.homography).reshape(3, 3)
    for number in numbers:
        corners = np.array([LAYOUT.sheet("garden-1").markers[number].corners_mm])
        at = cv2.perspectiveTransform(corners.astype(float), homography)[0]
        cv2.fillConvexPoly(spoiled, at.round().astype(int), (60, 90, 120))
    return spoiled


@pytest.mark.whole
@pytest.mark.parametrize("hidden", [range(2), range(3), *slow(range(1, 4))])
def test_the_print_says_where_a_sheet_with_few_markers_lies(hidden: range) -> None:
    whole, spoiled = whole_sheets("coral"), sheets_in(without_markers(hidden, "coral"))
    assert spoiled.keys() == whole.keys()
    off_px = corners_px(spoiled["garden-1"]) - corners_px(whole["garden-1"])
    assert np.abs(off_px).max() < 3.0


@pytest.mark.whole
def test_a_sheet_without_a_marker_is_not_guessed() -> None:
    """Both gardens have the same print, so nothing but a marker says which of them this is."""
    assert set(sheets_in(without_markers(range(4)))) == {"market", "garden-2"}


@pytest.mark.whole
def test_markers_without_their_print_are_no_sheet() -> None:
    picture = without_markers(range(2))
    blank, corners = picture.copy(), corners_px(whole_sheets()["garden-1"])
    cv2.fillConvexPoly(blank, corners.round().astype(int), (210, 220, 225))
    x, y = np.meshgrid(np.arange(picture.shape[1]), np.arange(picture.shape[0]))
    near = [np.hypot(x - corner[0], y - corner[1]) < 70 for corner in corners]
    picture = np.where(np.any(near, axis=0)[..., None], picture, blank)
    assert "garden-1" not in sheets_in(picture)
