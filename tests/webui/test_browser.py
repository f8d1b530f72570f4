"""A real browser at the table: a phone of 390 points, and fingers."""

from __future__ import annotations

import re
import time
from contextlib import suppress

import playwright.sync_api as playwright
import pytest
from browsers import HEARS_NOTHING_MORE
from web_tables import GAME, begin

from companion.live.status import Countdown, LiveStatus
from companion.record.events import Settings
from companion.rules.game import CHANCE

pytestmark = pytest.mark.browser

PROVED = re.compile("from the seed, and (all are|is) right")

LONGEST_GAME = 60
"""Taps after which a game of a few turns must be over."""


def test_a_whole_game_is_played_by_tapping(open_page, hub) -> None:
    page = open_page(f"/new/{GAME}")
    page.get_by_text("Variants and modules").click()
    page.locator("[name=option-turn_limit]").fill("4")
    page.get_by_text("The program does", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/play")
    _tap_to_the_end(page, LONGEST_GAME)
    assert "win" in page.locator("h1").inner_text()
    assert PROVED.search(page.locator("main").inner_text())


@pytest.mark.slow
@pytest.mark.timeout(400)  # Some 800 taps, each waited for: half a minute, but much more on a busy machine.
def test_a_whole_game_with_boards_of_the_players_is_played_by_tapping(open_page, hub) -> None:
    page = open_page("/new/octopus-garden")
    page.get_by_text("The program does", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/play")
    assert page.locator("#board svg.board").count() == 2
    _tap_to_the_end(page, 900)
    assert PROVED.search(page.locator("main").inner_text())


def test_advice_and_score_light_up_the_garden_that_they_speak_of(open_page, hub) -> None:
    session = hub.store.new_session("octopus-garden", ("Anna", "Ben"), {}, Settings(otherwise="tap"))
    hub.open(session)
    for text in (*("draw SG",) * 9, "first 1"):
        session.act(session.game.parse(0, text))
    for text in ("buy R1", "plant SG A1", "plant SG A2", "plant SG B2"):
        session.act(session.game.parse(1, text))
    page = open_page("/play")
    page.get_by_role("link", name="Ben").click()
    page.wait_for_selector("figcaption:has-text('Ben')")
    page.get_by_role("link", name="3 seagrasses at A1-A2-B2").click()
    page.wait_for_selector("figcaption:has-text('Anna')")
    assert page.locator(".cell.lit").count() == 3
    in_view = "box => box.top >= 0 && box.bottom <= innerHeight"
    page.wait_for_function(f"() => ({in_view})(document.querySelector('.cell.lit').getBoundingClientRect())")
    page.get_by_role("link", name="R2 costs 3").click()
    page.wait_for_selector("[data-where='market/22'].lit")
    assert page.locator(".cell.lit").count() == 3


def _tap_to_the_end(page, taps: int) -> None:
    """Tap whatever is offered until the result is there, and open it."""
    for _ in range(taps):
        page.wait_for_selector("#dock button, #dock .button, #board .cell.end")
        if page.get_by_role("link", name="See the result").count():
            break
        _tap_once(page)
    page.get_by_role("link", name="See the result").click()
    page.wait_for_url("**/result")


def test_news_leave_the_keyboard_and_the_reader_where_they_are(open_page, session) -> None:
    page = open_page("/play")
    page.evaluate("window.prompt_ = document.getElementById('prompt')")
    held = page.locator("#side summary", has_text="This table")
    held.focus()
    before = page.locator("#prompt").inner_text()
    page.evaluate("window.held = document.activeElement")
    session.act(next(iter(session.state.legal(session.state.actors[0]))))
    page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))
    assert page.evaluate("!window.held.isConnected")
    assert page.evaluate("document.activeElement.innerText") == "This table"
    assert page.evaluate("prompt_ === document.getElementById('prompt')")
    assert page.locator("#prompt").inner_text() != before


def test_a_board_is_filled_by_tapping(open_page, hub) -> None:
    page = open_page("/new/filler-tiles")
    page.get_by_text("Variants and modules").click()
    for option, value in (("preset", "siege"), ("rows", "4"), ("cols", "4"), ("stones", "2")):
        page.locator(f"[name=option-{option}]").select_option(value)
    page.get_by_text("The program does", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/play")
    page.locator("#board .cell.end").first.dispatch_event("click")
    page.wait_for_selector("#board .cell.picked")
    _tap_to_the_end(page, LONGEST_GAME)
    assert hub.session.state.outcome is not None
    assert PROVED.search(page.locator("main").inner_text())


def _tap_once(page) -> None:
    """Tap a space where there is one to tap, then what is offered; wait until the page has it.

    News that come at the same moment may exchange the very thing that is tapped, so the tap is a
    script's: it hits what is there, at once, and is made again when nothing came of it.
    """
    before = page.locator("body").get_attribute("data-seq")
    for _ in range(10):
        offered = page.evaluate(TAP)
        with suppress(playwright.TimeoutError):
            page.wait_for_function(TAKEN, arg={"seq": before, "offered": offered}, timeout=5000)
        if page.locator("body").get_attribute("data-seq") != before:
            return
    pytest.fail("the table took no tap")


TAP = """() => {
  const offered = document.querySelector("#dock button");
  (offered ?? document.querySelector("#board .cell.end"))?.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true }));
  return offered !== null;
}"""
"""Tap what is offered, else a space; give whether something was offered."""
TAKEN = """({ seq, offered }) => document.body.dataset.seq !== seq
  || (!offered && document.querySelector("#dock button") !== null)"""


def test_another_phone_sees_a_tap_at_once(open_page, session) -> None:
    one, other, after = open_page("/play"), open_page("/board"), session.seq + 1
    one.locator("#board .cell.end").first.dispatch_event("click")
    one.locator("#dock button").first.click()
    other.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(after))
    assert "Move 4 spaces." not in other.locator("#prompt").inner_text()


