"""A table whose camera is looked for by its own loop: drivers that hang, and tables that turn simulated."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from commands import run

from bench.service.served import free_port
from companion.cli.assembly.start import Start, new_hub
from companion.cli.assembly.table import TableMaker
from companion.cli.commands import serving
from companion.cli.machine.restarts import Restarts
from companion.cli.machine.watchdog import HUNG_S, Watchdog
from companion.frames import steady_camera
from companion.sessions.store import Store
from hw.camera import CameraError, Frame
from hw.v4l2 import VideoDevice
from webui.hub import Hub
from webui.laid import Table

GAME, NAMES = "caterpillar-filler", ["Anna", "Ben"]
LONG_S = 60.0


class Hung:
    """A webcam whose driver hangs while it is opened; when it answers, it is not there any more."""

    name, spec = "webcam 0", "v4l2:0"

    def __init__(self) -> None:
        self.asked, self.free, self.closed = threading.Event(), threading.Event(), threading.Event()
        self.answer = CameraError("camera-missing", "The webcam 0 is not connected.")

    def open(self) -> None:
        self.asked.set()
        self.free.wait(LONG_S)
        raise self.answer

    def close(self) -> None:
        self.closed.set()


@pytest.fixture
def hung(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hung]:
    webcam = Hung()
    monkeypatch.setattr("hw.cameras._candidates", lambda _: [webcam])
    monkeypatch.setattr(steady_camera, "CLOSE_S", 0.05)
    yield webcam
    webcam.free.set()


@pytest.fixture
def hub(hung: Hung, tmp_path: Path) -> Iterator[Hub]:
    """Laid over a camera that hangs."""
    hub = new_hub(Start(tmp_path, TableMaker("auto", bots=True), tuple))
    hub.open(hub.store.new_session(GAME, NAMES))
    assert hung.asked.wait(LONG_S)
    yield hub
    hung.free.set()
    hub.close()


def until(holds, seconds: float = LONG_S) -> bool:
    ends_s = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < ends_s:
        time.sleep(0.02)
    return bool(held)


def test_a_driver_that_hangs_while_a_camera_is_looked_for_is_seen_by_the_watchdog(
    hub: Hub, tmp_path: Path
) -> None:
    said: list[str] = []
    ended: list[bool] = []
    late_s = [0.0]
    dog = Watchdog(
        lambda: hub.live,
        hub.store.check,
        lambda: None,
        said.append,
        lambda: ended.append(True),
        Restarts(tmp_path, str),
        lambda: time.monotonic() + late_s[0],
    )
    dog.look()
    assert (said, ended) == (["WATCHDOG=1"], [])
    late_s[0] = HUNG_S + 1
    dog.look()
    assert said[-1].startswith("STATUS=The driver of a camera has not answered")
    assert ended == [True]


def test_a_table_without_a_camera_turns_simulated_and_the_pages_are_told(hub: Hub, hung: Hung) -> None:
    assert hub.simulation is None
    with hub.feed.listen() as listener:
        hung.free.set()
        assert until(lambda: hub.simulation is not None)
        assert until(lambda: (news := listener.get(0.1)) is not None and news.topic == "reset")
    assert until(lambda: hub.simulation.bots)
    simulation = hub.simulation
    hub.close()
    assert not simulation.bots


@pytest.mark.whole
def test_a_table_that_was_left_while_its_driver_hung_starts_no_bots_and_tells_nobody(
    hub: Hub, hung: Hung
) -> None:
    left = hub.table
    hub.cameras.choose("off")
    assert hub.live.status.state == "off"
    with hub.feed.listen() as listener:
        hung.free.set()
        assert until(lambda: left.simulation is not None)
        assert until(lambda: left.live.asked_at_s is None)
        # The table that is on, and the panel's lights, may still tell of the camera that was switched off.
        heard = list(iter(lambda: listener.get(0.2), None))
    assert "reset" not in {news.topic for news in heard}
    assert not left.simulation.bots
    assert hub.simulation is None


class Bots:
    """A simulated table that writes down when its bots play."""

    def __init__(self, heard: list[str]) -> None:
        self.heard = heard

    def set_bots(self, *, on: bool) -> None:
        self.heard.append("bots on" if on else "bots off")


def test_bots_stop_before_the_pages_stop_listening_and_none_begin_afterwards(tmp_path: Path) -> None:
    heard: list[str] = []
    live = SimpleNamespace(
        start=lambda: None,
        stop=lambda: heard.append("live stopped"),
        subscribe=lambda _: lambda: heard.append("page gone"),
    )
    table = Table(live)
    with Store(tmp_path / "games.db") as store:
        hub = Hub(store, lay=lambda _: table)
        hub.companions.clear()
        hub.open(store.new_session(GAME, NAMES))
        assert table.turn_simulated(Bots(heard), bots=True)
        hub.close()
        assert heard == ["bots on", "bots off", "page gone", "live stopped"]
        assert not table.turn_simulated(Bots(heard), bots=True)
    assert heard[-1] == "bots off"


def test_other_games_are_begun_while_a_driver_hangs(hub: Hub) -> None:
    begun = [hub.session]
    for _ in range(3):
        hub.begin(object(), lambda: hub.store.new_session(GAME, NAMES))
        begun.append(hub.session)
    assert len({session.id for session in begun}) == 4
    hub.close()
    assert hub.live is None


def test_a_webcam_that_another_program_uses_is_told_and_one_plays_by_tapping_or_chooses(
    hub: Hub, hung: Hung
) -> None:
    hung.answer = CameraError("camera-busy", "The webcam 0 is there, but another program holds it.")
    hung.free.set()
    assert until(lambda: hub.live.status.code == "camera-busy")
    assert hub.simulation is None
    hub.session.act(hub.session.game.parse(0, "first 1"))
    hub.cameras.choose("sim")
    assert hub.simulation is not None
    assert until(lambda: hub.live.status.state != "lost")


class Webcam(Hung):
    """One that opens, or says at once why not."""

    def open(self) -> None:
        if self.answer is not None:
            raise self.answer

    def read(self, timeout_s: float = 2.0) -> Frame:
        return Frame(np.zeros((480, 640, 3), np.uint8), time.monotonic(), 1)


def test_which_camera_was_taken_is_told_in_the_log_and_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    held, free = Webcam(), Webcam()
    held.answer = CameraError("camera-busy", "The webcam 0 is there, but cheese holds it.")
    free.name, free.spec, free.answer = "webcam 1", "v4l2:1", None
    monkeypatch.setattr("hw.cameras._candidates", lambda _: [held, free])
    monkeypatch.setattr("hw.cameras.video_devices", lambda: [VideoDevice(1, "HD Webcam")])
    hub = new_hub(Start(tmp_path, TableMaker("auto"), tuple))
    assert (hub.cameras.used, hub.cameras.taken) == ("", None), (
        "nothing is looked through before a game is on"
    )
    hub.open(hub.store.new_session(GAME, NAMES))
    assert until(lambda: hub.cameras.taken)
    assert hub.cameras.used == "v4l2:1"
    told = "The webcam 1, HD Webcam (v4l2:1) is used. The webcam 0 is there, but cheese holds it."
    assert str(hub.cameras.taken) == told
    assert until(lambda: f"{told} Another one is chosen on the Camera page." in capsys.readouterr().err)
    hub.cameras.choose("off")
    assert (hub.cameras.used, hub.cameras.taken) == ("off", None)
    hub.close()


@pytest.mark.whole
def test_a_process_that_was_begun_for_a_lost_camera_waits_for_it_and_puts_nothing_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    webcam, other = Webcam(), SimpleNamespace(name="webcam 1", spec="v4l2:1")
    webcam.answer = None
    monkeypatch.setattr("hw.cameras._candidates", lambda _: [webcam])
    monkeypatch.setattr("hw.cameras.webcam", lambda number, _: webcam if number == 0 else other)
    before = TableMaker("auto")
    with Store(tmp_path / "games.db") as store:
        live = before(store.new_session(GAME, NAMES)).live
        assert live.step()
        live.stop()
    Restarts(tmp_path, lambda: before.in_use).note()

    webcam.answer = CameraError("camera-missing", "The webcam 0 is not connected.")
    monkeypatch.setattr("hw.cameras._candidates", lambda _: [other])
    maker = TableMaker("auto")
    hub = new_hub(Start(tmp_path, maker, tuple), Restarts(tmp_path, lambda: maker.in_use))
    assert until(lambda: hub.live.status.code == "camera-missing")
    assert (hub.simulation, maker.in_use) == (None, "v4l2:0")
    assert str(hub.cameras.taken) == "The webcam 0 (v4l2:0) is used, as before the new start."
    webcam.answer = None
    hub.live.retry()
    assert until(lambda: hub.live.status.state != "lost")
    hub.cameras.choose("sim")
    assert hub.simulation is not None
    assert Restarts(tmp_path, str).tried == 0, "another camera has chances of its own"
    hub.close()


def test_no_simulation_is_laid_over_a_game_that_a_camera_has_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a power cut the camera may be unplugged; another game is played on the simulated table."""
    webcam = Webcam()
    webcam.answer = None
    monkeypatch.setattr("hw.cameras._candidates", lambda _: [webcam])
    before = new_hub(Start(tmp_path, TableMaker("auto", folder=tmp_path), tuple))
    before.open(before.store.new_session(GAME, NAMES))
    assert until(lambda: before.cameras.used == "v4l2:0")
    before.close()
    before.store.close()

    webcam.answer = CameraError("camera-missing", "The webcam 0 is not connected.")
    hub = new_hub(Start(tmp_path, TableMaker("auto", folder=tmp_path), tuple))
    assert until(lambda: hub.live.status.code == "camera-missing")
    assert hub.simulation is None
    assert "so no simulated table takes its place" in hub.live.status.message.render(NAMES)
    webcam.answer = None
    hub.live.retry()
    assert until(lambda: hub.live.status.state != "lost")
    webcam.answer = CameraError("camera-missing", "The webcam 0 is not connected.")
    hub.open(hub.store.new_session(GAME, NAMES))
    assert until(lambda: hub.simulation is not None)
    hub.close()


