"""An evening in browsers: a table that can be stopped and started, phones with seats, and a big screen."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final

from browsers import DESK, PHONE
from by_keys import CHOICE, LISTEN
from phones import app_over
from tapping import JSON
from web_tables import PICTURE, SEEN, FakeLive
from werkzeug.serving import ThreadedWSGIServer

from companion.album.small_pictures import small_picture
from companion.album.workshop import FilmWorkshop
from companion.cli.assembly.start import Start, new_hub
from companion.cli.assembly.table import TableMaker
from companion.frames.pictures import View
from companion.live.status import LiveStatus, Question
from companion.record.events import Settings
from companion.rules.catalogue import load_game
from companion.rules.game import CHANCE, Seat
from companion.sessions.session import Session
from companion.sessions.store import Store
from webui import Hub, Table

PATIENCE_MS: Final = 120_000
MOST_TAPS: Final = 60
LOST_SHARE: Final = 0.1
"""How often somebody clears what they have tapped."""

CLICK: Final = """(each) => {
  if (!each.isConnected) return false;
  each.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  return true;
}"""

ASKED: Final = "() => document.querySelector('#undo-asked .primary, #corrected .primary')"
"""The button by which a phone agrees to what it is asked."""

SENT_ON: Final = 303
"""What a phone is answered whose form the table has taken."""

MOST_LOOKED_AT: Final = 400
"""Legal actions among which one is chosen."""

WISHED: Final = """() => {
  localStorage.wishes = JSON.stringify({ speech: true, sound: true, clock: true });
  window.SpeechSynthesisUtterance = function (text) { this.text = text; };
  const speak = ({ text }) => window.noteSaid?.({ text, seq: document.body.dataset.seq });
  Object.defineProperty(window, "speechSynthesis", { value: { cancel() {}, speak }, configurable: true });
}"""
"""Voice, sounds and the clock are wanted; what is said is noted, for no loudspeaker is here."""


class _Server(ThreadedWSGIServer):
    """Lets go of all its connections when it stops, as a process does that ends."""

    daemon_threads = True

    def __init__(self, port: int, app: Any) -> None:
        super().__init__("127.0.0.1", port, app)
        self._open: set[socket.socket] = set()

    def process_request_thread(self, request: Any, address: Any) -> None:
        self._open.add(request)
        try:
            super().process_request_thread(request, address)
        finally:
            self._open.discard(request)

    def let_go(self) -> None:
        for each in list(self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


class Service:
    """The pages over the games of a folder, on one address, also after a restart."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, 0

    def start(self, ident: str = "") -> None:
        """Serve, with a game on the table."""
        self.hub = self._new_hub()
        self.store = self.hub.store
        # At no low priority: other tests may run beside this one.
        self.hub.films = FilmWorkshop(self.hub.album, lambda: self.hub.feed.tell("live"), nice=0)
        if ident:
            self.hub.open(self.store.load(ident))
        app = app_over(self.hub)
        app.config["HEARTBEAT_S"] = 0.5
        self._server = _Server(self._port, app)
        self._port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def _new_hub(self) -> Hub:
        """Make a table that does what a test tells it."""
        hub = Hub(Store(self._folder / "games.db"), own_browser_is_host=True)
        self.live = FakeLive()
        hub.lay, hub.lay_has_camera = lambda _: Table(self.live, None), True
        return hub

    def stop(self) -> None:
        self._server.shutdown()
        self._server.let_go()
        self._server.server_close()
        self._thread.join()
        self.hub.close()
        self.store.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"


class WatchedService(Service):
    """The same over a simulated table, put together as the command does: its camera reads what lies there."""

    def _new_hub(self) -> Hub:
        return new_hub(Start(self._folder, TableMaker("sim"), tuple, by_hand=True))


class Screen:
    """A browser of its own, what it says, and what it complains of."""

    def __init__(
        self, browser: Any, address: str, path: str, viewport: dict[str, int], **settings: Any
    ) -> None:
        context = browser.new_context(
            viewport=viewport, base_url=address, reduced_motion="reduce", **settings
        )
        self.said: list[dict[str, str]] = []
        self.prepare(context)
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.complaints: list[str] = []
        self.cut_off = False
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._note)
        self.open(path)

    def prepare(self, context: Any) -> None:
        """Have the browser note what it says, before it opens any page."""
        context.add_init_script(f"({WISHED})()")
        context.expose_function("noteSaid", lambda said: self.said.append(said))

    def _note(self, line: Any) -> None:
        if line.type == "error" and not (self.cut_off and "net::ERR" in line.text):
            self.complaints.append(f"{line.text} {line.location['url']} {self.page.url}")

    def open(self, path: str) -> None:
        self.page.goto(path, wait_until="domcontentloaded")

    def tap(self, rng: random.Random) -> bool:
        """Tap something that may be chosen now; False where nothing may."""
        chances = [rng.random(), rng.random(), rng.random() < LOST_SHARE]
        choice = self.page.evaluate_handle(CHOICE, chances).as_element()
        return choice is not None and self.click(choice)

    def click(self, choice: Any) -> bool:
        """Click something, and wait until the page has answered; False where it is gone meanwhile."""
        self.page.evaluate(LISTEN)
        if not choice.evaluate(CLICK):
            return False
        self.page.wait_for_function("() => window.answered")
        return True

    def shows(self, seq: int) -> None:
        """Wait until the page shows a moment of the game."""
        self.page.wait_for_function("seq => Number(document.body?.dataset.seq) >= seq", arg=seq)

    def record(self, path: str = "/record") -> str:
        text: str = self.page.evaluate("path => fetch(path).then((it) => it.text())", path)
        return text


