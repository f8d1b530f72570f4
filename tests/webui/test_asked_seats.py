"""A seat that another phone has is not taken in silence: its owner is asked, and everybody is told."""

from __future__ import annotations

import re
from html import unescape

import pytest
from clocks import Clock
from phones import phone_at
from secret_phones import begin
from tapping import JSON

from webui.access.seat_news import TOLD_S, SeatNews
from webui.access.seat_requests import MOST, REFUSED_S, WAIT_S, SeatRequests

GAMES = ["star-baker", "papillon", "it-happens", "caterpillar-filler"]


class Phone:
    """A phone in the room, which is not the host's."""

    def __init__(self, hub, seat: int = 0) -> None:
        self.hub, self.client = hub, phone_at(hub, seat or None)

    def get(self, path: str, **more):
        return self.client.get(path, environ_overrides={"REMOTE_ADDR": "192.168.1.66"}, **more)

    def post(self, path: str, **form: object):
        peer = {"REMOTE_ADDR": "192.168.1.66"}
        return self.client.post(path, data=form, environ_overrides=peer, headers=JSON)

    def ask(self, seat: int):
        return self.post(f"/j/{self.hub.token}", seat=seat, instead="yes")

    def reads(self, path: str = "/play") -> str:
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", self.get(path).text)).split())

    @property
    def seat(self) -> str:
        header = self.get("/play").text.split("</header>")[0]
        return next((name for name in self.hub.session.names.values() if name in header), "")


@pytest.fixture
def clock(hub) -> Clock:
    clock = Clock()
    hub.seat_requests, hub.seat_news = SeatRequests(clock), SeatNews.beside(hub.store.path)
    hub.seat_news._clock = clock
    return clock


@pytest.mark.parametrize("slug", GAMES)
def test_a_seat_is_had_when_its_owner_has_had_time_to_say_no(hub, clock, slug: str) -> None:
    begin(hub, slug)
    owner, asker = Phone(hub, 2), Phone(hub)
    waits = asker.ask(2)
    assert waits.status_code == 303
    assert waits.location.endswith("/wait/2")
    assert (owner.seat, asker.seat) == ("Ben", ""), "nothing is shown before"
    clock.s += WAIT_S - 1
    assert asker.ask(2).location.endswith("/wait/2"), "not by asking again"
    assert (owner.seat, asker.seat) == ("Ben", "")
    clock.s += 1
    assert "This phone may play as Ben." in asker.reads(f"/j/{hub.token}/wait/2")
    assert asker.ask(2).location.endswith("/play")
    assert "Ben is played on another phone now." in owner.reads()
    assert (owner.seat, asker.seat) == ("", "Ben")


def test_the_owner_and_everybody_else_are_told_at_once(hub, clock) -> None:
    begin(hub, "star-baker")
    owner, third, asker = Phone(hub, 2), Phone(hub, 1), Phone(hub)
    with hub.feed.listen() as listener:
        asker.ask(2)
        assert listener.get(0.0).topic == "seats"
    asked = owner.reads()
    assert "Another phone asks to play as you. It gets the seat in 20 s" in asked
    assert "No, I am Ben" in asked
    assert "Another phone asks to play as Ben." in third.reads()
    assert "No, I am Ben" not in third.reads()
    assert "Another phone asks to play as" not in asker.reads()
    clock.s += WAIT_S / 2
    assert "It gets the seat in 10 s" in owner.reads()


def number_in(page: str) -> str:
    return re.search(r'name="number" value="(\d+)"', page)[1]


def test_the_owner_says_no(hub, clock) -> None:
    begin(hub, "star-baker")
    owner, third, asker = Phone(hub, 2), Phone(hub, 1), Phone(hub)
    asker.ask(2)
    number = number_in(owner.get("/play").text)
    for stranger in (third, asker):
        refused = stranger.post("/seats/answer", number=number, answer="yes")
        assert (refused.status_code, refused.json["code"]) == (403, "not-your-seat")
    assert owner.post("/seats/answer", number=number, answer="no").status_code == 303
    assert "Ben keeps the seat." in asker.reads(f"/j/{hub.token}/wait/2")
    clock.s += WAIT_S + 1
    assert asker.ask(2).location.endswith("/wait/2")
    assert asker.seat == ""
    again = Phone(hub)
    again.ask(2)
    assert "asks to play" not in owner.reads(), "nor does the next phone ask at once"
    clock.s += REFUSED_S
    again.ask(2)
    assert "asks to play" in owner.reads()


