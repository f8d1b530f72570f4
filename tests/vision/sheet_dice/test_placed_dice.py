"""Dice on the cells that take them: what lies there and was not seen at first is looked at closer."""

from __future__ import annotations

import msgspec
import pytest

from companion.layouts import load_layout
from companion.printing import artwork
from companion.simulation.table import SimulatedTable
from vision.dice import DiceReader
from vision.sheet_dice import table_dice
from vision.sheet_dice.die_colours import DieColours
from vision.view.reader import TableReader

LAYOUT = load_layout("it-happens").for_seats(2)
LYING = {"M09": {"C1.1": "die-blue-3", "C4.1": "die-red-5"}, "M05": {}, "M07": {}}


class Missing:
    """Reads dice, but at first only those in the left half of what it is shown."""

    def __init__(self) -> None:
        self.closer: list[tuple[int, ...]] = []
        self._reader = DiceReader()

    def read(self, image, *, sheets=(), closer=False):
        found = self._reader.read(image, sheets=sheets, closer=closer)
        if closer:
            self.closer.append(image.shape)
            return found
        return tuple(die for die in found if die.centre_px[0] < image.shape[1] / 2)

    def places(self, image, sheets):
        return ()


def test_a_die_that_was_not_seen_at_first_is_looked_at_closer() -> None:
    table, dice = SimulatedTable(LAYOUT, seed=4), Missing()
    table.lay(LYING)
    reader = TableReader(LAYOUT, artwork, dice)
    seen = reader.read(table.picture())
    (card,) = [sheet for sheet in seen.sheets if sheet.sheet == "M09"]
    likeliest = {cell: each.best()[0] for cell, each in card.cells["M09"].items()}
    assert {cell: kind for cell, kind in likeliest.items() if kind != "empty"} == LYING["M09"]
    assert not any(each.covered for each in card.cells["M09"].values())
    empty_tray, cell = dice.closer
    assert max(cell) < 300
    assert empty_tray != cell


def test_what_is_no_die_stays_unknown() -> None:
    table = SimulatedTable(LAYOUT, seed=4)
    table.lay(LYING)

    class Blind(Missing):
        def read(self, image, *, sheets=(), closer=False):
            super().read(image, sheets=sheets, closer=closer)
            return ()

    seen = TableReader(LAYOUT, artwork, Blind()).read(table.picture())
    (card,) = [sheet for sheet in seen.sheets if sheet.sheet == "M09"]
    assert {cell for cell, each in card.cells["M09"].items() if each.covered} == set(LYING["M09"])


@pytest.mark.whole
@pytest.mark.parametrize(("sure", "unknown"), [(0.1, set(LYING["M09"])), (0.6, set())])
def test_what_is_rather_no_flat_die_stays_unknown(
    monkeypatch: pytest.MonkeyPatch, sure: float, unknown: set[str]
) -> None:
    """A die that stands before the next cell may lend its pips to one that is not there."""
    monkeypatch.setattr(table_dice, "second_opinion", lambda die, _fit, *, flat: die)
    table = SimulatedTable(LAYOUT, seed=4)
    table.lay(LYING)

    class Doubting(Missing):
        def read(self, image, *, sheets=(), closer=False):
            return tuple(
                msgspec.structs.replace(die, confidence=sure * die.odds[die.value], accepted=False)
                for die in self._reader.read(image, sheets=sheets, closer=closer)
                if die.value is not None
            )

    seen = TableReader(LAYOUT, artwork, Doubting()).read(table.picture())
    (card,) = [sheet for sheet in seen.sheets if sheet.sheet == "M09"]
    assert {cell for cell, each in card.cells["M09"].items() if each.covered} == unknown


@pytest.mark.whole
def test_the_colour_of_a_die_that_stays_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[float, float]] = []
    odds = DieColours.odds

    def counting(self, sampler, at_mm):
        told.append(at_mm)
        return odds(self, sampler, at_mm)

    monkeypatch.setattr(DieColours, "odds", counting)
    table, reader = SimulatedTable(LAYOUT, seed=4), TableReader(LAYOUT, artwork, DiceReader())
    table.lay(LYING)
    first = reader.read(table.picture()).dice
    assert len(told) == len(first) == 2
    table.lay(LYING | {"M05": {"C1.1": "die-blue-3"}})
    second = reader.read(table.picture()).dice
    assert len(told) == len(second) == 3
    assert sorted(die.colour for die in second) == ["blue", "blue", "red"]


def test_what_half_a_picture_shows_is_read_again_from_the_next_whole_one() -> None:
    """A die that has been put down since lies in the upper half, which has arrived."""
    table, reader = SimulatedTable(LAYOUT, seed=4), TableReader(LAYOUT, artwork, DiceReader())
    table.lay({"M09": {}, "M05": {}, "M07": {}})
    reader.read(table.picture())
    table.lay({"M09": {}, "M05": {"C1.1": "die-blue-3"}, "M07": {}})
    table.set_switch("half-frame", on=True)
    half = reader.read(table.picture())
    assert half.view[0].code == "half-frame", "the cause is told first"
    assert (half.sheets, half.dice) == ((), ())
    table.set_switch("half-frame", on=False)
    (card,) = [sheet for sheet in reader.read(table.picture()).sheets if sheet.sheet == "M05"]
    assert card.cells["M05"]["C1.1"].best()[0] == "die-blue-3"


def test_a_die_in_the_tray_that_was_not_seen_at_first_is_looked_at_closer() -> None:
    class Short(DiceReader):
        """Sees nothing at the first look."""

        def read(self, image, *, sheets=(), closer=False):
            return super().read(image, sheets=sheets, closer=closer) if closer else ()

    layout = load_layout("caterpillar-filler")
    table = SimulatedTable(layout, seed=1)
    table.roll([5])
    seen = TableReader(layout, artwork, Short()).read(table.picture())
    assert [(die.value, die.sheet, die.accepted) for die in seen.dice] == [(5, "tray", True)]
