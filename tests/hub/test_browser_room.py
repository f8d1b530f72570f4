"""The room's screen in a real browser: fresh by itself, nothing sticks out, names are no markup."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from webs import pages_over, sit
from werkzeug.serving import make_server

from companion.hub.parts import Parts
from companion.hub.store.database import Database
from companion.hub.store.keys import new_key

pytestmark = pytest.mark.browser


@pytest.fixture
def address(tmp_path: Path) -> str:
    """One kind of database is enough here."""
    return f"sqlite:///{tmp_path}/hub.db"


@pytest.fixture
def served(tmp_path: Path, database: Database) -> Iterator[tuple[Parts, str]]:
    parts, app = pages_over(tmp_path / "hub", database, help_after_s=3600)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    word = new_key(parts.database, "screen", "television", timedelta(days=1))
    yield parts, f"http://127.0.0.1:{server.server_port}/key/{word}"
    app.extensions["screens"].close()
    server.shutdown()
    thread.join()
    server.server_close()
    parts.database.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    opened = chromium.new_page(viewport={"width": 390, "height": 844})
    yield opened
    opened.close()


def playing(parts: Parts, table: str, **more: object) -> None:
    names = {"1": "Ann", "2": "<i>Bob</i>"}
    sit(parts, table, **{"state": "playing", "title": "Papillon", "game": "g", "names": names, **more})


def test_the_room_keeps_itself_fresh(served: tuple[Parts, str], page: Page) -> None:
    parts, link = served
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(link)
    expect(page.get_by_text("No table is here yet.")).to_be_visible()
    playing(parts, "table-10", totals={"1": 3, "2": 5}, acting=(2,))
    playing(parts, "table-2", totals={"1": 3, "2": -5}, acting=(1,))
    expect(page.locator("article h2")).to_have_text(["table-2", "table-10"])
    expect(page.locator("#table-table-10 .acts .name")).to_have_text("<i>Bob</i>")
    expect(page.locator("#table-table-2 .points").nth(1)).to_have_text("\N{MINUS SIGN}5")
    playing(parts, "table-10", totals={"1": 3, "2": 25}, acting=(1,))
    expect(page.locator("#table-table-10 .points").nth(1)).to_have_text("25")
    expect(page.locator("#table-table-10 .acts .name")).to_have_text("Ann")
    sit(parts, "table-2", state="lost", title="Papillon", game="g", names={"1": "Ann"})
    expect(page.locator("#table-table-2 .help")).to_have_text("The camera gives no pictures.")
    expect(page.locator('[data-count="help"]')).to_have_text("1")
    parts.room.forget("table-10")
    expect(page.locator("article h2")).to_have_text(["table-2"])
    assert errors == []


@pytest.mark.parametrize("width", [320, 390, 1280, 1920])
def test_nothing_sticks_out_of_the_screen(served: tuple[Parts, str], page: Page, width: int) -> None:
    parts, link = served
    long = {"1": "Wolfeschlegelsteinhausenbergerdorff", "2": "Ann " * 12}
    for number in range(4):
        playing(parts, f"table-{'x' * 30}-{number}", names=long, totals={"1": -100, "2": 9999}, acting=(1,))
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(link)
    expect(page.locator("article")).to_have_count(4)
    for path in ("/", "/league", "/players", "/tournaments"):
        page.goto(link.partition("/key/")[0] + path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
