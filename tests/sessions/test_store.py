"""The game store: what is written stays, and every failure has its code and sentence."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime
from types import SimpleNamespace

import orchard
import pytest

from companion.record.errors import StaleAction, StoreError, UnknownSession
from companion.record.events import Settings
from companion.repair.salvage import backups
from companion.rules import CHANCE, BadOption
from companion.rules.catalogue import load_game
from companion.rules.errors import UnknownGame
from companion.sessions.history import ended, recent_players, tallies
from companion.sessions.session import Session
from companion.sessions.store import Store
from companion.storage import schema
from companion.storage.claim import claimed
from companion.storage.database import Database
from companion.storage.files import write_atomically
from companion.storage.rows import Row

DEADLINE_S = 30.0
"""Until a thread that nothing holds up has surely come through, however busy the machine is."""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite"


@pytest.fixture
def store(path):
    with Store(path, orchard.find) as store:
        yield store


def test_the_file_is_durable_by_its_settings(store):
    pragma = store._database._connection.execute
    assert pragma("PRAGMA journal_mode").fetchone() == ("wal",)
    assert pragma("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert pragma("PRAGMA user_version").fetchone() == (len(schema.MIGRATIONS),)
    tables = pragma("SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict").fetchall()
    assert {name for (name,) in tables} == {"session", "event", "seed", "link", "turn"}


def test_the_list_of_games_does_not_read_every_event(store, monkeypatch):
    """The index names the same kinds of events, word by word, or it is not used."""
    plans = []
    read = store._database._read

    def explained(statement, *values):
        plans.extend(read(f"EXPLAIN QUERY PLAN {statement}", *values))
        return read(statement, *values)

    monkeypatch.setattr(store._database, "_read", explained)
    store._database.milestones()
    assert [row[3] for row in plans] == ["SCAN event USING INDEX milestone"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET body = '{}'",
        "DELETE FROM event",
        "REPLACE INTO event SELECT * FROM event WHERE seq = 1",
        "INSERT INTO event SELECT session, 99, at, kind, version, body FROM event WHERE seq = 1",
        "UPDATE session SET created_at = ''",
        "DELETE FROM session",
        "REPLACE INTO session SELECT * FROM session",
        "UPDATE seed SET seed = ''",
        "DELETE FROM seed",
        "REPLACE INTO seed SELECT * FROM seed",
        "UPDATE link SET sum = x'00'",
        "DELETE FROM link",
        "REPLACE INTO link SELECT * FROM link",
    ],
)
def test_the_log_is_append_only_for_any_program(store, path, statement):
    session = orchard.play_out(store)
    before = store._database.events(session.id)
    other = sqlite3.connect(path)
    try:
        with pytest.raises(sqlite3.IntegrityError, match=r"append-only|out of order"):
            other.execute(statement)
    finally:
        other.close()
    assert store._database.events(session.id) == before


def test_a_game_is_there_again_after_closing(path):
    with Store(path, orchard.find) as store:
        played = orchard.play_out(store)
    with Store(path, orchard.find) as store:
        loaded = store.load(played.id)
        assert loaded.events == played.events
        assert loaded.states == played.states
        assert store.notice == ""


def test_everybody_gets_the_same_session(store):
    session = store.new_session("orchard", ["Anna", "Ben"])
    assert store.load(session.id) is session


def test_a_second_program_is_told_that_it_is_late(path, store):
    mine = store.new_session("orchard", ["Anna", "Ben"])
    with Store(path, orchard.find) as other:
        theirs = other.load(mine.id)
        mine.act(orchard.First(0, 1))
        with pytest.raises(StaleAction):
            theirs.act(orchard.First(0, 2))
        assert theirs.seq == 1
    assert mine.line[0].text == "first 1"


def test_many_threads_write_one_log_without_gaps(store):
    session = store.new_session("orchard", ["Anna", "Ben"])
    told = []
    session.subscribe(lambda logged: told.extend(each.seq for each in logged))
    threads = [
        threading.Thread(target=lambda: [session.note(f"note {n}") for n in range(10)]) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == list(range(2, 82))
    assert [row.seq for row in store._database.events(session.id)] == list(range(1, 82))


def test_the_camera_is_as_it_was_left_in_the_game_played_last_that_had_one(store):
    def play(*, on: bool) -> Session:
        return store.new_session("orchard", ["Anna"], settings=Settings(camera=on))

    assert store.camera_left_on(), "nobody has switched it off"
    play(on=False)
    assert store.camera_left_on(), "there was none, perhaps"
    evening = play(on=True)
    evening.change_settings(Settings(camera=False))
    play(on=False)
    assert not store.camera_left_on()
    evening.change_settings(Settings(camera=True))
    assert store.camera_left_on()


def test_unknown_games_and_bad_set_ups_are_refused(store):
    with pytest.raises(UnknownSession, match="no game 'nowhere'"):
        store.load("nowhere")
    with pytest.raises(BadOption):
        store.new_session("orchard", ["A", "B"], {"colour": "red"})
    with pytest.raises(BadOption, match="same name"):
        store.new_session("orchard", ["Anna", "Anna "])
    assert store.sessions() == []


def test_a_game_of_a_name_that_nobody_knows_does_not_hide_the_others(store, path):
    def find(slug):
        if slug != "orchard":
            raise UnknownGame(f"There is no game called {slug!r} here.")
        return orchard.GAME

    kept = [orchard.play_out(store).id for _ in range(2)]
    store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[::-1].replace(b'"orchard"'[::-1], b'"orkhard"'[::-1], 1)[::-1])
    with Store(path, find) as opened:
        (game,) = opened.sessions()
        assert game.id in kept
        assert opened.load(game.id).line


def test_the_list_tells_who_won_and_what_can_be_resumed(store):
    running = store.new_session("orchard", ["Cleo", ""])
    over = orchard.play_out(store)
    names = list(over.names.values())
    listed = {game.id: game for game in store.sessions()}
    assert listed[over.id].finished
    assert listed[over.id].winners == tuple(names[s - 1] for s in over.state.outcome.winners)
    assert listed[over.id].totals == {names[s - 1]: n for s, n in over.state.sheet().totals().items()}
    assert not listed[running.id].finished
    assert listed[running.id].names == ("Cleo", "Player 2")
    assert [game.id for game in store.unfinished()] == [running.id]


def test_a_game_is_played_as_soon_as_somebody_has_done_something(store):
    session = store.new_session("orchard", ["Cleo", "Dora"], settings=Settings(otherwise="software"))
    session.settle()
    assert any(entry.source == "software" for entry in session.line), "the program has drawn"
    assert [game.played for game in store.sessions()] == [False]
    seat = next(actor for actor in session.state.actors if actor != CHANCE)
    session.act(next(iter(session.state.legal(seat))))
    assert [game.played for game in store.sessions()] == [True]


def test_statistics_count_finished_games_only(store):
    store.new_session("orchard", ["Cleo", "Dora"])
    games = [orchard.play_out(store) for _ in range(3)]
    stats = {each.name: each for each in tallies(ended(store.sessions()))}
    assert set(stats) == {"Anna", "Ben"}
    totals = [game.state.sheet().totals()[1] for game in games]
    assert (stats["Anna"].played, stats["Anna"].best) == (3, max(totals))
    assert stats["Anna"].average == pytest.approx(sum(totals) / 3)
    assert stats["Anna"].won == sum(1 in game.state.outcome.winners for game in games)
    assert set(recent_players(store.sessions())) == {"Anna", "Ben", "Cleo", "Dora"}


def test_a_backup_is_a_whole_store(store, tmp_path):
    session = orchard.play_out(store)
    target = tmp_path / "elsewhere" / "copy.sqlite"
    store.backup(target)
    with Store(target, orchard.find) as copy:
        assert copy.load(session.id).events == session.events
    assert [each.name for each in target.parent.glob("*.part")] == []


def test_nobody_waits_for_a_backup(path, tmp_path, monkeypatch):
    noted = []

    class Watched(sqlite3.Connection):
        def execute(self, sql, *values):
            if sql.startswith("VACUUM"):
                tap = threading.Thread(target=lambda: noted.append(session.note("meanwhile")), daemon=True)
                tap.start()
                tap.join(DEADLINE_S)
                assert noted, "a tap waits for the backup"
            return super().execute(sql, *values)

    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: real(*a, factory=Watched, **k))
    with Store(path, orchard.find) as store:
        session = store.new_session("orchard", ["Anna", "Ben"])
        store.backup(tmp_path / "copy.sqlite")
    assert noted


def test_a_backup_that_fails_leaves_nothing_behind(store, tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "copy.sqlite").mkdir()
    with pytest.raises(StoreError):
        store.backup(tmp_path / "kept" / "copy.sqlite")
    assert [each.name for each in (tmp_path / "kept").iterdir()] == ["copy.sqlite"]


def test_a_store_that_was_taken_away_is_not_backed_up_as_an_empty_one(tmp_path):
    database = Database(tmp_path / "games.sqlite")
    database.close()
    database.path.unlink()
    with pytest.raises(StoreError):
        database.backup(tmp_path / "copy.sqlite")
    assert not database.path.exists()
    assert not (tmp_path / "copy.sqlite").exists()


def test_the_last_event_of_a_game_is_found_without_reading_the_others(store, monkeypatch):
    sessions = [orchard.play_out(store), store.new_session("orchard", ["Cleo"])]
    plans = []
    read = store._database._read

    def explained(statement, *values):
        plans.extend(row[3] for row in read(f"EXPLAIN QUERY PLAN {statement}", *values))
        return read(statement, *values)

    monkeypatch.setattr(store._database, "_read", explained)
    found = store._database.last_events()
    assert found == {session.id: (session.seq, session.events[-1].at) for session in sessions}
    assert [plan for plan in plans if plan.startswith("SCAN")] == ["SCAN session"]


def test_one_backup_a_day_is_kept_and_old_ones_go(path):
    now = []
    with Store(path, orchard.find, clock=lambda: now[-1]) as store:
        for day in range(1, 10):
            now.append(f"2026-01-{day:02}T00:00:00+00:00")
            kept = store.keep_backup()
            assert store.keep_backup() == kept
        days = sorted(each.name for each in kept.parent.iterdir())
    assert days == [f"games-{day:04}-2026-01-{day:02}.sqlite" for day in range(3, 10)]


def test_a_backup_just_made_stays_though_a_clock_was_ahead_for_a_week(path):
    ahead_ns = time.time_ns() + 10**18
    now = []
    with Store(path, orchard.find, clock=lambda: now[-1]) as store:
        for day in range(1, 8):
            now.append(f"2058-01-{day:02}T00:00:00+00:00")
            os.utime(store.keep_backup(), ns=(ahead_ns, ahead_ns + day))
        now.append("2026-01-08T00:00:00+00:00")
        kept = store.keep_backup()
        days = sorted(each.name for each in kept.parent.iterdir())
    assert days == [*(f"games-{day:04}-2058-01-{day:02}.sqlite" for day in range(2, 8)), kept.name]


def test_backups_go_in_the_order_in_which_they_were_made(path):
    """What was named by a clock that was ahead goes as any other."""
    now = ["2058-01-01T00:00:00+00:00"]
    with Store(path, orchard.find, clock=lambda: now[-1]) as store:
        for day in range(1, 9):
            os.utime(store.keep_backup(), ns=(day, day))
            now.append(f"2026-01-{day:02}T00:00:00+00:00")
        folder = store.keep_backup().parent
        assert sorted(each.name for each in folder.iterdir()) == [
            f"games-{day + 1:04}-2026-01-{day:02}.sqlite" for day in range(2, 9)
        ]


def test_backups_go_in_the_order_in_which_they_were_made_after_a_step_back_of_20_years(path):
    """By the times of their files the new ones would be the oldest, and go first."""
    now = []
    with Store(path, orchard.find, clock=lambda: now[-1]) as store:
        for year in (2026, 2006):
            for day in range(1, 10):
                now.append(f"{year}-01-{day:02}T00:00:00+00:00")
                stamp = datetime(year, 1, day, tzinfo=UTC).timestamp()
                os.utime(store.keep_backup(), (stamp, stamp))
        kept = [each.name for each in backups(path)]
    assert kept == [f"games-{day + 9:04}-2006-01-{day:02}.sqlite" for day in range(3, 10)]


def test_a_machine_that_wakes_up_on_the_same_day_again_has_a_backup_of_each_evening(path):
    clock = lambda: "2026-01-01T00:00:00+00:00"  # noqa: E731
    events = []
    for _ in range(3):
        with Store(path, orchard.find, clock=clock) as store:
            session = store.new_session("orchard", ["Anna", "Ben"])
            kept = store.keep_backup()
            session.settle()
        with Store(kept, orchard.find) as copy:
            events.append(len(copy.sessions()))
    assert events == [1, 2, 3]


def test_a_backup_that_holds_more_than_the_store_is_left_alone(path, tmp_path):
    with Store(path, orchard.find) as store, Store(tmp_path / "other" / "more.db", orchard.find) as more:
        assert not store._is_ahead_of(store.keep_backup())
        more.new_session("orchard", ["Cleo", "Dora"])
        assert not store._is_ahead_of(more.keep_backup())
        kept = store.keep_backup()
        store.new_session("orchard", ["Anna", "Ben"])
        assert not store._is_ahead_of(more.keep_backup())
        assert store._is_ahead_of(kept)


def test_games_are_in_the_order_in_which_they_were_played_whatever_the_clock_said(path):
    now = ["2026-11-27T20:00:00+00:00"]
    with Store(path, orchard.find, clock=lambda: now[-1]) as store:
        first = store.new_session("orchard", ["Anna", "Ben"])
        now.append("2006-01-01T00:00:00+00:00")
        second = store.new_session("orchard", ["Anna", "Ben"])
        now.append("2027-01-10T00:00:00+00:00")
        third = store.new_session("orchard", ["Anna", "Ben"])
        now.append("1970-01-01T00:00:00+00:00")
        assert [each.id for each in store.sessions()] == [third.id, second.id, first.id]
        assert [each.id for each in store.unfinished()] == [third.id, second.id, first.id]
        first.change_settings(Settings(camera=False))
        assert [each.id for each in store.unfinished()] == [first.id, third.id, second.id]
    with Store(path, orchard.find) as store:
        assert [each.id for each in store.unfinished()] == [first.id, third.id, second.id]


def test_a_newer_store_is_refused_and_left_alone(path):
    Database(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.execute("CREATE TABLE invented_later (name TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer Tabletop Companion") as caught:
        Store(path, orchard.find)
    assert caught.value.code == "store-newer"
    assert path.read_bytes() == before


def test_another_programs_database_is_refused(path):
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    with pytest.raises(StoreError) as caught:
        Store(path, orchard.find)
    assert caught.value.code == "store-foreign"


def test_a_folder_that_cannot_be_is_said_in_words(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="cannot be written") as caught:
        Store(tmp_path / "file" / "games.sqlite", orchard.find)
    assert caught.value.code == "store-unwritable"
    (tmp_path / "folder.sqlite").mkdir()
    with pytest.raises(StoreError) as caught:
        Store(tmp_path / "folder.sqlite", orchard.find)
    assert caught.value.code == "store-unwritable"


def test_a_full_disk_stops_the_event_and_not_the_game(store):
    session = store.new_session("orchard", ["Anna", "Ben"])
    pages = store._database._connection.execute("PRAGMA page_count").fetchone()[0]
    store._database._connection.execute(f"PRAGMA max_page_count = {pages}")
    seen = []
    session.subscribe(seen.append)
    with pytest.raises(StoreError, match="disk is full") as caught:
        session.note("x" * 100_000)
    assert caught.value.code == "store-full"
    assert (session.seq, seen) == (1, [])
    store._database._connection.execute("PRAGMA max_page_count = 100000")
    session.note("Now there is room.")
    assert session.seq == 2


@pytest.mark.parametrize(
    ("number", "free_bytes", "code"),
    [
        (sqlite3.SQLITE_IOERR_SHMSIZE, 0, "store-full"),
        (sqlite3.SQLITE_IOERR_SHMSIZE, 10**9, "store-failing"),
        (sqlite3.SQLITE_CANTOPEN, 4096, "store-full"),
        (sqlite3.SQLITE_CANTOPEN, 10**9, "store-unwritable"),
        (sqlite3.SQLITE_CORRUPT, 0, "store-damaged"),
    ],
)
def test_a_store_that_finds_no_room_to_be_opened_says_so(path, monkeypatch, number, free_bytes, code):
    def no_room(_):
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = number
        raise error

    monkeypatch.setattr("companion.storage.database.prepare", no_room)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free_bytes))
    with pytest.raises(StoreError) as caught:
        Store(path, orchard.find)
    assert caught.value.code == code


@pytest.mark.parametrize("place", ["storage.database", "repair.salvage", "storage.claim"])
def test_a_full_disk_is_told_wherever_the_system_reports_it(path, monkeypatch, place):
    Database(path).close()

    def no_room(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(f"companion.{place}.hold", no_room)
    with pytest.raises(StoreError, match="The disk is full") as caught, claimed(path):
        Store(path, orchard.find)
    assert caught.value.code == "store-full"


def test_a_busy_store_says_so(path, store):
    session = store.new_session("orchard", ["Anna", "Ben"])
    store._database._connection.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError) as caught:
        session.act(orchard.First(0, 1))
    assert caught.value.code == "store-busy"
    other.close()
    session.act(orchard.First(0, 1))
    assert session.line[0].text == "first 1"


def test_an_append_is_whole_or_nothing(path):
    database = Database(path)
    database.create("a", "now", [Row(1, "now", "note", 1, "{}")])
    with pytest.raises(StaleAction):
        database.append("a", [Row(2, "now", "note", 1, "{}"), Row(4, "now", "note", 1, "{}")])
    assert [row.seq for row in database.events("a")] == [1]
    database.close()


def test_a_file_is_replaced_or_kept(tmp_path, monkeypatch):
    target = tmp_path / "settings.json"
    write_atomically(target, b"old")
    write_atomically(target, b"new")
    assert target.read_bytes() == b"new"

    def no_disk(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.storage.files.os.fsync", no_disk)
    with pytest.raises(OSError, match="No space"):
        write_atomically(target, b"half")
    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]


def test_the_store_needs_no_page_and_no_camera():
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, companion.sessions.store; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert not {"cv2", "flask", "numpy"} & set(loaded)


def test_a_game_that_began_by_older_rules_is_followed_by_them(tmp_path):
    path = tmp_path / "table.sqlite"
    older = load_game("octopus-garden").under("1")
    with Store(path, games=lambda _: older) as store:
        ident = store.new_session("octopus-garden", ("Anna", "Ben")).id
    with Store(path) as store:
        session = store.load(ident)
        assert session.state.table.rules == "1"
        assert "\nrules: 1\n" in session.record()
        assert store.load(store.new_session("octopus-garden", ("Anna", "Ben")).id).state.table.rules == "2"


def test_a_game_of_rules_that_nobody_knows_is_refused_by_name(tmp_path):
    path = tmp_path / "table.sqlite"
    newer = load_game("octopus-garden").under("9")
    with Store(path, games=lambda _: newer) as store:
        ident = store.new_session("octopus-garden", ("Anna", "Ben")).id
    with Store(path) as store, pytest.raises(StoreError, match="version 9") as caught:
        store.load(ident)
    assert caught.value.code == "session-unplayable"
