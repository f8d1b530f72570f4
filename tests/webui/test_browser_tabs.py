"""A real browser with many tabs of one phone: each scanned code opens one more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytestmark = pytest.mark.browser

TABS = 8
"""More than the six connections that a browser opens to one host."""

SEEN = "Object.defineProperty(document, 'hidden', {get: () => window.unseen, configurable: true})"


TAP = """way => {
    const form = document.querySelector("#settings form");
    form.querySelector(`[value=${way}]`).checked = true;
    form.requestSubmit();
}"""


@pytest.fixture
def phone(chromium, served: str) -> Iterator[Callable[[], Any]]:
    """Open one more tab of the same browser, all of which are seen."""
    context = chromium.new_context(base_url=served.replace("127.0.0.1", "table.local"))
    context.add_init_script(f"window.unseen = false; {SEEN}")

    def open_() -> Any:
        tab = context.new_page()
        tab.set_default_timeout(30_000)
        tab.goto("/play", wait_until="domcontentloaded")
        return tab

    yield open_
    context.close()


def see(tab: Any, *, seen: bool) -> None:
    """Put a tab behind another, or in front."""
    tab.evaluate(f"window.unseen = {'false' if seen else 'true'}")
    tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def shows(tab: Any, session: Any) -> None:
    """Wait until a tab is up to date."""
    tab.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))


def act(session: Any) -> None:
    session.act(next(session.state.legal(1)))


def streams(app: Any) -> int:
    return len(app.extensions["hub"].feed)


def until_streams(tab: Any, app: Any, count: int) -> None:
    for _ in range(600):
        if streams(app) == count:
            return
        tab.wait_for_timeout(50)
    assert streams(app) == count


def test_phones_have_no_secure_context(phone, session) -> None:
    assert phone().evaluate("[isSecureContext, navigator.locks, navigator.serviceWorker]") == [
        False,
        None,
        None,
    ]


def test_every_tap_of_every_tab_works_and_all_tabs_are_up_to_date(phone, session, app) -> None:
    tabs = [phone() for _ in range(TABS)]
    for number, tab in enumerate(tabs):
        before = session.seq
        tab.evaluate(TAP, ("software", "tap")[number % 2])
        tab.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=before)
        assert session.seq > before
        for each in tabs:
            shows(each, session)
    until_streams(tabs[0], app, 1)


def test_when_the_tab_that_listens_is_closed_another_one_does(phone, session, app) -> None:
    tabs = [phone() for _ in range(3)]
    until_streams(tabs[0], app, 1)
    while tabs:
        act(session)
        for tab in tabs:
            shows(tab, session)
        session.undo(1)
        tabs.pop(0).close()


def test_a_tab_that_nobody_sees_holds_no_stream_and_catches_up(phone, session, app) -> None:
    tab = phone()
    shows(tab, session)
    until_streams(tab, app, 1)
    see(tab, seen=False)
    until_streams(tab, app, 0)
    act(session)
    see(tab, seen=True)
    shows(tab, session)
    until_streams(tab, app, 1)


def test_a_browser_without_channels_keeps_each_tab_up_to_date(phone, session, app) -> None:
    tabs = [phone() for _ in range(2)]
    for tab in tabs:
        tab.context.add_init_script("delete window.BroadcastChannel")
        tab.reload(wait_until="domcontentloaded")
    until_streams(tabs[0], app, 2)
    act(session)
    for tab in tabs:
        shows(tab, session)
