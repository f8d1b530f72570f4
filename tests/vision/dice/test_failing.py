"""The photographs that fail: found by their labels, shown where they fail, each with a known cause."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from bench.dice.cases import SETS
from bench.dice.score import ReadSet
from bench.failing import LOOKED_AT, SIDE_PX, Failing, failing, wrong_places
from companion.sighting import DieSighting


def die(value: int, x_px: float) -> DieSighting:
    return DieSighting(value, {value: 1.0}, (x_px - 10, 40, 20, 20), "white", 0.9, False, (), (x_px, 50))


def test_a_photograph_fails_where_not_all_its_values_are_read(tmp_path: Path) -> None:
    labels = [{"value": value, "box": [x, 40, 20, 20]} for value, x in ((3, 20), (4, 80))]
    folder = tmp_path / "set"
    folder.mkdir()
    images = [{"file": name, "width": 160, "height": 90, "dice": labels} for name in ("a.jpg", "b.jpg")]
    (folder / "labels.json").write_text(json.dumps({"images": images}))
    read = ReadSet(folder, {"a.jpg": (die(3, 30), die(4, 90)), "b.jpg": (die(3, 30), die(5, 130))}, [])
    (failed,) = failing(read)
    assert failed.name == "b.jpg"
    shown = wrong_places(np.zeros((90, 160, 3), np.uint8), failed)
    assert len(shown) == 2  # a 5 where nothing lies, and the 4 that was missed
    assert all(each.shape == (SIDE_PX, SIDE_PX, 3) for each in shown)


def test_a_wrong_value_is_shown_once() -> None:
    label = {"file": "a.jpg", "dice": [{"value": 3, "box": [20, 40, 20, 20]}]}
    assert len(wrong_places(np.zeros((90, 160, 3), np.uint8), Failing("a.jpg", label, (die(5, 30),)))) == 1


def test_every_photograph_that_was_looked_at_has_a_cause_in_words() -> None:
    looked_at = json.loads(LOOKED_AT.read_text())
    assert set(looked_at["photographs"].values()) == set(looked_at["causes"])
    assert {name.split("/")[0] for name in looked_at["photographs"]} <= set(SETS)
