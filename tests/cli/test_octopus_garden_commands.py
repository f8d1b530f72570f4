"""The command on Octopus's Garden: tokens under tokens, draws from a bag, followed from pictures."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from commands import run

from companion.layouts import load_layout
from companion.rules.abilities import piles_of
from companion.rules.catalogue import load_game
from companion.rules.record import parse_record
from companion.simulation.table import SimulatedTable

GAME = "octopus-garden"
BEFORE = ("0 draw AN", "0 draw TR", "0 draw RE", "0 draw SS", "0 draw SG", "0 draw SH")
BEFORE += ("0 draw SH", "0 draw HC", "0 draw TR", "0 first 1")
PLAYED = (
    "1 buy R3",
    "1 plant SH B2",
    "1 plant HC A2",
    "1 plant TR D1",
    "1 crab A2-B2",
    "1 done",
    "0 draw CO",
    "1 fill 31 CO",
)
UNSEEN = ("1 done", "0 draw CO")


def lines_of(path: Path) -> list[str]:
    return [f"{action.by} {action}" for action in parse_record(path.read_text()).actions]


def test_a_played_game_replays_and_is_drawn(tmp_path: Path) -> None:
    record, picture = tmp_path / "played.game", tmp_path / "table.png"
    assert run("playout", GAME, "--seats", 2, "--seed", 4, "--record", record).exit_code == 0
    assert json.loads(run("replay", record, "--json").stdout)["over"]
    assert run("render", GAME, record, "--at", 40, "--out", picture).exit_code == 0
    assert cv2.imread(str(picture)).shape == (1232, 1640, 3)


def test_a_final_table_is_scored(tmp_path: Path) -> None:
    """Example 17 of the specification."""
    garden = {"A1": ["AN"], "A2": ["AN"], "A3": ["CO"], "A4": ["RE"], "A5": ["RE"], "A6": ["RE"]}
    garden |= {"B1": ["SG"], "B2": ["AN"], "B4": ["SH", "HC"], "B5": ["TR"], "B6": ["TR"], "B7": ["OY"]}
    garden |= {"C1": ["SG", "SS"], "C2": ["SG"], "C3": ["CO"], "C4": ["CO"], "C6": ["HC"], "C7": ["SH"]}
    garden |= {"D1": ["SG"], "D2": ["SG"], "D3": ["TR", "HC"], "D4": ["SS"], "D5": ["SG"], "D6": ["SG"]}
    position = tmp_path / "position.json"
    won = [{"clownfish": [7], "seahorse": [6]}, {"seahorse": [7]}, {}]
    position.write_text(json.dumps({"garden": [garden, {}, {}], "won": won}))
    result = run("score", GAME, position, "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["totals"]["1"] == 54


@pytest.mark.slow
def test_a_game_is_followed_from_a_folder_of_pictures(tmp_path: Path) -> None:
    game, layout = load_game(GAME), load_layout(GAME).for_seats(2)
    state = game.new(2)
    for line in BEFORE:
        state = state.after(game.parse(int(line[0]), line[2:]))
    table = SimulatedTable(layout)
    table.lay(piles_of(state))
    cv2.imwrite(str(tmp_path / "00.png"), table.picture())
    for number, line in enumerate(PLAYED, 1):
        state = state.after(game.parse(int(line[0]), line[2:]))
        table.lay(piles_of(state))
        if line not in UNSEEN:
            cv2.imwrite(str(tmp_path / f"{number:02}.png"), table.picture())
    before, after = tmp_path / "before.game", tmp_path / "after.game"
    opening = "\n".join(line.replace("0 ", "chance ", 1) for line in BEFORE)
    before.write_text(f"game: {GAME}\nrules: 1\nseats: 2\n\n{opening}\n")
    result = run("follow", GAME, tmp_path, "--start", before, "--record", after, "--json")
    assert result.exit_code == 0, result.stderr
    assert lines_of(after) == [*BEFORE, *PLAYED]
