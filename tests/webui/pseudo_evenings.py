"""An evening in the pseudo-language: Anna's phone and the big screen in browsers, and a camera that sees."""

from __future__ import annotations

import random
import time

from browsers import DESK, PHONE
from phones import app_over
from shown_texts import WatchedScreen
from views import Table as SeenTable
from web_tables import FakeLive

from companion.layouts import layout_of
from companion.live.response.apply import TableResponse
from companion.live.response.judging import Judging
from companion.live.response.record_writer import RecordWriter
from companion.live.schedule import Schedule
from companion.live.status_board import StatusBoard
from companion.record.events import Settings
from companion.referee.referee import Referee
from companion.sessions.session import Session
from webui import Hub

PATIENCE_MS = 20_000

HEARD = "told => Number(document.body?.dataset.told) >= told"


class Watched:
    """A camera that sees what is laid; what is made of it is a real table's."""

    def __init__(self, session: Session, live: FakeLive) -> None:
        layout = layout_of(session.game).for_seats(session.state.seats)
        self.session, self.table = session, SeenTable(layout)
        judging = Judging(session, Referee(layout), None)
        board = StatusBoard(session, has_camera=True)
        board.subscribe(live.show)
        live.readings = board.readings
        self._judging = judging
        self._response = TableResponse(judging, RecordWriter(session, judging), board, Schedule())

    def see(self, **how: object) -> None:
        sighting = self.table.look(**how)
        self._response.respond(self._judging.judge(sighting), sighting, time.monotonic(), twice=False)


class Evening:
    """Anna's phone and the big screen in browsers, and Ben, whose phone only sends."""

    def __init__(self, chromium, hub: Hub, served: str, slug: str, live: FakeLive) -> None:
        self.hub, self.live, self.rng = hub, live, random.Random(55)
        settings = Settings(camera=True, otherwise="tap")
        self.session = hub.store.new_session(slug, ("Anna", "Ben"), {}, settings)
        hub.open(self.session)
        self.camera = Watched(self.session, live)
        live.view = None
        self.ben = app_over(hub).test_client()
        self.ben.post(f"/j/{hub.token}", data={"seat": 2})
        self.phone = WatchedScreen(chromium, served, f"/j/{hub.token}", PHONE)
        self.phone.page.locator("button[value='1']").click()
        self.phone.page.wait_for_url("**/play", wait_until="domcontentloaded")
        self.board = WatchedScreen(chromium, served, "/board", DESK)
        self.overlay = self.board.page.context.new_page()
        self.overlay.goto("/overlay", wait_until="domcontentloaded")
        for screen in self.screens:
            screen.page.set_default_timeout(PATIENCE_MS)

    @property
    def screens(self) -> tuple[WatchedScreen, WatchedScreen]:
        return self.phone, self.board

    def send(self, address: str, **data: object) -> None:
        """Send a tap of Ben's."""
        data = {"seq": self.session.seq, "game": self.session.id, **data}
        assert self.ben.post(address, data=data).status_code == 303, address

    def all_show_the_same(self) -> None:
        for screen in self.screens:
            screen.shows(self.session.seq)

    def all_have_heard(self) -> None:
        """Wait until all screens show the camera's last word."""
        for screen in self.screens:
            screen.page.wait_for_function(HEARD, arg=self.hub.feed.told)

    def close(self) -> None:
        for screen in self.screens:
            screen.page.context.close()
