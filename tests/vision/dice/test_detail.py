"""A board that looks like a die from far off is told by what is finer on it, a bare cube by its plainness."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from dice_readings import reading
from sweeps import slow

from companion.layouts import load_layout
from companion.rules.catalogue import load_game
from companion.simulation.table import SimulatedTable
from vision.dice import DiceReader
from vision.dice.cuts.detail import LARGE_PX, LEAST_PATTERN, MOST_DETAIL, detail, is_blank, is_board, pattern
from vision.dice.reading import Reading

FACE_PX = 320
SIDE_PX = FACE_PX + 100
MIDDLE = (SIDE_PX - 1) / 2
SPOTS = {1: ((160, 160),), 4: ((80, 80), (80, 240), (240, 80), (240, 240))}


def face(
    value: int = 4, *, radius: int = 30, squares: int = 0, body: int = 205, pips: int = 40, noise: float = 0.0
) -> np.ndarray:
    """Spots as a die's pips on a plain face, or on one with squares, and a camera's noise."""
    picture = np.full((SIDE_PX, SIDE_PX, 3), body // 3, np.uint8)
    inner = picture[50:-50, 50:-50]
    inner[:] = body
    for at in range(0, FACE_PX, FACE_PX // squares) if squares else ():
        cv2.line(inner, (at, 0), (at, FACE_PX), (pips + body) // 2 * np.ones(3), 2)
        cv2.line(inner, (0, at), (FACE_PX, at), (pips + body) // 2 * np.ones(3), 2)
    for at in SPOTS[value]:
        cv2.circle(inner, at, radius, (pips,) * 3, -1, cv2.LINE_AA)
    return noisy(picture, noise)


def noisy(picture: np.ndarray, noise: float) -> np.ndarray:
    added = np.random.default_rng(1).normal(0, noise, picture.shape)
    return np.clip(picture + added, 0, 255).astype(np.uint8)


def at(size_px: float = FACE_PX, x_px: float = MIDDLE, y_px: float = MIDDLE) -> Reading:
    found = reading(0.99, size_px, x_px)
    found.y_px = y_px
    return found


def board() -> np.ndarray:
    """No more conspicuous than mats are."""
    return face(radius=12, squares=20)


def test_a_board_has_more_detail_than_a_die() -> None:
    assert detail(face(), at()) < 0.25
    assert 0.5 < detail(board(), at()) < 1.6
    assert is_board(board(), at())
    assert not is_board(face(), at())


@pytest.mark.parametrize("value", SPOTS)
@pytest.mark.parametrize(("body", "pips"), [(40, 90), (90, 40), (200, 160), (30, 220)])
@pytest.mark.parametrize("noise", [0.0, 6.0, 10.0])
def test_the_noise_of_a_dim_room_makes_no_board_of_a_die(
    value: int, body: int, pips: int, noise: float
) -> None:
    picture = face(value, body=body, pips=pips, noise=noise)
    assert detail(picture, at()) < MOST_DETAIL
    assert not is_board(picture, at())


@pytest.mark.parametrize("tint", [(1.0, 1.0, 1.0), (0.5, 1.0, 1.0), (0.2, 0.6, 1.0), (0.3, 0.3, 0.3)])
def test_neither_the_tint_of_the_light_nor_how_bright_it_is_matters(tint: tuple[float, ...]) -> None:
    tinted = noisy(board() * np.array(tint), 2.0)
    assert detail(tinted, at()) == pytest.approx(detail(board(), at()), rel=0.15)


def test_only_what_is_very_large_and_fills_the_picture_is_judged() -> None:
    wide = np.full((SIDE_PX, 3 * SIDE_PX, 3), 60, np.uint8)
    wide[:, :SIDE_PX] = board()
    assert is_board(wide, at())
    high = np.vstack([wide, wide])
    assert FACE_PX < high.shape[0] / 2 < high.shape[1] / 2
    assert not is_board(high, at())
    smaller = (LARGE_PX - 20) / FACE_PX
    assert not is_board(cv2.resize(board(), None, fx=smaller, fy=smaller), at(LARGE_PX - 20.0, 190.0, 190.0))


@pytest.mark.parametrize("place", [(-400.0, 20.0), (20.0, 900.0), (0.0, 0.0), (SIDE_PX - 1.0, SIDE_PX - 1.0)])
def test_a_die_at_or_beyond_the_edge_is_no_board(place: tuple[float, float]) -> None:
    assert not is_board(face(), at(FACE_PX, *place))


@pytest.mark.parametrize("seed", [11, *slow(29, 33)])
def test_our_own_mat_with_pieces_is_not_told_as_a_die_from_far_off(seed: int) -> None:
    slug = "caterpillar-filler"
    table = SimulatedTable(load_layout(slug), seed=seed)
    table.lay(load_game(slug).new(2 + seed % 3, {}).lying())
    picture = table.picture()
    assert all(die.box_px[2] < 0.3 * min(picture.shape[:2]) for die in DiceReader().read(picture))


def plain(body: int, *, slope: float = 0.0, noise: float = 1.5) -> np.ndarray:
    """A face without pips on which the light falls from one side."""
    picture = face(1, radius=0, body=body, pips=body).astype(float)
    picture[50:-50, 50:-50] *= 1 + slope * np.linspace(-0.5, 0.5, FACE_PX)[:, None]
    return noisy(picture, noise)


@pytest.mark.parametrize("body", [40, 120, 235])
@pytest.mark.parametrize("slope", [0.0, 0.15, -0.3])
@pytest.mark.parametrize("size_px", [320, 90, 30])
def test_a_plain_face_is_blank_however_the_light_falls_on_it(body: int, slope: float, size_px: int) -> None:
    zoom = size_px / FACE_PX
    small = cv2.resize(plain(body, slope=slope), None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    middle = (small.shape[0] - 1) / 2
    assert is_blank(small, at(size_px, middle, middle))


@pytest.mark.parametrize("value", SPOTS)
@pytest.mark.parametrize(("body", "pips"), [(235, 210), (120, 108), (120, 135), (40, 46), (20, 16)])
@pytest.mark.parametrize("size_px", [320, 90, 30])
def test_pips_that_differ_by_a_tenth_from_the_die_are_seen(
    value: int, body: int, pips: int, size_px: int
) -> None:
    zoom = size_px / FACE_PX
    faint = cv2.resize(
        face(value, body=body, pips=pips), None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA
    )
    middle = (faint.shape[0] - 1) / 2
    assert not is_blank(faint, at(size_px, middle, middle))


def test_pips_of_one_colour_on_a_die_of_another_that_is_as_bright_are_seen() -> None:
    picture = face(4)
    picture[(picture == 40).all(axis=2)] = (205, 205, 180)
    assert not is_blank(picture, at())


@pytest.mark.parametrize("turn_deg", range(0, 90, 15))
def test_the_edges_of_a_bare_cube_that_is_turned_are_no_pattern(turn_deg: int) -> None:
    corners = cv2.boxPoints(((MIDDLE, MIDDLE), (FACE_PX, FACE_PX), turn_deg))
    picture = np.full((SIDE_PX, SIDE_PX, 3), 60, np.uint8)
    cv2.fillConvexPoly(picture, corners.round().astype(int), (225, 225, 225), cv2.LINE_AA)
    assert pattern(picture, at()) < LEAST_PATTERN


@pytest.mark.parametrize("place", [(-400.0, 20.0), (0.0, 0.0), (SIDE_PX - 1.0, SIDE_PX - 1.0)])
def test_the_pattern_of_what_lies_at_the_edge_or_beyond_is_a_number(place: tuple[float, float]) -> None:
    assert np.isfinite(pattern(face(), at(FACE_PX, *place)))
