"""A bundle of a running table: what is in it, what is not, and that it can be followed."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from commands import run

from bench.service.served import Served
from companion.frames.film import KEPT, Film
from companion.live.bundle import GAME, PICTURES, game_of, pack_film, unpack, write_bundle
from companion.rules.errors import BadRecord

SLUG = "caterpillar-filler"
FORM = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "camera"}
HEAD = f"game: {SLUG}\nrules: 1\nseats: 2\n\nchance first 1\n"
RECORD = f"{HEAD}chance roll 4\n"
"""The record as it is now: the 6 that the second picture was read with was put right."""


def test_only_the_last_pictures_are_kept_in_their_order() -> None:
    film = Film()
    for number in range(1, KEPT + 6):
        film.keep(np.full((48, 64, 3), number, np.uint8), number, float(number), f"record {number}")
    numbers = [still.number for still in film.stills()]
    assert numbers == list(range(6, KEPT + 6))
    assert film.stills()[0].jpeg.startswith(b"\xff\xd8")
    assert film.stills()[0].record == "record 6"


def test_a_bundle_unpacks_to_its_pictures_and_the_game_before_them(tmp_path: Path) -> None:
    film = Film()
    for number, roll in ((1, ""), (2, "chance roll 6\n")):
        film.keep(np.zeros((48, 64, 3), np.uint8), number, float(number), f"{HEAD}{roll}")
    path, folder = tmp_path / "bundle.zip", tmp_path / "pictures"
    folder.mkdir()
    write_bundle(path, {GAME: RECORD.encode()}, pack_film(film.stills()))
    assert game_of(pack_film(film.stills())) == SLUG
    assert game_of(pack_film(())) == game_of(b"") == ""
    record = unpack(path, folder)
    assert [str(action) for action in record.actions] == ["first 1"]
    assert sorted(each.name for each in folder.iterdir()) == ["0001.jpg", "0002.jpg"]


def test_a_bundle_is_its_owners_and_stays_whole(tmp_path: Path) -> None:
    path = tmp_path / "bundle.zip"
    write_bundle(path, {GAME: RECORD.encode()}, b"")
    assert path.stat().st_mode & 0o077 == 0, "it shows the people at the table"
    before = path.read_bytes()
    with pytest.raises(zipfile.BadZipFile):
        write_bundle(path, {GAME: b"other"}, b"no film")
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["bundle.zip"]


def test_a_damaged_bundle_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bundle.zip"
    write_bundle(path, {PICTURES: b"[]" * 50, GAME: RECORD.encode()}, b"")
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        start = archive.getinfo(PICTURES).header_offset + 30 + len(PICTURES)
    data[start] = 0x07  # a kind of block that there is not
    path.write_bytes(bytes(data))
    with pytest.raises(BadRecord, match="is no bundle"):
        unpack(path, tmp_path)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({}, "no bundle with a game and pictures"),
        ({PICTURES: b"[]", GAME: RECORD.encode()}, "no pictures"),
        ({PICTURES: b"[{}]", GAME: RECORD.encode()}, "no bundle"),
    ],
)
def test_what_is_no_bundle_is_told(tmp_path: Path, parts: dict[str, bytes], words: str) -> None:
    path = tmp_path / "bundle.zip"
    write_bundle(path, parts, b"")
    with pytest.raises(BadRecord, match=words):
        unpack(path, tmp_path)
    refused = run("follow", SLUG, path)
    assert refused.exit_code == 1
    assert "bad-record" in refused.stderr


@pytest.mark.whole
def test_a_running_table_is_bundled_without_secrets_and_followed_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, bundle = tmp_path / "companion.toml", tmp_path / "bundle.zip"
    settings.write_text("camera = 'rtsp://anna:hush@10.0.0.7/1'\n")
    monkeypatch.setenv("COMPANION_CONFIG", str(settings))
    data = tmp_path / "data"
    with Served(data, "sim") as service:
        service.wait()
        service.post(f"/new/{SLUG}", **FORM)
        service.post("/play/act", seq=json.loads(service.get("/health").text)["seq"], by=0, text="first 1")
        service.until(lambda: '"table":"still"' in service.get("/health").text, "the table was not read")
        service.post("/sim/roll", on="yes")
        service.until(lambda: "chance roll" in service.get("/record").text, "the roll was not read")
        made = run("bundle", "--data", data, "--port", service.port, "--out", bundle)
        assert made.exit_code == 0, made.stderr
        rolled = service.get("/record").text.rstrip().splitlines()[-1]
    with zipfile.ZipFile(bundle) as archive:
        names = set(archive.namelist())
        text = b"".join(archive.read(name) for name in names if not name.endswith(".jpg"))
    assert {"about.json", "settings.toml", "log.txt", "events.jsonl", GAME, PICTURES} <= names
    assert any(name.endswith(".jpg") for name in names)
    assert b"hush" not in text
    told = run("follow", SLUG, bundle, "--json")
    assert told.exit_code == 0, told.stderr
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    assert lines, "every picture of the bundle was followed"
    assert rolled.startswith("chance roll")
    assert run("follow", "it-happens", bundle).exit_code == 1, "another game"


def test_without_a_running_table_there_is_a_bundle_without_pictures(tmp_path: Path) -> None:
    made = run("bundle", "--data", tmp_path / "data", "--port", 9, "--out", tmp_path / "bundle.zip")
    assert made.exit_code == 0
    assert "was not asked for its pictures" in made.stderr
    with zipfile.ZipFile(tmp_path / "bundle.zip") as archive:
        assert json.loads(archive.read("about.json"))["doctor"]
