"""Whole games in the pseudo-language in a real browser: all that a phone and the big screen ever show or say.

`test_pseudo_games.py` reads what the server sends. Here scripts run, news come, and things go wrong; texts
that stand there for a moment count, too.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator

import pytest
from browsers import DESK, PHONE
from flask import Flask
from phones import app_over
from pseudo_games import Catalogued, act
from shown_texts import WatchedScreen
from views import Table as SeenTable
from web_tables import FakeLive

from companion.language.pseudo import TAG
from companion.layouts import layout_of
from companion.live.response.apply import TableResponse
from companion.live.response.judging import Judging
from companion.live.response.record_writer import RecordWriter
from companion.live.schedule import Schedule
from companion.live.status import Countdown, LiveStatus
from companion.live.status_board import StatusBoard
from companion.record.events import Settings
from companion.referee.referee import Referee
from companion.rules.catalogue import GAMES
from companion.rules.game import CHANCE
from companion.sessions.session import Session
from webui import Hub

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]

MOST_ACTIONS = 400
PATIENCE_MS = 20_000
STRETCH = 6
"""Actions after which all screens have caught up, and something happens besides."""

AFTER = (
    "/result",
    "/log",
    "/past",
    "/games/{ident}",
    "/games/{ident}/steps?at=3",
    "/camera",
    "/nowhere",
    "/",
)

UNDO = "#tools form[action$='/play/undo'] button"
LOOK = "[data-look]"
LET_PASS = re.compile("^no-page$|The camera asked: ")
"""The code of an error, and in the log what the record keeps as it was asked (docs/translate.md)."""

REFUSED = "Failed to load resource: the server responded"
"""As of a tap that comes too late."""

HEARD = "told => Number(document.body?.dataset.told) >= told"

TAP_AGAIN = """([by, text]) => {
  const form = document.createElement("form");
  form.action = "/play/act";
  const { seq, game } = document.body.dataset;
  for (const [name, value] of Object.entries({ by, text, seq, game }))
    form.append(Object.assign(document.createElement("input"), { name, value }));
  return tap(form);
}"""
"""Send what nobody may do now, as a page does that was slow."""


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


@pytest.fixture
def evening(chromium, watched: Hub, app: Flask, served: str, slug: str, live: FakeLive) -> Iterator[Evening]:
    app.config["LANGUAGE"] = TAG
    evening = Evening(chromium, watched, served, slug, live)
    yield evening
    evening.close()


@pytest.mark.parametrize("slug", GAMES)
def test_all_that_screens_show_and_say_comes_from_a_catalogue(evening: Evening, slug: str) -> None:
    session, happens = evening.session, iter(HAPPENS)
    for number in range(MOST_ACTIONS):
        if not session.state.actors:
            break
        act(session, number)
        if number % STRETCH == STRETCH - 1:
            evening.all_show_the_same()
            next(happens, Evening.all_show_the_same)(evening)
    assert not session.state.actors, "the game was to end"
    for left in happens:  # what a short game had no time for
        left(evening)
    evening.all_show_the_same()
    for path in AFTER:
        evening.phone.open(path.format(ident=session.id))
    shown = {text: page for screen in evening.screens for text, page in screen.all_shown().items()}
    outside = Catalogued(session.game).outside(shown)
    assert {text: shown[text] for text in outside if not LET_PASS.search(text)} == {}
    complaints = [line for screen in evening.screens for line in screen.complaints]
    assert [line for line in complaints if not line.startswith(REFUSED)] == []


def _tap(evening: Evening) -> None:
    """Anna does something by what her page offers; a button to take it back comes and goes."""
    evening.phone.tap(evening.rng)
    evening.phone.page.wait_for_function("() => sending === 0")


def _say_it_twice(evening: Evening) -> None:
    """A tap comes too late, and the page says why it changed nothing."""
    for entry in evening.session.line[-4:]:
        if entry.by != CHANCE:
            evening.phone.page.evaluate(TAP_AGAIN, [entry.by, entry.text])


def _take_back(evening: Evening) -> None:
    """Anna takes back, and Ben lets her; then it stands again."""
    undo = evening.phone.page.locator(UNDO)
    if not undo.count():
        return
    undo.click()
    evening.phone.shows(evening.session.seq)
    if evening.session.timeline.request:
        evening.send("/play/agree", seat=2)
        evening.all_show_the_same()
    evening.session.redo()


def _be_asked(evening: Evening) -> None:
    """Ben asks to take back, and Anna declines."""
    if evening.session.may_undo(2) is None:
        return
    evening.send("/play/undo", seat=2)
    evening.all_show_the_same()
    decline = evening.phone.page.locator("#undo-asked form[action$='/play/refuse'] button")
    if decline.count():
        decline.click()
        evening.all_show_the_same()


def _correct(evening: Evening) -> None:
    """Ben corrects the record, and Anna objects."""
    session = evening.session
    at = max(place for place, entry in enumerate(session.line) if entry.by == 2)
    data = {"by": 2, "text": "", "seq": session.seq}
    answer = evening.ben.post(f"/log/correct/{at}", data=data)
    assert answer.status_code == 303
    evening.all_show_the_same()
    evening.all_have_heard()
    object_ = evening.phone.page.locator("#corrected [value='object']")
    if object_.count():  # what only its own seat may know is announced to nobody
        object_.click()
        evening.all_show_the_same()


def _lose_the_connection(evening: Evening) -> None:
    """A phone without a network says so, and that a tap has not arrived."""
    for screen in evening.screens:
        screen.cut_off = True
        screen.page.context.set_offline(True)
    for screen in evening.screens:
        screen.page.wait_for_selector("#link:not([hidden])")
    entry = evening.session.line[-1]
    evening.phone.page.evaluate(TAP_AGAIN, [entry.by, entry.text])
    for screen in evening.screens:
        screen.page.context.set_offline(False)
    for screen in evening.screens:
        screen.page.wait_for_selector("#link", state="hidden")
        screen.cut_off = False


def _ask_for_the_seat(evening: Evening) -> None:
    """Another phone asks to play as Anna, and she says no."""
    stranger = app_over(evening.hub).test_client()
    evening.hub.own_browser_is_host = False  # else it would have the seat at once
    stranger.post(f"/j/{evening.hub.token}", data={"seat": 1, "instead": "yes"})
    evening.phone.page.locator("#seats-now button[value='no']").click()
    evening.phone.page.wait_for_selector("#seats-now button", state="detached")


def _look_closer(evening: Evening) -> None:
    """A card is shown large, and everything that is folded is unfolded."""
    cards = evening.phone.page.locator(LOOK)
    if cards.count():
        cards.first.click()
        evening.phone.page.locator("dialog button").click()


def _see(evening: Evening) -> None:
    """The camera reads, asks, complains, and waits."""
    camera, session = evening.camera, evening.session
    if session.state.actors:  # a short game may be over
        action = next(iter(session.state.legal(min(session.state.actors))))
        camera.table.lay(session.state.after(action).lying())
        camera.see()
    lying = session.state.lying()
    camera.table.lay(lying)
    pieces = [(zone, cell) for zone, cells in lying.items() for cell in cells]
    camera.see()
    evening.all_show_the_same()
    evening.all_have_heard()
    for how in _amiss(pieces):
        camera.see(**how)
        evening.all_have_heard()
    camera.see()


def _amiss(pieces: list[tuple[str, str]]) -> Iterator[dict[str, object]]:
    yield {"hand": True}
    yield {"covered": pieces}
    yield {"wrong": dict.fromkeys(pieces[:1], "empty")}
    yield {"wrong": dict.fromkeys(pieces[:3], "empty")}
    yield {"p": 0.4}


def _count_down(evening: Evening) -> None:
    """A turn is about to be passed on; a tap elsewhere stops that."""
    action = next((str(each) for each in evening.session.state.legal(1)), "pass")
    evening.live.show(LiveStatus("still", countdown=Countdown(1, action, time.monotonic(), 60.0)))
    page = evening.phone.page
    page.wait_for_selector("[data-countdown]")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.dispatch_event("body", "pointerdown")
    page.wait_for_selector(".countdown:not([data-countdown])")
    evening.live.show(LiveStatus("still"))


HAPPENS: tuple[Callable[[Evening], None], ...] = (
    _tap,
    _say_it_twice,
    _take_back,
    _be_asked,
    _see,
    _lose_the_connection,
    _correct,
    _ask_for_the_seat,
    _look_closer,
    _count_down,
    _tap,
)
