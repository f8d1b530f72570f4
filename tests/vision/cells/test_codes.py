"""Code dots and the turn of a die, on the simulated table."""

from __future__ import annotations

import pytest
from sweeps import slow

from companion.layouts import load_layout
from companion.printing import artwork
from companion.sighting import DieSighting
from companion.simulation.table import SimulatedTable
from vision.cells.codes import Codes
from vision.dice import DiceReader
from vision.sheet_dice.dice_places import without_sides
from vision.view.reader import TableReader

LAYOUT = load_layout("caterpillar-filler")

SURE = 5.0
"""Lead, in natural logarithms, that a face with code dots has over all others; the referee accepts at 4."""


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(LAYOUT, artwork, DiceReader())


def lead(log_p: dict[str, float]) -> float:
    second, best = sorted(log_p.values())[-2:]
    return best - second


@pytest.mark.parametrize(("zone", "suit"), [("numbers", "number"), *slow(("letters", "letter"))])
@pytest.mark.parametrize("switch", [None, *slow("dim", "hard-shadow")])
def test_no_face_with_dots_is_taken_for_another(
    reader: TableReader, zone: str, suit: str, switch: str | None
) -> None:
    _, slots = LAYOUT.find(zone)
    faces = [kind for kind in slots.kinds if not kind.endswith("back")]
    table = SimulatedTable(LAYOUT, seed=5)
    table.lay({zone: {cell.id: kind for cell, kind in zip(slots.cells, faces, strict=True)}})
    if switch:
        table.set_switch(switch, on=True)
    (sheet,) = [sheet for sheet in reader.read(table.picture()).sheets if sheet.sheet == "mat"]
    for cell, kind in zip(slots.cells, faces, strict=True):
        seen = sheet.cells[zone][cell.id]
        assert seen.best()[0] == kind
        assert lead(seen.log_p) > SURE, f"{suit} {kind}: {lead(seen.log_p):.1f}"


def test_kinds_without_dots_are_left_alone() -> None:
    codes = Codes([LAYOUT.kinds["head-yellow"], LAYOUT.kinds["wasp"]])
    assert not codes.penalties(None, [(0.0, 0.0)], 2.0, 2).any()


@pytest.mark.whole
def test_the_turn_of_a_die_is_measured(reader: TableReader) -> None:
    table = SimulatedTable(LAYOUT, seed=3)
    for _ in range(6):
        table.roll()
        (true,) = (piece for piece in table.pieces() if piece.kind.startswith("die-"))
        (die,) = (die for die in reader.read(table.picture()).dice if die.sheet == "tray")
        assert abs((die.angle_deg - true.turn_deg + 45) % 90 - 45) < 10


def test_a_side_face_is_no_die_of_its_own() -> None:
    def die(x_mm: float, confidence: float) -> DieSighting:
        return DieSighting(
            1, {1: 1.0}, (0, 0, 30, 30), "white", confidence, True, sheet="tray", centre_mm=(x_mm, 50.0)
        )

    dice = [die(60.0, 0.53), die(73.0, 0.97), die(90.0, 0.6)]
    assert without_sides(dice, 16.0, {}) == [die(73.0, 0.97), die(90.0, 0.6)]
