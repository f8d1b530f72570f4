"""The daily backup: made as long as the table runs, and what goes wrong with it is told."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.assembly.start import Start, new_hub
from companion.cli.assembly.table import TableMaker
from companion.cli.machine import daily
from companion.cli.machine.daily import DailyBackup
from companion.cli.toml.settings import STORE_FILE
from companion.record.errors import StoreError
from companion.rules.catalogue import load_game
from companion.sessions.store import Store

DEADLINE_S = 30.0
"""Until a thread that sleeps for milliseconds has surely come round, however busy the machine is."""


class Calendar:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.day = 1

    def __call__(self) -> str:
        return f"2026-03-{self.day:02}T12:00:00+00:00"


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def store(tmp_path: Path, calendar: Calendar) -> Iterator[Store]:
    with Store(tmp_path / STORE_FILE, load_game, clock=calendar) as store:
        store.new_session("caterpillar-filler", ["Anna", "Ben"])
        yield store


def backups(folder: Path) -> list[str]:
    return sorted(file.name for file in (folder / "backups").glob("*.sqlite"))


def test_every_day_has_its_backup_while_the_table_runs(store, calendar, tmp_path) -> None:
    keeper = DailyBackup(store, [store.keep_backup])
    keeper.look()
    keeper.look()
    assert backups(tmp_path) == ["games-0001-2026-03-01.sqlite"]
    calendar.day = 2
    keeper.look()
    assert backups(tmp_path) == ["games-0001-2026-03-01.sqlite", "games-0002-2026-03-02.sqlite"]
    assert store.notice == ""


def test_a_backup_that_fails_is_told_until_one_is_made(store, tmp_path, caplog) -> None:
    store.tell("Something else.")
    (tmp_path / "backups").write_text("no folder")
    keeper = DailyBackup(store, [store.keep_backup])
    with caplog.at_level(logging.WARNING):
        keeper.look()
        keeper.look()
    told = store.notice
    assert told.startswith("Something else. Today's backup failed. The game store cannot be written")
    assert told.count("Today's backup") == 1
    assert "store-unwritable" in caplog.text
    (tmp_path / "backups").unlink()
    keeper.look()
    assert store.notice == "Something else."
    assert len(backups(tmp_path)) == 1


def test_what_fails_keeps_nothing_else_from_being_kept(store, tmp_path, caplog) -> None:
    def full() -> None:
        raise StoreError("store-full", "The disk is full.")

    def strange() -> None:
        raise RuntimeError("nobody thought of that")

    DailyBackup(store, [full, strange, store.keep_backup]).look()
    assert len(backups(tmp_path)) == 1
    assert store.notice == f"Today's backup failed. The disk is full. {daily.UNFORESEEN}"
    assert "nobody thought of that" in caplog.text


def once_there(folder: Path) -> list[str]:
    before = time.monotonic()
    while not backups(folder) and time.monotonic() - before < DEADLINE_S:
        time.sleep(0.01)
    return backups(folder)


def test_a_start_does_not_wait_for_the_first_backup(store) -> None:
    begun, go_on, made = threading.Event(), threading.Event(), threading.Event()

    def large() -> None:
        begun.set()
        if go_on.wait(DEADLINE_S):
            made.set()

    DailyBackup(store, [large]).start()
    assert begun.wait(DEADLINE_S)
    go_on.set()
    assert made.wait(DEADLINE_S), "the start was over before the backup was"


def test_the_running_table_makes_it_again_and_again(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(daily, "EVERY_S", 0.01)
    hub = new_hub(Start(tmp_path, TableMaker("off"), tuple))
    try:
        (first,) = once_there(tmp_path)
        (tmp_path / "backups" / first).unlink()
        assert once_there(tmp_path) == [first]
        assert hub.store.notice == ""
    finally:
        monkeypatch.undo()
        hub.close()
        hub.store.close()


def test_the_thread_outlives_a_look_that_fails(store, monkeypatch) -> None:
    monkeypatch.setattr(daily, "EVERY_S", 0.001)
    looked, twice = [], threading.Event()

    def failing() -> None:
        looked.append(1)
        if len(looked) > 2:
            twice.set()
        raise RuntimeError("again")

    DailyBackup(store, [failing]).start()
    assert twice.wait(DEADLINE_S)
    monkeypatch.undo()