class Evening:
    """Three phones and a big screen; each seat has a phone of its own."""

    def __init__(self, browser: Any, service: Service, slug: str, options: dict[str, str]) -> None:
        self.rng = random.Random(54)
        self.service = service
        self.service.start()
        self.names = ("Anna", "Ben", "Cleo")[: min(3, load_game(slug).info.seats[-1])]
        settings = Settings() if isinstance(service, WatchedService) else Settings(otherwise="software")
        self.service.hub.open(self.service.store.new_session(slug, self.names, options, settings))
        address = self.service.address
        self.phones = [Screen(browser, address, "/play", PHONE) for _ in range(3)]
        self.board = Screen(browser, address, "/board", DESK)
        for seat, phone in enumerate(self.phones[: len(self.names)], 1):
            phone.open(f"/j/{self.service.hub.token}")
            phone.page.locator(f"button[value='{seat}']").click()
            phone.page.wait_for_url("**/play", wait_until="domcontentloaded")

    @property
    def session(self) -> Session:
        session = self.service.hub.session
        assert session is not None
        return session

    @property
    def screens(self) -> list[Screen]:
        return [*self.phones, self.board]

    def phone_of(self, seat: Seat) -> Screen:
        return self.phones[seat - 1]

    def act(self, away: Sequence[Screen] = ()) -> bool:
        """Have a player whose phone is there do something; False where nobody there can do anything."""
        session = self.session
        there = [seat for seat in session.names if self.phone_of(seat) not in away]
        if session.state.actors == (CHANCE,):  # a roll that a player calls for
            self._send(self.rng.choice(there), "/play/draw")
            return True
        seats = [seat for seat in session.state.actors if seat in there]
        if not seats:
            return False
        seat = self.rng.choice(seats)
        sorts: dict[type, list[Any]] = {}
        for action in islice(session.state.legal(seat), MOST_LOOKED_AT):
            sorts.setdefault(type(action), []).append(action)
        action = self.rng.choice(sorts[self.rng.choice(list(sorts))])
        self._send(seat, "/play/act", by=seat, text=str(action))
        return True

    def _send(self, seat: Seat, path: str, **form: object) -> None:
        """Send a form as the seat's phone does; what it leads to, the page sees by the news."""
        fields = {key: str(value) for key, value in ({"seq": self.session.seq} | form).items()}
        request = self.phone_of(seat).page.context.request
        answer = request.post(path, form=fields, headers=JSON, max_redirects=0, timeout=PATIENCE_MS)
        assert answer.status == SENT_ON, answer.text()

    def picture(self) -> None:
        """Keep a picture of the last action, as the camera's reading of it does."""
        view = View(PICTURE, SEEN)
        seq = self.session.line[-1].seq
        self.service.hub.album.keep(self.session.id, seq, seq, small_picture(view, sheets_alone=False))

    def ask(self, question: Question) -> None:
        """Have the camera ask something, as every phone shows."""
        self.service.live.show(LiveStatus("ask", question.text, question=question))
        for phone in self.phones:
            phone.page.get_by_text(question.text.render({})).first.wait_for()

    def wait_for(self, there: Callable[[], bool]) -> None:
        """Wait until the table has what a page has sent."""
        ends_s = time.monotonic() + PATIENCE_MS / 1000
        while not there():
            assert time.monotonic() < ends_s
            self.board.page.wait_for_timeout(20)

    def tap(self) -> None:
        """Have somebody act by what their page offers: spaces, cards and buttons."""
        begun = self.session.seq
        for _ in range(MOST_TAPS):
            if self.session.seq > begun or self.session.state.outcome is not None:
                return
            for phone in self.rng.sample(self.phones, len(self.phones)):
                if phone.tap(self.rng):
                    break
        raise AssertionError(f"no tap leads on: {self.phones[0].page.inner_text('#main')[:600]}")

    def all_show_the_same(self, away: Sequence[Screen] = ()) -> None:
        for screen in self.screens:
            if screen not in away:
                screen.shows(self.session.seq)

    def agree(self) -> None:
        """Each phone agrees to what it is asked, by its own button."""
        for phone in self.phones:
            while (answer := phone.page.evaluate_handle(ASKED).as_element()) is not None:
                phone.click(answer)

    def restart(self) -> None:
        """Stop the service in the middle of the game, and start it again: nothing is lost."""
        ident, before, seq = self.session.id, self.session.record(), self.session.seq
        for screen in self.screens:
            screen.cut_off = True
        self.service.stop()
        for screen in self.screens:
            screen.page.wait_for_selector("#link:not([hidden])")
        self.service.start(ident)
        for screen in self.screens:
            screen.page.wait_for_selector("#link", state="hidden")
            screen.cut_off = False
        assert (self.session.seq, self.session.record()) == (seq, before)

    def close(self) -> None:
        for screen in self.screens:
            screen.page.context.close()
        self.service.stop()
