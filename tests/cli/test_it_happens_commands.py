"""The command on It Happens: a game of cards that come and go, followed from a folder of pictures."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from commands import run

from companion.layouts import load_layout
from companion.rules.catalogue import load_game
from companion.rules.record import parse_record
from companion.simulation.table import SimulatedTable

GAME = "it-happens"
PLAYED = (
    "0 reveal M03 M08 M01",
    "0 roll 4",
    "1 place M08",
    "0 roll 6",
    "2 place M08",
)


def test_a_played_game_replays_is_drawn_and_scored(tmp_path: Path) -> None:
    record, picture = tmp_path / "played.game", tmp_path / "table.png"
    assert run("playout", GAME, "--seats", 4, "--seed", 4, "--record", record).exit_code == 0
    assert json.loads(run("replay", record, "--json").stdout)["over"]
    assert run("render", GAME, record, "--at", 40, "--out", picture).exit_code == 0
    assert cv2.imread(str(picture)).shape == (1232, 1640, 3)


def test_a_final_table_is_scored(tmp_path: Path) -> None:
    """Example 4 of the specification, where nobody else has as many types."""
    position = tmp_path / "position.json"
    tiles = {
        "n": 3,
        "items": {"yellow": {"map": 2, "sneaker": 2, "bone": 1, "eyeglasses": 1, "speaker": 1}},
        "worms": {"yellow": 3},
        "queens": {"yellow": [9, 5, 4]},
        "generals": {"yellow": [3]},
    }
    position.write_text(json.dumps(tiles))
    result = run("score", GAME, position, "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["totals"]["1"] == 44


@pytest.mark.slow
def test_a_game_is_followed_from_a_folder_of_pictures(tmp_path: Path) -> None:
    game, layout = load_game(GAME), load_layout(GAME)
    state = game.new(3).after(game.parse(0, "first 1"))
    table = SimulatedTable(layout)
    table.lay(state.lying())
    pictures = [table.picture()]
    for line in PLAYED:
        by, _, text = line.partition(" ")
        state = state.after(game.parse(int(by), text))
        table.lay(state.lying())
        pictures.append(table.picture())
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
    before, after = tmp_path / "before.game", tmp_path / "after.game"
    before.write_text(f"game: {GAME}\nrules: 1\nseats: 3\n\nchance first 1\n")
    result = run("follow", GAME, tmp_path, "--start", before, "--record", after, "--json")
    assert result.exit_code == 0, result.stderr
    followed = [f"{action.by} {action}" for action in parse_record(after.read_text()).actions]
    assert followed == ["0 first 1", *PLAYED]