@pytest.mark.parametrize(("words", "chosen"), [([], "off"), (["--camera", "auto"], "auto")])
def test_a_process_that_takes_over_has_the_camera_that_was_chosen_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], chosen: str
) -> None:
    started: list[Start] = []
    monkeypatch.setattr(serving, "run", lambda start, *_: started.append(start))
    done = run("serve", "--host", "127.0.0.1", "--data", tmp_path, *words)
    assert done.exit_code == 0, done.output

    def next_process() -> Hub:
        return new_hub(replace(started[0], maker=replace(started[0].maker)))

    first = next_process()
    assert first.cameras.chosen == "auto"
    first.cameras.choose("off")
    assert next_process().cameras.chosen == chosen, "what was named has the last word"


@pytest.mark.parametrize(
    ("words", "setting", "told"),
    [
        (["--camera", "v4l2:97"], "auto", "The webcam 97 is not connected. It is waited for.\n"),
        ([], "v4l2:97", "The webcam 97 is not connected. It is waited for.\n"),
        ([], "/no/such/folder", "There is no /no/such/folder. It is waited for.\n"),
        ([], "/no/such/film.mp4", "There is no /no/such/film.mp4. It is waited for.\n"),
        (["--camera", "rtsp://camera/1"], "/no/such/folder", ""),
        (["--camera", "auto"], "/no/such/folder", ""),
    ],
)
def test_a_camera_that_is_not_there_at_the_start_is_told_and_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], setting: str, told: str
) -> None:
    started: list[Start] = []
    monkeypatch.setattr(serving, "run", lambda start, *_: started.append(start))
    (tmp_path / "companion.toml").write_text(f'camera = "{setting}"\n')
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "companion.toml"))
    done = run("serve", "--host", "127.0.0.1", "--port", free_port(), "--data", tmp_path, *words)
    assert done.exit_code == 0, done.output
    assert started[0].maker.camera == (words[1] if words else setting)
    before, _, _ = done.stderr.partition("\n  The table is at")
    assert before == told


