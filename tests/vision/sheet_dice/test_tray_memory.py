"""Dice in a tray that looks the same are not read again; whatever changes there is."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from companion.layouts import load_layout
from companion.printing import artwork
from companion.simulation.table import SimulatedTable
from vision.dice import DiceReader
from vision.sheet_dice.tray_memory import EMPTY_LOOKS
from vision.view.reader import TableReader

LAYOUT = load_layout("caterpillar-filler")


class Counting(DiceReader):
    """Counts how often dice are looked for; doubts them all on wish."""

    def __init__(self, *, doubting: bool = False) -> None:
        super().__init__()
        self.looks, self._doubting = 0, doubting

    def read(self, image, *, sheets=(), closer=False):
        self.looks += 1
        found = super().read(image, sheets=sheets, closer=closer)
        return (
            tuple(msgspec.structs.replace(die, accepted=False) for die in found) if self._doubting else found
        )


@pytest.fixture
def table() -> SimulatedTable:
    table = SimulatedTable(LAYOUT, seed=4)
    table.lay({})
    table.roll()
    return table


def test_a_still_tray_is_read_once(table: SimulatedTable) -> None:
    dice = Counting()
    reader = TableReader(LAYOUT, artwork, dice)
    first = reader.read(table.picture()).dice
    assert [die.accepted for die in first] == [True]
    looks = dice.looks
    assert [reader.read(table.picture()).dice for _ in range(3)] == [first] * 3
    assert dice.looks == looks


@pytest.mark.whole
def test_a_roll_is_read(table: SimulatedTable) -> None:
    reader = TableReader(LAYOUT, artwork, DiceReader())
    for _ in range(4):
        reader.read(table.picture())
        table.roll()
        (true,) = (piece for piece in table.pieces() if piece.kind.startswith("die-"))
        assert [f"die-{die.value}" for die in reader.read(table.picture()).dice] == [true.kind]


def test_a_doubtful_die_is_looked_at_again(table: SimulatedTable) -> None:
    dice = Counting(doubting=True)
    reader = TableReader(LAYOUT, artwork, dice)
    reader.read(table.picture())
    looks = dice.looks
    reader.read(table.picture())
    assert dice.looks == 2 * looks


@pytest.mark.whole
def test_an_empty_tray_is_kept_after_some_looks_until_somebody_rolls() -> None:
    table = SimulatedTable(LAYOUT, seed=4)
    table.lay({})
    dice = Counting()
    reader = TableReader(LAYOUT, artwork, dice)
    looks = []
    for _ in range(EMPTY_LOOKS + 3):
        assert reader.read(table.picture()).dice == ()
        looks.append(dice.looks)
    assert len(set(looks)) == EMPTY_LOOKS
    table.roll()
    assert [die.accepted for die in reader.read(table.picture()).dice] == [True]


class Beside(DiceReader):
    """Finds every die 20 px to the right of the tray, as if it had rolled there."""

    def read(self, image, *, sheets=(), closer=False):
        height, width = image.shape[:2]
        (tray,) = (sheet for sheet in sheets if sheet.sheet == "tray")
        across = np.ptp([x for x, _ in tray.corners_px])
        found = super().read(image, sheets=sheets, closer=closer)
        right = (width + across) / 2 + 20.0  # the window has the same margin on all sides
        return tuple(msgspec.structs.replace(die, centre_px=(right, height / 2)) for die in found)


@pytest.mark.whole
def test_a_die_beside_the_tray_is_not_forgotten(table: SimulatedTable) -> None:
    reader = TableReader(LAYOUT, artwork, Beside())
    seen = [reader.read(table.picture()).dice for _ in range(EMPTY_LOOKS + 2)]
    assert [[die.sheet for die in dice] for dice in seen] == [[""]] * len(seen)


@pytest.mark.whole
def test_other_light_is_another_look(table: SimulatedTable) -> None:
    dice = Counting()
    reader = TableReader(LAYOUT, artwork, dice)
    reader.read(table.picture())
    looks = dice.looks
    table.set_switch("dim", on=True)
    reader.read(table.picture())
    assert dice.looks > looks
