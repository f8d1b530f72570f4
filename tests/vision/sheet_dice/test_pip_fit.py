"""The second opinion on a die in the tray: its pips, counted where they must be."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from sweeps import slow

from companion.layouts import load_layout
from companion.printing import artwork
from companion.referee.dice_watch import TRAY_CONFIDENCE
from companion.sighting import DieSighting
from companion.simulation.pieces import Piece
from companion.simulation.rendering.scene import Scene
from companion.simulation.table import SimulatedTable
from vision.dice import DiceReader
from vision.sheet_dice.pip_fit import PipFit, fit_pips, second_opinion
from vision.sheet_dice.table_dice import Frame, TableDice
from vision.sheets.registration import Registration
from vision.view.reader import TableReader

LAYOUT = load_layout("caterpillar-filler")
DIE = DieSighting(
    4, {**dict.fromkeys(range(1, 7), 0.02), 4: 0.6, 5: 0.3}, (0, 0, 40, 40), "white", 0.5, False
)


def likeness(**best: float) -> np.ndarray:
    return np.array([best.get(f"v{value}", 0.4) for value in range(1, 7)])


def fitted(value: int, top: float, like: np.ndarray) -> PipFit:
    return PipFit(value, top, like, (30.0, 30.0))


@pytest.fixture
def table() -> SimulatedTable:
    """A table of each test's own: where a die comes to rest must not hang on what was thrown before."""
    return SimulatedTable(LAYOUT, seed=6)


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(LAYOUT, artwork)


def thrown(table: SimulatedTable, reader: TableReader, value: int) -> tuple[np.ndarray, Registration, Piece]:
    """Throw a die into the tray; give the picture, how the tray lies in it, and the die."""
    table.roll([value])
    picture = table.picture()
    (tray,) = [one for one in reader._register(picture[:, :, 1])[1] if one.sheet.id == "tray"]
    (die,) = [piece for piece in table.pieces() if piece.kind.startswith("die-")]
    return picture, tray, die


@pytest.mark.parametrize("value", [4, *slow(1, 6)])
def test_in_a_slanted_view_the_face_is_found_from_the_middle_of_all_that_is_seen(
    reader: TableReader, value: int
) -> None:
    table = SimulatedTable(LAYOUT, scene=Scene(tilt_deg=30.0))
    picture, tray, die = thrown(table, TableReader(LAYOUT, artwork), value)
    top = np.array([die.x_mm, die.y_mm])
    foot = tray.to_sheet(tray.to_frame(top, 16.0), 0.0)
    middle = top - 0.45 * (foot - top)
    assert np.hypot(*(middle - top)) > 4
    fit = fit_pips(picture, tray, (float(middle[0]), float(middle[1])), 16.0)
    assert fit.value == value
    assert fit.top > 0.8


@pytest.mark.whole
@pytest.mark.parametrize("value", [1, 4, 6, *slow(2, 3, 5)])
def test_the_pips_are_counted_even_from_a_place_beside_the_middle(
    table: SimulatedTable, reader: TableReader, value: int
) -> None:
    picture, tray, die = thrown(table, reader, value)
    for off_mm in (0.0, 3.0):
        fit = fit_pips(picture, tray, (die.x_mm + off_mm, die.y_mm - off_mm), 16.0)
        assert fit.value == value
        second, best = np.sort(fit.likeness)[-2:]
        assert best - second > 0.05


@pytest.mark.parametrize("value", [2, *slow(1, 6)])
def test_a_side_that_was_taken_for_the_top_gives_way_to_the_whole_cube(
    reader: TableReader, value: int
) -> None:
    """What was found is the middle of a side: it lies off the top towards the camera."""
    table = SimulatedTable(LAYOUT, scene=Scene(tilt_deg=35.0))
    picture, tray, die = thrown(table, TableReader(LAYOUT, artwork), value)
    top = np.array([die.x_mm, die.y_mm])
    away = tray.to_sheet(tray.to_frame(top, 16.0), 0.0) - top
    side = top - 0.7 * away
    fit = fit_pips(picture, tray, (float(side[0]), float(side[1])), 16.0)
    assert fit.value == value
    assert np.hypot(fit.centre_mm[0] - top[0], fit.centre_mm[1] - top[1]) < 1.5
    read_as = 1 + value % 6
    odds = {**dict.fromkeys(range(1, 7), 0.002), read_as: 0.99}
    found = msgspec.structs.replace(DIE, value=read_as, odds=odds, confidence=0.95, accepted=True)
    corrected = second_opinion(found, fit)
    assert corrected.value == value
    assert not corrected.accepted


