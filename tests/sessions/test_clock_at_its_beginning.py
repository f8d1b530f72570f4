"""A clock that begins in 1970, or says the same second twice: files are written, and overwrite no other."""

from __future__ import annotations

import time
import zipfile
from pathlib import Path

import numpy as np
import orchard
import pytest

from companion.frames.film import Film
from companion.live.bundle import pack_film, unpack, write_bundle
from companion.repair import salvage
from companion.sessions import archive
from companion.sessions.store import Store


@pytest.fixture
def begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of a machine without a battery; it stands, besides."""
    monkeypatch.setattr(time, "time", lambda: 100.0)


@pytest.fixture
def stands(monkeypatch: pytest.MonkeyPatch) -> None:
    class Standing(archive.datetime):
        @classmethod
        def now(cls, tz=None):
            return cls(2026, 1, 1, tzinfo=tz)

    for module in (archive, salvage):
        monkeypatch.setattr(module, "datetime", Standing)


def test_a_backup_is_made_and_restored(tmp_path: Path, begins: None) -> None:
    path = tmp_path / "games.db"
    with Store(path, orchard.find) as store:
        store.new_session("orchard", ["Anna", "Ben"])
    archive.write_backup(path, tmp_path / "kept.zip", "1")
    assert archive.read_backup(tmp_path / "kept.zip").keys() >= {"games.sqlite"}
    with zipfile.ZipFile(tmp_path / "kept.zip") as kept:
        assert {each.date_time[0] for each in kept.infolist()} == {1980}


def test_a_bundle_is_made_and_unpacked(tmp_path: Path, begins: None) -> None:
    film = Film()
    record = "game: caterpillar-filler\nrules: 1\nseats: 2\n\nchance first 1\n"
    film.keep(np.zeros((48, 64, 3), np.uint8), 1, 1.0, record)
    write_bundle(tmp_path / "bundle.zip", {"about.json": b"{}"}, pack_film(film.stills()))
    (tmp_path / "out").mkdir()
    unpack(tmp_path / "bundle.zip", tmp_path / "out")
    assert [each.name for each in (tmp_path / "out").iterdir()] == ["0001.jpg"]


def test_what_is_kept_before_a_restoring_overwrites_nothing(tmp_path: Path, stands: None) -> None:
    path, kept = tmp_path / "games.db", tmp_path / "kept.zip"
    with Store(path) as store:
        store.new_session("caterpillar-filler", ["Anna", "Ben"])
    archive.write_backup(path, kept, "1")
    before = [archive.restore(kept, path, "1").before for _ in range(3)]
    assert len({*before}) == 3
    assert all(each is not None and each.is_file() for each in before)
