"""White dice on pale spaces: the ground hardly differs from them, so the die that was found tells."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.layout import Layout
from companion.layouts import load_layout
from companion.sighting import EMPTY, DieSighting
from companion.simulation.unmarked.artwork import UnmarkedArtwork, unmarked_layout
from companion.simulation.unmarked.styles import STYLES, style_named
from vision.cells.sampling import Sampler
from vision.light.light import Light
from vision.ports import Image
from vision.sheet_dice.placed_dice import PlacedDice

LAYOUT = unmarked_layout(load_layout("it-happens"))
SHEET, ZONE = LAYOUT.find("M09")
CELL = ZONE.cells[0]
COLOURS = {kind.split("-")[1]: 0.0 for kind in ZONE.kinds} | {"white": 1.0}
PX_PER_MM = 2.4
EVEN = Light(np.array([[1.0] * 3, *[[0.0] * 3] * 5]), np.zeros((3, 3)), np.eye(3), SHEET.size_mm)


class SeenFromAbove:
    """Stands for the registration of a sheet that fills the picture."""

    px_per_mm = PX_PER_MM

    def to_frame(self, points_mm, _height_mm=0.0):
        return points_mm * PX_PER_MM - 0.5

    def once(self, measure):
        return measure(self)


class WithPrintedDie:
    """Artwork with a die printed on the first space."""

    def __init__(self, artwork: UnmarkedArtwork) -> None:
        self._artwork = artwork

    def sheet_image(self, layout: Layout, sheet_id: str, px_per_mm: float) -> Image:
        return with_white_die(self._artwork.sheet_image(layout, sheet_id, px_per_mm), px_per_mm)


def artwork_of(style: str) -> UnmarkedArtwork:
    return UnmarkedArtwork(style_named(style))


def with_white_die(picture: Image, px_per_mm: float, aside_mm: float = 0.0) -> Image:
    """Put a white 1 on the first space, as the camera sees its top face."""
    laid = picture.copy()
    middle, half = (np.array(CELL.centre_mm) - (aside_mm, 0.0)) * px_per_mm - 0.5, 8.0 * px_per_mm
    low, high = ((middle + by).round().astype(int).tolist() for by in (-half, half))
    cv2.rectangle(laid, low, high, (232, 236, 238), cv2.FILLED)
    cv2.circle(laid, middle.round().astype(int).tolist(), round(1.7 * px_per_mm), (40, 40, 40), cv2.FILLED)
    return laid


def found(confidence: float) -> DieSighting:
    return DieSighting(
        1, {1: 1.0}, (0, 0, 40, 40), "white", confidence, confidence >= 0.95, sheet=SHEET.id,
        centre_mm=CELL.centre_mm, colours=COLOURS,
    )  # fmt: skip


def look_at(picture: Image, artwork: UnmarkedArtwork | WithPrintedDie) -> PlacedDice:
    """Give the reader of the sheet's spaces after it has looked at them."""
    zone = PlacedDice(LAYOUT, SHEET, ZONE, artwork)
    zone.look(Sampler(cv2.GaussianBlur(picture, (0, 0), 0.8), SeenFromAbove(), EVEN))
    return zone


@pytest.mark.parametrize("style", [style.name for style in STYLES])
def test_a_white_die_is_looked_for_and_read_on_spaces_of_every_style(style: str) -> None:
    artwork = artwork_of(style)
    printed = artwork.sheet_image(LAYOUT, SHEET.id, PX_PER_MM)
    zone = look_at(with_white_die(printed, PX_PER_MM), artwork)
    left, top, right, bottom = zone.window_mm() or (0, 0, 0, 0)
    x, y = CELL.centre_mm
    assert left < x < right
    assert top < y < bottom
    kind, log_p = zone.read([found(0.999)])[CELL.id].best()
    assert kind == "die-white-1"
    assert np.exp(log_p) > 0.95


@pytest.mark.parametrize("style", [style.name for style in STYLES])
def test_no_die_is_looked_for_on_bare_spaces(style: str) -> None:
    artwork = artwork_of(style)
    zone = look_at(artwork.sheet_image(LAYOUT, SHEET.id, PX_PER_MM), artwork)
    assert zone.window_mm() is None
    assert {seen.best()[0] for seen in zone.read([]).values()} == {EMPTY}


@pytest.mark.parametrize("confidence", [0.6, 0.93, 0.999])
def test_a_die_that_is_printed_on_the_space_does_not_lie_there(confidence: float) -> None:
    artwork = WithPrintedDie(artwork_of("plain"))
    zone = look_at(artwork.sheet_image(LAYOUT, SHEET.id, PX_PER_MM), artwork)
    kind, log_p = zone.read([found(confidence)])[CELL.id].best()
    assert kind == EMPTY
    assert np.exp(log_p) > 0.95


def test_a_doubtful_die_does_not_outweigh_pale_ground() -> None:
    """The side of a die on the next space may look like a die, and shades this space."""
    artwork = artwork_of("plain")
    printed = artwork.sheet_image(LAYOUT, SHEET.id, PX_PER_MM)
    zone = look_at(with_white_die(printed, PX_PER_MM), artwork)
    sure, doubtful = (zone.read([found(confidence)])[CELL.id].log_p[EMPTY] for confidence in (0.999, 0.55))
    assert doubtful > np.log(0.3) > sure


def test_a_nearly_sure_die_that_lies_half_aside_is_no_pale_ground() -> None:
    artwork = artwork_of("parchment")
    printed = artwork.sheet_image(LAYOUT, SHEET.id, PX_PER_MM)
    zone = look_at(with_white_die(printed, PX_PER_MM, aside_mm=6.0), artwork)
    assert zone.read([])[CELL.id].log_p[EMPTY] > np.log(0.1), "by its look alone it may be bare"
    seen = zone.read([found(0.96)])[CELL.id]
    assert seen.best()[0] == "die-white-1"
    assert seen.log_p[EMPTY] < -5.0
