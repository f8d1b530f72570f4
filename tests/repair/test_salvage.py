"""A damaged store: what can be read is saved, the rest is kept aside, and a sentence tells so."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import orchard
import pytest

from companion.record.errors import StoreError
from companion.repair import salvage
from companion.repair.merging import merged
from companion.repair.remains import read_remains
from companion.sessions.store import Store
from companion.storage.database import Database, hold, suspect_mark
from companion.storage.rows import Row

PAGE = 4096


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite"


def filled(path, games=3, events=60):
    """A store of several sessions with long logs, cleanly closed."""
    database = Database(path)
    for game in range(games):
        rows = [Row(seq, "now", "note", 1, f'{{"text":"{"x" * 80}{seq}"}}') for seq in range(1, events + 1)]
        database.create(f"game{game}", "now", rows, [(f"c{game}", f"s{game}")])
    database.close()


def opened(path):
    """Open a store; give what it tells in English, too."""
    database, notices = salvage.open_checked(path)
    return database, " ".join(map(str, notices))


def saved_games(path):
    return merged(read_remains(path), [], {})


def scribble(path, page):
    with path.open("r+b") as file:
        file.seek(page * PAGE)
        file.write(os.urandom(PAGE))


def test_every_single_damaged_page_is_survived(path):
    filled(path)
    whole = path.read_bytes()
    saved = []
    for page in range(len(whole) // PAGE):
        for old in path.parent.glob("games*"):
            old.unlink()
        path.write_bytes(whole)
        scribble(path, page)
        suspect_mark(path).touch()
        database, notice = opened(path)
        assert notice.startswith("The game store was damaged"), page
        found = {f"game{n}": database.events(f"game{n}") for n in range(3)}
        database.close()
        for rows in found.values():
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        saved.append(sum(map(len, found.values())))
        assert list(path.parent.glob("games.damaged-*.sqlite"))
        assert not suspect_mark(path).exists()
    # The first page is the same in every store; behind any other one most events are saved.
    assert saved[0] == 180
    assert max(saved) == 180
    assert sum(saved) / len(saved) > 90


@pytest.mark.parametrize("word", [b"CREATE TABLE event ", b"tableseedseed", b"CREATE TRIGGER seed_kept"])
@pytest.mark.parametrize("copied", [False, True])
def test_a_damaged_word_of_the_schema_loses_nothing(path, word, copied):
    filled(path)
    if copied:  # its tables begin elsewhere in the file
        database = Database(path)
        database.backup(path.with_name("copy.sqlite"))
        database.close()
        path.with_name("copy.sqlite").replace(path)
    change_bytes(path, word, b"\x02" + word[1:])
    suspect_mark(path).touch()
    database, notice = opened(path)
    assert "Saved: 3 games with 180 events" in notice
    assert [database.seeds(f"game{n}") for n in range(3)] == [{f"c{n}": f"s{n}"} for n in range(3)]
    database.close()


def test_a_damaged_first_page_does_not_cost_what_is_in_the_log(path):
    filled(path)
    database = Database(path)
    database.append("game1", [Row(61, "now", "note", 1, "{}")])
    for part in ("games.sqlite", "games.sqlite-wal"):  # as a power cut leaves them
        path.with_name(f"cut-{part}").write_bytes(path.with_name(part).read_bytes())
    database.close()
    cut = path.with_name("cut-games.sqlite")
    scribble(cut, 0)
    assert len(saved_games(cut)["game1"].rows) == 61


def test_what_the_damaged_file_lost_comes_from_the_backup(path):
    with Store(path, orchard.find) as store:
        early = orchard.play_out(store)
        store.keep_backup()
        late = orchard.play_out(store)
    path.write_bytes(b"This is no database." * 1000)
    with Store(path, orchard.find) as store:
        assert "Saved: 1 game with" in store.notice
        assert "1 of the games from a backup" in store.notice
        assert store.load(early.id).events == early.events
        assert [game.id for game in store.sessions()] == [early.id]
        assert late.id != early.id
    with Store(path, orchard.find) as store:
        assert store.notice == ""


def test_of_every_game_the_longest_log_is_taken_from_any_backup(path):
    now = []
    with Store(path, orchard.find, clock=lambda: now[-1]) as store:
        now.append("2058-01-01T00:00:00+00:00")
        session = store.new_session("orchard", ["Anna", "Ben"])
        store.keep_backup()
        now.append("2026-01-01T00:00:00+00:00")
        session.note("played on")
        other = store.new_session("orchard", ["Cleo"])
        store.keep_backup()
    path.write_bytes(b"This is no database." * 1000)
    with Store(path, orchard.find) as store:
        assert "Saved: 2 games with 3 events, 2 of the games from a backup" in store.notice
        assert store.load(session.id).events == session.events
        assert store.load(other.id).events == other.events


@pytest.mark.parametrize("readable", [True, False])
def test_a_game_that_went_on_from_an_older_backup_stays_so(path, tmp_path, readable):
    """The longer log is that of a branch which was given up when somebody restored the older one."""
    now, older = ["2026-01-01T00:00:00+00:00"], tmp_path / "older.sqlite"
    with Store(path, orchard.find, clock=lambda: now[-1]) as store:
        session = store.new_session("orchard", ["Anna", "Ben"])
        store.backup(older)
        for number in range(9):
            session.note(f"given up {number}")
        store.keep_backup()
    shutil.copyfile(older, path)
    now.append("2026-01-02T00:00:00+00:00")
    with Store(path, orchard.find, clock=lambda: now[-1]) as store:
        again = store.load(session.id)
        again.note("played after that")
        store.keep_backup()
    if readable:
        suspect_mark(path).touch()
        with path.open("r+b") as file:
            file.seek(20)
            file.write(os.urandom(80))
    else:
        path.write_bytes(b"This is no database." * 1000)
    with Store(path, orchard.find) as store:
        assert store.notice.startswith("The game store was damaged")
        assert store.load(session.id).events == again.events


def test_an_event_that_is_spoilt_but_text_is_taken_from_a_backup(path):
    with Store(path, orchard.find, clock=lambda: "2026-01-01T00:00:00+00:00") as store:
        session = orchard.play_out(store)
        store.keep_backup()
    with closing(sqlite3.connect(path)) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE event SET body = replace(body, '{', '0') WHERE seq = 4")
    scribble(path, 0)
    suspect_mark(path).touch()
    with Store(path, orchard.find) as store:
        assert "1 of the games from a backup" in store.notice
        assert store.load(session.id).events == session.events


def test_a_backup_that_the_card_does_not_give_does_not_end_the_repair(path, monkeypatch):
    now = ["2026-01-01T00:00:00+00:00"]
    with Store(path, orchard.find, clock=lambda: now[-1]) as store:
        session = orchard.play_out(store)
        bad = store.keep_backup()
        now.append("2026-01-02T00:00:00+00:00")
        store.keep_backup()
    path.write_bytes(b"This is no database." * 1000)

    def copyfile(source, target):
        if source == bad:
            raise OSError(errno.EIO, "Input/output error")
        return real(source, target)

    real = shutil.copyfile
    monkeypatch.setattr(shutil, "copyfile", copyfile)
    with Store(path, orchard.find) as store:
        assert store.load(session.id).events == session.events


@pytest.mark.parametrize("stage", ["_write_rescued", "_finish"])
def test_a_power_cut_during_the_repair_loses_nothing_more(path, monkeypatch, stage):
    filled(path)
    scribble(path, 5)
    suspect_mark(path).touch()

    def cut(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(salvage, stage, cut)
        with pytest.raises(KeyboardInterrupt):
            salvage.open_checked(path)
    database, notice = opened(path)
    assert "damaged" in notice
    assert sum(len(database.events(f"game{n}")) for n in range(3)) > 60
    database.close()
    database, notice = opened(path)
    assert notice == ""
    database.close()


def change_bytes(path, old, new):
    """Change what stands in the file once; of equal ones the last."""
    before, found, after = path.read_bytes().rpartition(old)
    assert found
    path.write_bytes(before + new + after)


def test_a_byte_that_is_no_text_is_noticed_at_the_start_and_comes_back_from_the_backup(path):
    with Store(path, orchard.find) as store:
        whole = orchard.play_out(store, ("Anna", "Zoe"))
        other = orchard.play_out(store)
        store.keep_backup()
    change_bytes(path, b"Zoe", b"Zo\xe5")
    with Store(path, orchard.find) as store:
        assert "1 of the games from a backup" in store.notice
        assert store.load(whole.id).events == whole.events
        assert store.load(other.id).events == other.events
    with Store(path, orchard.find) as store:
        assert store.notice == ""


def test_a_byte_that_is_no_text_hides_one_game_of_a_table_that_runs(path):
    with Store(path, orchard.find) as store:
        whole = orchard.play_out(store, ("Anna", "Zoe"))
        other = orchard.play_out(store)
    change_bytes(path, b"Zoe", b"Zo\xe5")
    database = Database(path)
    with pytest.raises(StoreError) as caught:
        database.events(whole.id)
    assert caught.value.code == "store-damaged"
    assert len(database.events(other.id)) == other.seq
    assert database.suspected.is_set()
    assert suspect_mark(path).exists()
    database.close()


def test_what_comes_before_a_byte_that_is_no_text_is_saved(path):
    filled(path)
    while b"x31" in path.read_bytes():  # SQLite leaves copies on pages that are in no tree any more
        change_bytes(path, b"x31", b"\xff31")
    suspect_mark(path).touch()
    database, notice = opened(path)
    assert "Saved: 3 games with 90 events" in notice
    assert sorted(len(database.events(f"game{n}")) for n in range(3)) == [30, 30, 30]
    database.close()


def test_an_event_whose_number_or_game_is_damaged_finds_its_place_again(path):
    filled(path)
    whole = {name: game.rows for name, game in saved_games(path).items()}
    change_bytes(path, b"game1\x1enow", b"game1\x63now")
    change_bytes(path, b"game2\x02now", b"gamf2\x02now")
    saved = saved_games(path)
    assert {name: game.rows for name, game in saved.items()} == whole
    assert not any(game.lost or game.doubtful or game.elsewhere for game in saved.values())


def test_a_store_whose_very_schema_is_no_text_is_told_to_be_damaged(path):
    filled(path)
    change_bytes(path, b"tableseedseed", b"table\x84eedseed")
    with pytest.raises(StoreError) as caught:
        Database(path)
    assert caught.value.code == "store-damaged"
    database, notice = opened(path)
    assert notice.startswith("The game store was damaged")
    database.close()


def test_damage_on_a_card_that_the_system_made_read_only_is_told_all_the_same(path, monkeypatch):
    filled(path)
    database = Database(path)
    for page in range(4, path.stat().st_size // PAGE):
        scribble(path, page)

    def read_only(*_, **__):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "touch", read_only)
    with pytest.raises(StoreError) as caught:
        [database.events(f"game{n}") for n in range(3)]
    assert caught.value.code == "store-damaged"
    database.close()


def test_damage_met_while_running_is_looked_at_on_the_next_start(path):
    filled(path)
    database = Database(path)
    for page in range(4, path.stat().st_size // PAGE):
        scribble(path, page)
    with pytest.raises(StoreError, match="start the program again") as caught:
        [database.events(f"game{n}") for n in range(3)]
    assert caught.value.code == "store-damaged"
    database.close()
    database, notice = opened(path)
    assert notice
    database.close()


def test_a_store_in_use_is_never_repaired(path):
    filled(path)
    holder = hold(path, fcntl.LOCK_SH)
    path.write_bytes(b"This is no database." * 1000)
    with pytest.raises(StoreError) as caught:
        salvage.open_checked(path)
    assert caught.value.code == "store-damaged"
    assert list(path.parent.glob("games.damaged*")) == []
    os.close(holder)


def test_a_file_that_is_what_a_clean_stop_left_is_not_looked_at_closer(path, monkeypatch):
    filled(path)
    assert not path.with_name("games.sqlite-wal").exists()
    asked = []
    real = sqlite3.connect

    class Watched(sqlite3.Connection):
        def execute(self, sql, *values):
            asked.append(sql)
            return super().execute(sql, *values)

    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: real(*a, factory=Watched, **k))
    salvage.open_checked(path)[0].close()
    assert not any("count(*)" in sql for sql in asked)
    suspect_mark(path).touch()
    salvage.open_checked(path)[0].close()
    assert any("integrity_check" in sql for sql in asked)
    assert not suspect_mark(path).exists()
