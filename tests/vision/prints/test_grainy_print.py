"""A board that was taught from a grainy photograph is found by its print, not by the grain."""

from __future__ import annotations

import numpy as np
import pytest

from companion.layouts import load_layout
from companion.simulation.unmarked.artwork import UnmarkedArtwork, unmarked_layout
from companion.simulation.unmarked.styles import style_named
from vision.ports import Image
from vision.prints.locating import registered
from vision.prints.sheet_print import Match, SheetPrint
from vision.sheets.lens import Lens

LAYOUT = unmarked_layout(load_layout("it-happens"))
CARDS = [sheet for sheet in LAYOUT.sheets if sheet.loose][:3]
PX_PER_MM = 5.0

pytestmark = pytest.mark.whole


def photograph(sheet_id: str, seed: int, grain: float) -> Image:
    """Give a card of parchment from straight above, with a grain of so many levels."""
    picture = UnmarkedArtwork(style_named("parchment")).sheet_image(LAYOUT, sheet_id, PX_PER_MM)
    noise = np.random.default_rng(seed).normal(0, grain, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def match(taught: int, shown: int, grain: float) -> Match:
    """Look for one card where another, or itself, lies."""
    sheet = CARDS[taught]
    known = SheetPrint(sheet, photograph(sheet.id, 1, grain))
    frame = photograph(CARDS[shown].id, 2, grain)[..., 1]
    size_px = (frame.shape[1], frame.shape[0])
    there = registered(sheet, np.diag([PX_PER_MM, PX_PER_MM, 1.0]), Lens(), size_px)
    return known.match(np.ascontiguousarray(frame), there, fine=True)


@pytest.mark.parametrize("grain", [0.0, 25.0, 45.0])
def test_a_card_is_known_by_what_no_grain_changes(grain: float) -> None:
    found = match(0, 0, grain)
    assert found.is_sheet
    assert found.alone >= 0.6 * found.alone_possible > 0


@pytest.mark.parametrize("grain", [0.0, 45.0])
def test_another_card_of_the_same_frame_is_not_taken_for_it(grain: float) -> None:
    assert not match(0, 1, grain).is_sheet
    assert not match(1, 2, grain).is_sheet
