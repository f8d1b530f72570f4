"""The watchdog: a sign of life while all is well, and an end when nothing else helps."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from bench.service.served import Served
from companion.cli.commands.serving import settle_draws
from companion.cli.machine.restarts import FILE, FRESH_S, Restarts
from companion.cli.machine.watchdog import (
    HUNG_AGAIN_S,
    HUNG_S,
    SLOW_S,
    STUCK_S,
    WELL_S,
    Watchdog,
    systemd_notifier,
)
from companion.cli.toml.settings import STORE_FILE
from companion.errors import CompanionError
from companion.frames.steady_camera import SteadyCamera
from companion.record.errors import StoreError
from companion.record.events import Settings
from companion.sessions.store import Store
from companion.storage.database import Database
from webui import create_app
from webui.hub import Hub


class Answering:
    """A table whose camera answers, and gets worse or well, between any two looks at it."""

    round_at_s = 1000.0

    def __init__(self) -> None:
        self._looks = dict.fromkeys(("asked_at_s", "stuck_since_s", "well_since_s"), 0)

    def __getattr__(self, name: str) -> float | None:
        self._looks[name] += 1
        return 999.0 if self._looks[name] % 2 else None


class House:
    """What is watched, and what came of it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now_s, self.ended, self.store_error = folder, 1000.0, 0, None
        self.said: list[str] = []
        self.settled = 0
        self.begin()

    def begin(self) -> None:
        """A process begins."""
        self.live = SimpleNamespace(
            round_at_s=self.now_s, asked_at_s=None, stuck_since_s=None, well_since_s=None
        )
        self.past = Restarts(self.folder, lambda: "v4l2:0")
        self.dog = Watchdog(
            lambda: self.live,
            self.check,
            self.settle,
            self.said.append,
            self.end,
            self.past,
            lambda: self.now_s,
        )

    def pass_time(self, seconds: float, **live: float | None) -> int:
        """The watchdog looks as time passes, the loop going round; say how often it ended the process.

        ``live`` is how the camera is in every process, from its beginning on.
        """
        before, ends_s = self.ended, self.now_s + seconds
        while self.now_s < ends_s:
            ended, self.now_s = self.ended, self.now_s + 5.0
            self.live.round_at_s = self.now_s
            self.look()
            if self.ended > ended:
                self.begin()
                for name in live:
                    setattr(self.live, name, self.now_s)
        return self.ended - before

    def check(self) -> None:
        if self.store_error:
            raise self.store_error

    def settle(self) -> None:
        self.settled += 1

    def end(self) -> None:
        self.ended += 1

    def look(self) -> list[str]:
        self.said.clear()
        self.dog.look()
        return self.said


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_while_all_is_well_it_gives_a_sign_of_life(house: House) -> None:
    assert house.look() == ["WATCHDOG=1"]
    house.live = None
    assert house.look() == ["WATCHDOG=1"], "no game, nothing to watch"


def test_draws_that_wait_are_made_where_the_store_can_be_written(house: House) -> None:
    house.store_error = StoreError("store-full", "The disk is full.")
    house.look()
    assert house.settled == 0
    house.store_error = None
    house.look()
    assert house.settled == 1


def test_the_game_on_the_table_is_gone_on_with_by_the_watchdog(tmp_path: Path, monkeypatch) -> None:
    with Store(tmp_path / STORE_FILE) as store:
        hub = Hub(store)
        settle_draws(hub)  # no game, nothing to draw
        append = Database.append

        def full(*_: object) -> None:
            raise StoreError("store-full", "The disk is full.")

        monkeypatch.setattr(Database, "append", full)
        session = store.new_session("papillon", ["Anna", "Ben"], settings=Settings(otherwise="software"))
        hub.open(session)
        page = create_app(hub).test_client()
        assert "The program draws as soon as that can be saved. The disk is full." in " ".join(
            page.get("/play").text.split()
        )
        monkeypatch.setattr(Database, "append", append)
        settle_draws(hub)
        assert session.line
        assert "as soon as that can be saved" not in page.get("/play").text
        hub.close()


def test_a_driver_that_hangs_ends_the_process(house: House) -> None:
    house.live.asked_at_s = house.now_s
    house.now_s += HUNG_S + 1
    (said,) = house.look()
    assert said.startswith("STATUS=The driver of a camera has not answered")
    assert house.ended == 1


def test_a_reading_that_takes_its_time_is_let_end(house: House) -> None:
    house.now_s += SLOW_S - 1
    assert house.look() == ["WATCHDOG=1"]
    house.now_s += 2
    (said,) = house.look()
    assert said.startswith("STATUS=The table has not been looked after")
    assert house.ended == 1


def test_a_camera_that_is_there_and_gives_nothing_ends_the_process_in_the_end(house: House) -> None:
    house.live.stuck_since_s = house.now_s - STUCK_S + 10
    assert house.look() == ["WATCHDOG=1"]
    house.live.stuck_since_s -= 20
    house.look()
    assert house.ended == 1


