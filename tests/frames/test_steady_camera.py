"""A driver may hang in any call: nobody waits for it for long, and its camera is taken when it answers."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from weakref import ref

import pytest
from live_house import until

from companion.cli.assembly import looking
from companion.errors import CompanionError
from companion.frames import aside, steady_camera
from companion.frames.aside import Aside
from companion.frames.steady_camera import SILENT, SteadyCamera
from hw.cameras import NO_ANSWER, Found, Source

LONG_S = 60.0
"""Far more than anything takes."""


class CameraFailed(CompanionError):
    pass


class HangingCamera:
    """A camera whose driver hangs in one of its calls until it is let go."""

    name = "made-up camera"

    def __init__(self, call: str = "") -> None:
        self.hangs_in, self.free = call, threading.Event()
        self.calls: list[str] = []
        self.number = 0

    def _called(self, call: str) -> None:
        self.calls.append(call)
        if call == self.hangs_in:
            assert self.free.wait(LONG_S)

    def open(self) -> None:
        self._called("open")

    def read(self, timeout_s: float = 2.0) -> SimpleNamespace:
        self._called("read")
        self.number += 1
        return SimpleNamespace(number=self.number, t_s=0.0)

    def close(self) -> None:
        self._called("close")


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver is called silent after a moment."""
    monkeypatch.setattr(steady_camera, "SILENT_S", 0.05)
    monkeypatch.setattr(steady_camera, "GLANCE_S", 0.02)
    monkeypatch.setattr(steady_camera, "CLOSE_S", 0.05)


def kept(camera: object, **more: object) -> SteadyCamera:
    return SteadyCamera(camera, (CameraFailed,), time.monotonic, **more)


def test_when_an_errand_is_answered_its_thread_holds_nothing_of_it() -> None:
    camera = HangingCamera("read")
    gone, held = ref(camera), []
    answer = Aside("made-up").ask(camera.read)
    answer.add_done_callback(lambda _: held.append(gone() is not None))
    free = camera.free
    del camera
    free.set()
    assert until(lambda: held, LONG_S)
    assert held == [False]


class FlappingCamera:
    """A camera that gives one picture each time it is opened, as a still address once was."""

    name = "made-up camera"

    def __init__(self) -> None:
        self.opened = self.given = 0

    def open(self) -> None:
        self.opened, self.given = self.opened + 1, 0

    def read(self, timeout_s: float = 2.0) -> SimpleNamespace:
        self.given += 1
        if self.given > 1:
            raise CameraFailed("camera-lost", "No more pictures.")
        return SimpleNamespace(number=1, t_s=0.0)

    def close(self) -> None:
        pass


