"""Gnomes and butterflies stand on tiles, and cover a part of the markers: the tiles are read all the same."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest
from sweeps import slow

from companion.games.papillon.layout import box_of
from companion.layouts import load_layout
from companion.printing import artwork
from companion.referee.mosaics import with_mosaics
from companion.simulation.rendering.snapshot import snapshot
from vision.mosaics.covered_markers import CoveredMarkers
from vision.sheets.lens import Lens
from vision.view.reader import TableReader

LAYOUT = load_layout("papillon")
TILES = box_of(LAYOUT).tiles
TOKENS = (
    ("posted", "gnome-back"),
    ("perched", "butterfly-white"),
    ("perched", "butterfly-black"),
    ("perched", "butterfly-orange"),
)
PX_PER_MM, SIZE_PX = 3.0, (700, 700)
PLACE = ("T01", (1, 0))


def garden_under_a_token(seed):
    """Give three tiles, turned anyhow, and a token that stands on the first, as zones of a position."""
    rng = random.Random(seed)
    first, *others = rng.sample(list(TILES), 3)
    garden = {
        cell: f"{tile}-{rng.randrange(4)}"
        for cell, tile in zip(("0,0", "1,0", "0,1"), (first, *others), strict=True)
    }
    zone, token = TOKENS[seed % len(TOKENS)]
    segment = rng.choice(TILES[first].segments).id
    return {"garden-1": garden, "hand-1": {}, f"{zone}-1": {f"{first}.{segment}": token}}


@pytest.mark.whole
@pytest.mark.parametrize("seed", [*range(4), *slow(*range(4, 60))])
def test_a_tile_under_a_token_is_itself_or_none_and_nearly_always_itself(seed) -> None:
    lying = garden_under_a_token(seed)
    seen = TableReader(LAYOUT, artwork).read(snapshot(LAYOUT, lying, 1, seed=seed, turn_deg=37.0 * seed))
    sheet = next(each for each in with_mosaics(LAYOUT, seen, lying).sheets if each.sheet == "garden-1")
    cells = sheet.cells["garden-1"]
    assert {cell: cells[cell].best()[0] for cell in lying["garden-1"]} == lying["garden-1"]
    assert {cell for cell, each in cells.items() if each.best()[0] != "empty"} == set(lying["garden-1"])


def marker_of(kind, turn_deg, shift_mm):
    """Draw a tile's middle upright in a picture, turned and shifted; give it and where its tile should be."""
    face = artwork.piece_image(LAYOUT, kind, PX_PER_MM)[..., :3]
    to_px = np.array([[PX_PER_MM, 0.0, 350.0], [0.0, PX_PER_MM, 350.0]])
    turn = cv2.getRotationMatrix2D((0.0, 0.0), -turn_deg, 1.0)
    turn[:, 2] = (350.0 + PX_PER_MM * shift_mm[0], 350.0 + PX_PER_MM * shift_mm[1])
    middle = np.array([[1.0, 0.0, -face.shape[1] / 2 + 0.5], [0.0, 1.0, -face.shape[0] / 2 + 0.5], [0, 0, 1]])
    table = np.full((*SIZE_PX, 3), 120, np.uint8)
    drawn = cv2.warpAffine(face, turn @ middle, SIZE_PX, table, borderMode=cv2.BORDER_TRANSPARENT)
    return cv2.cvtColor(drawn, cv2.COLOR_BGR2GRAY), to_px


@pytest.fixture
def covered():
    return CoveredMarkers(LAYOUT, LAYOUT.mosaic)


@pytest.mark.parametrize(
    ("turn_deg", "shift_mm"), [(0.0, (0.0, 0.0)), (5.0, (3.0, -4.0)), (93.0, (-5.0, 2.0))]
)
def test_two_thirds_of_a_marker_are_read_where_they_lie(covered, turn_deg, shift_mm) -> None:
    grey, to_px = marker_of("T40", turn_deg, shift_mm)
    at = np.array([350.0, 350.0]) + PX_PER_MM * np.array(shift_mm)
    grey[:, round(at[0]) + 8 :] = 70
    found = covered.read(grey, PLACE, to_px, Lens(), ())
    assert found.id == LAYOUT.kinds["T40"].marker
    assert np.abs(found.corners_px.mean(axis=0) - at).max() < 0.4 * PX_PER_MM
    across, down = found.corners_px[1] - found.corners_px[0]
    assert np.degrees(np.arctan2(down, across)) == pytest.approx(turn_deg, abs=2.0)


def test_a_tile_that_lies_elsewhere_is_not_read_here_and_bare_table_is_nothing(covered) -> None:
    grey, to_px = marker_of("T40", 0.0, (0.0, 0.0))
    assert covered.read(grey, PLACE, to_px, Lens(), {"T40"}) is None
    grain = np.random.default_rng(1).integers(0, 255, SIZE_PX, dtype=np.uint8)
    for level in (np.full(SIZE_PX, 90, np.uint8), grain, cv2.blur(grain, (9, 9))):
        assert covered.read(level, PLACE, to_px, Lens(), ()) is None


def test_a_tile_that_lay_elsewhere_is_read_once_it_does_not(covered) -> None:
    grey, to_px = marker_of("T40", 0.0, (0.0, 0.0))
    assert covered.read(grey, PLACE, to_px, Lens(), {"T40", "T41"}) is None
    assert covered.read(grey, PLACE, to_px, Lens(), {"T41"}).id == LAYOUT.kinds["T40"].marker


def test_the_noise_of_a_dim_room_is_no_other_look(covered, monkeypatch) -> None:
    grey, to_px = marker_of("T40", 0.0, (0.0, 0.0))
    rng, searches, search = np.random.default_rng(1), [], covered._search
    monkeypatch.setattr(covered, "_search", lambda *where: searches.append(1) or search(*where))
    for _ in range(5):
        noisy = np.clip(0.5 * grey + rng.normal(0, 4, SIZE_PX), 0, 255).astype(np.uint8)
        covered.read(noisy, PLACE, to_px, Lens(), ())
    assert len(searches) == 1


def test_a_place_that_looks_as_before_is_not_searched_again(covered, monkeypatch) -> None:
    grey, to_px = marker_of("T40", 0.0, (0.0, 0.0))
    first = covered.read(grey, PLACE, to_px, Lens(), ())
    monkeypatch.setattr(covered, "_search", None)
    assert covered.read(grey, PLACE, to_px, Lens(), ()) is first
    monkeypatch.undo()
    other, _ = marker_of("T41", 0.0, (0.0, 0.0))
    assert covered.read(other, PLACE, to_px, Lens(), ()).id == LAYOUT.kinds["T41"].marker
