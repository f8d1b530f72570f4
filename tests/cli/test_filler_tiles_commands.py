"""The command on Filler (tiles): printed, played, rendered, followed from a folder of pictures, scored."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from commands import run
from sweeps import slow

from companion.layouts import load_layout
from companion.rules.catalogue import load_game
from companion.rules.record import parse_record
from companion.simulation.table import SimulatedTable

GAME = "filler-tiles"
SMALL = ("--option", "rows=4", "--option", "cols=4", "--option", "new_starts=0")
PLAYED = (
    "1 s:A1",
    "2 s:B2",
    "1 A2",
    "2 B1",
    "1 A3",
    "2 B3",
    "1 A4",
    "2 B4",
    "2 C1",
    "2 C2",
    "2 C3",
    "2 C4",
    "2 D1",
    "2 D2",
    "2 D3",
    "2 D4",
)
"""FT-E04 and FT-E05: seat 1 is walled in and passes to the end."""


@pytest.mark.parametrize(
    "options", [("preset=siege", "stones=4"), *slow(((),), (("rows=12", "cols=5", "opening=drawn"),))]
)
def test_a_played_game_replays_and_is_drawn(tmp_path: Path, options: tuple[str, ...]) -> None:
    record, picture = tmp_path / "played.game", tmp_path / "table.png"
    pairs = [word for option in options for word in ("--option", option)]
    assert run("playout", GAME, "--seed", 4, *pairs, "--record", record).exit_code == 0
    replayed = json.loads(run("replay", record, "--json").stdout)
    assert replayed["over"]
    assert replayed["winners"]
    assert run("render", GAME, record, "--at", 20, "--out", picture).exit_code == 0
    assert cv2.imread(str(picture)).shape == (1232, 1640, 3)


def test_a_final_table_is_scored(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps({"rows": 4, "cols": 4, "tile": {"A1": 1, "A2": 1, "D4": 2}}))
    result = run("score", GAME, position, "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["totals"] == {"1": 2, "2": 1}


@pytest.mark.slow
def test_a_game_is_followed_to_its_end_from_a_folder_of_pictures(tmp_path: Path) -> None:
    game, layout = load_game(GAME), load_layout(GAME)
    state = game.new(2, {"rows": "4", "cols": "4", "new_starts": "0"})
    table = SimulatedTable(layout)
    for number, line in enumerate(("", *PLAYED)):
        by, _, text = line.partition(" ")
        state = state.after(game.parse(int(by), text)) if line else state
        table.lay(state.lying())
        cv2.imwrite(str(tmp_path / f"{number:02}.png"), table.picture())
    after = tmp_path / "after.game"
    result = run("follow", GAME, tmp_path, *SMALL, "--record", after, "--json")
    assert result.exit_code == 0, result.stderr
    assert [json.loads(line)["what"] for line in result.stdout.splitlines()[1:]] == ["accepted"] * len(PLAYED)
    assert [f"{action.by} {action}" for action in parse_record(after.read_text()).actions] == list(PLAYED)
    final = json.loads(run("replay", after, "--json").stdout)
    assert final["over"]
    assert final["totals"] == {"1": 4, "2": 12}
    assert final["winners"] == [2]


@pytest.mark.slow
def test_the_set_is_printed(tmp_path: Path) -> None:
    result = run("print", GAME, "--paper", "a4", "--out", tmp_path)
    assert result.exit_code == 0, result.stderr
    assert {path.name for path in tmp_path.iterdir()} == {
        *(f"{name}-a4.pdf" for name in ("mat", "tiles", "stones", "cards", "rules", "score-pad")),
        "layout.json",
        "png",
    }
    layout = json.loads((tmp_path / "layout.json").read_text())
    (board,) = (zone for zone in layout["sheets"][0]["zones"] if zone["id"] == "board")
    assert len(board["cells"]) == 144
