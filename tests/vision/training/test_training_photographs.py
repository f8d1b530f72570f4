"""What the networks learn from photographs: their parts hold what they are told to hold."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice.networks import Peak
from vision.training import (
    labels,
    photos,
)
from vision.training.scenes import Truth


def test_a_part_of_a_photograph_keeps_its_dice_where_they_are_seen() -> None:
    image = np.full((900, 1200, 3), 90, np.uint8)
    cv2.circle(image, (600, 450), 90, (255, 255, 255), -1)
    photo = photos.Photo(image, (Truth(1, 600.0, 450.0, 300.0),))
    seen = 0
    for seed in range(30):
        part = photos.part(np.random.default_rng(seed), photo)
        for _, x, y, size, *_ in part.truth:
            white = (part.picture.min(axis=2) > 200).astype(np.uint8)
            _, _, stats, middles = cv2.connectedComponentsWithStats(white)
            whole = [
                middle
                for (left, top, width, height, _), middle in zip(stats[1:], middles[1:], strict=True)
                if min(left, top) > 1 and max(left + width, top + height) < 158
            ]
            if whole and size < 60 and 0.5 * size < min(x, y) < max(x, y) < 159 - 0.5 * size:
                assert min(np.hypot(*(middle - (x, y))) for middle in whole) < 2
                seen += 1
    assert seen > 10


def test_a_part_tells_where_a_rise_is_seen() -> None:
    """A white spot in the middle of a top face, and a black one where it says that it rises to."""
    image, size, rise = np.full((900, 1200, 3), 120, np.uint8), 200.0, np.array([0.3, -0.5])
    above = np.array([600.0, 450.0]) + size * rise
    cv2.circle(image, (600, 450), 22, (255, 255, 255), -1)
    cv2.circle(image, tuple(int(at) for at in above.round()), 22, (0, 0, 0), -1)
    photo = photos.Photo(image, (Truth(1, 600.0, 450.0, size, *rise.tolist()),))
    seen = 0
    for seed in range(40):
        part = photos.part(np.random.default_rng(seed), photo)
        for _, x, y, side, rise_x, rise_y in part.truth:
            at = np.array([x + side * rise_x, y + side * rise_y])
            if 0.2 * side < min(x, y, *at) < max(x, y, *at) < 159 - 0.2 * side:
                rows, columns = np.indices((160, 160))
                near = np.hypot(columns - at[0], rows - at[1]) < 0.3 * side
                black = near & (part.picture.max(axis=2) < 60)
                assert (columns[black].mean(), rows[black].mean()) == pytest.approx(tuple(at), abs=1.5)
                seen += 1
    assert seen > 15


class Taken:
    """A finder that takes some places of a picture of 768 px for dice."""

    def __init__(self, *peaks: tuple[float, float, float, float]) -> None:
        self._peaks = [Peak(x, y, size, seen, np.full(6, 1 / 6)) for x, y, size, seen in peaks]

    def look(self, image: np.ndarray, scale: float) -> list[Peak]:
        return self._peaks if max(image.shape) == 768 else []


def test_what_a_finder_takes_for_a_die_beside_the_labelled_ones_is_mined() -> None:
    die, token = (300.0, 200.0, 40.0), (500.0, 300.0, 30.0)
    side, cut_off, faint = (300.0, 230.0, 30.0), (4.0, 200.0, 30.0), (100.0, 400.0, 30.0)
    finder = Taken(*((*each, 0.8) for each in (die, token, side, cut_off)), (*faint, 0.25))
    photo = photos.Photo(np.zeros((576, 768, 3), np.uint8), (Truth(4, *die),))
    (mined,) = photos.mine([photo], finder)
    assert mined.decoys == (token,)
    assert mined.truth == photo.truth


def test_what_is_mined_keeps_its_place_in_a_part_of_the_photograph() -> None:
    image = np.full((900, 1200, 3), 90, np.uint8)
    cv2.circle(image, (600, 450), 40, (255, 255, 255), -1)
    photo = photos.Photo(image, (), ((600.0, 450.0, 120.0),))
    seen = 0
    for seed in range(60):
        part = photos.part(np.random.default_rng(seed), photo)
        for x, y, size in part.decoys:
            if 0.5 * size < min(x, y) < max(x, y) < 159 - 0.5 * size:
                rows, columns = np.nonzero(part.picture.min(axis=2) > 200)
                about = np.hypot(columns - x, rows - y) < 0.6 * size
                assert (columns[about].mean(), rows[about].mean()) == pytest.approx((x, y), abs=2)
                seen += 1
    assert seen > 10


def test_photographs_whose_dice_bear_no_labels_are_left_out(tmp_path: Path) -> None:
    told = [{"file": name, "dice": []} for name in ("dice_1_jpg.jpg", "dice_59_jpg.jpg")]
    for name in ("roboflow_table", "n3_grey"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "labels.json").write_text(json.dumps({"images": told}))
    assert [each["file"] for each in labels.entries(tmp_path, "roboflow_table")] == ["dice_1_jpg.jpg"]
    assert labels.entries(tmp_path, "n3_grey") == told
