"""A sheet tells by its own print how it lies, through which lens it is seen, and in what light."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from sweeps import slow

from companion.layouts import load_layout
from companion.printing import artwork
from companion.rules.abilities import piles_of
from companion.rules.catalogue import load_game
from companion.sighting import EMPTY, Sighting
from companion.simulation.rendering.scene import Scene
from companion.simulation.table import SimulatedTable
from vision.light.palette import level_of, linear_of
from vision.sheets.bulge import fit_bulge
from vision.view.reader import TableReader

ROOMS = Path(__file__).resolve().parents[4] / "shared" / "faults"
"""Path-traced tables by another renderer than ours, beside the checkout."""

SURE = np.log(0.99)
LAYOUT = load_layout("caterpillar-filler")


def laid(seed: int, **scene: Any) -> tuple[SimulatedTable, dict[str, dict[str, str]]]:
    """Give a table with the opening position laid out, and what lies there."""
    state = load_game("caterpillar-filler").new(4, {})
    table = SimulatedTable(LAYOUT, seed=seed, scene=Scene(**scene))
    table.lay(piles_of(state))
    return table, {zone: dict(cells) for zone, cells in state.lying().items()}


def mistaken(sighting: Sighting, lying: dict[str, dict[str, str]]) -> list[str]:
    """Name the cells that are covered, unsure, or taken for something else."""
    return [
        f"{zone} {cell}: {seen.best()}"
        for zone, cell, seen in sighting.cells()
        if zone in lying
        and LAYOUT.find(zone)[1].form not in ("tray", "area")
        and (seen.covered or seen.best()[1] < SURE or seen.best()[0] != lying[zone].get(cell, EMPTY))
    ]


@pytest.mark.whole
def test_a_veil_of_light_and_channels_that_mix_leave_every_cell_sure() -> None:
    """A lamp shines back from all of the sheet, and a warm light bleeds into the other channels."""
    table, lying = laid(0)
    light = linear_of(table.picture() / 255.0)
    mixed = light @ np.array([[0.7, 0.05, 0.0], [0.1, 0.9, 0.1], [0.0, 0.05, 1.0]]) * (0.5, 0.8, 1.0)
    seen = (255 * level_of(np.clip(mixed * 0.85 + (0.015, 0.03, 0.05), 0, 1))).astype(np.uint8)
    assert mistaken(TableReader(LAYOUT, artwork).read_sheets(seen), lying) == []


@pytest.mark.whole
@pytest.mark.parametrize("k1", [-0.2, *slow(-0.08, 0.05)])
def test_one_picture_of_one_sheet_tells_the_lens(k1: float) -> None:
    table, lying = laid(0, k1=k1, k2=0.0)
    reader = TableReader(LAYOUT, artwork)
    assert mistaken(reader.read_sheets(table.picture()), lying) == []
    # The scene counts radii in focal lengths, the reader in half diagonals.
    focal = 1640 / 2 / np.tan(np.radians(62 / 2))
    assert reader.lens.k1 == pytest.approx(k1 * (np.hypot(1640, 1232) / 2 / focal) ** 2, abs=0.01)


@pytest.mark.whole
def test_a_sheet_of_wavy_paper_is_read_where_its_print_lies() -> None:
    table, lying = laid(0)
    picture = table.picture()
    y, x = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]].astype(np.float32)
    # Three millimetres in the middle of the picture, nothing at its border, where the markers are.
    away = 6 * np.sin(np.pi * x / picture.shape[1]) * np.sin(np.pi * y / picture.shape[0])
    seen = cv2.remap(picture, x + away, y - away, cv2.INTER_LINEAR)
    reader = TableReader(LAYOUT, artwork)
    sighting = reader.read_sheets(seen)
    assert mistaken(sighting, lying) == []
    registration = reader._before["mat"]
    assert registration.bulge is not None
    middle = np.array([275.0, 200.0])
    there = registration.to_frame(middle)
    back = registration.to_sheet(there)
    assert np.hypot(*(back - middle)) < 0.3


def test_landmarks_that_lie_do_not_bend_the_sheet() -> None:
    rng = np.random.default_rng(1)
    places = rng.uniform(0, 300, (60, 2))
    found = places + np.array([0.5, -0.3]) + rng.normal(0, 0.05, places.shape)
    found[:15] += (3.0, 2.0)
    fitted = fit_bulge(places, found, (300.0, 300.0))
    assert fitted is not None
    bulge, missed = fitted
    assert np.allclose(bulge.shift(places[15:]), (0.5, -0.3), atol=0.15)
    assert (missed[:15] > 2).all()
    assert fit_bulge(places[:5], found[:5], (300.0, 300.0)) is None


@pytest.mark.parametrize("slug", ["filler-tiles", *slow("caterpillar-filler", "octopus-garden")])
@pytest.mark.parametrize("seed", [1, *slow(2, 3, 4)])
def test_a_hand_over_bare_spaces_is_no_piece(slug: str, seed: int) -> None:
    """A sleeve is plain; so is a face whose pattern a lamp has nearly taken away."""
    layout = load_layout(slug)
    table = SimulatedTable(layout, seed=seed)
    table.hand(on=True)
    sighting = TableReader(layout, artwork).read_sheets(table.picture())
    taken = [
        (zone, cell)
        for zone, cell, seen in sighting.cells()
        if seen.best()[0] != EMPTY and not seen.covered and seen.best()[1] > SURE
    ]
    assert taken == []


@pytest.mark.whole
@pytest.mark.photos
@pytest.mark.parametrize("room", ["window", "lamp", "ceiling_far"])
def test_a_table_by_other_light_than_ours_is_read_right(room: str) -> None:
    """Every cell's likeliest kind is right; in fair light every cell is sure, too."""
    truth = ROOMS / f"table_{room}.json"
    if not truth.is_file():
        pytest.skip("the path-traced tables do not lie beside the checkout")
    told = json.loads(truth.read_text())
    picture = cv2.imread(str(truth.with_suffix(".jpg")))
    layout = load_layout(told["game"])
    sighting = TableReader(layout, artwork).read_sheets(picture)
    wrong, unsure = [], []
    for zone, cell, seen in sighting.cells():
        if layout.find(zone)[1].form in ("tray", "area"):
            continue
        kind, log_p = seen.best()
        if kind != told["lying"][zone].get(cell, EMPTY):
            wrong.append((zone, cell, kind))
        if seen.covered or log_p < SURE:
            unsure.append((zone, cell, kind))
    assert wrong == []
    assert unsure == [] or room == "lamp"
