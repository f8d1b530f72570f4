"""A seat is one phone's: whoever taps one that another phone has is asked first."""

from __future__ import annotations

from html import unescape

import pytest
from tapping import JSON

from webui.holders import LATELY_S, Holders

ASKED = "Play as Ben on this one instead?"


class Clock:
    s = 1000.0

    def __call__(self) -> float:
        return self.s


@pytest.fixture
def clock(hub) -> Clock:
    clock = Clock()
    hub.holders = Holders(clock)
    return clock


@pytest.fixture
def sit(hub, session):
    def sit(phone, seat: int, **more: str):
        return phone.post(f"/j/{hub.token}", data={"seat": seat, **more})

    return sit


@pytest.fixture
def other(app, sit):
    """Another phone, at which Ben sits."""
    other = app.test_client()
    assert sit(other, 2).status_code == 303
    return other


def seat_of(phone) -> str:
    header = phone.get("/play").text.split("</header>")[0]
    return next((name for name in ("Anna", "Ben") if name in header), "")


def test_a_seat_that_nobody_has_takes_one_tap(client, sit, other) -> None:
    assert sit(client, 1).status_code == 303
    assert (seat_of(client), seat_of(other)) == ("Anna", "Ben")
    assert sit(client, 0).status_code == 303
    assert sit(client, 1).status_code == 303


def test_a_seat_of_another_phone_is_asked_about_and_each_phone_stays_what_it_was(client, sit, other) -> None:
    sit(client, 1)
    asked = sit(client, 2)
    assert asked.status_code == 409
    assert ASKED in asked.text
    assert (seat_of(client), seat_of(other)) == ("Anna", "Ben")
    assert sit(other, 2).status_code == 303, "its own seat is no question"


def test_whoever_plays_there_instead_has_the_seat_alone_and_the_other_phone_says_so(
    client, hub, session, sit, other
) -> None:
    with hub.feed.listen() as listener:
        assert sit(client, 2, instead="yes").status_code == 303
        assert listener.get(0.0).topic == "reset", "the page of the other phone is made anew"
    told = "Ben is played on another phone now."
    assert told in unescape(other.get("/play").text)
    assert told not in unescape(other.get("/play").text)
    assert (seat_of(client), seat_of(other)) == ("Ben", "")
    assert ASKED in sit(other, 2).text
    assert sit(other, 2, instead="yes").status_code == 303
    assert (seat_of(client), seat_of(other)) == ("", "Ben")


def test_the_page_of_seats_tells_which_are_played_on_another_phone(client, hub, sit, other) -> None:
    def told(phone) -> str:
        page = phone.get(f"/j/{hub.token}").text
        return " ".join(button for button in page.split("<button") if "on another phone now" in button)

    assert "Ben" in told(client)
    assert "Anna" not in told(client)
    assert told(other) == ""


@pytest.mark.parametrize(("passed_s", "status"), [(LATELY_S - 1, 409), (LATELY_S + 1, 303)])
def test_a_phone_that_was_not_seen_lately_holds_no_seat(client, clock, sit, other, passed_s, status) -> None:
    clock.s += passed_s
    assert sit(client, 2).status_code == status


def test_a_phone_is_seen_by_whatever_it_asks_for(client, clock, sit, other) -> None:
    clock.s += LATELY_S - 1
    other.get("/camera", headers=JSON)
    clock.s += LATELY_S - 1
    assert sit(client, 2).status_code == 409


def test_a_phone_that_has_gone_to_another_seat_holds_the_first_no_longer(client, sit, other) -> None:
    assert sit(other, 1).status_code == 303
    assert sit(client, 2).status_code == 303
    assert sit(client, 1).status_code == 409
