"""The play page by keyboard: what is chosen keeps the focus."""

from __future__ import annotations

import pytest
from browsers import DESK
from web_tables import begin

pytestmark = pytest.mark.browser


def test_a_space_that_is_chosen_by_key_keeps_the_focus(open_page, session) -> None:
    page = open_page("/play", viewport=DESK)
    space = page.locator("#board svg a[data-swap]").first
    called = space.get_attribute("aria-label")
    space.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#board .picked", state="attached")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == called


def test_where_a_button_is_gone_the_next_tab_leads_to_what_is_asked_there_now(open_page, hub) -> None:
    session = begin(hub)
    session.act(session.game.parse(0, "first 1"))
    page = open_page("/play", viewport=DESK)
    page.get_by_role("button", name="The die shows 4").focus()
    before = session.seq
    page.keyboard.press("Enter")
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=before)
    assert page.evaluate("document.activeElement.id") == "dock"


TWIN = """() => {
  const twin = Object.assign(document.createElement("button"), { textContent: "Rules" });
  document.getElementById("prompt").append(twin);
  document.querySelector("#tools a[href*='rules']").focus();
}"""


def test_a_button_of_the_same_words_elsewhere_does_not_take_the_focus(open_page, session) -> None:
    page = open_page("/play", viewport=DESK)
    page.evaluate(TWIN)
    before = session.seq
    session.act(next(session.state.legal(1)))
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=before)
    assert page.evaluate("document.activeElement.closest('#tools') !== null")
