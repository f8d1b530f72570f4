"""What a browser does besides showing, each off until somebody wants it there."""

from __future__ import annotations

import pytest
from web_tables import begin

pytestmark = pytest.mark.browser

NOTE = """() => {
  window.said = [];
  window.shaken = 0;
  speechSynthesis.speak = (utterance) => window.said.push(utterance.text);
  navigator.vibrate = () => ++window.shaken;
}"""


LONG_AGO = """() => {
  const turn = JSON.parse(sessionStorage.turn);
  sessionStorage.turn = JSON.stringify({ ...turn, since: Date.now() - 65000 });
}"""


def wish(page, *names: str) -> None:
    page.locator("#wishes summary").click()
    for name in names:
        page.locator(f"[data-wish={name}]").check()
    page.evaluate(NOTE)


def test_nothing_is_said_before_it_is_wanted(open_page, session) -> None:
    page = open_page("/play")
    page.evaluate(NOTE)
    session.act(next(session.state.legal(1)))
    page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))
    page.wait_for_timeout(1500)
    assert page.evaluate("window.said") == []


@pytest.mark.parametrize("beside", [(), ("clock",)])
def test_only_what_changed_is_said_and_once(open_page, hub, beside: tuple[str, ...]) -> None:
    """The seconds of a clock beside it are no news."""
    session = begin(hub)
    page = open_page("/play")
    wish(page, "speech", *beside)
    for text in ("first 1", "roll 4"):
        session.act(session.game.parse(0, text))
    page.wait_for_function("() => window.said.length > 0")
    (said,) = page.evaluate("window.said")
    assert said.startswith("Anna:"), said
    page.evaluate("document.dispatchEvent(new Event('swapped'))")
    page.wait_for_timeout(1500)
    assert page.evaluate("window.said.length") == 1


def test_a_phone_shakes_and_its_tab_says_so_when_its_turn_begins(open_page, hub, session) -> None:
    page = open_page(f"/j/{hub.token}")
    page.locator("button[name=seat][value='2']").click()
    page.wait_for_url("**/play")
    wish(page, "vibrate")
    assert not page.title().startswith("●")
    while 2 not in session.state.actors:
        session.act(next(session.state.legal(session.state.actors[0])))
    page.wait_for_function("() => document.title.startsWith('● Your turn')")
    assert page.evaluate("window.shaken") == 1


def test_the_clock_of_a_turn_goes_on_after_a_reload_and_begins_anew_with_the_next(open_page, hub) -> None:
    begin(hub)
    page = open_page("/play")
    wish(page, "clock")
    page.wait_for_selector(".turn-clock")
    page.evaluate(LONG_AGO)
    page.reload()
    page.wait_for_function("() => document.querySelector('.turn-clock')?.textContent.startsWith('1:')")


def test_what_a_browser_cannot_do_is_said_there(open_page, session) -> None:
    page = open_page("/play")
    page.evaluate("localStorage.clear()")
    page.add_init_script("delete window.speechSynthesis; delete window.AudioContext")
    page.reload()
    page.locator("#wishes summary").click()
    assert page.locator("[data-wish=sound]").is_disabled()
    assert "This browser cannot." in page.locator("label:has([data-wish=sound])").inner_text()
