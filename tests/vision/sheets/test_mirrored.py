"""Mirrored pictures are told as such, and read when they are mirrored back."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from sweeps import slow

from companion.cli.assembly.parts import all_readers, read_any, table_reader
from companion.layouts import games_with_layout, load_layout
from companion.printing.artwork import sheet_image
from companion.simulation.rendering.held_up import held_up
from hw.simulated import CallableCamera
from hw.turned import AS_IT_COMES, TurnedCamera
from vision.view.shown import read_shown

FAULT = Path(__file__).parents[4] / "shared" / "faults" / "c1_mirrored.png"
SHEETS = {
    slug: next((s.id for s in load_layout(slug).sheets if len(s.markers) >= 4), "")
    for slug in games_with_layout()
}


def table(slug: str) -> np.ndarray:
    mat = sheet_image(load_layout(slug), SHEETS[slug], 2.0)
    return cv2.copyMakeBorder(mat, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(90, 110, 130))


@pytest.mark.whole
@pytest.mark.parametrize("slug", [slug for slug in SHEETS if SHEETS[slug]])
@pytest.mark.parametrize("turned", [None, *slow(cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180)])
def test_a_mirrored_sheet_of_any_game_is_told(slug: str, turned: int | None) -> None:
    mirrored = cv2.flip(table(slug), 1)
    if turned is not None:
        mirrored = cv2.rotate(mirrored, turned)
    reader = table_reader(load_layout(slug))
    sighting = reader.read_sheets(mirrored)
    assert [each.code for each in sighting.view] == ["mirrored"]
    assert sighting.view[0].sentence.startswith("The picture is mirrored.")
    upright = reader.read_sheets(cv2.flip(mirrored, 1))
    assert "mirrored" not in [each.code for each in upright.view]
    assert [sheet.sheet for sheet in upright.sheets] == [SHEETS[slug]]


@pytest.fixture(scope="module")
def readers():
    """Those of all games: they take a second to make."""
    return all_readers()


@pytest.mark.whole
def test_the_command_tells_it_of_any_game(readers) -> None:
    _, sighting = read_any(cv2.flip(table("filler-tiles"), 0), readers)
    assert [each.code for each in sighting.view] == ["mirrored"]


def test_a_picture_of_something_else_is_not_mirrored(readers) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (600, 800, 3), np.uint8)
    _, sighting = read_any(cv2.GaussianBlur(noise, (0, 0), 2), readers)
    assert [each.code for each in sighting.view] == ["no-sheet"]


def test_a_mirrored_hand_is_told() -> None:
    layout = load_layout("star-baker")
    picture = held_up(layout, ["card-C1a", "card-R07"], size_px=(960, 720))
    assert [each.code for each in read_shown(cv2.flip(picture, 1), layout).view] == ["mirrored"]
    assert read_shown(picture, layout).view == ()


@pytest.mark.whole
def test_a_camera_that_is_put_upright_gives_pictures_that_are_read() -> None:
    """From the driver to the reader: the seam between them is what turns."""
    lying = cv2.rotate(cv2.flip(table("filler-tiles"), 1), cv2.ROTATE_90_CLOCKWISE)
    reader = table_reader(load_layout("filler-tiles"))
    turn = AS_IT_COMES
    camera = TurnedCamera(CallableCamera("webcam", lambda: lying), lambda _: turn)
    camera.open()
    assert [each.code for each in reader.read_sheets(camera.read().image).view] == ["mirrored"]
    turn = turn.turned_on().turned_on().turned_on().mirrored_anew()
    camera.open()
    seen = camera.read().image
    assert [each.sheet for each in reader.read_sheets(seen).sheets] == ["mat"]
    left, right = (np.array(reader.read_sheets(seen).sheets[0].corners_px)[corner] for corner in (0, 1))
    assert abs(right[1] - left[1]) < 3 < right[0] - left[0], "its upper edge lies upright"


@pytest.mark.whole
@pytest.mark.skipif(not FAULT.is_file(), reason="the faults are not beside the checkout")
def test_a_mirrored_table_of_a_webcam(readers) -> None:
    picture = cv2.imread(str(FAULT))
    assert [each.code for each in read_any(picture, readers)[1].view] == ["mirrored"]
    assert read_any(cv2.flip(picture, 1), readers)[1].sheets
