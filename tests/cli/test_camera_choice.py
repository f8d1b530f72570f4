"""The camera that is chosen on the page: from the list or an address, and kept."""

from __future__ import annotations

import json
import threading
import time
from ipaddress import ip_interface
from pathlib import Path

import pytest

from bench.service.served import Served
from companion.cli.assembly import camera_choice, looking
from companion.cli.assembly.camera_choice import CameraChoice, kept_choice
from companion.cli.output import InputError
from hw.cameras import NO_ANSWER, Found
from hw.net.reach import Reach

FOUND = [Found("picamera2", "Pi camera", why_not="Not there."), Found("v4l2:0", "Webcam"), Found("off", "No")]


@pytest.fixture
def choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[CameraChoice, list[str]]:
    monkeypatch.setattr(camera_choice, "cameras_found", lambda _: FOUND)
    used: list[str] = []
    return CameraChoice(tmp_path, "auto", used.append), used


@pytest.mark.parametrize("spec", ["v4l2:0", "off", "auto", "rtsp://10.0.0.7/1", "http://cam.local:81/stream"])
def test_what_is_chosen_is_used_and_kept(choice, tmp_path: Path, spec: str) -> None:
    cameras, used = choice
    cameras.choose(f" {spec} ")
    assert (used, cameras.chosen, kept_choice(tmp_path)) == ([spec], spec, spec)


@pytest.mark.parametrize(
    "typed", ["rtsp://192.168.1.5/1", "http://127.0.0.1:8080/", "http://8.8.8.8/snap.jpg"]
)
def test_an_address_that_leads_out_of_the_house_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.setattr(camera_choice, "cameras_found", lambda _: FOUND)
    used: list[str] = []
    house = Reach(lambda: [ip_interface("192.168.1.5/24")])
    cameras = CameraChoice(tmp_path, "auto", used.append, reach=house)
    with pytest.raises(InputError) as caught:
        cameras.choose(typed)
    assert caught.value.code == "camera-out-of-reach"
    assert (used, kept_choice(tmp_path)) == ([], "auto")
    cameras.choose("HTTP://192.168.1.20/snap.jpg")
    assert used == ["http://192.168.1.20/snap.jpg"], "in its one spelling"


def test_a_network_camera_in_use_is_listed_without_its_password(tmp_path: Path, choice) -> None:
    cameras, _ = choice
    cameras.choose("rtsp://anna:secret@10.0.0.7/1?token=secret")
    first, *others = cameras.found()
    assert (first.spec, first.shown) == (cameras.used, "rtsp://10.0.0.7/1")
    assert [each.shown for each in others] == [each.spec for each in FOUND]


def test_of_two_phones_that_choose_at_once_one_camera_is_used_kept_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera_choice, "cameras_found", lambda _: FOUND)
    used: list[str] = []
    laying, other = threading.Event(), threading.Event()

    def use(spec: str) -> None:
        if spec == "off":
            laying.set()
            other.wait(0.3)  # the table takes its time
        else:
            other.set()
        used.append(spec)

    cameras = CameraChoice(tmp_path, "auto", use)
    first = threading.Thread(target=cameras.choose, args=("off",))
    first.start()
    assert laying.wait(30)
    cameras.choose("v4l2:0")
    first.join()
    assert used[-1] == cameras.chosen == kept_choice(tmp_path)


@pytest.mark.parametrize(
    "spec",
    ["picamera2", "v4l2:7", "/etc", "file:///etc/passwd", "rtsp://", "", "http://[", "http://" + "x" * 600],
)
def test_what_is_not_there_is_not_chosen(choice, tmp_path: Path, spec: str) -> None:
    cameras, used = choice
    with pytest.raises(InputError) as caught:
        cameras.choose(spec)
    assert caught.value.code == "camera-unknown"
    assert used == []
    assert kept_choice(tmp_path) == "auto"


@pytest.mark.parametrize("kept", [b"/etc/passwd", b"http://[", b"\xff", b"v4l2:x", b""])
def test_a_kept_choice_that_makes_no_sense_is_none(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "camera.txt").write_bytes(kept)
    assert kept_choice(tmp_path) == "auto"


def test_a_choice_that_cannot_be_kept_is_used_all_the_same(
    choice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(camera_choice, "write_atomically", full)
    cameras, used = choice
    cameras.choose("off")
    assert used == ["off"]


def test_a_driver_that_hangs_when_it_is_looked_for_hides_no_other_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, looks = threading.Event(), []

    def pi() -> list[Found]:
        looks.append("pi")
        assert free.wait(60)
        return [Found("picamera2", "Pi camera", "imx708")]

    monkeypatch.setattr("hw.cameras._pi_found", pi)
    monkeypatch.setattr("hw.cameras._webcams_found", lambda: [Found("v4l2:0", "Webcam")])
    monkeypatch.setattr(looking, "LOOK_S", 0.05)
    monkeypatch.setattr(camera_choice, "FRESH_S", 0.0)
    cameras = CameraChoice(tmp_path, "auto", lambda _: None)
    for _ in range(3):
        found = {each.spec: each.why_not for each in cameras.found()}
        assert found == {"picamera2": NO_ANSWER, "v4l2:0": "", "sim": "", "off": ""}
    assert looks == ["pi"], "it is not looked at again while it owes an answer"
    cameras.choose("v4l2:0")
    with pytest.raises(InputError):
        cameras.choose("picamera2")
    free.set()
    ends_s = time.monotonic() + 60
    while cameras.found()[0].why_not and time.monotonic() < ends_s:
        time.sleep(0.02)
    assert cameras.found()[0].about == "imx708"


def test_the_table_changes_its_camera_in_mid_game_and_remembers(tmp_path: Path) -> None:
    form = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "camera"}
    with Served(tmp_path / "data", "auto") as service:
        service.wait()
        service.post("/new/caterpillar-filler", **form)
        page = service.get("/camera").text
        assert "picamera2 is not installed" in page or "Pi camera" in page
        assert service.post("/camera/choose", camera="/etc").status == 400
        assert service.post("/camera/choose", camera="off").status == 303
        assert json.loads(service.get("/health").text)["table"] == "off"
        assert service.post("/camera/choose", camera="sim").status == 303
        service.until(
            lambda: json.loads(service.get("/health").text)["table"] == "still",
            "the simulated table was not read",
        )
    assert kept_choice(tmp_path / "data") == "sim"
