"""The second opinion on a die in the tray: its pips, counted where they must be."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from companion.layouts import load_layout
from companion.printing import artwork
from companion.sighting import DieSighting
from companion.simulation.scene import Scene
from companion.simulation.table import SimulatedTable
from vision.pip_fit import PipFit, fit_pips, second_opinion
from vision.reader import TableReader

LAYOUT = load_layout("caterpillar-filler")
DIE = DieSighting(
    4, {**dict.fromkeys(range(1, 7), 0.02), 4: 0.6, 5: 0.3}, (0, 0, 40, 40), "white", 0.5, False
)


def likeness(**best: float) -> np.ndarray:
    return np.array([best.get(f"v{value}", 0.4) for value in range(1, 7)])


@pytest.fixture(scope="module")
def table() -> SimulatedTable:
    return SimulatedTable(LAYOUT, seed=6)


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(LAYOUT, artwork)


@pytest.mark.parametrize("value", [1, 4, 6])
def test_in_a_slanted_view_the_face_is_found_from_the_middle_of_all_that_is_seen(value: int) -> None:
    table = SimulatedTable(LAYOUT, scene=Scene(tilt_deg=30.0))
    reader = TableReader(LAYOUT, artwork)
    table.roll([value])
    picture = table.picture()
    (tray,) = [one for one in reader._register(picture[:, :, 1])[1] if one.sheet.id == "tray"]
    (die,) = [piece for piece in table.pieces() if piece.kind.startswith("die-")]
    top = np.array([die.x_mm, die.y_mm])
    foot = tray.to_sheet(tray.to_frame(top, 16.0), 0.0)
    middle = top - 0.45 * (foot - top)
    assert np.hypot(*(middle - top)) > 4
    fit = fit_pips(picture, tray, (float(middle[0]), float(middle[1])), die.turn_deg, 16.0)
    assert fit.value == value
    assert fit.likeness.max() > 0.8


@pytest.mark.parametrize("value", range(1, 7))
def test_the_pips_are_counted_even_from_a_place_beside_the_middle(
    table: SimulatedTable, reader: TableReader, value: int
) -> None:
    table.roll([value])
    picture = table.picture()
    _, registrations = reader._register(picture[:, :, 1])
    (tray,) = [one for one in registrations if one.sheet.id == "tray"]
    (die,) = [piece for piece in table.pieces() if piece.kind.startswith("die-")]
    for off_mm in (0.0, 3.0):
        fit = fit_pips(picture, tray, (die.x_mm + off_mm, die.y_mm - off_mm), die.turn_deg, 16.0)
        assert fit.value == value
        second, best = np.sort(fit.likeness)[-2:]
        assert best - second > 0.07


def test_a_reading_that_is_borne_out_is_surer() -> None:
    surer = second_opinion(DIE, PipFit(4, likeness(v4=0.95, v5=0.82)))
    assert surer.value == 4
    assert surer.confidence == pytest.approx(0.95)
    assert surer.odds[4] > 0.99


def test_a_reading_that_is_contradicted_is_less_sure_and_not_accepted() -> None:
    sure = msgspec.structs.replace(DIE, confidence=0.99, accepted=True)
    doubted = second_opinion(sure, PipFit(5, likeness(v5=0.95, v4=0.82)))
    assert doubted.value == 5
    assert not doubted.accepted
    assert doubted.confidence < 0.5


def test_pips_that_are_like_one_face_alone_are_not_believed_against_the_reading() -> None:
    """In a slanted view one pip of a 2 with the white side below it looks like a 1 and like no other face."""
    counted = second_opinion(DIE, PipFit(1, likeness(v1=0.9)))
    assert counted.value == 1
    assert counted.confidence < 0.5
    assert not counted.accepted


def test_pips_that_cannot_be_made_out_say_nothing() -> None:
    assert second_opinion(DIE, PipFit(2, likeness(v2=0.6))) == DIE
