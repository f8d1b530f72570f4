"""Photographs that phones send in, while a game is on the table and while none is."""

from __future__ import annotations

import cv2
import pytest

from companion.cli.photos import PhotoDesk
from companion.layouts import load_layout
from companion.printing.artwork import sheet_image


@pytest.mark.parametrize(("slug", "sheet"), [("filler-tiles", "mat")])
def test_without_a_game_the_sheets_of_any_game_are_found(slug: str, sheet: str) -> None:
    mat = sheet_image(load_layout(slug), sheet, 3.0)
    table = cv2.copyMakeBorder(mat, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(90, 110, 130))
    data = cv2.imencode(".jpg", table)[1].tobytes()
    image, sighting, drawn = PhotoDesk(lambda: None).read(data)
    assert [each.sheet for each in sighting.sheets] == [sheet]
    assert image.shape == drawn.shape
    assert (image != drawn).any()
