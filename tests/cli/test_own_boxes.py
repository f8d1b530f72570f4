"""The command reads games that were played with an owner's own mound cards."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import commands
import pytest
from click.testing import Result
from sweeps import slow

from companion.games.it_happens.rules import GAME
from companion.rules.catalogue import load_game, take_in
from companion.sessions.box_shelf import BoxShelf
from companion.sessions.store import Store


def run(*arguments: object) -> Result:
    # Each command is a program of its own: what an earlier one took in is not known to it.
    forget()
    return commands.run(*arguments)


def forget() -> None:
    take_in(GAME)


@pytest.fixture
def folder(tmp_path: Path):
    shipped = resources.files("companion.games.it_happens.rules.data").joinpath("mounds.json").read_bytes()
    cards = json.loads(shipped) | {"data_set": "my-box"}
    for number, mound in enumerate(cards["mounds"], 1):
        mound["id"] = f"B{number:02}"
    BoxShelf(tmp_path, "it-happens").keep(json.dumps(cards).encode())
    with Store(tmp_path / "games.db") as store:
        session = store.new_session("it-happens", ("Anna", "Ben"), {"mound_data": "my-box"})
        for text in ("first 1", "reveal B03 B01 B12"):
            session.act(load_game("it-happens").parse(0, text))
    yield tmp_path
    forget()


def test_a_game_with_own_cards_is_exported_replayed_drawn_and_proved(folder: Path) -> None:
    record, data = folder / "a.game", ("--data", folder)
    assert run("export", *data, "--out", record).exit_code == 0
    assert "mound_data=my-box" in record.read_text().replace(" = ", "=").replace(": ", "=")
    assert run("replay", record).exit_code == 1
    assert run("replay", record, *data).exit_code == 0
    assert run("draw", "--check", record, *data).exit_code == 0
    assert run("render", "it-happens", record, *data, "--out", folder / "a.png").exit_code == 0
    assert "my-box" in run("games", *data).stdout


def test_the_default_folder_is_looked_into(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(folder))
    played = run(
        "playout", "it-happens", "--seed", 1, "--option", "mound_data=my-box", "--record", folder / "b"
    )
    assert played.exit_code == 0, played.stderr
    state = json.loads(run("replay", folder / "b", "--json").stdout)["state"]
    (folder / "p").write_text(json.dumps(state))
    (folder / "mounds" / "broken.json").write_text("{")
    scored = run("score", "it-happens", folder / "p")
    assert scored.exit_code == 0, scored.stderr
    assert "broken.json" in scored.stderr


@pytest.mark.whole
def test_a_game_is_followed_from_a_start_with_own_cards(folder: Path) -> None:
    record, pictures = folder / "a.game", folder / "pictures"
    assert run("export", "--data", folder, "--out", record).exit_code == 0
    pictures.mkdir()
    assert run("render", "it-happens", record, "--data", folder, "--out", pictures / "1.png").exit_code == 0
    followed = run("follow", "it-happens", pictures, "--start", record, "--data", folder)
    assert followed.exit_code == 0, followed.stderr


@pytest.mark.whole
@pytest.mark.parametrize("slug", ["octopus-garden", *slow("caterpillar-filler", "star-baker", "papillon")])
def test_a_box_is_printed(tmp_path: Path, slug: str) -> None:
    game = load_game(slug)
    try:
        BoxShelf(tmp_path, slug).keep(game.example_box, "mine")
    finally:
        take_in(game)
    out, data = tmp_path / "print", ("--data", tmp_path)
    try:
        chosen = ("--option", f"{game.box_option}=mine")
        printed = run("print", slug, *chosen, *data, "--paper", "a4", "--out", out)
        assert printed.exit_code == 0, printed.stderr
        assert json.loads((out / "layout.json").read_text())["box"].startswith("mine@")
        wrong = run("print", slug, "--option", f"{game.box_option}=other", *data, "--out", out)
        assert "is none of" in wrong.stderr
    finally:
        take_in(game)


def test_a_record_says_which_box_is_missing(folder: Path) -> None:
    record = folder / "a.game"
    run("export", "--data", folder, "--out", record)
    replayed = run("replay", record)
    assert "mound cards of one's own, my-box, which are not known here" in replayed.stderr


def test_a_kept_game_says_which_box_is_missing(folder: Path) -> None:
    (folder / "mounds" / "my-box.json").unlink()
    exported = run("export", "--data", folder, "--out", folder / "a.game")
    assert "mound cards of one's own, my-box, which are not known here" in exported.stderr


def test_a_record_tells_what_was_in_the_box_and_is_refused_with_other_contents(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    record = folder / "a.game"
    assert run("export", "--data", folder, "--out", record).exit_code == 0
    (line,) = (each for each in record.read_text().splitlines() if each.startswith("box: "))
    assert line.startswith("box: my-box@")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    shipped = resources.files("companion.games.it_happens.rules.data").joinpath("mounds.json").read_bytes()
    cards = json.loads(shipped) | {"data_set": "my-box"}
    for number, mound in enumerate(cards["mounds"], 1):
        mound["id"] = f"B{number:02}"
    cards["mounds"][0]["queen_vp"] += 1
    forget()
    BoxShelf(elsewhere, "it-happens").keep(json.dumps(cards).encode())
    refused = run("replay", record, "--data", elsewhere)
    assert refused.exit_code == 1
    assert line.removeprefix("box: ") in refused.stderr
    assert "their contents differ" in refused.stderr


def test_a_record_that_does_not_tell_what_was_in_the_box_is_still_read(folder: Path) -> None:
    record = folder / "a.game"
    assert run("export", "--data", folder, "--out", record).exit_code == 0
    lines = [each for each in record.read_text().splitlines(keepends=True) if not each.startswith("box: ")]
    record.write_text("".join(lines))
    assert run("replay", record, "--data", folder).exit_code == 0
