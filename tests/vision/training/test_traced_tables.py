"""The path-traced tables on which the dice reader is measured: what is said to be there is there."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.traced.dice import GRID, NORMALS, Make, axes
from bench.traced.tables import BUSY, CORNER, HEIGHT_PX, USUAL, WIDTH_PX, Camera, Die, Table
from bench.traced.truth import truth_of
from vision.dice.classes import COCKED, STACKED
from vision.training import traced
from vision.training.scenes import IGNORED

pytestmark = pytest.mark.slow  # another renderer's meshes are made


@pytest.mark.parametrize("seed", range(6))
def test_every_face_of_a_make_bears_its_pips(seed: int) -> None:
    make = Make.random(np.random.default_rng(seed))
    faces = make.mesh.colours.reshape(6, GRID, GRID, 3)
    for value, face in zip(NORMALS, faces, strict=True):
        plain = make.pips if not (make.asian and value in (1, 4)) else np.array([0.55, 0.02, 0.02])
        inked = (np.abs(face - plain.astype(np.float32)).max(axis=2) < 1e-6).astype(np.uint8)
        assert cv2.connectedComponents(inked)[0] - 1 == value


def test_a_die_is_as_large_as_it_says_and_opposite_faces_add_up_to_seven() -> None:
    mesh = Make.random(np.random.default_rng(3)).mesh
    assert np.abs(mesh.points).max() == pytest.approx(0.5)
    assert mesh.faces.max() == len(mesh.points) - 1
    for value in NORMALS:
        assert np.array_equal(axes(value)[0], -axes(7 - value)[0])
        assert np.linalg.det(np.stack(axes(value))) == pytest.approx(1)


def test_a_camera_sees_what_it_looks_at_in_the_middle_and_what_is_farther_above_and_smaller() -> None:
    camera = Camera(tilt_deg=40.0, away_mm=500.0, view_deg=50.0)
    middle, near, far = camera.project(np.array([(0, 0, 0), (0, -60, 0), (0, 60, 0)]))
    assert middle == pytest.approx((WIDTH_PX / 2 - 0.5, HEIGHT_PX / 2 - 0.5))
    assert far[1] < middle[1] < near[1]
    assert middle[1] - far[1] < near[1] - middle[1]
    assert far[0] == pytest.approx(middle[0])


def test_a_light_before_the_camera_is_told_from_one_behind_or_beside_it() -> None:
    """It would hide the table."""
    camera = Camera(tilt_deg=30.0, away_mm=700.0, view_deg=50.0)
    before, beyond_the_edge = np.array([0, 0, 300.0]), np.array([0, 2000.0, 500.0])
    assert camera.may_see(before, 10)
    assert not camera.may_see(1.5 * camera.eye, 20)
    assert not camera.may_see(beyond_the_edge, 50)
    assert camera.may_see(beyond_the_edge, 2000)


@pytest.mark.parametrize("seed", range(25))
def test_dice_stand_on_the_table_and_show_what_they_are_said_to_show(seed: int) -> None:
    table = Table.random(np.random.default_rng(seed))
    assert 1 <= sum(die.label != STACKED for die in table.dice) <= 30
    for die in table.dice:
        points = table.side_mm * table.makes[die.make].mesh.points @ die.rotation.T + die.middle
        if die.label != STACKED:
            assert points[:, 2].min() == pytest.approx(0, abs=1e-3)
        if die.label in NORMALS:
            assert (die.rotation @ axes(die.label)[0])[2] == pytest.approx(1)
            assert die.quad[:, 2] == pytest.approx(table.side_mm)
    lying = [die for die in table.dice if die.label not in (STACKED, COCKED, IGNORED)]
    for nth, die in enumerate(lying):
        for other in lying[:nth]:
            apart = np.hypot(*(die.middle - other.middle)[:2]) / table.side_mm
            assert apart > 1
    for thing in table.things:
        for die in table.dice:
            gap = np.hypot(*(die.middle[:2] - (thing.x, thing.y)))
            assert gap > CORNER * table.side_mm + thing.radius


def test_the_truth_is_where_the_camera_sees_it() -> None:
    table = Table.random(np.random.default_rng(2))
    truth = truth_of(table)
    for die, told in zip(table.dice, truth["dice"], strict=True):
        top, side = die.quad.mean(axis=0), table.side_mm
        assert table.camera.project(top)[0] == pytest.approx((told["x"], told["y"]))
        assert cv2.pointPolygonTest(np.float32(told["corners"]), (told["x"], told["y"]), False) == 1
        assert 0.2 * side < told["size"] < 200
        if die.label in NORMALS:
            above = table.camera.project(top + side * np.eye(3)[2])[0]
            risen = np.array([told["x"], told["y"]]) + told["size"] * np.array(told["rise"])
            assert risen == pytest.approx(above)
    for thing, told in zip(table.things, truth["things"], strict=True):
        assert told["kind"] == thing.kind
        assert table.camera.project(np.array([thing.x, thing.y, 0]))[0] == pytest.approx(
            (told["x"], told["y"])
        )


def _two_dice(first: tuple[float, float, float], second: tuple[float, float, float]) -> Table:
    """Lay two dice of 20 mm that show a 3, seen by a camera that is tilted by 50 degrees."""
    table = Table(Camera(tilt_deg=50.0, away_mm=600.0, view_deg=40.0), 20.0, [])
    for middle in (first, second):
        corners = np.array([(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)])
        table.dice.append(Die(0, np.array(middle), np.eye(3), 3, np.array(middle) + 10.0 * corners))
    return table


@pytest.mark.parametrize(
    ("second", "labels"),
    [
        ((0.0, 21.0, 10.0), [3, 3]),  # beside it, farther from the camera
        ((0.0, 0.0, 30.0), [IGNORED, 3]),  # on it
        ((0.0, -20.5, 30.0), [IGNORED, 3]),  # above what is nearer
        ((0.0, 20.5, 30.0), [3, 3]),  # above what is farther
        ((60.0, -20.5, 30.0), [3, 3]),
    ],
)
def test_a_top_that_another_die_hides_is_not_to_be_read(
    second: tuple[float, float, float], labels: list[int]
) -> None:
    table = _two_dice((0.0, 0.0, 10.0), second)
    assert [die["label"] for die in truth_of(table)["dice"]] == labels


def test_busy_tables_bear_more_dice_and_more_that_lean() -> None:
    counts = []
    for crowd in (USUAL, BUSY):
        tables = [Table.random(np.random.default_rng(seed), crowd) for seed in range(24)]
        dice = [die.label for table in tables for die in table.dice]
        leaning = sum(label in (COCKED, STACKED) for label in dice)
        counts.append((len(dice), leaning / len(dice), sum(len(table.things) for table in tables)))
    usual, busy = counts
    assert busy[0] > 1.5 * usual[0]
    assert busy[1] > 2 * usual[1]
    assert busy[2] > 1.5 * usual[2]


def test_tables_are_learned_from_as_they_were_drawn(tmp_path: Path) -> None:
    table = Table.random(np.random.default_rng(100_000), BUSY)
    cv2.imwrite(str(tmp_path / "7.png"), np.full((HEIGHT_PX, WIDTH_PX, 3), 80, np.uint8))
    (tmp_path / "7.json").write_text(json.dumps(truth_of(table)))
    (loaded,) = traced.load(tmp_path)
    told = truth_of(table)
    assert loaded.image.shape == (HEIGHT_PX, WIDTH_PX, 3)
    assert len(loaded.decoys) == len(table.things) > 0
    cut = 0
    for die, truth in zip(told["dice"], loaded.truth, strict=True):
        assert truth[1:] == pytest.approx((die["x"], die["y"], die["size"], *die["rise"]))
        corners = np.array(die["corners"])
        whole = corners.min() >= 0 and corners[:, 0].max() < WIDTH_PX and corners[:, 1].max() < HEIGHT_PX
        assert truth.label == (die["label"] if whole else IGNORED)
        cut += not whole
    assert cut < len(told["dice"])


def test_a_top_that_the_edge_of_the_picture_cuts_teaches_nothing() -> None:
    die = {"label": 4, "x": 5.0, "y": 50.0, "size": 20.0, "rise": [0.0, -0.5]}
    whole = [[1.0, 40.0], [15.0, 40.0], [15.0, 60.0], [1.0, 60.0]]
    assert traced.truth_of(die | {"corners": whole}, (100, 100)).label == 4
    cut = [[-6.0, 40.0], [15.0, 40.0], [15.0, 60.0], [-6.0, 60.0]]
    assert traced.truth_of(die | {"corners": cut}, (100, 100)).label == IGNORED
    assert traced.truth_of(die | {"corners": whole}, (100, 55)).label == IGNORED
