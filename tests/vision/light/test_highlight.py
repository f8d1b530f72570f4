"""A lamp mirrored in a sheet is told from more light, and the spaces under it are read."""

from __future__ import annotations

import numpy as np
import pytest
from lamps import bump, seen_in, with_mirrored_lamp

from companion.layouts import load_layout
from companion.printing import artwork
from companion.sighting import SheetSighting
from companion.simulation.table import SimulatedTable
from vision.light.highlight import HighlightFit
from vision.light.palette import linear_of, palette_of
from vision.ports import Artwork, Floats, Image
from vision.prints.grey_print import GreyPrint
from vision.view.reader import TableReader

LAYOUT = load_layout("caterpillar-filler")
SIZE_MM = LAYOUT.sheet("mat").size_mm
LAMP_MM, WIDE_MM = np.array([330.0, 250.0]), 85.0
SURE = np.log(0.99)
STEPS = 3
DIMMED = 0.5
"""A camera takes a table with a bright spot darker, so that nothing is burnt out."""


def fitted(light: Floats, expected: Floats, places_mm: Floats) -> Floats:
    """Give the veil, (n,), that the fit finds at the places, all of which count alike."""
    fit = HighlightFit(places_mm, np.full(len(places_mm), 1 / len(places_mm)), SIZE_MM)
    highlight = [fit.improve(light, expected) for _ in range(STEPS)][-1]
    return highlight.at(places_mm)[:, 0]


@pytest.mark.parametrize("covered", [0.0, 0.3])
def test_a_mirrored_lamp_is_found_though_things_lie_about(covered: float) -> None:
    palette = palette_of(LAYOUT, "mat", artwork)
    veil, chance = 0.3 * bump(palette.places_mm, LAMP_MM, WIDE_MM), np.random.default_rng(1)
    light = palette.colours + veil[:, None]
    things = chance.choice(len(light), int(covered * len(light)), replace=False)
    light[things] = chance.uniform(0, 1, (len(things), 3))
    found = fitted(light, palette.colours, palette.places_mm)
    assert np.percentile(np.abs(found - veil), 95) < 0.05


def test_on_white_paper_most_of_more_light_is_not_taken_for_a_mirrored_lamp() -> None:
    places_mm = palette_of(LAYOUT, "mat", artwork).places_mm
    white = np.ones((len(places_mm), 3))
    light = white * (1 + 0.3 * bump(places_mm, LAMP_MM, WIDE_MM))[:, None]
    assert fitted(light, white, places_mm).max() < 0.15


def mat_of(picture: Image, printed: Artwork) -> SheetSighting:
    """Read the mat, by a reader that has seen nothing before."""
    (mat,) = (
        each for each in TableReader(LAYOUT, printed).read_sheets(picture).sheets if each.sheet == "mat"
    )
    return mat


@pytest.mark.whole
def test_spaces_under_a_mirrored_lamp_are_read() -> None:
    table = SimulatedTable(LAYOUT, seed=2)
    garden = LAYOUT.sheet("mat").zone("garden")
    laid = {cell.id: garden.kinds[n % len(garden.kinds)] for n, cell in enumerate(garden.cells) if n % 7 == 3}
    table.lay({"garden": laid})
    plain = table.picture()
    light = with_mirrored_lamp(plain, mat_of(plain, artwork).homography, LAMP_MM, WIDE_MM, 0.3)
    mat = mat_of(seen_in(DIMMED * light), artwork)
    wrong = {
        cell: seen.best()
        for cell, seen in mat.cells["garden"].items()
        if seen.best()[0] != laid.get(cell, "empty") or seen.best()[1] < SURE or seen.covered
    }
    assert not wrong


@pytest.mark.whole
def test_a_lamp_that_lights_one_side_four_times_as_strongly_is_followed() -> None:
    grey = GreyPrint(artwork)
    table = SimulatedTable(LAYOUT, seed=2, artwork=grey)
    table.lay({})
    picture = table.picture()
    across = np.linspace(0.25, 1.0, picture.shape[1])[:, None]
    garden = mat_of(seen_in(across * linear_of(picture / 255)), grey).cells["garden"].values()
    assert all(seen.best()[0] == "empty" and seen.best()[1] > SURE and not seen.covered for seen in garden)
