"""What a phone shows of a table that the simulated camera watches, and how few pictures that takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from phones import app_over

from bench.service.running import CountingReader
from companion.cli.assembly.parts import table_reader
from companion.layouts import load_layout
from companion.live.live import LiveTable
from companion.referee.referee import Referee
from companion.rules.game import CHANCE
from companion.sessions.store import Store
from companion.simulation.table import SimulatedTable
from hw.camera import CameraError, Frame
from vision.view.stillness import StillnessWatch
from webui import Hub, Table

pytestmark = pytest.mark.slow

GAME = "caterpillar-filler"
LAYOUT = load_layout(GAME)
FRAME_S = 0.25
ALARM_FRAMES = 12
"""Three seconds of them: so long people wait at most."""

NUDGE_MM = 11.0
"""28 pixels of the picture."""


class Simulated:
    """A simulated table whose camera gives a picture whenever a test says so. Time passes by frames."""

    name = "simulated table"

    def __init__(self, store: Store) -> None:
        self.session = store.new_session(GAME, ["Anna", "Ben"])
        self.act("0 first 1")
        self.table = SimulatedTable(LAYOUT)
        self.table.lay(self.session.state.lying())
        self.reader = CountingReader(table_reader(LAYOUT))
        self.now_s, self.frames = 100.0, 0
        self.shown = self.table.picture()
        self.live = LiveTable(
            self.session,
            LAYOUT,
            Referee(LAYOUT),
            self,
            StillnessWatch(),
            self.reader,
            camera_errors=(CameraError,),
            clock=lambda: self.now_s,
        )

    def act(self, line: str) -> None:
        by, _, text = line.partition(" ")
        self.session.act(self.session.game.parse(int(by), text))

    # The camera

    def open(self) -> None:
        pass

    def close(self) -> None:
        pass

    def read(self, timeout_s: float = 2.0) -> Frame:
        return Frame(self.shown, self.now_s, self.frames)

    # What happens

    def frame(self) -> None:
        self.now_s += FRAME_S
        self.frames += 1
        self.shown = self.table.picture()
        self.live.step()

    def until(self, holds: Callable[[], bool], most: int = 60) -> tuple[int, int]:
        """Take pictures until something holds; give how many were taken, and how many of them read."""
        frames, readings = self.frames, self.reader.readings
        while not holds():
            assert self.frames - frames < most, self.live.status
            self.frame()
        return self.frames - frames, self.reader.readings - readings

    def by_hand(self, change: Callable[[], object]) -> None:
        """Change something under a hand."""
        self.table.hand(on=True)
        for _ in range(3):
            self.frame()
        change()
        self.frame()
        self.table.hand(on=False)


@pytest.fixture
def simulated(hub) -> Iterator[Simulated]:
    simulated = Simulated(hub.store)
    simulated.until(lambda: simulated.live.view is not None)
    roll(simulated, 4)
    yield simulated
    simulated.live.stop()


def roll(simulated: Simulated, value: int) -> None:
    simulated.by_hand(lambda: simulated.table.roll([value]))
    simulated.until(lambda: simulated.session.line[-1].text == f"roll {value}")


def alarm_on_a_phone(hub: Hub, simulated: Simulated) -> str:
    """Give what a phone shows of the table, as its page has it."""
    simulated.live.start = lambda: None  # a test steps through it
    hub.lay, hub.lay_has_camera = lambda _: Table(simulated.live, None), True
    hub.open(simulated.session)
    page = app_over(hub).test_client().get("/play").text
    return page.partition('id="live"')[2].partition("</section>")[0]


def test_a_forbidden_piece_is_one_sentence_a_ring_and_two_buttons_after_two_readings(hub, simulated) -> None:
    lying = simulated.session.state.lying()
    forbidden = {**lying, "garden": {**lying["garden"], "A9": "wasp"}}
    simulated.by_hand(lambda: simulated.table.lay(forbidden))
    frames, readings = simulated.until(lambda: simulated.live.status.state == "wrong")
    assert readings == 2
    assert frames <= ALARM_FRAMES
    status = simulated.live.status
    assert (status.code, status.where) == ("illegal", ("garden/A9",))
    alarm = alarm_on_a_phone(hub, simulated)
    assert len(re.findall(r"<p>\s*A wasp may not lie on the outside edge", alarm)) == 1
    assert "where=garden/A9" in alarm
    in_view = alarm.partition("<details")[0]
    assert len(re.findall(r'<button|<a class="button', in_view)) == 2
    assert simulated.live.crop("garden/A9")


def test_a_nudged_die_is_asked_about_and_a_thrown_one_is_a_roll(simulated) -> None:
    session, due = simulated.session, simulated.session.game.parse(CHANCE, "roll 1")
    while session.state.why_not(due) is not None:
        session.act(next(iter(session.state.legal(session.state.actors[0]))))
    simulated.by_hand(lambda: simulated.table.lay(session.state.lying()))
    simulated.until(lambda: simulated.live.status.state == "still")
    before = session.line
    simulated.by_hand(lambda: nudge(simulated.table))
    simulated.until(lambda: simulated.live.status.question is not None)
    assert session.line == before
    roll(simulated, 2)


def nudge(table: SimulatedTable) -> None:
    """Push the die aside, as a sleeve does."""
    (die,) = (piece for piece in table.pieces() if piece.kind.startswith("die-"))
    table.move_mm(die.id, die.sheet, die.x_mm + NUDGE_MM, die.y_mm)
