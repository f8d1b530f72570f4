"""A finger's tap that says all of an action takes it, and Undo is there."""

from __future__ import annotations

import pytest
from browsers import DESK

pytestmark = pytest.mark.browser


def test_one_tap_takes_an_action_and_undo_lies_beside_it(open_page, session) -> None:
    page, before = open_page("/play", viewport=DESK), session.seq
    page.locator("#board a[data-text]").first.click()
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=before)
    assert session.line[-1].by == 1
    page.locator(".undo-now").click()
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=session.seq - 1)
    assert session.line[-1].text == "roll 4"


def test_a_key_asks_first(open_page, session) -> None:
    page, before = open_page("/play", viewport=DESK), session.seq
    page.locator("#board a[data-text]").first.focus()
    page.keyboard.press("Enter")
    page.locator("#board .cell.picked").first.wait_for(state="attached")
    assert session.seq == before
