"""Backup and restore: everything comes back, and nothing is lost on the way."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from commands import run

from companion.cli.toml.settings import STORE_FILE
from companion.sessions.store import Store

GAME = "caterpillar-filler"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a table with a game, own cards, a chosen camera, and settings."""
    folder = tmp_path / "data"
    settings = tmp_path / "companion.toml"
    settings.write_text("camera = 'sim'\n")
    monkeypatch.setenv("COMPANION_CONFIG", str(settings))
    with Store(folder / STORE_FILE) as store:
        store.new_session(GAME, ["Anna", "Ben"])
    (folder / "camera.txt").write_text("off")
    (folder / "lens.json").write_text('{"camera": "off", "k1": 0.1}')
    (folder / "mounds").mkdir()
    (folder / "mounds" / "ours.json").write_text("{}")
    (folder / "boxes" / "star-baker").mkdir(parents=True)
    (folder / "boxes" / "star-baker" / "ours.csv").write_text("card_id")
    return folder


def players(data: Path) -> list[tuple[str, ...]]:
    with Store(data / STORE_FILE) as store:
        return [tuple(game.names) for game in store.sessions()]


def test_everything_comes_back_elsewhere(data: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "kept.zip", tmp_path / "new"
    told = json.loads(run("backup", "--data", data, "--out", file, "--json").stdout)
    assert told["files"] == [
        "boxes/star-baker/ours.csv",
        "camera.txt",
        "companion.toml",
        "games.sqlite",
        "lens.json",
        "mounds/ours.json",
    ]
    assert file.stat().st_mode & 0o077 == 0, "it may hold passwords"
    result = run("restore", file, "--data", new)
    assert result.exit_code == 0, result.stderr
    assert players(new) == [("Anna", "Ben")]
    assert (new / "camera.txt").read_text() == "off"
    assert (new / "lens.json").read_text().endswith("0.1}")
    assert (new / "mounds" / "ours.json").read_text() == "{}"
    assert (new / "boxes" / "star-baker" / "ours.csv").read_text() == "card_id"
    assert not (new / "companion.toml").exists(), "the settings are left as they are"
    assert "The settings were left as they are" in result.stderr


def test_the_host_and_the_seats_go_along_where_that_is_asked_for(data: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "kept.zip", tmp_path / "new"
    (data / STORE_FILE).with_suffix(".host").write_text('{"code": "ABCD"}')
    told = json.loads(run("backup", "--data", data, "--out", file, "--phones", "--json").stdout)
    assert "phones/host" in told["files"]
    assert "The host and the seats are those of this machine" in run("restore", file, "--data", new).stderr
    assert not (new / STORE_FILE).with_suffix(".host").exists()
    assert "as in the backup" in run("restore", file, "--data", new, "--phones").stderr
    assert (new / STORE_FILE).with_suffix(".host").read_text() == '{"code": "ABCD"}'


def test_what_was_there_is_kept(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "kept.zip"
    run("backup", "--data", data, "--out", file)
    with Store(data / STORE_FILE) as store:
        store.new_session(GAME, ["Cleo", "Dan"])
    before = json.loads(run("restore", file, "--data", data, "--json").stdout)["before"]
    assert players(data) == [("Anna", "Ben")]
    run("restore", before, "--data", data)
    assert sorted(players(data)) == [("Anna", "Ben"), ("Cleo", "Dan")]


def test_a_backup_is_made_while_the_table_runs_but_not_restored(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "kept.zip"
    with Store(data / STORE_FILE) as running:
        session = running.new_session(GAME, ["Eve", "Finn"])
        assert run("backup", "--data", data, "--out", file).exit_code == 0
        refused = run("restore", file, "--data", data)
        assert refused.exit_code == 1
        assert "store-busy" in refused.stderr
        session.note("still here")
    assert len(players(data)) == 2


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-200])


def repacked(change: Callable[[dict[str, bytes]], None]) -> Callable[[Path], None]:
    def change_(file: Path) -> None:
        with zipfile.ZipFile(file) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        change(parts)
        with zipfile.ZipFile(file, "w") as archive:
            for name, data in parts.items():
                archive.writestr(name, data)

    return change_


def newer(parts: dict[str, bytes]) -> None:
    parts["manifest.json"] = parts["manifest.json"].replace(b'"format":1', b'"format":9')


def another_camera(parts: dict[str, bytes]) -> None:
    parts["camera.txt"] = b"sim"


def holding(name: str) -> Callable[[dict[str, bytes]], None]:
    """Give the backup one more file, with its sum, as somebody would who means harm."""

    def holding_(parts: dict[str, bytes]) -> None:
        manifest = json.loads(parts["manifest.json"])
        manifest["files"][name] = manifest["files"]["camera.txt"]
        parts[name] = parts["camera.txt"]
        parts["manifest.json"] = json.dumps(manifest).encode()

    return holding_


def start_of(file: Path, name: str) -> int:
    """Where the packed bytes of a part begin: after its header of 30 bytes and its name."""
    with zipfile.ZipFile(file) as archive:
        return archive.getinfo(name).header_offset + 30 + len(name)


def flipped(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[start_of(file, "games.sqlite")] = 0x07  # a kind of block that there is not
    file.write_bytes(bytes(data))


def in_each_header(field: int, value: int) -> Callable[[Path], None]:
    """Change a field of every entry in the list at the end of a zip file."""

    def change(file: Path) -> None:
        head, sign, rest = file.read_bytes().partition(b"PK\x01\x02")
        entries = rest.split(sign)
        changed = [entry[: field - 4] + bytes([value]) + entry[field - 3 :] for entry in entries]
        file.write_bytes(head + sign + sign.join(changed))

    return change


encrypted, packed_in_an_unknown_way = in_each_header(8, 1), in_each_header(10, 77)


def without_games(parts: dict[str, bytes]) -> None:
    manifest = json.loads(parts["manifest.json"])
    del manifest["files"]["games.sqlite"]
    parts["manifest.json"] = json.dumps(manifest).encode()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda file: file.unlink(), "is not there"),
        (lambda file: file.write_text("no zip"), "is no backup"),
        (cut, "is no backup, or is damaged"),
        (repacked(newer), "newer version"),
        (repacked(another_camera), "camera.txt is not what it was"),
        (flipped, "is no backup, or is damaged"),
        (encrypted, "is no backup, or is damaged"),
        (packed_in_an_unknown_way, "is no backup, or is damaged"),
        (repacked(holding("mounds/../../evil.json")), "does not belong there"),
        (repacked(holding("a/mounds/x.json")), "does not belong there"),
        (repacked(holding("boxes/../x.json")), "does not belong there"),
        (repacked(holding("boxes/papillon/../x.json")), "does not belong there"),
        (repacked(holding("a/camera.txt")), "does not belong there"),
        (repacked(holding("mounds/x.json/")), "does not belong there"),
        (repacked(without_games), "holds no games"),
    ],
)
def test_a_bad_backup_is_refused_and_nothing_is_touched(
    data: Path, tmp_path: Path, spoil: Callable[[Path], object], words: str
) -> None:
    file = tmp_path / "kept.zip"
    run("backup", "--data", data, "--out", file)
    spoil(file)
    refused = run("restore", file, "--data", data)
    assert refused.exit_code == 1
    assert words in refused.stderr
    assert "[bad-backup]" in refused.stderr
    assert players(data) == [("Anna", "Ben")]
    assert not (tmp_path.parent / "evil.json").exists()


