"""A real browser whose connection to the table breaks."""

from __future__ import annotations

import pytest
from browsers import PHONE
from web_tables import begin

pytestmark = pytest.mark.browser


def test_a_page_that_lost_the_connection_catches_up(open_page, session, complaints) -> None:
    page = open_page("/play")
    page.wait_for_function("() => document.getElementById('link').hidden")
    page.context.set_offline(True)
    session.act(next(session.state.legal(1)))
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    page.context.set_offline(False)
    page.evaluate("news.start()")
    page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))
    assert [text for text in complaints if "DISCONNECTED" not in text] == []
    complaints.clear()


def test_a_lost_connection_is_seen_wherever_a_page_is_scrolled_to(open_page, watched, complaints) -> None:
    begin(watched)
    page = open_page("/play")
    page.wait_for_function("() => document.getElementById('link').hidden")
    page.wait_for_selector("#live .lamp")
    alike = page.evaluate(LAMP)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.context.set_offline(True)
    page.wait_for_selector("#link:visible")
    page.evaluate("document.querySelector('#settings form').requestSubmit()")
    page.wait_for_selector("#notice span")
    assert page.evaluate("scrollY") > 0
    for what in ("#link span", "#notice span"):
        box = page.locator(what).bounding_box()
        assert 0 <= box["y"] < PHONE["height"] / 4
    assert page.evaluate(LAMP) != alike
    assert not page.get_by_text("All as it should be").is_visible()
    page.context.set_offline(False)
    page.wait_for_selector("#link", state="hidden")
    page.wait_for_selector("#notice span", state="detached")
    assert page.evaluate(LAMP) == alike
    assert page.get_by_text("All as it should be").is_visible()
    assert [text for text in complaints if "DISCONNECTED" not in text] == []
    complaints.clear()


LAMP = "getComputedStyle(document.querySelector('#live .lamp')).backgroundColor"


def test_a_page_that_cannot_be_shown_says_so_once(open_page, session, complaints) -> None:
    page = open_page("/hand")
    page.wait_for_function("() => document.getElementById('link').hidden")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    session.act(next(session.state.legal(1)))
    page.wait_for_timeout(1500)
    assert page.get_by_text("In this game nobody holds cards.").count() == 1
    assert not [address for address in asked if address.endswith("/hand")]
    complaints.clear()  # the browser notes that the page itself was refused


SOON = "AbortSignal.timeout = ((given) => () => given.call(AbortSignal, 300))(AbortSignal.timeout)"


@pytest.mark.parametrize("fate", ["fails", "never ends"])
def test_news_whose_fetch_fails_is_fetched_again(open_page, session, complaints, fate) -> None:
    page = open_page("/play")
    page.wait_for_function("() => document.getElementById('link').hidden")
    page.evaluate(SOON)
    held = []

    def once(route):
        if held or not route.request.headers.get("x-tap"):
            return route.continue_()
        held.append(route)
        return route.abort("connectionreset") if fate == "fails" else None

    page.route("**/play", once)
    session.act(next(session.state.legal(1)))
    page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))
    assert len(held) == 1
    page.unroute_all(behavior="ignoreErrors")
    complaints.clear()  # the browser notes that a fetch failed


NOTED = """
window.given = [];
const timeout = AbortSignal.timeout;
AbortSignal.timeout = (ms) => (given.push(ms), timeout.call(AbortSignal, ms));
"""


@pytest.mark.slow
def test_a_table_that_does_not_answer_in_time_is_given_twice_as_long(open_page, session, complaints) -> None:
    """A starved table would answer none of many requests, each of which is given up too early."""
    page, failing = open_page("/play"), [1, 2, 3]
    page.wait_for_function("() => document.getElementById('link').hidden")
    page.evaluate(NOTED)
    page.route(
        "**/play", lambda route: route.abort("timedout") if failing and failing.pop() else route.continue_()
    )
    for wanted in ([10_000, 20_000, 40_000, 80_000], [10_000]):
        page.evaluate("given.length = 0")
        session.act(next(session.state.legal(next(filter(None, session.state.actors)))))
        page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))
        given = page.evaluate("given")
        assert list(dict.fromkeys(given)) == wanted
    complaints.clear()  # the browser notes that fetches failed


def test_what_waits_for_a_field_is_shown_when_it_is_left(open_page, session) -> None:
    page = open_page("/play")
    page.locator("#side summary", has_text="This table").click()
    page.locator("#settings input:not([type=hidden])").first.focus()
    session.act(next(session.state.legal(1)))
    page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))
    of_the_form = "document.querySelector('#settings [name=seq]').value"
    assert page.evaluate(of_the_form) != str(session.seq)
    page.evaluate("document.activeElement.blur()")
    page.wait_for_function(f"seq => {of_the_form} === seq", arg=str(session.seq))
