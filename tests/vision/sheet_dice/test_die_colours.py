"""The colour of a die on whose top a lamp is mirrored: its pips tell light dice from dark ones."""

from __future__ import annotations

import numpy as np
import pytest

from companion.layouts import load_layout
from vision.cells.sampling import look_of
from vision.sheet_dice.die_colours import DieColours

LAYOUT = load_layout("it-happens")
PALE_GREEN = np.array([0.66, 0.77, 0.63])
"""Blue, green and red of a green die that mirrors a lamp, in the white of its sheet."""


class WithPips:
    """Stands for the sampler of a die showing a 1: one body, and pips of another brightness."""

    def __init__(self, body: np.ndarray, pips: np.ndarray) -> None:
        self._body, self._pips = body, pips

    def levels(self, _places_mm, offsets_mm, _height_mm):
        on_pip = np.hypot(*offsets_mm.T) < 2.2
        return np.where(on_pip[None, :, None], self._pips, self._body).astype(np.float32)

    def looks(self, places_mm, offsets_mm, height_mm):
        return look_of(self.levels(places_mm, offsets_mm, height_mm))


@pytest.mark.parametrize(
    ("pips", "colour"),
    [((0.92, 0.93, 0.9), "green"), ((0.66, 0.77, 0.63), "green"), ((0.2, 0.2, 0.2), "white")],
)
def test_light_or_hidden_pips_are_no_white_die_s(pips: tuple[float, ...], colour: str) -> None:
    odds = DieColours(tuple(LAYOUT.kinds.values())).odds(WithPips(PALE_GREEN, np.array(pips)), (0.0, 0.0))
    assert max(odds, key=lambda name: odds[name]) == colour


@pytest.mark.parametrize(("pips", "surely_white"), [((1.1, 0.95, 0.92), False), ((0.3, 0.3, 0.3), True)])
def test_a_white_top_without_dark_pips_is_not_surely_a_white_die_s(
    pips: tuple[float, ...], surely_white: bool
) -> None:
    """So looks a blue die, or a white one, that mirrors a lamp: all of it is nearly white."""
    body = np.array([1.24, 1.08, 1.05])
    odds = DieColours(tuple(LAYOUT.kinds.values())).odds(WithPips(body, np.array(pips)), (0.0, 0.0))
    assert (odds["white"] > 0.99) is surely_white