def test_a_backup_writes_nowhere_but_into_the_folder_of_the_games(data: Path, tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "kept.zip", tmp_path / "elsewhere" / "mounds" / "x.json"
    run("backup", "--data", data, "--out", file)
    repacked(holding(str(elsewhere)))(file)
    refused = run("restore", file, "--data", data)
    assert refused.exit_code == 1
    assert "[bad-backup]" in refused.stderr
    assert "does not belong there" in refused.stderr
    assert not elsewhere.exists()


def test_games_that_are_damaged_within_a_sound_file_are_refused(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "kept.zip"
    with closing(sqlite3.connect(data / STORE_FILE)) as connection:
        connection.execute("CREATE TABLE other (name)")
        connection.execute("PRAGMA user_version = 999")
        connection.commit()
    written = run("backup", "--data", data, "--out", file)
    assert written.exit_code == 1
    assert "store-newer" in written.stderr
    assert not file.exists()


def test_a_place_that_cannot_be_written_is_told(data: Path) -> None:
    refused = run("backup", "--data", data, "--out", "/proc/kept.zip")
    assert refused.exit_code == 1
    assert "store-unwritable" in refused.stderr


def test_games_that_are_not_there_are_not_backed_up(tmp_path: Path) -> None:
    refused = run("backup", "--data", tmp_path / "none", "--out", tmp_path / "kept.zip")
    assert refused.exit_code == 1
    assert "[store-missing]" in refused.stderr
    assert list(tmp_path.iterdir()) == [], "no empty store was made on the way"


def test_the_folder_of_the_settings_is_backed_up(data: Path, tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text(f"data = '{data}'\n")
    assert run("backup", "--out", tmp_path / "kept.zip").exit_code == 0
    assert run("restore", tmp_path / "kept.zip", "--data", tmp_path / "new").exit_code == 0
    assert players(tmp_path / "new") == [("Anna", "Ben")]


def test_the_service_keeps_its_backups_in_its_own_folder(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(data))
    file = Path(json.loads(run("backup", "--json").stdout)["file"])
    assert file.parent == data / "backups"
    assert file.is_file()
