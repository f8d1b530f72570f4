"""The real service when the driver of its camera hangs: it answers, is tapped, and can be stopped."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from sweeps import slow

from bench.service.served import INSTALLED, Served

DRIVER = '''
"""A picamera2 whose driver hangs while a file is there; without it another program holds the camera."""

import time
from pathlib import Path

HUNG, ASKED = Path({hung!r}), Path({asked!r})


class Picamera2:
    def __init__(self):
        ASKED.touch()
        while HUNG.exists():
            time.sleep(0.05)
        raise RuntimeError("Camera __init__ sequence did not complete.")

    @staticmethod
    def global_camera_info():
        return [{{"Model": "imx708"}}]
'''
FORM = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "camera"}
SILENT, BUSY = ("lost", "camera-silent"), ("lost", "camera-busy")


class Hanging:
    """The service on a camera whose driver hangs until it is let go."""

    def __init__(self, folder: Path) -> None:
        self.hung, self.asked = folder / "hung", folder / "asked"
        self.hung.touch()
        text = DRIVER.format(hung=str(self.hung), asked=str(self.asked))
        (folder / "picamera2.py").write_text(text)
        self.service = Served(folder / "data", "auto", command=INSTALLED)

    def begin(self) -> None:
        """A game is begun, and the driver asked for its camera."""
        self.service.wait()
        assert self.service.post("/new/caterpillar-filler", **FORM).status == 303
        self.service.until(self.asked.exists, "the driver was not asked")

    @property
    def health(self) -> dict[str, object]:
        return json.loads(self.service.get("/health").text)

    def wait_for(self, state: str, code: str = "") -> None:
        self.service.until(
            lambda: (self.health["table"], self.health["code"]) == (state, code), f"the table was not {state}"
        )


@pytest.fixture
def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hanging:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return Hanging(tmp_path)


@pytest.mark.whole
def test_while_a_driver_hangs_the_game_is_tapped_and_what_it_answers_is_told(hanging: Hanging) -> None:
    with hanging.service as service:
        hanging.begin()
        hanging.wait_for(*SILENT)
        assert "The Pi camera does not answer." in service.get("/play").text
        assert service.post("/play/act", seq=hanging.health["seq"], by=0, text="first 1").status == 303
        assert "chance first 1" in service.get("/record").text
        hanging.hung.unlink()
        hanging.wait_for(*BUSY)
        assert "The Pi camera is held by another program." in service.get("/play").text
        assert not hanging.health["simulated"], "the camera is there: nothing is put in its place"
        assert service.post("/camera/choose", camera="sim").status == 303
        hanging.wait_for("still")
        assert hanging.health["simulated"]
        assert "chance first 1" in service.get("/record").text


@pytest.mark.slow
def test_while_a_driver_hangs_another_camera_or_another_game_may_be_chosen(hanging: Hanging) -> None:
    with hanging.service as service:
        hanging.begin()
        assert service.post("/new/caterpillar-filler", **FORM).status == 303
        assert service.post("/camera/choose", camera="off").status == 303
        hanging.wait_for("off")
        assert service.post("/camera/choose", camera="sim").status == 303
        hanging.wait_for("still")


@pytest.mark.whole
@pytest.mark.parametrize("how", [signal.SIGTERM, *slow(signal.SIGINT)], ids=["the system stops it", "Ctrl-C"])
def test_while_a_driver_hangs_the_service_stops_when_it_is_told_to(
    hanging: Hanging, tmp_path: Path, how: signal.Signals
) -> None:
    with hanging.service as service:
        hanging.begin()
        assert service.stop(how) == 0
        assert "SIGKILL" not in (tmp_path / "service.out").read_text(), "it was not stopped but killed"
        service.start()  # with a game to be taken up
        service.wait()
        assert service.stop(how) == 0
        assert "SIGKILL" not in (tmp_path / "service.out").read_text()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_driver_that_hangs_for_long_has_another_process_take_the_game_up(hanging: Hanging) -> None:
    hanging.service.patience_s = 200.0
    with hanging.service as service:
        hanging.begin()
        assert service.post("/play/act", seq=hanging.health["seq"], by=0, text="first 1").status == 303
        hanging.asked.unlink()
        service.until(hanging.asked.exists, "no other process asked the driver")
        service.wait()
        assert "chance first 1" in service.get("/record").text
        hanging.hung.unlink()
        hanging.wait_for(*BUSY)
