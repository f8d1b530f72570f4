"""What is kept of a reading: a small picture, and of a game with secrets nothing beside its sheets."""

from __future__ import annotations

from io import BytesIO
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from companion.album.album import Album
from companion.album.keeper import PictureKeeper
from companion.album.small_pictures import LONG_SIDE_PX, small_picture
from companion.frames.pictures import View
from companion.record.events import ActionTaken, Asked, Logged
from companion.sighting import SheetSighting, Sighting

SIZE = (1640, 1232)
SQUARE = ((400.0, 300.0), (1200.0, 300.0), (1200.0, 900.0), (400.0, 900.0))


@pytest.fixture(scope="module")
def view():
    """A picture full of detail, and a sheet in its middle."""
    image = np.random.default_rng(3).integers(0, 2, (SIZE[1] // 8, SIZE[0] // 8, 3), np.uint8) * 255
    image = image.repeat(8, 0).repeat(8, 1)
    sheet = SheetSighting("mat", SQUARE, (1, 0, 0, 0, 1, 0, 0, 0, 1), 1.0, {})
    return View(image, Sighting((image.shape[1], image.shape[0]), (sheet,)))


def opened(webp):
    return np.asarray(Image.open(BytesIO(webp)).convert("RGB")).astype(int)


def test_a_picture_is_small(view) -> None:
    assert max(opened(small_picture(view, sheets_alone=False)).shape) == LONG_SIDE_PX


def test_beside_the_sheets_of_a_game_with_secrets_nothing_can_be_recognised(view) -> None:
    open_, veiled = (opened(small_picture(view, sheets_alone=each)) for each in (False, True))
    inside, outside = np.s_[160:360, 200:500], np.s_[:100, :150]
    assert np.abs(open_[inside] - veiled[inside]).mean() < 12
    assert open_[outside].std() > 90
    assert veiled[outside].std() < 25


def test_a_sheet_of_another_photograph_shows_nothing_of_this_one(view) -> None:
    elsewhere = SheetSighting("mat", SQUARE, (1, 0, 0, 0, 1, 0, 0, 0, 1), 1.0, {}, elsewhere=True)
    whole = View(view.image, Sighting(view.sighting.size_px, (elsewhere,)))
    assert opened(small_picture(whole, sheets_alone=True)).std() < 25


def action(seq, source="camera"):
    return Logged(seq, "2026-01-01T20:00:00.000Z", ActionTaken(by=1, text="x", source=source))


def game(*, hidden=False):
    return SimpleNamespace(id="0a1b2c3d", game=SimpleNamespace(info=SimpleNamespace(hidden=hidden)))


def test_the_keeper_keeps_what_the_camera_read_and_nothing_that_was_tapped(view, tmp_path) -> None:
    album = Album(tmp_path, least_free_bytes=0)
    keeper = PictureKeeper(album)
    keeper(game(), view, [action(4), action(5)])
    keeper(game(), view, [action(6, "tap")])
    keeper(game(), view, [Logged(7, "", Asked("?", ("a",), ""))])
    keeper.settle()
    assert [(shot.first, shot.last) for shot in album.shots("0a1b2c3d")] == [(4, 5)]


def test_a_picture_that_cannot_be_written_stops_nothing(view, tmp_path) -> None:
    (tmp_path / "pictures").write_text("a file where the folder should be")
    keeper = PictureKeeper(Album(tmp_path, least_free_bytes=0))
    keeper(game(), view, [action(1)])
    keeper.settle()
    keeper(game(), view, [action(2)])
    keeper.settle()
