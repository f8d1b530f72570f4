"""The play page by keyboard: what is chosen keeps the focus."""

from __future__ import annotations

import pytest
from browsers import DESK

pytestmark = pytest.mark.browser


def test_a_space_that_is_chosen_by_key_keeps_the_focus(open_page, session) -> None:
    page = open_page("/play", viewport=DESK)
    space = page.locator("#board svg a[data-swap]").first
    called = space.get_attribute("aria-label")
    space.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#board .picked", state="attached")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == called
