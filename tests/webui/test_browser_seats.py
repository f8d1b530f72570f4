"""A real browser whose seat another phone takes."""

from __future__ import annotations

import threading

import pytest
from flask import request
from phones import phone_at
from secret_phones import begin

from webui.access import seat_requests

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


def test_who_asks_for_a_seat_has_it_when_the_time_is_over(open_page, hub, complaints, monkeypatch) -> None:
    hub.own_browser_is_host = False
    session = begin(hub, "star-baker")
    phone_at(hub, 2)
    monkeypatch.setattr(seat_requests, "WAIT_S", 2.0)
    now_s = [100.0]  # the table's time stands until the page is there; the page counts by its own
    monkeypatch.setattr(hub.seat_requests, "clock", lambda: now_s[0])
    page = open_page(f"/j/{hub.token}")
    page.get_by_role("button", name=session.names[2]).click()
    page.get_by_role("button", name="Ask for the seat").click()
    page.get_by_text("s left").wait_for()
    now_s[0] += 2.0
    page.wait_for_selector("body[data-seat='2']")
    assert page.locator(".seat-sign").inner_text().strip() == session.names[2]
    complaints.clear()  # the browser notes that the seat was not had at once


def test_the_owner_says_no_on_the_page_that_is_open(open_page, hub, complaints) -> None:
    hub.own_browser_is_host = False
    session = begin(hub, "star-baker")
    page = open_page(f"/j/{hub.token}")
    page.get_by_role("button", name=session.names[2]).click()
    page.wait_for_selector("body[data-seat='2']")
    other = open_page(f"/j/{hub.token}", locale="en")
    other.get_by_role("button", name=session.names[2]).click()
    other.get_by_role("button", name="Ask for the seat").click()
    page.get_by_role("button", name=f"No, I am {session.names[2]}").click()
    other.get_by_text(f"{session.names[2]} keeps the seat.", exact=True).wait_for()
    assert page.locator(".seat-sign").inner_text().strip() == session.names[2]
    complaints.clear()  # the browser notes that the seat was not had at once


def test_a_no_that_is_said_before_the_asking_page_listens_is_heard(open_page, hub, complaints) -> None:
    hub.own_browser_is_host = False
    session = begin(hub, "star-baker")
    owner = phone_at(hub, 2)

    def refuse_first(route) -> None:
        for each in hub.seat_requests.waiting(session.id):
            owner.post("/seats/answer", data={"number": each.number, "answer": "no"})
        route.continue_()

    other = open_page(f"/j/{hub.token}")
    other.route("**/events*", refuse_first)
    other.get_by_role("button", name=session.names[2]).click()
    other.get_by_role("button", name="Ask for the seat").click()
    other.get_by_text(f"{session.names[2]} keeps the seat.", exact=True).wait_for()
    complaints.clear()  # the browser notes that the seat was not had at once


def posts_of(page) -> list[str]:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    return sent


def test_a_seat_that_is_tapped_twice_is_taken_once(open_page, app, hub, monkeypatch) -> None:
    answered = threading.Event()

    def slowly() -> None:
        if request.method == "POST":
            answered.wait(30)

    before = app.before_request_funcs.get(None, [])
    monkeypatch.setattr(app, "before_request_funcs", {None: [*before, slowly]})
    session = begin(hub, "star-baker")
    page = open_page(f"/j/{hub.token}")
    sent = posts_of(page)
    box = page.get_by_role("button", name=session.names[2]).bounding_box()
    for _ in range(2):
        page.mouse.click(box["x"] + 20, box["y"] + 20)
        page.wait_for_timeout(150)
    answered.set()
    page.wait_for_selector("body[data-seat='2']")
    assert len(sent) == 1


def test_a_form_that_was_refused_is_not_sent_again_in_the_next_game(open_page, hub, complaints) -> None:
    session = begin(hub, "star-baker")
    page = open_page("/play")
    sent = posts_of(page)
    hub.holders.sit(session.id, 1, "another phone")  # of which the page has not heard yet
    page.locator("#holding button[value='1']").click()
    page.wait_for_selector("#main .error")
    begin(hub, "star-baker")
    page.get_by_text("Another game is on the table now.").wait_for()
    assert len(sent) == 1
    complaints.clear()  # the browser notes that the form was refused
