"""Dice in slanted views: where their cube stands, though a side was read, or nothing."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from sweeps import slow

from companion.layouts import load_layout
from companion.printing import artwork
from companion.referee.dice_watch import DiceMemory, DiceView
from companion.simulation.rendering.scene import Scene
from companion.simulation.table import SimulatedTable
from vision.dice import DiceReader
from vision.view.reader import TableReader

LAYOUT = load_layout("caterpillar-filler")
TILT_DEG = 35.0


class Disbelieving(DiceReader):
    """Takes every die for a domino."""

    def read(self, image, *, sheets=(), closer=False):
        return ()


class OfSides(DiceReader):
    """Reads every die half a side too near to the camera, with another value, as if a side were its top."""

    def read(self, image, *, sheets=(), closer=False):
        found = super().read(image, sheets=sheets, closer=closer)
        return tuple(map(_as_side, found))


def _as_side(die):
    x, y = die.centre_px
    value = 1 + (die.value or 1) % 6
    odds = {**dict.fromkeys(range(1, 7), 0.02), value: 0.9}
    return msgspec.structs.replace(die, value=value, odds=odds, centre_px=(x, y + 0.45 * die.box_px[3]))


def table_with(value: int | None) -> SimulatedTable:
    table = SimulatedTable(LAYOUT, scene=Scene(tilt_deg=TILT_DEG), seed=2)
    if value is None:
        table.lay({})
    else:
        table.roll([value])
    return table


def rolled(dice: DiceReader, value: int) -> DiceView:
    """Roll a die; give the view, after checking that the die lies where it was rolled."""
    table = table_with(value)
    view = DiceView(LAYOUT, TableReader(LAYOUT, artwork, dice).read(table.picture()), DiceMemory(()))
    (piece,) = [piece for piece in table.pieces() if piece.kind.startswith("die-")]
    (die,) = view.fresh
    assert die.centre_mm is not None
    assert np.hypot(die.centre_mm[0] - piece.x_mm, die.centre_mm[1] - piece.y_mm) < 1.5
    return view


@pytest.mark.parametrize("value", [3, *slow(1, 2, 4, 5, 6)])
def test_a_die_in_the_tray_is_counted_though_the_networks_take_it_for_none(value: int) -> None:
    view = rolled(Disbelieving(), value)
    assert view.sure
    assert view.fresh[0].value == value


@pytest.mark.parametrize("value", [3, *slow(1, 2, 4, 5, 6)])
def test_a_die_whose_side_was_read_is_counted_where_its_top_lies(value: int) -> None:
    """A 4 that was read as a 5 is asked about: so close are the two."""
    view = rolled(OfSides(), value)
    assert view.sure == (value != 4)
    assert view.fresh[0].value == value


def test_an_empty_tray_has_no_die_however_often_it_is_looked_at() -> None:
    reader = TableReader(LAYOUT, artwork, Disbelieving())
    for _ in range(2):
        assert reader.read(table_with(None).picture()).dice == ()
