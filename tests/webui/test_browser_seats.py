"""A real browser whose seat another phone takes."""

from __future__ import annotations

import pytest
from secret_phones import begin

pytestmark = pytest.mark.browser


def test_a_phone_that_loses_its_seat_says_so_at_once_and_shows_no_hand(
    open_page, app, hub, complaints
) -> None:
    session = begin(hub, "star-baker")
    page = open_page(f"/j/{hub.token}")
    page.get_by_role("button", name=session.names[2]).click()
    page.wait_for_selector("body[data-seat='2']")
    assert page.locator(".seat-sign").inner_text().strip() == session.names[2]
    page.wait_for_function("() => document.getElementById('link').hidden")
    app.test_client().post(f"/j/{hub.token}", data={"seat": 2, "instead": "yes"})
    page.wait_for_selector("body[data-seat='0']")
    assert page.locator(".seat-sign").inner_text().strip() == "All seats"
    assert f"{session.names[2]} is played on another phone now." in page.locator("#notice").inner_text()
    assert page.get_by_text("Who holds this phone?").is_visible()
