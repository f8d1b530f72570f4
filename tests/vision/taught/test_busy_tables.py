"""Boards on a patterned cloth, and boards that are all but hidden by cards."""

from __future__ import annotations

import cv2
import numpy as np

from companion.layouts import load_layout
from companion.simulation.unmarked.artwork import UnmarkedArtwork, unmarked_layout
from companion.simulation.unmarked.styles import style_named
from vision.ports import Image
from vision.taught.colours import measure_taught_light, taught_palette
from vision.taught.features import FRAME_FEATURES, LEAST_KEPT, frame_features

STAR_BAKER = unmarked_layout(load_layout("star-baker"))
(SHEET,) = STAR_BAKER.sheets
NIGHT = UnmarkedArtwork(style_named("night"))
BROWN = (48, 84, 124)


class SeenFromAbove:
    """Stands for the registration of a sheet that fills the picture."""

    px_per_mm, sheet = 2.0, SHEET

    def to_frame(self, points_mm):
        return points_mm * self.px_per_mm - 0.5


def flowered_cloth(width: int, height: int) -> Image:
    """Draw rows of flowers, a little noisy."""
    cloth = np.full((height, width, 3), (110, 100, 210), np.uint8)
    for row, y in enumerate(range(6, height, 14)):
        for x in range(6 + 7 * (row % 2), width, 14):
            for petal in np.radians(np.arange(0, 360, 72)):
                at = x + 3.2 * np.cos(petal), y + 3.2 * np.sin(petal)
                cv2.circle(cloth, (round(at[0]), round(at[1])), 1, (225, 230, 235), -1, cv2.LINE_AA)
    noise = np.random.default_rng(3).normal(0, 2.0, cloth.shape)
    return np.clip(cloth + noise, 0, 255).astype(np.uint8)


def test_a_patterned_cloth_leaves_room_for_the_features_of_a_board() -> None:
    frame = flowered_cloth(1280, 960)
    board = NIGHT.sheet_image(STAR_BAKER, SHEET.id, 1.2)
    height, width = board.shape[:2]
    frame[300 : 300 + height, 400 : 400 + width] = board
    found = frame_features(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    x, y = found.places.T
    on_board = (x > 400) & (x < 400 + width) & (y > 300) & (y < 300 + height)
    assert LEAST_KEPT <= len(found) <= FRAME_FEATURES
    assert on_board.mean() > 0.3, "of the frame the board takes a tenth"


def test_of_many_features_without_a_pattern_some_stay_all_over_the_frame() -> None:
    rng = np.random.default_rng(5)
    frame = np.full((960, 1280), 120, np.uint8)
    for x, y, size in rng.integers((0, 0, 2), (1280, 960, 9), (12_000, 3)).tolist():
        box = (x, y, size, int(rng.integers(2, 9)))
        cv2.rectangle(frame, box, int(rng.integers(0, 256)), cv2.FILLED)
    found = frame_features(frame)
    assert LEAST_KEPT < len(found) <= FRAME_FEATURES
    eighths = np.bincount((found.places[:, 0] // 160).astype(int), minlength=8)
    assert eighths.min() > len(found) / 16


def test_cards_over_most_of_a_dark_board_do_not_tell_its_light() -> None:
    seen = NIGHT.sheet_image(STAR_BAKER, SHEET.id, SeenFromAbove.px_per_mm).copy()
    for zone in SHEET.zones:
        for cell in zone.cells:
            corners = np.array(cell.outline_mm)
            (left, top), (right, bottom) = corners.min(axis=0) - 2, corners.max(axis=0) + 2
            box = np.rint(np.array([left, top, right, bottom]) * SeenFromAbove.px_per_mm).astype(int).tolist()
            cv2.rectangle(seen, box[:2], box[2:], BROWN, cv2.FILLED)
    light = measure_taught_light(seen, SeenFromAbove(), taught_palette(STAR_BAKER, SHEET.id, NIGHT))
    middle = light.white_at(np.array(SHEET.size_mm) / 2)
    np.testing.assert_allclose(middle, 255, rtol=0.2)