def test_a_camera_that_comes_and_goes_is_told_of_once_and_tried_ever_more_seldom(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = [0.0]
    camera = FlappingCamera()
    keeper = SteadyCamera(camera, (CameraFailed,), lambda: now[0])
    with caplog.at_level("INFO"):
        for _ in range(3000):
            keeper.frame()
            now[0] += 0.1
    assert camera.opened <= 14, "after 1, 2, 5, 10 and then every 30 s in five minutes"
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    camera.read = lambda timeout_s=2.0: SimpleNamespace(number=1, t_s=0.0)
    with caplog.at_level("INFO"):
        for _ in range(600):
            keeper.frame()
            now[0] += 0.1
    assert caplog.messages[1:] == ["The made-up camera gives pictures again"]


@pytest.mark.parametrize("call", ["open", "read"])
def test_a_driver_that_hangs_is_told_watched_and_taken_when_it_answers(soon, call: str) -> None:
    camera = HangingCamera(call)
    keeper = kept(camera)
    before_s = time.monotonic()
    for _ in range(3):
        assert keeper.frame() is None
        assert (keeper.trouble[0], str(keeper.trouble[1])) == (SILENT, "The made-up camera does not answer.")
        assert before_s <= keeper.asked_at_s <= time.monotonic()
    assert camera.calls.count(call) == 1, "it is not asked again while it owes an answer"
    camera.free.set()
    assert until(lambda: keeper.frame() is not None, LONG_S)
    assert keeper.trouble is None
    assert until(lambda: keeper.asked_at_s is None)
    assert "close" not in camera.calls


def test_a_driver_that_hangs_while_it_lets_go_is_watched_too(soon) -> None:
    camera = HangingCamera("close")
    keeper = kept(camera)
    assert keeper.frame().number == 1
    keeper.rest()
    assert keeper.asked_at_s is not None
    assert keeper.frame() is None
    assert keeper.trouble[0] == SILENT
    camera.free.set()
    assert until(lambda: keeper.frame() is not None, LONG_S)
    assert camera.calls == ["open", "read", "close", "open", "read"]


def test_nobody_waits_when_a_camera_that_hangs_is_let_go_and_it_goes_when_it_answers(soon) -> None:
    camera = HangingCamera("open")
    keeper = kept(camera)
    assert keeper.frame() is None
    keeper.close()
    assert camera.calls == ["open"]
    camera.free.set()
    assert until(lambda: camera.calls[-1] == "close", LONG_S)
    assert until(lambda: keeper.asked_at_s is None)


def test_who_wants_no_picture_any_more_waits_for_no_driver() -> None:
    camera, leave = HangingCamera("open"), threading.Event()
    keeper = kept(camera, leave=leave)
    waiting = threading.Thread(target=keeper.frame, daemon=True)
    waiting.start()
    assert until(lambda: camera.calls == ["open"])
    leave.set()
    waiting.join(steady_camera.SILENT_S / 2)
    assert not waiting.is_alive()
    camera.free.set()


def test_a_driver_that_hangs_for_a_table_that_is_no_more_counts_where_there_is_no_picture(
    soon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aside, "_all", type(aside._all)())  # what other tests left hanging
    left, busy = HangingCamera("open"), HangingCamera()
    before = kept(left)
    before.frame()
    before.close()
    after = kept(busy)
    assert after.frame() is not None
    assert after.asked_at_s is None, "all is well with another camera"

    def held(timeout_s: float = 2.0) -> None:
        raise CameraFailed("camera-busy", "Another program holds it.")

    busy.read = held
    assert after.frame() is None
    assert after.asked_at_s == before.asked_at_s is not None
    left.free.set()
    assert until(lambda: after.asked_at_s is None)


def test_a_driver_that_fails_in_unforeseen_ways_is_told_let_go_and_tried_again_ever_later(
    caplog: pytest.LogCaptureFixture,
) -> None:
    camera, now = HangingCamera(), SimpleNamespace(s=10.0)
    keeper = SteadyCamera(camera, (CameraFailed,), lambda: now.s)
    read, camera.read = camera.read, lambda timeout_s=2.0: int("no number")
    assert keeper.frame() is None
    code, said = keeper.trouble
    assert (code, str(said)) == ("camera-lost", "The made-up camera failed in a way we did not foresee.")
    assert "ValueError: invalid literal" in caplog.text
    assert camera.calls == ["open", "close"]
    now.s = 11.5
    assert keeper.frame() is None
    now.s = 13.0
    assert keeper.frame() is None
    assert camera.calls == ["open", "close"] * 2, "the pauses grow"
    assert keeper.stuck_since_s == 10.0, "the watchdog sees it"
    camera.read, now.s = read, 20.0
    assert keeper.frame().number == 1
    assert keeper.trouble is None


def test_a_camera_that_fails_when_it_is_let_go_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    camera = HangingCamera()
    keeper = kept(camera)
    keeper.frame()
    camera.close = lambda: int("no number")
    keeper.close()
    assert until(lambda: "ValueError: invalid literal" in caplog.text)
    assert "The driver of the made-up camera failed to let it go" in caplog.text
    assert keeper.frame() is not None, "and it is used again"


def test_where_no_thread_can_be_begun_nothing_is_owed_and_the_next_call_tries_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    errand, made = Aside("errand"), []
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", full)
        with pytest.raises(RuntimeError, match="new thread"):
            errand.ask(lambda: made.append("first"))
    assert errand.since_s is None
    assert errand.ask(lambda: 7).result(LONG_S) == 7
    assert made == [], "what was refused is not made later"


def test_a_look_at_the_devices_that_hangs_is_no_reason_to_begin_anew(
    soon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aside, "_all", type(aside._all)())
    free = threading.Event()
    monkeypatch.setattr(looking, "LOOK_S", 0.02)
    silent = Found("picamera2", "Pi camera", why_not=NO_ANSWER)
    found = looking.PatientLook()(Source(lambda: free.wait(LONG_S) and (), silent))
    assert found == (silent,)
    lost = HangingCamera()
    lost.open = lambda: int("no number")
    keeper = kept(lost)
    keeper.frame()
    assert keeper.trouble is not None
    assert until(lambda: keeper.asked_at_s is None)
    free.set()


def test_a_picture_that_cannot_be_read_is_passed_over_and_the_camera_stays_open() -> None:
    camera, told = HangingCamera(), []
    keeper = kept(camera, passed_over=told.append)
    read = camera.read

    def torn(timeout_s: float = 2.0) -> SimpleNamespace:
        frame = read()
        if frame.number == 2:
            raise CameraFailed("picture-unreadable", "The picture 2.png cannot be read.")
        return frame

    camera.read = torn
    assert [keeper.frame().number for _ in range(3)] == [1, 3, 4]
    assert [str(each) for each in told] == ["The picture 2.png cannot be read."]
    assert camera.calls == ["open", *["read"] * 4]
    assert keeper.trouble is None


def test_calls_are_made_in_their_order_and_tell_what_they_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "LINGER_S", 0.0)
    done: list[int] = []
    errand = Aside("ordered")
    for number in range(50):
        errand.ask(lambda number=number: done.append(number))
    assert errand.ask(lambda: done[-1]).result(LONG_S) == 49
    with pytest.raises(ZeroDivisionError):
        errand.ask(lambda: 1 / 0).result(LONG_S)
    assert done == list(range(50))
    assert errand.since_s is None
    assert until(lambda: "ordered" not in {thread.name for thread in threading.enumerate()}), "it ends"
    assert errand.ask(lambda: 7).result(LONG_S) == 7, "and begins anew"
