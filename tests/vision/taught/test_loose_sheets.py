"""Cards of an unmarked set come and go, and no more are looked for than lie on the table."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from companion.layouts import load_layout
from companion.simulation.unmarked.artwork import UnmarkedArtwork, unmarked_layout
from companion.simulation.unmarked.styles import style_named
from vision.ports import Image
from vision.sheets.lens_watch import LensWatch
from vision.taught import finder
from vision.taught.finder import KnownSheet, SheetFinder

CARDS = ("M01", "M05")
SEEN_PX = 360


@cache
def card(name: str) -> KnownSheet:
    layout = unmarked_layout(load_layout("it-happens"))
    picture = UnmarkedArtwork(style_named("meadow")).sheet_image(layout, name, 3.0)
    return KnownSheet.of(layout.sheet(name), picture)


def a_finder() -> SheetFinder:
    return SheetFinder([card(name) for name in CARDS], LensWatch(), loose_places=1)


def found(seeker: SheetFinder, name: str) -> set[str]:
    """Lay one card on a bare table, straight under the camera, and look for all."""
    picture = card(name).print.picture
    width = round(SEEN_PX * picture.shape[1] / picture.shape[0])
    frame = np.full((480, 640, 3), (110, 140, 160), np.uint8)
    frame[60 : 60 + SEEN_PX, 200 : 200 + width] = cv2.resize(
        picture, (width, SEEN_PX), interpolation=cv2.INTER_AREA
    )
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    return {registration.sheet.id for registration in seeker.find(frame, grey)}


@pytest.mark.whole
def test_a_card_that_takes_the_place_of_another_is_found() -> None:
    seeker = a_finder()
    assert found(seeker, "M01") == {"M01"}
    assert found(seeker, "M05") == {"M05"}


def test_a_table_with_all_its_cards_is_not_searched_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    seeker = a_finder()
    assert found(seeker, "M01") == {"M01"}
    searched: list[Image] = []
    monkeypatch.setattr(finder, "frame_features", searched.append)
    assert found(seeker, "M01") == {"M01"}
    assert searched == []


FLOWERS = ("FR1", "FR2")
PX_PER_MM = 2.0


@cache
def flower_sheet(name: str) -> KnownSheet:
    layout = unmarked_layout(load_layout("papillon"))
    picture = UnmarkedArtwork(style_named("parchment")).sheet_image(layout, name, PX_PER_MM)
    return KnownSheet.of(layout.sheet(name), picture)


def laid_on_each_other(names: tuple[str, ...]) -> Image:
    """Lay flower sheets on a bare table, each a little aside of the one below."""
    frame = np.full((900, 1100, 3), (90, 110, 120), np.uint8)
    for number, name in enumerate(names):
        picture = flower_sheet(name).print.picture
        height, width = picture.shape[:2]
        x = 100 + 10 * number
        frame[x : x + height, x : x + width] = picture
    return frame


def test_a_sheet_that_is_laid_on_another_is_found_in_its_stead() -> None:
    seeker = SheetFinder([flower_sheet(name) for name in FLOWERS], LensWatch())

    def names(frame: Image) -> set[str]:
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        return {registration.sheet.id for registration in seeker.find(frame, grey)}

    below, both = (laid_on_each_other(FLOWERS[:many]) for many in (1, 2))
    assert [names(below) for _ in range(5)] == [{"FR1"}] * 5
    assert "FR2" in names(both)
