"""The command on Papillon: played, drawn, printed, scored, and a garden read from a photograph."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from commands import run

from companion.layouts import load_layout
from companion.simulation.rendering.snapshot import snapshot

GAME = "papillon"
RING = {"0,0": "T33-0", "0,-1": "T13-1", "1,-1": "T14-2", "1,0": "T67-3"}
"""Example X10: one red patch of four tiles, which counts 8."""


def flowers(**counts: tuple[int, int]) -> dict[str, object]:
    """The flowers of two players: FR1 stands on PL1, and so on."""
    names = ("FR1", "FB1", "FY1", "FP1")
    return {name: {"planter": f"PL{n}", "count": counts.get(name, (0, 0))} for n, name in enumerate(names, 1)}


def test_a_played_game_replays_and_is_drawn(tmp_path: Path) -> None:
    record, picture = tmp_path / "played.game", tmp_path / "table.png"
    assert run("playout", GAME, "--seats", 3, "--seed", 4, "--record", record).exit_code == 0
    assert json.loads(run("replay", record, "--json").stdout)["over"]
    assert run("render", GAME, record, "--at", 60, "--out", picture).exit_code == 0
    assert cv2.imread(str(picture)).shape == (1232, 1640, 3)


@pytest.mark.whole
def test_a_garden_is_photographed_read_and_scored(tmp_path: Path) -> None:
    """What `read` prints of a photograph is what `score` takes for a garden."""
    picture, position = tmp_path / "garden.png", tmp_path / "position.json"
    cv2.imwrite(str(picture), snapshot(load_layout(GAME), {"garden-1": RING}, 1, turn_deg=75.0, seed=4))
    (garden,) = json.loads(run("read", picture, "--json").stdout)["mosaics"]
    assert {piece["tile"] for piece in garden} == {"T33", "T13", "T14", "T67"}
    laid = [{name: piece[name] for name in ("tile", "x", "y", "rot")} for piece in garden]
    position.write_text(json.dumps({"garden": [laid, []], "cat": [7, 3], "flower": flowers(FR1=(2, 1))}))
    result = run("score", GAME, position, "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["totals"] == {"1": 9 + 7 + 8, "2": 2 + 3}
    words = run("read", picture)
    assert "4 joined tiles" in words.stdout
    assert "cannot find" not in words.stdout
    assert run("read", picture, "--annotate", tmp_path / "seen").exit_code == 0
    assert (tmp_path / "seen" / "garden.jpg").exists()


def test_a_garden_that_does_not_match_is_refused(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    laid = [{"tile": "T01", "x": 0, "y": 0, "rot": 0}, {"tile": "T13", "x": 0, "y": -1, "rot": 0}]
    position.write_text(json.dumps({"garden": [laid, []], "cat": [0, 0], "flower": flowers()}))
    result = run("score", GAME, position)
    assert result.exit_code == 1
    assert "do not match" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_the_set_is_printed(tmp_path: Path, paper: str) -> None:
    assert run("print", GAME, "--paper", paper, "--seats", 3, "--out", tmp_path).exit_code == 0
    files = {path.name for path in tmp_path.iterdir()}
    assert {f"{name}-{paper}.pdf" for name in ("board", "FR1", "tiles", "planters", "butterflies")} <= files
    assert len(list((tmp_path / "png").glob("T*.png"))) == 94
