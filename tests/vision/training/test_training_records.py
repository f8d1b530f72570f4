"""The records beside the weights tell from what the networks were trained."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from vision.dice.weights import SUFFIX, record_of
from vision.training import recipes

ROOT = Path(__file__).resolve().parents[3]
RECORDS = sorted(ROOT.glob("vision/dice/*.json"))


def test_a_record_tells_every_stage_of_the_training(tmp_path: Path) -> None:
    first, second = (recipes.Recipe("face", steps, 8, 1e-3, 0.5, 1) for steps in (3, 5))
    (tmp_path / "face.json").write_text(json.dumps(recipes.record_of(first, 20, [], None)))
    start = tmp_path / "face.pt"
    stages = recipes.record_of(second, 30, ["casino_crops"], start, mined=True, taken=9)["stages"]
    assert [tuple(each[what] for what in ("steps", "scenes", "photographs", "mined")) for each in stages] == [
        (3, 20, [], False),
        (5, 30, ["casino_crops"], True),
    ]
    assert [stage.get("labels") for stage in stages] == [None, "mended"]
    assert [stage.get("taken_for_dice") for stage in stages] == [None, 9]


def test_the_record_of_a_mean_tells_all_stages_of_its_parts(tmp_path: Path) -> None:
    parts = {tmp_path / "a" / "face.onnx.gz": 1.0, tmp_path / "b" / "face.onnx.gz": 3.0}
    for path, steps in zip(parts, (3, 5), strict=True):
        path.parent.mkdir()
        record = recipes.record_of(recipes.Recipe("face", steps, 8, 0.1, 0.0, 1), 20, [], None)
        record_of(path).write_text(json.dumps(record))
    told = recipes.record_of_mean(parts)
    assert [(part["share"], part["stages"][0]["steps"]) for part in told["stages"][0]["mean_of"]] == [
        (1.0, 3),
        (3.0, 5),
    ]
    assert [stage["steps"] for stage in stages_of(told)] == [3, 5]
    assert told["stages"][0]["network"] == "face"


def stages_of(record: dict) -> list[dict]:
    """The stages of a training, and those of all parts of a mean."""
    found: list[dict] = []
    for stage in record["stages"]:
        parts = stage.get("mean_of")
        found += [stage] if parts is None else [each for part in parts for each in stages_of(part)]
    return found


@pytest.mark.parametrize("path", RECORDS)
def test_the_records_beside_the_weights_tell_all_stages(path: Path) -> None:
    stages = stages_of(json.loads(path.read_text()))
    assert {stage["network"] for stage in stages} == {path.stem}
    assert stages[0]["photographs"] == []
    known = [asdict(recipe) for recipe in recipes.RECIPES.values()]
    # Records of before there were such do not speak of them.
    before = {"taken": 0.0}
    assert all({key: (before | stage)[key] for key in known[0]} in known for stage in stages)
    labels = {stage["labels"] for stage in stages if stage["photographs"]}
    assert labels <= {"mended", "as published"}
    assert path.with_suffix(SUFFIX).is_file()
