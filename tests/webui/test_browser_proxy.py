"""A real browser under the sub-path of a reverse proxy: nothing of a page leaves it."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from web_tables import begin

from webui.http.proxies import Proxies

LINKS = """[...document.querySelectorAll("a[href], form[action]")].map(
    (each) => new URL(each.getAttribute("href") || each.getAttribute("action"), location).pathname)"""

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("path", ["/play", "/board", "/log", "/camera", "/join", "/"])
def test_a_page_asks_for_nothing_outside_its_sub_path(open_page, hub, session, served, path) -> None:
    hub.proxies = Proxies.of(["127.0.0.1"], f"{served}/table")
    page = open_page("/table/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    with page.expect_request("**/table/events*"):
        page.goto(f"/table{path}", wait_until="load")
    assert [each for each in asked if not each.startswith("/table/")] == []
    links = page.evaluate(LINKS)
    assert len(links) > 5
    assert [each for each in links if not each.startswith("/table/")] == []


def test_a_tap_and_news_stay_on_the_page(open_page, hub, served) -> None:
    session = begin(hub)
    hub.proxies = Proxies.of(["127.0.0.1"], f"{served}/table")
    page = open_page("/table/play")
    page.wait_for_function("() => document.getElementById('link').hidden")
    page.evaluate("window.sameAsBefore = true")
    before = session.seq
    page.locator("#dock form[data-tap] button").first.click()
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=before)
    session.act(session.game.parse(0, "roll 5"))
    page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))
    assert page.evaluate("window.sameAsBefore")
    assert urlsplit(page.url).path == "/table/play"
