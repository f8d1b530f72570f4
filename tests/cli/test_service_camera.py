"""The real service when its camera goes away in the middle of a game, and comes back."""

from __future__ import annotations

import json
import re
import shutil
from html import unescape
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.service.kills import GAME, kept_events
from bench.service.net_camera import NetCamera
from bench.service.served import Served
from companion.layouts import load_layout
from companion.rules.catalogue import load_game
from companion.rules.game import CHANCE, State
from companion.rules.record import parse_record, replay
from companion.simulation.table import SimulatedTable

LOST = {
    "The network camera gives no pictures any more. Is it plugged in?",
    "The network camera is not connected.",
}
READ = re.compile(r"picture\.jpg\?frame=[1-9]")
FORM = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "camera"}


class Evening:
    """A game on the service, and the simulated table that its camera would see."""

    def __init__(self, service: Served) -> None:
        self.service, self.game = service, load_game(GAME)
        self.table = SimulatedTable(load_layout(GAME))
        service.wait()
        service.post(f"/new/{GAME}", **FORM)
        self.tap("first 1")

    @property
    def state(self) -> State:
        return replay(parse_record(self.service.get("/record").text))

    @property
    def health(self) -> dict[str, object]:
        return json.loads(self.service.get("/health").text)

    def tap(self, text: str = "") -> None:
        """Tap an action, or the first that is legal; it is written down."""
        self.service.until(lambda: self._taken(text), "the tap was not taken")

    def _taken(self, text: str) -> bool:
        """Tap; nothing happens where the camera was quicker and the page is stale."""
        seq, state = self.health["seq"], self.state
        actor = state.actors[0]
        text = text or str(next(iter(state.legal(actor))))
        answer = self.service.post("/play/act", seq=seq, by=actor, text=text)
        assert answer.status in (303, 409), answer.text
        assert answer.status == 409 or f"{actor} {text}" in self.events
        return answer.status == 303

    def tap_until_a_roll_is_due(self) -> None:
        while self.state.why_not(self.game.parse(CHANCE, "roll 1")) is not None:
            self.tap()

    def lay(self, *, roll: int | None = None) -> bytes:
        """The table as the game has it, with a roll that the game does not know yet, as JPEG."""
        self.table.lay(self.state.lying())
        if roll is not None:
            self.table.roll([roll])
        return cv2.imencode(".jpg", self.table.picture(), [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()

    @property
    def events(self) -> list[str]:
        """The actions on the disk."""
        return [text for text in kept_events(self.service.data).values() if text]

    def wait_for_state(self, *states: str) -> None:
        self.service.until(lambda: self.health["table"] in states, f"the table was not {states}")

    def wait_for_roll(self, value: int) -> None:
        """Wait until the camera has told the game what was rolled."""
        line = f"0 roll {value}"
        self.service.until(lambda: self.events[-1] == line, f"{line!r} was not read")

    def said(self) -> str:
        """What the page says of the camera: its sentence."""
        page = self.service.get("/play").text
        card = page[page.index('id="live"') :].partition("</p>")[0].partition("</b>")[2]
        return unescape(" ".join(re.sub("<[^>]*>", " ", card).split()))


@pytest.mark.whole
def test_a_camera_that_is_unplugged_is_told_and_used_again_when_it_is_back(tmp_path: Path) -> None:
    with NetCamera() as camera, Served(tmp_path / "data", camera.address) as service:
        evening = Evening(service)
        camera.jpeg = evening.lay()
        for unplug, roll in ((camera.pull, 2), (camera.fall_silent, 5)):
            evening.wait_for_state("still")
            assert evening.health["code"] == ""
            before = evening.events
            unplug()
            evening.wait_for_state("lost")
            assert evening.said() in LOST
            evening.tap("roll 3")
            evening.tap_until_a_roll_is_due()
            assert evening.health["table"] == "lost"

            camera.pull()
            camera.jpeg = evening.lay(roll=roll)
            camera.plug_in()
            evening.wait_for_roll(roll)
            assert evening.events[: len(before)] == before
            evening.tap_until_a_roll_is_due()
            camera.jpeg = evening.lay()


def test_a_mirrored_camera_is_told_and_read_when_the_host_has_it_mirrored(tmp_path: Path) -> None:
    with NetCamera() as camera, Served(tmp_path / "data", camera.address) as service:
        evening = Evening(service)
        upright = cv2.imdecode(np.frombuffer(evening.lay(), np.uint8), cv2.IMREAD_COLOR)
        lying = cv2.rotate(cv2.flip(upright, 1), cv2.ROTATE_90_CLOCKWISE)
        camera.jpeg = cv2.imencode(".jpg", lying)[1].tobytes()
        service.until(
            lambda: "The picture is mirrored." in service.get("/camera").text, "the mirror was not told"
        )
        assert "Mirror the picture" in service.get("/camera").text
        assert service.post("/camera/turn", how="mirror").status == 303
        service.until(lambda: "In view:" in service.get("/camera").text, "the sheets were not read")
        assert "The picture is mirrored." not in service.get("/camera").text
        service.stop()
        service.start()
        service.wait()
        service.until(lambda: "In view:" in service.get("/camera").text, "the choice was not kept")


def test_a_still_address_is_a_camera_of_the_table(tmp_path: Path) -> None:
    with NetCamera() as camera, Served(tmp_path / "data", camera.still_address) as service:
        evening = Evening(service)
        camera.jpeg = evening.lay()
        evening.wait_for_state("still")
        evening.tap_until_a_roll_is_due()
        camera.jpeg = evening.lay(roll=4)
        evening.wait_for_roll(4)
        page = unescape(service.get("/camera").text)
        assert camera.still_address in page
        assert (tmp_path / "service.out").read_text().count("No picture") == 0


@pytest.mark.slow
def test_a_folder_of_pictures_that_is_taken_away_is_used_again_when_it_is_back(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    with Served(tmp_path / "data", str(folder)) as service:
        evening = Evening(service)
        fill(folder, evening.lay())
        service.until(lambda: READ.search(service.get("/camera").text), "no picture was read")
        shutil.rmtree(folder)
        missing = f"There is no folder {folder}."
        service.until(lambda: evening.said() == missing, "the folder was not missed")
        evening.tap("roll 3")
        evening.tap_until_a_roll_is_due()
        assert (evening.health["table"], evening.health["code"]) == ("lost", "camera-missing")
        fill(folder, evening.lay(roll=6))
        evening.wait_for_roll(6)


def fill(folder: Path, jpeg: bytes) -> None:
    """Put a few pictures of a table at rest into a folder, all at once."""
    ready = folder.with_name("ready")
    ready.mkdir()
    for number in range(4):
        (ready / f"{number}.jpg").write_bytes(jpeg)
    ready.replace(folder)
