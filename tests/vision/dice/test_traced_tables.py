"""The path-traced tables on which the dice reader is measured: what is said to be there is there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bench.traced.dice import GRID, NORMALS, Make, axes
from bench.traced.tables import CORNER, HEIGHT_PX, WIDTH_PX, Camera, Table
from vision.dice.classes import COCKED, STACKED
from vision.training.scenes import IGNORED


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
    for die, told in zip(table.dice, table.truth(), strict=True):
        assert table.camera.project(die.quad.mean(axis=0))[0] == pytest.approx((told["x"], told["y"]))
        assert cv2.pointPolygonTest(np.float32(told["corners"]), (told["x"], told["y"]), False) == 1
        assert 0.2 * table.side_mm < told["size"] < 200
