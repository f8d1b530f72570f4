"""A die that leans in the tray is not taken for one that lies flat."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from sweeps import slow

from companion.layouts import load_layout
from companion.printing import artwork
from companion.referee.dice_watch import DiceMemory, DiceView
from companion.sighting import DieSighting
from companion.simulation.rendering import render
from companion.simulation.rendering.scene import Scene
from companion.simulation.table import SimulatedTable
from vision.dice import DiceReader
from vision.sheet_dice.lean_fit import DOUBTED, LEANS, lean_lead, with_lean
from vision.sheet_dice.table_dice import Frame, TableDice
from vision.sheets.registration import Registration
from vision.view.reader import TableReader

LAYOUT = load_layout("caterpillar-filler")
DIE = DieSighting(4, {4: 1.0}, (0, 0, 40, 40), "white", 0.99, True)
VIEWS = pytest.mark.parametrize(
    ("tilt_deg", "value"), [(0.0, 2), (35.0, 6), *slow((0.0, 4), (20.0, 4), (20.0, 6), (35.0, 3))]
)
"""The camera's tilt from straight down, and the value on top."""


def lead(tilt_deg: float, value: int, *, leaning: bool) -> float:
    table = SimulatedTable(LAYOUT, scene=Scene(tilt_deg=tilt_deg), seed=value)
    table.set_switch("cocked-die", on=leaning)
    table.roll([value])
    picture, reader = table.picture(), TableReader(LAYOUT, artwork, DiceReader())
    (die,) = reader.read(picture).dice
    assert die.centre_mm is not None
    return lean_lead(picture, tray_of(reader, picture), [die.centre_mm], 16.0)


def tray_of(reader: TableReader, picture: np.ndarray) -> Registration:
    (tray,) = [one for one in reader._register(picture[:, :, 1])[1] if one.sheet.id == "tray"]
    return tray


@pytest.mark.whole
@VIEWS
def test_a_flat_die_is_not_likelier_to_lean(tilt_deg: float, value: int) -> None:
    assert lead(tilt_deg, value, leaning=False) < DOUBTED


@pytest.mark.whole
@VIEWS
def test_a_leaning_die_is_likelier_to_lean(tilt_deg: float, value: int) -> None:
    assert lead(tilt_deg, value, leaning=True) > DOUBTED


def test_a_die_that_may_lean_is_asked_about_and_one_that_leans_has_no_value() -> None:
    assert with_lean(DIE, DOUBTED - 0.01) == DIE
    doubted = with_lean(DIE, DOUBTED)
    assert (doubted.value, doubted.flags, doubted.accepted) == (4, (), False)
    assert doubted.confidence < DIE.confidence
    unsure = msgspec.structs.replace(DIE, confidence=0.1, accepted=False)
    assert with_lean(unsure, DOUBTED) == unsure
    leaning = with_lean(DIE, LEANS)
    assert (leaning.value, leaning.flags, leaning.accepted) == (None, ("cocked",), False)
    assert leaning.confidence == doubted.confidence


def test_a_die_that_only_looks_as_if_it_leaned_is_asked_about_with_its_likeliest_value() -> None:
    odds = {3: 0.3, 5: 0.7}
    looks = msgspec.structs.replace(DIE, value=None, odds=odds, flags=("cocked",), accepted=False)
    asked = with_lean(looks, DOUBTED - 0.01)
    assert (asked.value, asked.flags, asked.accepted) == (5, (), False)
    assert asked.confidence <= 0.5
    assert with_lean(looks, DOUBTED) == looks
    cut_off = msgspec.structs.replace(looks, flags=("cut-off",))
    assert with_lean(cut_off, 0.0) == cut_off


@pytest.mark.parametrize("seed", [44, *slow(41)])
def test_the_referee_does_not_take_a_roll_that_leans(seed: int) -> None:
    table, reader = SimulatedTable(LAYOUT, seed=seed), TableReader(LAYOUT, artwork, DiceReader())
    taken = {}
    for leaning in (False, True):
        table.set_switch("cocked-die", on=leaning)
        table.roll([5])
        view = DiceView(LAYOUT, reader.read(table.picture()), DiceMemory(()))
        assert len(view.fresh) == 1
        taken[leaning] = view.sure
    assert taken == {False: True, True: False}


@pytest.mark.parametrize("size_mm", [12.0, *slow(20.0)])
def test_a_flat_die_of_another_size_does_not_seem_to_lean(
    size_mm: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever plays with dice of another size is not told at every roll that they lean."""
    of_the_game = render.DieLook
    monkeypatch.setattr(render, "DieLook", lambda _, *colours: of_the_game(size_mm, *colours))
    table, reader = SimulatedTable(LAYOUT, seed=44), TableReader(LAYOUT, artwork, DiceReader())
    table.roll([5])
    view = DiceView(LAYOUT, reader.read(table.picture()), DiceMemory(()))
    assert [die.value for die in view.fresh] == [5]
    assert view.sure


def test_what_is_no_die_does_not_seem_to_lean() -> None:
    table = SimulatedTable(LAYOUT, seed=3)
    table.roll([5])
    picture, reader = table.picture(), TableReader(LAYOUT, artwork)
    tray = tray_of(reader, picture)
    for at_px in ((1.0, 1.0), (-300.0, -300.0)):
        x, y = tray.to_sheet(np.array(at_px), 16.0)
        assert lean_lead(np.full_like(picture, 120), tray, [(float(x), float(y))], 16.0) <= 0
        assert lean_lead(picture, tray, [(float(x), float(y))], 16.0) < DOUBTED


def test_what_stands_beside_a_flat_die_may_be_its_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """A side looks like a leaning top: no player is told to roll again because of it."""
    flat, far = die_at(30.0, 30.0), die_at(90.0, 30.0)
    looks = msgspec.structs.replace(die_at(120.0, 30.0), value=None, flags=("cocked",), accepted=False)
    leads = {(30.0, 30.0): 0.0, (48.0, 30.0): 0.4, (90.0, 30.0): 0.4, (120.0, 30.0): 0.0}
    monkeypatch.setattr(
        "vision.sheet_dice.table_dice.lean_lead", lambda image, tray, places, side_mm: leads[places[0]]
    )
    reader = TableReader(LAYOUT, artwork)
    picture = SimulatedTable(LAYOUT, seed=3).picture()
    frame = Frame(picture, (), {"tray": tray_of(reader, picture)}, {})
    told = TableDice(LAYOUT, artwork, DiceReader())._with_leans(frame, [flat, die_at(48.0, 30.0), far, looks])
    assert [die.flags for die in told] == [(), (), ("cocked",), ()]
    assert [die.confidence < 0.9 for die in told] == [False, True, True, True]
    assert [die.accepted for die in told] == [True, False, False, False]


def die_at(x_mm: float, y_mm: float) -> DieSighting:
    return msgspec.structs.replace(DIE, sheet="tray", centre_mm=(x_mm, y_mm))
