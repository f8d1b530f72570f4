"""A sheet of which one marker or two are seen is found by its print; no other sheet is taken for it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.layouts import load_layout
from companion.printing import artwork
from companion.simulation.table import SimulatedTable
from vision.view.reader import TableReader

LAYOUT = load_layout("octopus-garden").for_seats(2)


def seen(picture: np.ndarray) -> dict[str, np.ndarray]:
    """Give the corners of each sheet that is found, (4, 2) px."""
    sheets = TableReader(LAYOUT, artwork).read_sheets(picture).sheets
    return {sheet.sheet: np.array(sheet.corners_px) for sheet in sheets}


def without_markers(picture: np.ndarray, sheet_id: str, numbers: range) -> np.ndarray:
    """Lay scraps of brown paper over some markers of a sheet."""
    (sheet,) = [s for s in TableReader(LAYOUT, artwork).read_sheets(picture).sheets if s.sheet == sheet_id]
    homography, spoiled = np.array(sheet.homography).reshape(3, 3), picture.copy()
    for number in numbers:
        corners = np.array([LAYOUT.sheet(sheet_id).markers[number].corners_mm])
        at = cv2.perspectiveTransform(corners.astype(float), homography)[0]
        cv2.fillConvexPoly(spoiled, at.round().astype(int), (60, 90, 120))
    return spoiled


@pytest.mark.parametrize("hidden", [range(2), range(3), range(1, 4)])
def test_the_print_says_where_a_sheet_with_few_markers_lies(hidden: range) -> None:
    table = SimulatedTable(LAYOUT, seed=3)
    table.lay({"garden-1": {"A1": "coral"}})
    picture = table.picture()
    whole, spoiled = seen(picture), seen(without_markers(picture, "garden-1", hidden))
    assert spoiled.keys() == whole.keys()
    assert np.abs(spoiled["garden-1"] - whole["garden-1"]).max() < 3.0


def test_a_sheet_without_a_marker_is_not_guessed() -> None:
    """Both gardens have the same print, so nothing but a marker says which of them this is."""
    table = SimulatedTable(LAYOUT, seed=3)
    table.lay({})
    spoiled = seen(without_markers(table.picture(), "garden-1", range(4)))
    assert set(spoiled) == {"market", "garden-2"}


def test_markers_without_their_print_are_no_sheet() -> None:
    table = SimulatedTable(LAYOUT, seed=3)
    table.lay({})
    picture = without_markers(table.picture(), "garden-1", range(2))
    blank, corners = picture.copy(), seen(table.picture())["garden-1"]
    cv2.fillConvexPoly(blank, corners.round().astype(int), (210, 220, 225))
    x, y = np.meshgrid(np.arange(picture.shape[1]), np.arange(picture.shape[0]))
    near = [np.hypot(x - corner[0], y - corner[1]) < 70 for corner in corners]
    picture = np.where(np.any(near, axis=0)[..., None], picture, blank)
    assert "garden-1" not in seen(picture)
