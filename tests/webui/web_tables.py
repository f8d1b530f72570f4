"""Tables for the pages' tests: one that does what a test tells it, and games upon it."""

from __future__ import annotations

import time
from types import SimpleNamespace

import numpy as np
from msgspec.structs import replace

from companion.frames.film import Film
from companion.live.status import Figures, LiveStatus, Reading
from companion.live.status_board import READ
from companion.record.errors import StaleAction
from companion.record.events import Settings
from companion.rules.message import Message
from companion.sessions.session import Session
from companion.sighting import DieSighting, Sighting, ViewProblem
from webui import Hub, Piece

GAME = "caterpillar-filler"
PICTURE = np.full((120, 160, 3), (40, 90, 160), np.uint8)
SEEN = Sighting(
    (160, 120),
    dice=(DieSighting(4, {4: 0.99}, (1, 1, 9, 9), "white", 0.99, True),),
    view=(ViewProblem("glare", "A lamp shines on the mat."),),
)


class FakeLive:
    """A live table that only remembers what it was asked."""

    def __init__(self) -> None:
        self.status = LiveStatus("still")
        self.frame = SimpleNamespace(image=PICTURE, t_s=time.monotonic())
        self.view: SimpleNamespace | None = SimpleNamespace(image=PICTURE, sighting=SEEN)
        self.readings = (Reading(0.0, "accepted", Message("The die shows 4."), 0.993),)
        self.figures = Figures(3, 1)
        self.camera_on = True
        self.film, self.round_at_s = Film(), 0.0
        self.asked_at_s = self.stuck_since_s = self.well_since_s = None
        self.calls: list[tuple[object, ...]] = []
        self._subscribers = []

    @property
    def last_read(self) -> Reading | None:
        return next((each for each in reversed(self.readings) if each.what in READ), None)

    def start(self) -> None:
        self.calls.append(("start",))

    def stop(self) -> None:
        self.calls.append(("stop",))

    def subscribe(self, subscriber):
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    def tell(self, status: LiveStatus) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber(status)

    def show(self, status: LiveStatus) -> None:
        self.status = status
        self.tell(status)

    def answer(self, question: int, choice: int) -> None:
        open_question = self.status.question
        if open_question is None or open_question.id != question:
            raise StaleAction("That question has been settled already.")
        _ = open_question.choices[choice]
        self.calls.append(("answer", question, choice))

    def misread(self, told: int) -> None:
        self.calls.append(("misread", told))

    def put_right(self, told: int) -> None:
        self.calls.append(("put right", told))

    def no_roll(self, told: int) -> None:
        self.calls.append(("no roll", told))

    def retry(self) -> None:
        self.calls.append(("retry",))

    def cancel_countdown(self, began_s: float) -> None:
        self._count("cancel", began_s, stopped=True)

    def resume_countdown(self, began_s: float) -> None:
        self._count("resume", began_s, stopped=False)

    def _count(self, call: str, began_s: float, *, stopped: bool) -> None:
        countdown = self.status.countdown
        if countdown is None or countdown.started_s != began_s:
            raise StaleAction("That countdown is over. Look again.")
        self.calls.append((call,))
        self.show(LiveStatus("still", countdown=replace(countdown, stopped=stopped)))

    def set_camera(self, *, on: bool) -> None:
        self.calls.append(("camera", on))

    def see_photo(self, image, photo) -> Message:
        self.calls.append(("photo", photo))
        return Message("{who} plants a coral on A1.", seats={"who": 1})

    def crop(self, where: str) -> bytes | None:
        return b"\xff\xd8jpeg" if where == "garden/G7" else None


class FakeSimulation:
    """A table with one head on it."""

    def __init__(self) -> None:
        self.on = {"hand": False, "glare": True}
        self.bots = False
        self.held: list[bool] = []
        self.lying = {"7": Piece("7", "head-yellow", "mat", 200.0, 100.0)}
        self.calls: list[tuple[object, ...]] = []
        self.amiss = True

    def pieces(self) -> tuple[Piece, ...]:
        return tuple(self.lying.values())

    def sheets(self) -> tuple[str, ...]:
        return ("mat", "tray")

    def bring_sheet(self, sheet: str) -> None:
        self.calls.append(("bring", sheet))

    def take_sheet(self, sheet: str) -> None:
        self.calls.append(("take", sheet))

    def move_mm(self, piece: str, sheet: str, x_mm: float, y_mm: float) -> None:
        self.lying[piece] = self.lying[piece]._replace(sheet=sheet, x_mm=x_mm, y_mm=y_mm)

    def remove(self, piece: str) -> None:
        del self.lying[piece]

    def bring(self, kind: str) -> None:
        if kind == "nothing":
            raise KeyError(kind)
        self.calls.append(("bring", kind))

    def flip(self, piece: str) -> None:
        self.calls.append(("flip", self.lying[piece].id))

    def roll(self) -> None:
        self.calls.append(("roll",))

    def tidy(self) -> bool:
        self.calls.append(("tidy",))
        return self.amiss

    def hold_bots(self) -> None:
        self.held.append(True)

    def release_bots(self) -> None:
        self.held.append(False)

    def switches(self) -> dict[str, bool]:
        return self.on

    def set_switch(self, name: str, *, on: bool) -> None:
        _ = self.on[name]
        self.on[name] = on

    def set_bots(self, *, on: bool) -> None:
        self.bots = on


def begin(hub: Hub, chance: str = "tap", names: tuple[str, ...] = ("Anna", "Ben"), **options: str) -> Session:
    """Put a new game on the table."""
    settings = Settings(camera=hub.lay_has_camera, otherwise=chance)
    session = hub.store.new_session(GAME, names, options, settings)
    hub.open(session)
    return session
