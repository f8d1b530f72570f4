"""Every sub-command works on the folder of the games that the running table works on."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import click
import cv2
import pytest
from commands import run

from bench.service.served import free_port
from companion.cli.assembly.start import Start
from companion.cli.commands import serving
from companion.cli.commands.calibrating import kept_lens
from companion.cli.main import HOME_OF, main
from companion.cli.toml.settings import STORE_FILE, Settings, data_folder
from companion.layouts import load_layout
from companion.sessions.store import Store
from companion.simulation.table import SimulatedTable

COMMANDS = Path(serving.__file__).parent
CLI = COMMANDS.parent
GAME = "caterpillar-filler"
UNHEARD = 9
"""A port at which no table answers."""


@pytest.fixture(autouse=True)
def usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that holds without settings; whoever looks into it finds nothing."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "usual"))
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "companion.toml"))
    return tmp_path / "usual"


@pytest.fixture
def named(tmp_path: Path) -> Path:
    """The folder that the settings name, with a game of Anna's."""
    (tmp_path / "companion.toml").write_text(f"data = '{tmp_path / 'named'}'\n")
    return with_game(tmp_path / "named", "Anna")


def with_game(folder: Path, player: str) -> Path:
    with Store(folder / STORE_FILE) as store:
        store.new_session(GAME, [player, "Ben"])
    return folder


def player_in(text: str) -> str:
    return next(name for name in ("Anna", "Cleo") if name in text)


def exported(*data: object) -> str:
    return player_in(run("export", *data).stdout)


def bundled(folder: Path, *data: object) -> str:
    file = folder / "bundle.zip"
    made = run("bundle", "--port", UNHEARD, "--out", file, *data)
    assert made.exit_code == 0, made.stderr
    with zipfile.ZipFile(file) as archive:
        return player_in(archive.read("events.jsonl").decode())


def stored_at(*data: object) -> str:
    found = json.loads(run("doctor", "--json", *data).stdout)
    return next(each["found"] for each in found if each["check"] == "storage")


def served_from(monkeypatch: pytest.MonkeyPatch, *data: object) -> Path:
    starts: list[Start] = []
    monkeypatch.setattr(serving, "run", lambda start, *_: starts.append(start))
    done = run("serve", "--camera", "off", "--host", "127.0.0.1", "--port", free_port(), *data)
    assert done.exit_code == 0, done.stderr
    return starts[0].folder


def test_games_are_exported_and_bundled_from_the_folder_of_the_settings(named: Path, tmp_path: Path) -> None:
    other = with_game(tmp_path / "other", "Cleo")
    assert (exported(), exported("--data", other)) == ("Anna", "Cleo")
    assert (bundled(tmp_path), bundled(tmp_path, "--data", other)) == ("Anna", "Cleo")


def test_doctor_looks_at_the_folder_of_the_settings(named: Path, tmp_path: Path) -> None:
    assert stored_at().startswith(f"{named},")
    assert stored_at("--data", tmp_path / "other").startswith(f"{tmp_path / 'other'},")


@pytest.mark.whole
def test_the_lens_is_kept_in_the_folder_of_the_settings(named: Path, tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    image = SimulatedTable(load_layout("filler-tiles"), size_px=(984, 739)).picture()
    for number in range(3):
        cv2.imwrite(str(pictures / f"{number}.png"), image)
    words = ("calibrate", "--camera", pictures, "--frames", 3)
    assert run(*words).exit_code == 0
    assert kept_lens(named, str(pictures)) is not None
    assert run(*words, "--data", tmp_path / "other").exit_code == 0
    assert kept_lens(tmp_path / "other", str(pictures)) is not None


def test_a_backup_is_made_of_the_folder_of_the_settings_and_restored_into_it(
    named: Path, tmp_path: Path
) -> None:
    assert run("backup", "--out", tmp_path / "kept.zip").exit_code == 0
    (named / STORE_FILE).unlink()
    assert run("restore", tmp_path / "kept.zip").exit_code == 0
    assert exported() == "Anna"
    assert run("restore", tmp_path / "kept.zip", "--data", tmp_path / "new").exit_code == 0
    assert exported("--data", tmp_path / "new") == "Anna"


def test_own_cards_lie_in_the_folder_of_the_settings(named: Path) -> None:
    (named / "mounds").mkdir()
    (named / "mounds" / "broken.json").write_text("{")
    assert "broken.json" in run("games").stderr
    assert run("games", "--data", named.parent).stderr == ""


def test_the_table_itself_asks_the_same(named: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert served_from(monkeypatch) == named == Path(run("config", "data").stdout.strip())
    assert served_from(monkeypatch, "--data", tmp_path / "other") == tmp_path / "other"


@pytest.mark.parametrize("mistake", ["kamera = 'sim'", "port = 'x'"])
def test_a_mistake_elsewhere_in_the_settings_does_not_hide_the_games(
    named: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mistake: str
) -> None:
    with (tmp_path / "companion.toml").open("a") as file:
        file.write(f"{mistake}\n")
    assert exported() == bundled(tmp_path) == "Anna"
    assert served_from(monkeypatch) == named


def test_without_a_word_in_the_settings_the_usual_folder_holds(usual: Path, tmp_path: Path) -> None:
    assert data_folder() == usual
    (tmp_path / "companion.toml").write_text("data = 3\n")
    assert data_folder() == usual, "nothing can be made of what the settings say"


def test_a_folder_of_the_settings_counts_from_the_usual_one(
    usual: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/anna")
    assert data_folder(None, Settings(data="games")) == usual / "games"
    assert data_folder(None, Settings(data="~/games")) == Path("/home/anna/games")
    assert data_folder(None, Settings(data="~nobody-of-that-name")) == usual / "~nobody-of-that-name"
    assert data_folder(Path("games"), Settings(data="other")) == Path("games"), "from the current folder"


def commands_with_data() -> Iterator[str]:
    context = click.Context(main)
    for name in HOME_OF:
        command = main.get_command(context, name)
        if command is not None and any("--data" in option.opts for option in command.params):
            yield name


def test_one_place_decides() -> None:
    asking = {path.stem for path in CLI.rglob("*.py") if "default_data_folder" in path.read_text()}
    assert asking == {"settings"}
    homes = {HOME_OF[name].partition(":")[0] for name in commands_with_data()}
    shared = {"records", "drawing", "printing", "reading", "scoring"}  # these have it from `arguments`
    assert shared < homes
    asked = {home: "data_folder(" in (COMMANDS / f"{home}.py").read_text() for home in homes - shared}
    assert all(asked.values()), asked
