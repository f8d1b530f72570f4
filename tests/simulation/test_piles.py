"""Pieces on pieces: hands lift what lies on top, turn over what lies below, and the camera sees it higher."""

from __future__ import annotations

import pytest

from companion.layouts import load_layout
from companion.simulation.hands import Step, perform, steps
from companion.simulation.piles import as_pile, kept, rests_at_mm
from companion.simulation.table import SimulatedTable

LAYOUT = load_layout("octopus-garden").for_seats(2)


def garden(**spaces: str) -> dict[str, dict[str, tuple[str, ...]]]:
    return {"garden-1": {space: tuple(pile.split()) for space, pile in spaces.items()}}


@pytest.fixture
def table() -> SimulatedTable:
    return SimulatedTable(LAYOUT, size_px=(410, 308), seed=1)


def piles(table: SimulatedTable) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for piece in table.pieces():
        _, cell = table._spots.at(piece.sheet, piece.x_mm, piece.y_mm)
        found[cell] = (*found.get(cell, ()), piece.kind)
    return found


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (garden(A1="shell hermit-crab", B1="seagrass"), garden(B1="seagrass shell hermit-crab")),
        (garden(A1="shell hermit-crab", B1="trash"), garden(A1="shell", B1="trash hermit-crab")),
        (garden(B4="oyster hermit-crab", C4="sea-star"), garden(B4="hermit-crab sea-star")),
        (garden(B2="mimic-octopus sea-star"), garden(B2="mimic-octopus-back sea-star")),
        (garden(A1="anemone", A2="anemone boxer-crab"), garden(A1="anemone", B3="anemone boxer-crab")),
    ],
)
def test_hands_get_from_one_pile_to_another(table, before, after) -> None:
    table.lay(before)
    for step in steps(LAYOUT, before, after):
        perform(table, step)
    assert piles(table) == after["garden-1"]


def test_what_is_covered_stays_where_it_is() -> None:
    before, after = (
        garden(A1="coral", B1="seagrass", B2="sea-star"),
        garden(A1="coral", B1="seagrass sea-star"),
    )
    assert steps(LAYOUT, before, after) == [Step(("garden-1", "B2"), ("garden-1", "B1"), "sea-star")]


def test_each_piece_rests_on_what_was_put_there_before(table) -> None:
    table.lay(garden(A1="shell hermit-crab sea-star", B1="coral"))
    heights = dict(
        zip([piece.kind for piece in table.pieces()], rests_at_mm(LAYOUT, table.pieces()), strict=True)
    )
    assert heights == {"shell": 0.0, "hermit-crab": 2.0, "sea-star": 4.0, "coral": 0.0}


def test_what_stays_is_the_longest_common_sequence() -> None:
    assert kept(("oyster", "hermit-crab"), ("hermit-crab", "sea-star")) == ([1], [0])
    assert kept((), ("coral",)) == ([], [])
    assert as_pile("coral") == ("coral",)
