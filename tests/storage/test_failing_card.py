"""A card that is read-only in mid-game: a sentence that says so, one line in the log, and nothing lost."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from cards import inserted_card

from companion.record.errors import StoreError
from companion.sessions.archive import restore, write_backup
from companion.sessions.store import Store
from companion.storage import medium
from companion.storage.failures import of_sqlite, of_system

READ_ONLY = "The card or disk with the games can only be read now"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as made:
        yield made


def test_a_game_on_a_card_that_fails_stands_and_says_what_is_wrong(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with inserted_card(tmp_path) as card, Store(card.folder / "games.db") as store:
        session = store.new_session("caterpillar-filler", ["Anna", "Ben"])
        session.act(session.game.parse(0, "first 1"))
        assert store.trouble() is None
        card.fail()
        # An idle table knows it as well, before anybody taps.
        assert store.trouble().code == "store-read-only"
        for _ in range(2):
            with pytest.raises(StoreError, match=READ_ONLY) as caught:
                session.act(session.game.parse(0, "roll 4"))
            assert caught.value.code == "store-read-only"
        assert [entry.text for entry in session.line] == ["first 1"]
        assert [summary.id for summary in store.sessions()] == [session.id]
        with pytest.raises(StoreError, match=READ_ONLY):
            store.keep_backup()
    told = [record for record in caplog.records if "Nothing can be saved (store-read-only)" in record.message]
    assert len(told) == 1


def test_a_start_on_a_card_that_is_read_only_is_told(tmp_path: Path) -> None:
    with inserted_card(tmp_path) as card:
        with Store(card.folder / "games.db") as store:
            store.new_session("caterpillar-filler", ["Anna", "Ben"])
        card.fail()
        with pytest.raises(StoreError, match=READ_ONLY), Store(card.folder / "games.db"):
            pass


def test_the_games_of_a_card_that_fails_are_backed_up_elsewhere(tmp_path: Path) -> None:
    with inserted_card(tmp_path) as card, Store(card.folder / "games.db") as store:
        session = store.new_session("caterpillar-filler", ["Anna", "Ben"])
        session.act(session.game.parse(0, "first 1"))
        card.fail()
        write_backup(store.path, tmp_path / "kept.zip", "1")
    restore(tmp_path / "kept.zip", tmp_path / "new" / "games.db", "1")
    with Store(tmp_path / "new" / "games.db") as store:
        assert [entry.text for entry in store.load(session.id).line] == ["first 1"]


def test_what_the_system_says_of_a_card_has_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = sqlite3.OperationalError("disk I/O error")
    failed.sqlite_errorcode = sqlite3.SQLITE_IOERR | 3 << 8
    path = tmp_path / "games.db"
    medium.lock_file(path).touch()
    assert of_sqlite(failed, path).code == "store-failing"
    assert of_system(OSError(errno.EIO, "Input/output error"), path).code == "store-failing"
    assert of_system(OSError(errno.EROFS, "Read-only file system"), path).code == "store-read-only"
    monkeypatch.setattr(medium, "open_to_write", refuse)
    assert of_sqlite(failed, path).code == "store-read-only"


def refuse(_: Path) -> None:
    raise OSError(errno.EROFS, "Read-only file system")


def test_trouble_is_told_once_and_its_end_too(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("companion.storage.database.open_to_write", refuse)
        assert store.trouble().code == "store-read-only"
    # From here on only a write that succeeds counts.
    assert store.trouble() is None
    assert [record.message.partition(" (")[0] for record in caplog.records] == [
        "Nothing can be saved",
        "The games can be saved again.",
    ]


def test_looking_whether_games_can_be_saved_writes_nothing_and_frees_no_lock(store: Store) -> None:
    session = store.new_session("caterpillar-filler", ["Anna", "Ben"])
    log = store.path.with_name("games.db-wal")
    before = log.stat().st_mtime_ns, log.stat().st_size
    assert store.trouble() is None
    assert (log.stat().st_mtime_ns, log.stat().st_size) == before
    session.act(session.game.parse(0, "first 1"))
    assert store.trouble() is None
