"""The command as people and programs use it: what it prints, and how it fails."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from typing import IO, Any

import cv2
import numpy as np
import pytest
from commands import run

from companion.layouts import load_layout
from companion.rules.catalogue import GAMES, load_game
from companion.rules.record import format_record, parse_record
from companion.simulation.evening import Evening
from vision.dice import DiceReader

GAME = "caterpillar-filler"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "played.game"
    assert run("playout", GAME, "--seats", 3, "--seed", 4, "--record", path).exit_code == 0
    return path


def test_games_are_listed_with_seats_and_options() -> None:
    infos = json.loads(run("games", "--json").stdout)
    assert [info["slug"] for info in infos] == list(GAMES)
    assert infos[0]["seats"] == [2, 3, 4]
    listed = run("games").stdout
    assert "setup" in listed
    assert "  turn_limit = off (off, 1-999999)\n" in listed
    assert "        R04: Nobody can eat a caterpillar." in listed
    assert "Filler (tiles), 2 players, 10-20 minutes" in listed


def test_a_playout_is_a_record_that_replays(record: Path) -> None:
    shown = json.loads(run("replay", record, "--json").stdout)
    assert shown["over"]
    assert shown["game"] == GAME
    assert shown["seats"] == 3
    assert shown["to_act"] == []
    assert len(shown["winners"]) == 1
    assert max(shown["totals"].values()) == shown["totals"][str(shown["winners"][0])]
    assert sum(line["points"] or 0 for line in shown["sheet"]["1"]) == shown["totals"]["1"]


def test_a_replay_stops_where_it_is_told(record: Path) -> None:
    shown = json.loads(run("replay", record, "--at", 5, "--json").stdout)
    assert len(shown["actions"]) == 5
    assert not shown["over"]
    assert run("replay", record, "--at", 5).exit_code == 0
    assert "no position 99999" in run("replay", record, "--at", 99999).stderr


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = (run("playout", GAME, "--seed", 7).stdout for _ in range(2))
    assert one == other
    assert parse_record(one).actions


def test_a_final_table_is_scored(record: Path, tmp_path: Path) -> None:
    state = json.loads(run("replay", record, "--json").stdout)["state"]
    position = tmp_path / "position.json"
    position.write_text(json.dumps(state))
    assert json.loads(run("score", GAME, position, "--json").stdout)["totals"]


def test_draws_are_repeated_from_their_seed_and_shown_with_their_commitment() -> None:
    one = json.loads(run("draw", GAME, "--seed", "garden", "--json").stdout)
    assert one == json.loads(run("draw", GAME, "--seed", "garden", "--json").stdout)
    assert len(one["commitment"]) == 64
    assert any(draw.startswith("first") for draw in one["draws"])


@pytest.mark.whole
def test_the_printed_set_is_written(tmp_path: Path) -> None:
    result = run("print", GAME, "--paper", "a4", "--out", tmp_path)
    assert result.exit_code == 0
    assert (tmp_path / "layout.json").is_file()
    assert (tmp_path / "mat-a4.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.whole
def test_a_position_is_rendered_and_read_back(record: Path, tmp_path: Path) -> None:
    picture = tmp_path / "table.png"
    assert run("render", GAME, record, "--at", 1, "--out", picture).exit_code == 0
    shown = json.loads(run("read", picture, "--json", "--annotate", tmp_path / "seen").stdout)
    assert shown["size"] == [1640, 1232]
    cells = next(sheet["cells"] for sheet in shown["sheets"] if sheet["sheet"] == "mat")
    assert cells["E5"]["kind"] == "flower"
    assert cells["E5"]["accepted"]
    assert cells["A8"]["kind"].startswith("head-")
    assert (tmp_path / "seen" / "table.jpg").is_file()


def test_reading_goes_on_after_a_picture_that_cannot_be_read(tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.jpg", tmp_path / "good.png"
    bad.write_bytes(b"no picture")
    cv2.imwrite(str(good), np.full((200, 300, 3), 90, np.uint8))
    result = run("read", bad, good, "--json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert lines[0]["error"]["code"] == "not-an-image"
    assert lines[1]["dice"] == []


def test_reading_goes_on_after_a_picture_that_may_not_be_read(tmp_path: Path, monkeypatch) -> None:
    closed, good = tmp_path / "closed.png", tmp_path / "good.png"
    cv2.imwrite(str(good), np.full((200, 300, 3), 90, np.uint8))
    closed.touch(0o000)
    # Who runs the tests may be one who may read everything.
    allowed, opened = os.access, Path.open
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != closed and allowed(path, mode))

    def open_if_allowed(path: Path, *how: str) -> IO[Any]:
        if path == closed:
            raise PermissionError(13, "Permission denied")
        return opened(path, *how)

    monkeypatch.setattr(Path, "open", open_if_allowed)
    result = run("read", closed, good, "--json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert lines[0]["error"]["code"] == "image-missing"
    assert lines[1]["dice"] == []


def test_dice_are_searched_once_whatever_the_number_of_games(tmp_path: Path, monkeypatch) -> None:
    searched = []
    monkeypatch.setattr(DiceReader, "read", lambda self, image, **more: searched.append(image.shape) or ())
    picture = tmp_path / "plain.png"
    slope = np.linspace(40, 220, 200 * 300 * 3).reshape(200, 300, 3)
    cv2.imwrite(str(picture), slope.astype(np.uint8))
    assert run("read", picture, "--json").exit_code == 0
    assert len(searched) == 1


@pytest.mark.whole
def test_a_game_is_followed_from_a_folder_of_pictures(tmp_path: Path) -> None:
    game, layout = load_game(GAME), load_layout(GAME)
    start = game.new(2, {}).after(game.parse(0, "first 1"))
    evening = Evening(layout, start, 3, most_actions=6)
    for number, moment in enumerate(evening.play()):
        cv2.imwrite(str(tmp_path / f"{number}.png"), moment.picture)
    before, after = tmp_path / "before.game", tmp_path / "after.game"
    text = f"game: {GAME}\nrules: 1\nseats: 2\nname 1: Anna\nname 2: Ben\n\nchance first 1\n"
    before.write_text(text)
    result = run("follow", GAME, tmp_path, "--start", before, "--record", after, "--json")
    assert result.exit_code == 0, result.stderr
    seen = [json.loads(line) for line in result.stdout.splitlines()]
    assert seen[0]["verdict"] == "no-change"
    followed = parse_record(after.read_text())
    truth = [f"{action.by} {action}" for action in evening.truth]
    mine = [f"{action.by} {action}" for action in followed.actions[1:]]
    assert mine == truth[: len(mine)]
    assert len(mine) >= 2


def taken_port() -> socket.socket:
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    return taken


@pytest.mark.parametrize(
    ("arguments", "exit_code", "words"),
    [
        (["playout", "chess"], 2, "There is no game called 'chess'"),
        (["playout", GAME, "--seats", "9"], 1, "bad-option"),
        (["playout", GAME, "--option", "weather=rain"], 1, "weather"),
        (["playout", GAME, "--option", "weather"], 2, "key=value"),
        (["replay", "nowhere.game"], 1, "There is no file nowhere.game. [file-missing]"),
        (["score", GAME, "nowhere.json"], 1, "file-missing"),
        (["draw"], 2, "Name a game"),
        (["follow", GAME, "nowhere"], 1, "camera-unknown"),
        (["follow", GAME, "nowhere", "--seats", "Anna,An\u200bna"], 1, "bad-option"),
        (["serve", "--camera", "telescope"], 1, "camera-unknown"),
        (["dance"], 2, "No such command"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(arguments: list[str], exit_code: int, words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == exit_code
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_a_record_that_is_cut_or_edited_is_refused_with_its_line(record: Path, tmp_path: Path) -> None:
    text = record.read_text()
    cut, edited = tmp_path / "cut.game", tmp_path / "edited.game"
    cut.write_text(text[: len(text) // 2])
    lines = text.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("chance roll"))
    edited.write_text("\n".join([*lines[:place], "1 join P3 cw", *lines[place + 1 :], ""]))
    for path in (cut, edited):
        result = run("replay", path)
        assert result.exit_code == 1
        assert "bad-record" in result.stderr


def test_an_honest_record_proves_its_draws_and_a_tampered_one_does_not(tmp_path: Path) -> None:
    from companion.record.events import Settings
    from companion.sessions.store import Store

    with Store(tmp_path / "games.db") as store:
        session = store.new_session(GAME, ["Anna", "Ben"], {"rules": "R12"}, Settings(otherwise="software"))
        session.settle()
        while session.state.actors:
            session.act(next(session.state.legal(max(session.state.actors))), "tap")
            session.settle()
        text = session.record()
    honest, tampered = tmp_path / "honest.game", tmp_path / "tampered.game"
    honest.write_text(text)
    assert run("draw", "--check", honest).exit_code == 0
    lines = text.splitlines(keepends=True)
    wrong = next(line for line in reversed(lines) if line.startswith("seed:"))
    tampered.write_text(text.replace(wrong, "seed: " + "0" * 64 + "\n"))
    assert run("draw", "--check", tampered).exit_code == 1
    exported = run("export", "--data", tmp_path)
    assert exported.stdout == text


def test_a_port_that_is_taken_and_a_folder_that_cannot_be_written_are_said_so(tmp_path: Path) -> None:
    with taken_port() as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--camera", "off", "--host", "127.0.0.1", "--port", port, "--data", tmp_path)
    assert result.exit_code == 1
    assert "port-in-use" in result.stderr
    blocked = tmp_path / "file"
    blocked.write_text("")
    result = run("serve", "--camera", "off", "--data", blocked / "games")
    assert result.exit_code == 1
    assert "store-" in result.stderr


def test_a_record_written_by_hand_is_the_same_after_reading(record: Path) -> None:
    assert format_record(parse_record(record.read_text())) == record.read_text()


def test_a_die_alone_on_an_even_table_is_read(tmp_path: Path) -> None:
    table = np.full((960, 1280, 3), 150, np.uint8)
    cv2.rectangle(table, (400, 450), (460, 510), (235, 235, 235), -1)
    for x, y in ((414, 464), (446, 464), (430, 480), (414, 496), (446, 496)):
        cv2.circle(table, (x, y), 6, (20, 20, 20), -1, cv2.LINE_AA)
    grains = np.random.default_rng(0).normal(0, 2, table.shape)
    cv2.imwrite(str(tmp_path / "die.png"), np.clip(table + grains, 0, 255).astype(np.uint8))
    shown = json.loads(run("read", tmp_path / "die.png", "--json").stdout)
    assert [die["value"] for die in shown["dice"]] == [5]
    said = run("read", tmp_path / "die.png").stdout
    assert "die.png: 1 die: 5 " in said
    assert "  None of our sheets is in view with its markers." in said.splitlines()
