"""Tables whose light is followed: what stands on them, and what is told of it."""

from __future__ import annotations

import itertools
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice.classes import COCKED, STACKED
from vision.training import lit, store
from vision.training.bodies import distance
from vision.training.scenes import IGNORED
from vision.training.standing import LEAN_DEG, Standing
from vision.training.things import Piece

OWN, LEANING = store.Own(), 0.4
TABLES = 25
INSIDE = np.stack(np.meshgrid(*[np.linspace(-0.9, 0.9, 5)] * 3), -1).reshape(-1, 3)


@pytest.fixture(scope="module")
def tables() -> list[Standing]:
    return [
        Standing.random(np.random.default_rng(seed), OWN, 160, (16.0, 50.0), LEANING)
        for seed in range(TABLES)
    ]


def _dice(tables: list[Standing], label: int) -> list[tuple[Standing, Piece]]:
    return [(table, die) for table in tables for die in table.pieces if die.label == label]


def test_nothing_stands_in_anything_else(tables: list[Standing]) -> None:
    for table in tables:
        boxes = [piece for piece in table.pieces if not piece.is_round and piece.shape.rounding < 0.31]
        for one, other in itertools.permutations(boxes, 2):
            points = one.middle + INSIDE * one.shape.half @ one.turn.T
            within = np.abs((points - other.middle) @ other.turn) < 0.9 * np.array(other.shape.half)
            assert within.all(axis=1).sum() <= 2  # a corner may lean against another


def test_flat_dice_stand_on_the_table(tables: list[Standing]) -> None:
    for value in range(1, 7):
        assert all(die.middle[2] == 0.5 for _, die in _dice(tables, value))


def test_dice_on_others_lie_over_what_bears_them(tables: list[Standing]) -> None:
    for table, upper in _dice(tables, STACKED):
        below = [die for die in table.pieces if die.is_die and die.middle[2] == upper.middle[2] - 1]
        assert any(cv2.intersectConvexConvex(die.outline, upper.outline)[0] > 0.2 for die in below)


@pytest.mark.slow
def test_leaning_dice_touch_the_table_with_what_is_lowest(tables: list[Standing]) -> None:
    ways = np.random.default_rng(1).normal(0, 1, (4000, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    for _, die in _dice(tables, COCKED):
        body = lit._together([lit._body(np.random.default_rng(0), die)])
        own = ways[ways @ die.turn[2] < 0]
        far = [
            max(r for r in np.arange(0, 0.9, 0.01) if distance(body, 0, *(r * way)) <= 0) for way in own[:400]
        ]
        lowest = min(die.middle[2] + r * float(die.turn[2] @ way) for r, way in zip(far, own, strict=False))
        assert lowest == pytest.approx(0, abs=0.06)


def test_what_leans_leans_by_as_much_as_is_told(tables: list[Standing]) -> None:
    leaning = _dice(tables, COCKED)
    assert len(leaning) > 5
    for _, die in leaning:
        lean_deg = np.rad2deg(np.arccos(np.abs(die.turn[2]).max()))
        assert LEAN_DEG[0] - 0.1 < lean_deg < LEAN_DEG[1] + 0.1


def test_what_lies_on_another_is_told_and_what_bears_it_teaches_nothing(tables: list[Standing]) -> None:
    assert len(_dice(tables, STACKED)) > 5
    for table in tables:
        told, _ = table.truth()
        dice = [die for die in table.pieces if die.is_die]
        for die, truth in zip(dice, told, strict=True):
            bears = any(
                other.label == STACKED
                and other.middle[2] == die.middle[2] + 1
                and np.hypot(*(other.middle - die.middle)[:2]) < 0.9
                for other in dice
            )
            assert truth.label in ((IGNORED,) if bears else (die.label, IGNORED))


def test_a_point_a_side_above_a_flat_die_is_seen_where_its_rise_says(tables: list[Standing]) -> None:
    for table in tables:
        dice = [die for die in table.pieces if die.is_die and die.label <= 6]
        told, _ = table.truth()
        faces = [face for face, die in zip(told, (die for die in table.pieces if die.is_die), strict=True)]
        for die in dice:
            x, y = table.eye.project(np.array([[*die.middle[:2], 1.0]]))[0]
            face = min(faces, key=lambda each: each.apart_px(x, y))
            above = table.eye.project(np.array([[*die.middle[:2], 2.0]]))[0]
            rise = np.array([face.rise_x, face.rise_y]) * face.size_px
            assert above - (x, y) == pytest.approx(rise, abs=0.5)


def test_a_die_is_as_large_as_is_asked(tables: list[Standing]) -> None:
    for table in tables:
        told, _ = table.truth()
        for die in told:
            inside = 20 < die.x_px < 140 and 20 < die.y_px < 140
            if inside and table.eye.basis[2, 2] < -0.95:
                assert die.size_px == pytest.approx(table.per_side_px, rel=0.4)


def test_one_chance_gives_one_picture() -> None:
    one, other = (lit.scene(np.random.default_rng(2), OWN, paths=1, side_px=24) for _ in range(2))
    assert one.picture.shape == (24, 24, 3)
    assert (one.picture == other.picture).all()
    assert one.truth == other.truth


def test_a_bare_table_is_drawn_too() -> None:
    bare = next(
        table
        for seed in range(200)
        if not (table := Standing.random(np.random.default_rng(seed), OWN, 24, (16.0, 20.0))).pieces
    )
    assert bare.truth() == ([], bare._prints())


def test_pictures_are_exposed_so_that_something_is_seen() -> None:
    rng = np.random.default_rng(0)
    for level in (0.01, 1.0, 50.0):
        picture = lit.developed(rng, np.full((16, 16, 3), level, np.float32), ([], [])).picture
        assert 5 < picture.mean() < 250


@pytest.mark.slow
def test_a_folder_of_tables_is_read_as_any_other(tmp_path: Path) -> None:
    lit.fill(tmp_path / "000", OWN, seed=5, count=2, paths=1)
    kept = store.Store(tmp_path)
    assert len(kept) == 2
    assert kept.draw(np.random.default_rng(1)).picture.shape == (store.SIDE_PX, store.SIDE_PX, 3)
