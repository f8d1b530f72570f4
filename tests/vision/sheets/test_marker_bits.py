"""Small, soft and noisy markers are read, and what only looks like one is not."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.layout import MARKER_DICTIONARY
from vision.sheets.marker_bits import MarkerBits
from vision.sheets.marker_search import MarkerSearch

Array = np.ndarray[Any, Any]
DICTIONARY = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
BITS = MarkerBits(DICTIONARY)
APART_PX = 60
CODE = np.pad(DICTIONARY.getBitsFromByteList(DICTIONARY.bytesList[[7]], 6), 1)


def _square(side_px: float, turn_deg: float) -> Array:
    """Corners of a square round the middle of a field, clockwise from its top left."""
    half, turn = side_px / 2, np.radians(turn_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) @ spin.T + APART_PX / 2


def _seen(squares: Array, corners: Array) -> Array:
    """White paper with black and white squares, (n, n) of 1 where white, as seen within the corners."""
    large = cv2.resize(255 * squares.astype(np.uint8), None, fx=16, fy=16, interpolation=cv2.INTER_NEAREST)
    edge = len(large) - 0.5
    printed = np.array([(-0.5, -0.5), (edge, -0.5), (edge, edge), (-0.5, edge)], np.float32)
    matrix = cv2.getPerspectiveTransform(printed, (4 * corners + 1.5).astype(np.float32))
    size = (4 * APART_PX, 4 * APART_PX)
    fine = cv2.warpPerspective(large, matrix, size, borderValue=255.0, borderMode=cv2.BORDER_CONSTANT)
    return cv2.resize(fine, (APART_PX, APART_PX), interpolation=cv2.INTER_AREA)


def _by_camera(picture: Array, seed: int) -> Array:
    soft = 40 + 0.7 * cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 1.0)
    return np.clip(soft + np.random.default_rng(seed).normal(0, 6, soft.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("side_px", [20, 24])
def test_small_soft_markers_are_found_where_they_lie(side_px: int) -> None:
    turns = [11.0 * number for number in range(16)]
    codes = [
        np.pad(DICTIONARY.getBitsFromByteList(DICTIONARY.bytesList[[number]], 6), 1) for number in range(16)
    ]
    fields = [_seen(code, _square(side_px, turn)) for code, turn in zip(codes, turns, strict=True)]
    picture = _by_camera(np.vstack([np.hstack(fields[row : row + 4]) for row in range(0, 16, 4)]), seed=1)
    found = {marker.id: marker.corners_px for marker in MarkerSearch().whole(picture, thorough=True)}
    assert set(found) == set(range(16))
    for number, corners in found.items():
        at = APART_PX * np.array([number % 4, number // 4])
        assert (
            np.abs(corners - _square(side_px, turns[number]) - at).max() < 2
        )  # px; those that OpenCV reads itself are off by up to 1.9


@pytest.mark.parametrize(("wrong", "is_read"), [(0, True), (2, True), (3, False)])
def test_a_marker_with_more_than_two_wrong_bits_is_none(wrong: int, is_read: bool) -> None:
    code = CODE.copy()
    code[1, 1 : 1 + wrong] ^= 1
    corners = _square(24, 0)
    assert (7 in BITS.read(_seen(code, corners), corners[None])) is is_read


def test_a_marker_with_a_hole_in_its_rim_is_none() -> None:
    code = CODE.copy()
    code[0, 3] = 1
    corners = _square(24, 0)
    assert not BITS.read(_seen(code, corners), corners[None])


def test_noise_and_print_without_a_code_are_no_markers() -> None:
    rng = np.random.default_rng(5)
    corners = np.array([_square(side, turn) for side in (18, 24, 30) for turn in range(0, 90, 3)])
    for _ in range(8):
        squares = np.pad(rng.integers(0, 2, (6, 6)), 1)
        assert not BITS.read(_seen(squares, _square(24, 0)), corners)
        assert not BITS.read(rng.integers(0, 255, (APART_PX, APART_PX), dtype=np.uint8), corners)


def test_no_outline_is_no_marker() -> None:
    assert BITS.read(np.zeros((40, 40), np.uint8), np.zeros((0, 4, 2))) == {}