@pytest.mark.parametrize("slip", ["nowhere/pictures", "film.mp4"])
def test_a_slip_on_the_command_line_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slip: str
) -> None:
    monkeypatch.setattr(serving, "run", lambda *_: pytest.fail("it started"))
    refused = run("serve", "--data", tmp_path, "--camera", slip)
    assert refused.exit_code == 1
    assert f"There is no {slip}. There is: auto, sim," in refused.stderr
    assert "[camera-unknown]" in refused.stderr


def test_a_folder_that_has_gone_is_waited_for_when_another_game_is_laid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    maker = TableMaker("pictures")
    assert maker.check(typed=True) is None
    folder.rmdir()
    with Store(tmp_path / "games.db") as store:
        live = maker(store.new_session(GAME, NAMES)).live
        assert not live.step()
        assert (live.status.state, live.status.code) == ("lost", "camera-missing")
        folder.mkdir()
        cv2.imwrite(str(folder / "1.png"), np.full((480, 640, 3), 100, np.uint8))
        live.retry()
        assert live.step()
        live.stop()


def test_after_a_new_start_the_game_that_lay_there_lies_there_and_one_put_aside_does_not(
    tmp_path: Path,
) -> None:
    def started() -> Hub:
        return new_hub(Start(tmp_path, TableMaker("off", folder=tmp_path), tuple))

    hub = started()
    aside = hub.store.new_session(GAME, NAMES)
    aside.note("Played.", 1)
    hub.close()
    hub = started()
    assert hub.session is not None, "nothing is noted yet: the one played last"
    options = {"rows": "4", "cols": "4"}
    over = hub.store.new_session("filler-tiles", NAMES, options)
    hub.open(over)
    hub.close()
    hub = started()
    assert hub.session is not None
    assert hub.session.id == over.id
    session = hub.session
    while session.state.actors:
        session.act(next(session.state.legal(session.state.actors[0])))
    hub.close()
    hub = started()
    assert hub.session is None, "what lay there is over, and the other was put aside"
    assert [game.id for game in hub.store.unfinished()] == [aside.id]
    begun = hub.store.new_session(GAME, NAMES)  # and the power is cut before it lies on the table
    hub.close()
    hub = started()
    assert hub.session is not None
    assert hub.session.id == begun.id
    hub.close()