def test_a_camera_that_stays_lost_has_one_new_process_tried_and_the_phones_stay_connected(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.live.stuck_since_s = house.now_s
    assert house.pass_time(4 * 3600, stuck_since_s=0) == 1
    assert house.said == ["WATCHDOG=1"]
    resigned = [record for record in caplog.records if "was no help" in record.message]
    assert len(resigned) == 1, "it is said once"


def test_a_driver_that_hangs_in_every_process_has_others_tried_ever_more_seldom(house: House) -> None:
    house.live.asked_at_s = house.now_s
    assert house.pass_time(HUNG_S + 10, asked_at_s=0) == 1
    assert house.pass_time(HUNG_AGAIN_S[0] - 20, asked_at_s=0) == 0
    assert house.pass_time(20, asked_at_s=0) == 1
    assert house.pass_time(4 * HUNG_AGAIN_S[1] + 60, asked_at_s=0) == 4


def test_a_camera_that_is_well_for_a_while_has_another_process_tried_when_it_is_lost_again(
    house: House,
) -> None:
    house.live.stuck_since_s = house.now_s
    assert house.pass_time(STUCK_S + 10, stuck_since_s=0) == 1
    house.live.stuck_since_s, house.live.well_since_s = None, house.now_s
    house.pass_time(WELL_S / 2)
    house.live.stuck_since_s, house.live.well_since_s = house.now_s, None
    assert house.pass_time(STUCK_S + 10) == 0, "a loose plug gives a picture now and then"
    house.live.stuck_since_s, house.live.well_since_s = None, house.now_s
    house.pass_time(WELL_S + 10)
    house.live.stuck_since_s, house.live.well_since_s = house.now_s, None
    assert house.pass_time(STUCK_S + 10) == 1


def test_where_a_new_start_cannot_be_noted_there_is_none_for_the_camera(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.cli.machine.restarts.write_atomically", full)
    house.live.stuck_since_s = house.now_s
    assert house.pass_time(STUCK_S * 3) == 0
    assert house.said == ["WATCHDOG=1"]


@pytest.mark.parametrize("age_s", [0.0, FRESH_S - 1, FRESH_S + 1, -FRESH_S - 1])
def test_a_new_start_of_another_day_is_none(tmp_path: Path, age_s: float) -> None:
    before = Restarts(tmp_path, lambda: "v4l2:0", lambda: 1000.0)
    assert (before.tried, before.left) == (0, "")
    assert before.note()
    after = Restarts(tmp_path, lambda: "", lambda: 1000.0 + age_s)
    assert (after.tried, after.left) == ((1, "v4l2:0") if abs(age_s) < FRESH_S else (0, ""))
    after.forget()
    assert Restarts(tmp_path, lambda: "").tried == 0


def test_what_was_noted_before_the_machine_was_switched_off_counts_no_more(tmp_path: Path) -> None:
    boot = tmp_path / "boot_id"
    boot.write_text("first\n")
    Restarts(tmp_path, lambda: "http://cam.local/a b", lambda: 20.0, boot).note()
    same = Restarts(tmp_path, lambda: "", lambda: 30.0, boot)
    assert (same.tried, same.left) == (1, "http://cam.local/a b")
    boot.write_text("second\n")
    other = Restarts(tmp_path, lambda: "", lambda: 30.0, boot)
    assert (other.tried, other.left) == (0, "")


def test_where_switching_on_has_no_number_what_was_noted_just_now_counts(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    Restarts(tmp_path, lambda: "v4l2:0", lambda: 20.0, nowhere).note()
    assert Restarts(tmp_path, lambda: "", lambda: 30.0, nowhere).left == "v4l2:0"


def test_a_note_that_makes_no_sense_is_none(tmp_path: Path) -> None:
    for text in (b"", b"many v4l2:0", b"1 v4l2:0", b"many - 0 v4l2:0", b"1 - soon v4l2:0", b"\xff"):
        (tmp_path / FILE).write_bytes(text)
        assert Restarts(tmp_path, lambda: "").tried == 0


def test_a_store_that_cannot_be_written_is_told_and_no_sign_is_given(house: House) -> None:
    house.store_error = StoreError("store-busy", "Another program is using the game store.")
    assert house.look() == ["STATUS=Another program is using the game store."]
    assert house.ended == 0


def test_where_no_other_process_would_start_this_one_stays_alive_and_says_why(house: House) -> None:
    house.store_error = StoreError("store-read-only", "The card can only be read.")
    assert house.look() == ["STATUS=The card can only be read.", "WATCHDOG=1"]
    assert house.settled == 0
    house.store_error = None
    assert house.look() == ["STATUS=The games can be saved again.", "WATCHDOG=1"]
    assert house.look() == ["WATCHDOG=1"]


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
            raise CompanionError(self.code, "It is gone.")
        return SimpleNamespace(t_s=0.0)

    def close(self) -> None:
        pass


def test_only_a_camera_that_is_there_is_stuck() -> None:
    now = SimpleNamespace(s=10.0)
    camera = Camera()
    keeper = SteadyCamera(camera, (CompanionError,), lambda: now.s)
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
    assert keeper.well_since_s is None
    assert keeper.frame() is not None
    assert keeper.trouble is None
    now.s = 800.0
    keeper.frame()
    assert keeper.well_since_s == 700.0
    camera.code = "camera-missing"
    keeper.frame()
    assert keeper.well_since_s is None


@pytest.mark.parametrize("code", ["", "camera-lost"])
def test_a_driver_owes_an_answer_only_while_it_is_asked(code: str) -> None:
    now, since = SimpleNamespace(s=10.0), []
    camera = Camera()
    camera.code = code
    keeper = SteadyCamera(camera, (CompanionError,), lambda: now.s)
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


def test_a_camera_that_answers_while_the_watchdog_looks_does_not_trip_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.live = Answering()
    house.look()
    assert (house.said, house.ended) == (["WATCHDOG=1"], 0)
