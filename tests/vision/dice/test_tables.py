"""The bench's synthesised tables: what is told is compared with what truly lies there."""

from __future__ import annotations

import numpy as np
import pytest

from bench.dice import tables as dice_tables
from companion.sighting import DieSighting
from vision.training.scenes import Scene, Truth


class Telling:
    """Tells the same of every picture."""

    def __init__(self, *told: tuple[int, float, float]) -> None:
        self._told = told

    def read(self, image: np.ndarray) -> tuple[DieSighting, ...]:
        return tuple(sighting(*each) for each in self._told)


def sighting(value: int, x: float, y: float) -> DieSighting:
    return DieSighting(
        value=value,
        odds={each: 1.0 if each == value else 0.0 for each in range(1, 7)},
        box_px=(x - 20, y - 20, 40, 40),
        colour="white",
        confidence=0.99,
        accepted=True,
        flags=(),
        centre_px=(x, y),
    )


PICTURE = np.zeros((dice_tables.SIDE_PX, dice_tables.SIDE_PX, 3), np.uint8)


def without_tracing(monkeypatch: pytest.MonkeyPatch) -> None:
    for build in ("build", "build_piles"):
        monkeypatch.setattr(dice_tables, build, lambda *_: None)
    monkeypatch.setattr(dice_tables, "Bank", lambda *_: None)


def figures_of(monkeypatch: pytest.MonkeyPatch, truth: list[Truth], *told: tuple[int, float, float]) -> dict:
    without_tracing(monkeypatch)
    monkeypatch.setattr(dice_tables, "scene", lambda *_: Scene(PICTURE, truth))
    return dice_tables.tables_with_dice(Telling(*told), 2)


def test_right_wrong_missed_and_false_dice_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = [Truth(3, 100, 100, 40), Truth(5, 200, 100, 40), Truth(6, 300, 100, 40)]
    told = figures_of(monkeypatch, truth, (3, 104, 98), (4, 200, 100), (2, 400, 300))
    assert told["dice"] == 6
    assert told["dice found %"] == pytest.approx(66.7)
    assert told["dice right %"] == pytest.approx(33.3)
    assert told["false dice"] == 2
    assert told["wrong accepted"] == 4  # the 4 for the 5, and the die that is none, on both tables


def test_all_that_is_told_of_tables_without_dice_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    without_tracing(monkeypatch)
    drawn: list[bool] = []
    monkeypatch.setattr(dice_tables, "bare", lambda *_, balls: drawn.append(balls) or PICTURE)
    counts = dice_tables.tables_without_dice(Telling((1, 100, 100), (4, 200, 100)), 3)
    told = {"images": 3, "dice reported": 6, "dice accepted": 6}
    assert counts == {"all kinds": told, "balls": told}
    assert drawn == [False] * 3 + [True] * 3


def test_a_side_away_from_a_small_die_is_not_that_die(monkeypatch: pytest.MonkeyPatch) -> None:
    told = figures_of(monkeypatch, [Truth(3, 100, 100, 22)], (3, 118, 100))
    assert told["dice found %"] == 0
    assert told["false dice"] == 2


def test_cocked_dice_count_apart_and_those_cut_off_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = [
        Truth(dice_tables.COCKED, 100, 100, 40),
        Truth(2, 5, 100, 40),
        *(Truth(dice_tables.STACKED, x, 300, 40) for x in (100, 300)),
    ]
    told = figures_of(monkeypatch, truth, (3, 100, 100), (2, 5, 100), (4, 300, 300))
    assert told["dice"] == told["false dice"] == 0
    assert told["cocked, stacked"] == "2, 4"
    assert told["of them accepted"] == "2, 2"
    assert told["of them flagged or asked"] == "0, 0"
