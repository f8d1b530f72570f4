"""The hub's pages for everybody: axe finds nothing, and all of it can be done by the keyboard alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe import violations
from playwright.sync_api import Browser, Page, expect
from told import game, tell
from webs import pages_over, sit
from werkzeug.serving import make_server

from companion.hub.league import seasons, tournaments
from companion.hub.parts import Parts
from companion.hub.store import accounts
from companion.hub.store.database import Database
from companion.hub.store.keys import new_key

pytestmark = pytest.mark.browser

PAGES = (
    "/",
    "/league",
    "/players",
    "/players/1",
    "/tournaments",
    "/tournaments/1",
    "/tables",
    "/no/such/page",
)
OPEN_TO_ALL = ("/sign-in", "/join/abcdefghijkl")
PASSWORD = "correct horse"


@pytest.fixture
def address(tmp_path: Path) -> str:
    """One kind of database is enough here."""
    return f"sqlite:///{tmp_path}/hub.db"


@pytest.fixture
def served(tmp_path: Path, database: Database) -> Iterator[tuple[Parts, str]]:
    """A hub with a room that plays, a league, a season and a tournament."""
    parts, app = pages_over(tmp_path / "hub", database)
    names = {"1": "Ann", "2": "Bob"}
    sit(
        parts,
        "table-1",
        state="playing",
        title="Papillon",
        game="g",
        names=names,
        acting=(2,),
        totals={"1": 3},
    )
    sit(parts, "table-2", state="lost", title="Papillon", game="h", names=names)
    sit(parts, "table-3", state="idle")
    for number in range(3):
        tell(parts.database, "table-1", game(f"g{number}", {"Ann": number + 4, "Bob": 5}))
    seasons.add_season(parts.database, "Winter", "2020-01-01", "2099-12-31")
    tournaments.create(parts.database, "Cup", "", tournaments.SWISS, 2, 2, [1, 2])
    accounts.set_account(parts.database, "Ada", "admin", PASSWORD)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield parts, f"http://127.0.0.1:{server.server_port}"
    app.extensions["screens"].close()
    server.shutdown()
    thread.join()
    server.server_close()
    parts.database.close()


def opened(chromium: Browser, **more: object) -> Iterator[Page]:
    page = chromium.new_page(**more)  # type: ignore[arg-type]
    yield page
    page.close()


@pytest.fixture(params=["light", "dark"])
def page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    yield from opened(chromium, viewport={"width": 390, "height": 844}, color_scheme=request.param)


@pytest.fixture
def wide(chromium: Browser) -> Iterator[Page]:
    yield from opened(chromium, viewport={"width": 1280, "height": 800})


def test_axe_finds_nothing_on_any_page(served: tuple[Parts, str], page: Page) -> None:
    parts, address = served
    found = {}
    for path in OPEN_TO_ALL:
        page.goto(address + path)
        found[path] = violations(page)
    page.goto(f"{address}/key/{new_key(parts.database, 'admin', 'the admin', timedelta(days=1))}")
    for path in PAGES:
        page.goto(address + path)
        found[path] = violations(page)
    page.goto(f"{address}/tables")
    page.get_by_label("Name of a new table").fill("table-9")
    page.get_by_role("button", name="Show its code").click()
    expect(page.locator(".code svg")).to_be_visible()
    found["a code"] = violations(page)
    assert {path: each for path, each in found.items() if each} == {}


def tab_to(page: Page, what: str) -> None:
    """Press Tab until the focus is on the element with those words; it must be seen there."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == what:
            assert page.evaluate(OUTLINED), f"the focus on {what} cannot be seen"
            return
    raise AssertionError(f"Tab does not lead to {what!r}")


FOCUSED = """() => {
    const at = document.activeElement;
    const label = at.labels && at.labels[0];
    const said = label ? label.childNodes[0].textContent : at.getAttribute("aria-label") || at.textContent;
    return said.trim().replace(/\\s+/g, " ");
}"""
OUTLINED = """() => {
    const style = getComputedStyle(document.activeElement);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
}"""


def test_a_host_signs_in_and_runs_an_evening_by_the_keyboard_alone(
    served: tuple[Parts, str], wide: Page
) -> None:
    _, address = served
    wide.goto(f"{address}/sign-in")
    tab_to(wide, "Name")
    wide.keyboard.type("Ada")
    tab_to(wide, "Password")
    wide.keyboard.type(PASSWORD)
    wide.keyboard.press("Enter")
    wide.wait_for_url(f"{address}/")
    tab_to(wide, "Tables")
    wide.keyboard.press("Enter")
    wide.wait_for_url("**/tables")
    tab_to(wide, "Name of a new table")
    wide.keyboard.type("table-9")
    tab_to(wide, "Show its code")
    wide.keyboard.press("Enter")
    expect(wide.locator(".code svg")).to_be_visible()
    tab_to(wide, "Tournaments")
    wide.keyboard.press("Enter")
    wide.wait_for_url("**/tournaments")
    tab_to(wide, "Cup")
    wide.keyboard.press("Enter")
    wide.wait_for_url("**/tournaments/1")
    tab_to(wide, "Enter the result by hand")
    wide.keyboard.press("Enter")
    for name, points in (("Ann", "9"), ("Bob", "4")):
        tab_to(wide, name)
        wide.keyboard.type(points)
    wide.keyboard.press("Enter")
    expect(wide.get_by_text("by hand", exact=True)).to_be_visible()


@pytest.mark.parametrize("path", PAGES)
def test_whatever_can_be_clicked_is_reached_by_tab(served: tuple[Parts, str], wide: Page, path: str) -> None:
    parts, address = served
    wide.goto(f"{address}/key/{new_key(parts.database, 'admin', 'the admin', timedelta(days=1))}")
    wide.goto(address + path)
    assert urlsplit(wide.url).path == path
    wide.evaluate(
        "() => document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary')"
        ".forEach((each, number) => each.checkVisibility() && (each.dataset.stop = number))"
    )
    left = set(wide.evaluate("() => [...document.querySelectorAll('[data-stop]')].map(e => e.dataset.stop)"))
    for _ in range(2 * len(left) + 5):
        wide.keyboard.press("Tab")
        left.discard(wide.evaluate("() => document.activeElement.dataset.stop"))
        if not left:
            return
    html = [wide.locator(f"[data-stop='{each}']").evaluate("each => each.outerHTML") for each in left]
    raise AssertionError(f"Tab does not reach {html}")
