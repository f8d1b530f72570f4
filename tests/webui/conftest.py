"""A hub over a store in a temporary folder, with a table that does what a test tells it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import PHONE
from flask import Flask
from flask.testing import FlaskClient
from phones import app_over
from web_tables import PICTURE, SEEN, FakeLive, FakeSimulation, begin
from werkzeug.serving import make_server

from companion.rules.catalogue import GAMES, load_game, take_in
from companion.sessions.session import Session
from companion.sessions.store import Store
from webui import Hub, Table
from webui.access.seat_news import SeatNews

QUIET = "/static/table.css"


@pytest.fixture
def live() -> FakeLive:
    return FakeLive()


@pytest.fixture
def simulation() -> FakeSimulation:
    return FakeSimulation()


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    """No camera: everything is tapped."""
    with Store(tmp_path / "games.db") as store:
        hub = Hub(store, own_browser_is_host=True)  # Flask's test client asks from the machine itself
        yield hub
        hub.close()


@pytest.fixture
def news_stay(hub: Hub) -> None:
    """Who sat down is told for some seconds; between two pages that are compared nothing may be forgotten."""
    hub.seat_news = SeatNews(clock=lambda: 0.0)


@pytest.fixture
def watched(hub: Hub, live: FakeLive, simulation: FakeSimulation) -> Hub:
    """With a live and a simulated table."""
    hub.lay = lambda _: Table(live, simulation)
    hub.lay_has_camera = True
    hub.annotate = lambda image, _: image
    hub.read_photo = lambda _: (PICTURE, SEEN, PICTURE)
    return hub


@pytest.fixture
def app(hub: Hub) -> Flask:
    app = app_over(hub)
    app.config["HEARTBEAT_S"] = 0.05
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def session(hub: Hub) -> Session:
    """A game of two, begun by tapping: Anna is to move 4 spaces."""
    session = begin(hub)
    for text in ("first 1", "roll 4"):
        session.act(session.game.parse(0, text))
    return session


class Stage:
    """What a real server serves: the app of the test that runs."""

    app: Flask
    address: str

    def __call__(self, environ: dict[str, object], start_response: object) -> object:
        return self.app(environ, start_response)


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    """One real server for all tests: with one address a browser's tabs can be used again."""
    stage = Stage()
    server = make_server("127.0.0.1", 0, stage, threaded=True)
    server.daemon_threads = True
    stage.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield stage
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def served(app: Flask, stage: Stage) -> str:
    """The address of the app on a real server."""
    app.config["HEARTBEAT_S"] = 0.5
    stage.app = app
    return stage.address


@pytest.fixture
def complaints() -> list[str]:
    """What browsers complain of."""
    return []


@pytest.fixture(scope="session")
def tabs(chromium) -> list[Any]:
    """Tabs that no test uses now, each with cookies of its own: a new one costs half a second."""
    return []


@pytest.fixture
def open_page(chromium, tabs, served: str, complaints: list[str]) -> Iterator[Callable[..., object]]:
    """Open pages; a complaint that a test has not foreseen fails it."""
    usual, special = [], []
    noted = {
        "pageerror": lambda error: complaints.append(str(error)),
        "console": lambda line: complaints.append(line.text) if line.type == "error" else None,
    }

    def open_(path: str, viewport: dict[str, int] = PHONE, **settings: object):
        page = tabs.pop() if tabs and not settings else _new_tab(chromium, served, **settings)
        (special if settings else usual).append(page)
        page.set_viewport_size(viewport)
        for what, note in noted.items():
            page.on(what, note)
        page.goto(path, wait_until="domcontentloaded")
        return page

    yield open_
    for page in special:
        page.context.close()
    for page in usual:
        page.evaluate("0")  # what it has complained of is here then
        for what, note in noted.items():
            page.remove_listener(what, note)
        _make_as_new(page)
        tabs.append(page)
    assert complaints == []


def _new_tab(chromium, address: str, **settings: object) -> Any:
    page = chromium.new_context(base_url=address, **settings).new_page()
    page.set_default_timeout(30_000)
    return page


def _make_as_new(page: Any) -> None:
    """Leave the page for a text, in which nothing runs, and forget what was kept."""
    page.context.set_offline(False)
    page.goto(QUIET)
    page.evaluate("sessionStorage.clear()")
    page.context.clear_cookies()


@pytest.fixture
def printed_again() -> Iterator[None]:
    """Whatever boxes are brought, later tests play with what is printed."""
    games = [load_game(slug) for slug in GAMES]
    yield
    for game in games:
        take_in(game)
