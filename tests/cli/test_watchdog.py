"""The watchdog: a sign of life while all is well, and an end when nothing else helps."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from bench.served import Served
from companion.cli.watchdog import HUNG_S, SLOW_S, STUCK_S, Watchdog, systemd_notifier
from companion.play.camera_keeper import CameraKeeper
from companion.play.errors import StoreError
from companion.play.store import Store


class House:
    """What is watched, and what came of it."""

    def __init__(self) -> None:
        self.now_s, self.ended, self.store_error = 1000.0, 0, None
        self.live = SimpleNamespace(round_at_s=1000.0, asked_at_s=None, stuck_since_s=None)
        self.said: list[str] = []
        self.dog = Watchdog(lambda: self.live, self.check, self.said.append, self.end, lambda: self.now_s)

    def check(self) -> None:
        if self.store_error:
            raise self.store_error

    def end(self) -> None:
        self.ended += 1

    def look(self) -> list[str]:
        self.said.clear()
        self.dog.look()
        return self.said


def test_while_all_is_well_it_gives_a_sign_of_life() -> None:
    house = House()
    assert house.look() == ["WATCHDOG=1"]
    house.live = None
    assert house.look() == ["WATCHDOG=1"], "no game, nothing to watch"


def test_a_driver_that_hangs_ends_the_process() -> None:
    house = House()
    house.live.asked_at_s = house.now_s
    house.now_s += HUNG_S + 1
    (said,) = house.look()
    assert said.startswith("STATUS=The driver of a camera has not answered")
    assert house.ended == 1


def test_a_reading_that_takes_its_time_is_let_end() -> None:
    house = House()
    house.now_s += SLOW_S - 1
    assert house.look() == ["WATCHDOG=1"]
    house.now_s += 2
    (said,) = house.look()
    assert said.startswith("STATUS=The table has not been looked after")
    assert house.ended == 1


def test_a_camera_that_is_there_and_gives_nothing_ends_the_process_in_the_end() -> None:
    house = House()
    house.live.stuck_since_s = house.now_s - STUCK_S + 10
    assert house.look() == ["WATCHDOG=1"]
    house.live.stuck_since_s -= 20
    house.look()
    assert house.ended == 1


def test_a_store_that_cannot_be_written_is_told_and_no_sign_is_given() -> None:
    house = House()
    house.store_error = StoreError("store-busy", "Another program is using the game store.")
    assert house.look() == ["STATUS=Another program is using the game store."]
    assert house.ended == 0


def test_the_store_knows_whether_it_can_be_written_and_writes_nothing_to_find_out(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Store(path) as store:
        store.check()
        log = path.with_name("games.db-wal")
        before = log.stat().st_size if log.exists() else 0
        for _ in range(10):
            store.check()
        assert (log.stat().st_size if log.exists() else 0) == before


@pytest.mark.parametrize("abstract", [True, False])
def test_systemd_hears_it(tmp_path: Path, *, abstract: bool) -> None:
    address = f"@companion-test-{os.getpid()}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind("\0" + address[1:] if abstract else address)
        systemd.settimeout(5)
        systemd_notifier(address)("WATCHDOG=1")
        assert systemd.recv(100) == b"WATCHDOG=1"
    systemd_notifier("")("READY=1")


class Camera:
    """A camera that fails as it is told."""

    name = "made-up camera"

    def __init__(self) -> None:
        self.code = "camera-lost"
        self.asked: Callable[[], object] = lambda: None

    def open(self) -> None:
        pass

    def read(self, timeout_s: float = 2.0) -> object:
        self.asked()
        if self.code:
            error = OSError("gone")
            error.code, error.sentence = self.code, "It is gone."
            raise error
        return SimpleNamespace(t_s=0.0)

    def close(self) -> None:
        pass


def test_only_a_camera_that_is_there_is_stuck() -> None:
    now = SimpleNamespace(s=10.0)
    camera = Camera()
    keeper = CameraKeeper(camera, (OSError,), lambda: now.s)
    keeper.frame()
    assert keeper.stuck_since_s == 10.0
    now.s = 100.0
    keeper.frame()
    assert keeper.stuck_since_s == 10.0, "still the same trouble"
    camera.code, now.s = "camera-missing", 200.0
    keeper.frame()
    assert keeper.stuck_since_s is None, "a new process would not find it either"
    camera.code, now.s = "camera-busy", 300.0
    keeper.frame()
    assert keeper.stuck_since_s is None, "another process holds it, and holds it from a new one too"
    camera.code, now.s = "camera-lost", 500.0
    keeper.frame()
    camera.code, now.s = "camera-busy", 600.0
    keeper.frame()
    assert keeper.stuck_since_s == 500.0, "after a loss our own driver may hold it"
    keeper.rest()
    assert keeper.stuck_since_s is None
    camera.code, now.s = "", 700.0
    assert keeper.frame() is not None
    assert keeper.trouble is None


@pytest.mark.parametrize("code", ["", "camera-lost"])
def test_a_driver_owes_an_answer_only_while_it_is_asked(code: str) -> None:
    now, since = SimpleNamespace(s=10.0), []
    camera = Camera()
    camera.code = code
    keeper = CameraKeeper(camera, (OSError,), lambda: now.s)
    camera.asked = lambda: since.append(keeper.asked_at_s)
    keeper.frame()
    assert since == [10.0]
    assert keeper.asked_at_s is None


def test_the_service_tells_systemd_when_it_can_be_played_and_that_it_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(address))
        systemd.settimeout(60)
        monkeypatch.setenv("NOTIFY_SOCKET", str(address))
        with Served(tmp_path / "data") as service:
            service.wait()
            assert {systemd.recv(100) for _ in range(2)} == {b"READY=1", b"WATCHDOG=1"}