@pytest.mark.parametrize("who", ["owner", "host"])
def test_the_owner_or_the_host_says_yes(hub, client, clock, who: str) -> None:
    begin(hub, "star-baker")
    owner, asker = Phone(hub, 2), Phone(hub)
    asker.ask(2)
    number = number_in(owner.get("/play").text)
    if who == "owner":
        owner.post("/seats/answer", number=number, answer="yes")
    else:
        assert number_in(client.get("/play").text) == number, "the host is asked, too"
        client.post("/seats/answer", data={"number": number, "answer": "yes"})
    assert asker.ask(2).location.endswith("/play")
    assert (owner.seat, asker.seat) == ("", "Ben")


def test_the_host_takes_a_seat_at_once_and_everybody_is_told(hub, client, clock) -> None:
    begin(hub, "star-baker")
    owner, third = Phone(hub, 2), Phone(hub, 1)
    assert client.post(f"/j/{hub.token}", data={"seat": 2, "instead": "yes"}).location.endswith("/play")
    assert "Another phone plays as Ben now." in third.reads()
    assert owner.seat == ""
    clock.s += TOLD_S + 1
    assert "Another phone plays as Ben now." not in third.reads()
    log = third.reads("/log")
    assert "Another phone plays as Ben now." in log, "it stays in the log"


def test_whoever_sits_down_first_needs_one_tap_and_the_others_read_it(hub, clock) -> None:
    begin(hub, "star-baker")
    third, new = Phone(hub, 1), Phone(hub)
    assert new.post(f"/j/{hub.token}", seat=2).location.endswith("/play")
    assert "A phone plays as Ben now." in third.reads()
    assert "A phone plays as Ben now." not in new.reads()


def test_an_owner_whose_page_was_closed_is_told_when_it_is_opened_again(hub, clock) -> None:
    begin(hub, "star-baker")
    owner, asker = Phone(hub, 2), Phone(hub)
    asker.ask(2)
    clock.s += 10 * WAIT_S
    assert asker.ask(2).location.endswith("/wait/2"), "it was asked for too long ago: the owner is asked anew"
    clock.s += WAIT_S
    assert asker.ask(2).location.endswith("/play")
    asker.post(f"/j/{hub.token}", seat=0)
    clock.s += 10_000
    page = owner.reads()
    assert "Another phone has played as Ben meanwhile." in page
    assert "Another phone plays as Ben now." in owner.reads("/log")
    assert owner.seat == "", "it is not had again by the cookie of before"


def test_the_log_of_seats_survives_a_restart(hub, clock, client) -> None:
    session = begin(hub, "star-baker")
    Phone(hub, 2)
    client.post(f"/j/{hub.token}", data={"seat": 2, "instead": "yes"})
    path = hub.store.path.with_name("games.seats.log")
    with path.open("ab") as file:
        file.write(b'{"cut')
    again = SeatNews.beside(hub.store.path)
    assert [each.what for each in again.of(session.id)] == ["taken", "sat"]
    assert again.now(session.id) == []


def test_the_host_frees_a_seat(hub, client, clock) -> None:
    begin(hub, "star-baker")
    owner, third = Phone(hub, 2), Phone(hub, 1)
    assert 'aria-label="Free the seat of Ben"' in client.get("/host").text
    assert third.post("/seats/free", seat=2).status_code == 403
    assert client.post("/seats/free", data={"seat": 2}).status_code == 303
    assert "The host has freed the seat of Ben." in owner.reads()
    assert "The host has freed the seat of Ben." in third.reads()
    assert owner.seat == ""
    assert Phone(hub).post(f"/j/{hub.token}", seat=2).location.endswith("/play")


def test_many_phones_that_ask_do_not_cover_the_page(hub, clock) -> None:
    begin(hub, "star-baker")
    owner = Phone(hub, 2)
    for _ in range(MOST):
        Phone(hub).ask(2)
    refused = Phone(hub).ask(2)
    assert (refused.status_code, refused.json["code"]) == (429, "seat-asked")
    assert owner.reads().count("Another phone asks") == MOST