def test_who_asked_for_an_undo_hears_at_once_that_it_is_refused(open_page, hub, session) -> None:
    session.act(next(session.state.legal(1)))
    while CHANCE not in session.state.actors:
        session.act(session.game.parse(1, "end"))
    session.act(next(session.state.legal(CHANCE)))
    anna, ben = (open_page(f"/j/{hub.token}") for _ in range(2))
    for phone, name in ((anna, "Anna"), (ben, "Ben")):
        phone.get_by_role("button", name=name).click()
        phone.wait_for_selector("#dock")
    anna.get_by_role("button", name="Undo").click()
    anna.wait_for_selector("#undo-asked")
    ben.wait_for_selector("#undo-asked")
    for phone, words in ((anna, "Still to answer: Ben."), (ben, "Anna asks to take back")):
        for end in (0, "document.body.scrollHeight"):
            phone.evaluate(f"scrollTo(0, {end})")
            assert phone.evaluate(WHOLLY_SEEN, words), "it is seen wherever somebody has scrolled to"
    assert anna.locator("#notice").inner_text() == ""
    ben.get_by_role("button", name="Rather not").click()
    said = anna.locator("#undo-answer")
    said.wait_for()
    assert "Ben would rather not take it back." in said.inner_text()
    assert anna.locator("#undo-asked").count() == 0


WHOLLY_SEEN = """words => {
  const card = document.querySelector("#undo-asked");
  const boxes = [card, ...card.querySelectorAll("button")].map((each) => each.getBoundingClientRect());
  const seen = ({ top, bottom }) => top >= 0 && bottom <= innerHeight;
  return card.innerText.includes(words) && boxes.every(seen);
}"""


def test_choosing_in_the_list_unfolds_no_other_card(open_page, session) -> None:
    page = open_page("/play")
    page.locator("#ends summary").click()
    page.locator("#ends .chip").first.click()
    page.wait_for_selector("#ends", state="detached")
    assert page.locator("#settings[open]").count() == 0
    page.locator("#settings summary").click()
    page.get_by_role("link", name="Clear taps").click()
    page.wait_for_selector("#ends")
    assert page.locator("#settings[open]").count() == 1
    assert page.locator("#ends[open]").count() == 0


def test_a_tap_on_an_old_page_says_so_and_shows_the_fresh_one(open_page, session, complaints) -> None:
    page = open_page("/play")
    page.evaluate(HEARS_NOTHING_MORE)
    page.locator("#board .cell.end").first.dispatch_event("click")
    page.wait_for_selector("#dock button")
    session.note("Somebody spilled tea.")
    with page.expect_response("**/play/act") as answered:
        page.locator("#dock button").first.click()
    assert answered.value.status == 409
    page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))
    assert page.locator("#notice").inner_text() != ""
    assert len(session.line) == 2
    assert [text for text in complaints if "409" not in text] == []
    complaints.clear()


def test_any_tap_stops_a_countdown_which_is_said_and_may_run_again(open_page, watched, live) -> None:
    begin(watched)
    page = open_page("/play")
    live.show(LiveStatus("still", countdown=Countdown(1, "end", time.monotonic(), 30.0)))
    page.wait_for_selector("[data-countdown]")
    with page.expect_response("**/table/cancel"):
        page.locator("h1").click()
    page.wait_for_selector("[data-countdown]", state="detached")
    assert ("cancel",) in live.calls
    said = page.locator("#live .countdown p").inner_text()
    assert said == "Stopped by a tap. Anna ends the turn."
    page.get_by_role("button", name="Count again").click()
    page.wait_for_selector("[data-countdown]")
    assert live.calls[-1] == ("resume",), "that tap does not stop it again"


def test_who_has_scrolled_away_is_told_that_the_countdown_is_stopped(open_page, watched, live) -> None:
    begin(watched)
    page = open_page("/play")
    live.show(LiveStatus("still", countdown=Countdown(1, "end", time.monotonic(), 30.0)))
    page.wait_for_selector("[data-countdown]")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.wait_for_function(
        "() => document.querySelector('[data-countdown]').getBoundingClientRect().bottom < 0"
    )
    page.mouse.click(20, 400)
    page.wait_for_selector("#notice span")
    said = page.locator("#notice").inner_text()
    assert said == "The countdown is stopped. Anna ends the turn, or lets it count again."


def test_pages_work_without_script(open_page, session) -> None:
    page = open_page("/play", java_script_enabled=False)
    page.locator("#board a:has(.end)").first.click()
    page.locator("#dock button").first.click()
    page.wait_for_url("**/play")
    assert len(session.line) == 3
