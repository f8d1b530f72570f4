"""Photographs that phones send in, while a game is on the table and while none is."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.assembly import photos
from companion.cli.assembly.photos import PhotoDesk
from companion.cli.commands.sighted import in_words
from companion.layouts import load_layout
from companion.printing.artwork import sheet_image
from companion.sessions.store import Store
from companion.sighting import DieSighting, Sighting
from companion.simulation.rendering.held_up import held_up
from vision.ports import Image


@pytest.mark.whole
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


def test_photographs_that_come_at_once_are_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several of the largest side by side need more memory than the service may use."""
    reading, most = [0], []

    def slowly(_: bytes) -> Image:
        reading[0] += 1
        most.append(reading[0])
        time.sleep(0.05)
        reading[0] -= 1
        return np.full((64, 64, 3), 90, np.uint8)

    monkeypatch.setattr(photos, "load_apart", slowly)
    desk = PhotoDesk(lambda: None)
    with ThreadPoolExecutor(4) as phones:
        list(phones.map(lambda read: read(b""), [desk.read, desk.read_shown] * 2))
    assert most == [1] * 4


def test_of_a_die_in_doubt_the_two_likeliest_values_are_printed() -> None:
    die = DieSighting(4, {2: 0.4, 4: 0.6}, (1, 1, 9, 9), "white", 0.6, False)
    assert "4 or 2 white (60%) - please check" in in_words(
        Path("a.jpg"), Sighting((90, 60), dice=(die,)), 1.0
    )
