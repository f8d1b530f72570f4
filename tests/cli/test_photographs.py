"""Photographs that phones send in, while a game is on the table and while none is."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from companion.cli.photos import PhotoDesk
from companion.layouts import load_layout
from companion.play.store import Store
from companion.printing.artwork import sheet_image
from companion.simulation.held_up import held_up


@pytest.mark.parametrize(("slug", "sheet"), [("filler-tiles", "mat")])
def test_without_a_game_the_sheets_of_any_game_are_found(slug: str, sheet: str) -> None:
    mat = sheet_image(load_layout(slug), sheet, 3.0)
    table = cv2.copyMakeBorder(mat, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(90, 110, 130))
    data = cv2.imencode(".jpg", table)[1].tobytes()
    image, sighting, drawn = PhotoDesk(lambda: None).read(data)
    assert [each.sheet for each in sighting.sheets] == [sheet]
    assert image.shape == drawn.shape
    assert (image != drawn).any()


def test_a_hand_is_read_with_the_cards_of_the_game_on_the_table(tmp_path: Path) -> None:
    held = ["card-C1a", "card-R07"]
    picture = held_up(load_layout("star-baker"), held, size_px=(960, 720))
    data = cv2.imencode(".jpg", picture)[1].tobytes()
    with Store(tmp_path / "games.db") as store:
        baking = store.new_session("star-baker", ["Anna", "Ben"])
        assert sorted(PhotoDesk(lambda: baking).read_shown(data).kinds) == held
        tiling = store.new_session("filler-tiles", ["Anna", "Ben"])
        assert [each.code for each in PhotoDesk(lambda: tiling).read_shown(data).view] == ["no-card"]
    assert PhotoDesk(lambda: None).read_shown(data).kinds == ()