def test_a_reading_that_is_borne_out_is_surer() -> None:
    surer = second_opinion(DIE, fitted(4, 0.95, likeness(v4=0.85, v5=0.75)))
    assert surer.value == 4
    assert surer.confidence == pytest.approx(0.95)
    assert surer.odds[4] > 0.99


def test_a_reading_gives_way_to_a_plain_count_but_is_not_accepted() -> None:
    sure = msgspec.structs.replace(DIE, confidence=0.99, accepted=True)
    counted = second_opinion(sure, fitted(1, 0.9, likeness(v1=0.74)))
    assert counted.value == 1
    assert not counted.accepted
    assert counted.confidence == pytest.approx(0.9, abs=0.01)


def test_a_reading_that_a_close_count_contradicts_is_doubted() -> None:
    sure = msgspec.structs.replace(DIE, confidence=0.99, accepted=True)
    doubted = second_opinion(sure, fitted(5, 0.9, likeness(v5=0.80, v4=0.79)))
    assert not doubted.accepted
    assert doubted.confidence < 0.5


def test_a_reading_that_is_borne_out_stays_where_its_sides_lie_in_the_dark() -> None:
    """A dark die under one lamp: its top is plain, and nothing can be made out of its sides."""
    sure = msgspec.structs.replace(DIE, confidence=0.98, accepted=True)
    assert second_opinion(sure, fitted(4, 0.78, likeness(v4=0.49, v5=0.40))).confidence >= sure.confidence


def test_a_count_that_hardly_outdoes_the_reading_is_asked_about() -> None:
    odds = {**dict.fromkeys(range(1, 7), 0.002), 4: 0.99}
    sure = msgspec.structs.replace(DIE, odds=odds, confidence=0.99, accepted=True)
    counted = second_opinion(sure, fitted(5, 0.9, likeness(v5=0.80, v4=0.73)))
    assert counted.value == 5
    assert counted.confidence < TRAY_CONFIDENCE


def test_a_die_that_was_put_down_stands_flat_and_one_that_was_rolled_may_lean() -> None:
    leaning = msgspec.structs.replace(DIE, value=None, odds={}, flags=("cocked",), confidence=0.1)
    plain = fitted(3, 0.9, likeness(v3=0.8, v5=0.7))
    put_down = second_opinion(leaning, plain, flat=True)
    assert (put_down.value, put_down.flags) == (3, ())
    assert put_down.confidence == pytest.approx(0.9, abs=0.01)
    assert second_opinion(leaning, plain) == leaning
    assert second_opinion(leaning, fitted(3, 0.9, likeness(v3=0.8, v5=0.77)), flat=True) == leaning


def test_a_die_that_lies_where_none_is_rolled_or_put_down_gets_no_second_opinion(
    table: SimulatedTable, reader: TableReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = table.picture()
    monkeypatch.setattr("vision.sheet_dice.cube_places.fit_pips", lambda *_: fitted(3, 0.9, likeness(v3=0.8)))
    registrations = {one.sheet.id: one for one in reader._register(picture[:, :, 1])[1]}
    found, dice = {}, TableDice(LAYOUT, artwork, DiceReader())
    for sheet, registration in registrations.items():
        x, y = registration.to_frame(np.array(registration.sheet.size_mm) / 2, 16.0)
        die = msgspec.structs.replace(DIE, centre_px=(float(x), float(y)))
        found[sheet] = dice._place(Frame(picture, (), {sheet: registration}, {}), die)
    assert (found["mat"].sheet, found["mat"].value) == ("mat", DIE.value)
    assert found["tray"].value == 3


def test_pips_that_cannot_be_made_out_say_nothing() -> None:
    assert second_opinion(DIE, fitted(2, 0.6, likeness(v2=0.6))) == DIE
