"""What is wrong with a sheet is said with the place, and with what would help most."""

from __future__ import annotations

from math import log
from types import SimpleNamespace

import numpy as np
import pytest

from companion.layouts import load_layout
from companion.sighting import EMPTY, CellSighting
from vision.view.doubts import doubt_problems, nearest_cell

SHEET = load_layout("filler-tiles").sheets[0]


def piece(sure: float) -> CellSighting:
    return CellSighting({"tile-red": log(sure), EMPTY: log(1 - sure)})


def said(cells: list[CellSighting], px_per_mm: float = 3.0, cast: float = 0.1) -> list[str]:
    registration = SimpleNamespace(sheet=SHEET, px_per_mm=px_per_mm)
    light = SimpleNamespace(cast=lambda: cast)
    read = {"board": {str(number): cell for number, cell in enumerate(cells)}}
    return [problem.sentence for problem in doubt_problems(registration, light, read)]


def told(read: object, among: int) -> str:
    return f"I can read {read} of the {among} spaces on {SHEET.title} that are not plainly empty."


@pytest.mark.parametrize(
    ("px_per_mm", "cast", "help_"),
    [
        (3.0, 0.1, "Light from several sides would help most."),
        (3.0, 1.2, "Whiter light would help most."),
        (1.5, 1.2, "Move the camera nearer."),
    ],
)
def test_most_pieces_in_doubt_are_told_with_what_helps(px_per_mm: float, cast: float, help_: str) -> None:
    cells = [piece(0.8)] * 6 + [piece(0.999)] * 5 + [piece(0.001)] * 100
    (sentence,) = said(cells, px_per_mm, cast)
    assert sentence == f"{told(5, 11)} {help_}"


def test_covered_spaces_count_as_doubt_and_none_is_said_as_a_word() -> None:
    hidden = CellSighting({EMPTY: 0.0}, covered=True)
    (sentence,) = said([hidden] * 7)
    assert sentence.startswith(told("none", 7))


@pytest.mark.parametrize(
    "cells",
    [[], [piece(0.8)] * 5, [piece(0.8)] * 6 + [piece(0.99)] * 6, [piece(0.001)] * 100],
    ids=["nothing", "few", "half", "bare"],
)
def test_nothing_is_said_where_a_question_or_two_settles_it(cells: list[CellSighting]) -> None:
    assert said(cells) == []


def test_the_space_is_that_of_one_of_the_gleams_not_of_the_ground_between_them() -> None:
    centre = {cell.id: np.array(cell.centre_mm) for zone in SHEET.zones for cell in zone.cells}
    around = np.array([centre["D4"] + off for off in ((0, 0), (3, 0), (0, 3))])
    assert nearest_cell(SHEET, around) == "D4"
    two = np.concatenate([around, np.array([centre["H9"]])])
    assert nearest_cell(SHEET, two) in ("D4", "H9")
    assert nearest_cell(SHEET, np.array([[-500.0, -500.0]])) == ""
