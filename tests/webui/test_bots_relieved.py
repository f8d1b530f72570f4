"""A person takes over from a bot: at once where that is fair, and everybody at the table reads it."""

from __future__ import annotations

import pytest
from clocks import Clock
from phones import phone_at
from tapping import JSON

from companion.rules.catalogue import GAMES, load_game
from companion.simulation.bots import Bot
from webui.access.holders import LEFT, Holders
from webui.access.seat_requests import WAIT_S, SeatRequests
from webui.seat_bots import SeatBots

OPEN = "filler-tiles"
HIDDEN = "star-baker"
RELIEVED = "A phone plays as Ben now. Before, a bot did."


@pytest.fixture
def begin(hub):
    """Begin a game of two in which a bot plays as Ben."""

    def begin(game: str):
        session = hub.store.new_session(game, ("Anna", "Ben"))
        hub.holders.seat_bot(session.id, 2)
        hub.open(session)
        return session

    return begin


@pytest.fixture
def clock(hub) -> Clock:
    clock = Clock()
    hub.seat_requests = SeatRequests(clock)
    return clock


def sit(hub, phone, seat: int, **more: str):
    """Ask for a seat from another address than the machine's own, which is the host's."""
    peer = {"REMOTE_ADDR": "192.168.1.66"}
    form = {"seat": seat, **more}
    return phone.post(f"/j/{hub.token}", data=form, environ_overrides=peer, headers=JSON)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_newcomer_has_the_seat_of_a_bot_for_one_tap_in_every_game(hub, begin, game: str) -> None:
    session = begin(game)
    third, newcomer = phone_at(hub, 1), phone_at(hub)
    assert sit(hub, newcomer, 2).location.endswith("/play")
    assert hub.holders.bots(session.id) == ()
    assert hub.holders.seat_of(session.id, hub.holders.holder(session.id, 2)) == 2
    assert RELIEVED in third.get("/play").text
    assert RELIEVED not in newcomer.get("/play").text
    assert RELIEVED in third.get("/log").text


def test_the_page_of_seats_says_where_a_bot_plays(hub, begin) -> None:
    begin(OPEN)
    buttons = phone_at(hub, 1).get(f"/j/{hub.token}").text.split("<button")
    assert [("Ben" in each, "on another phone" in each) for each in buttons if "a bot plays" in each] == [
        (True, False)
    ]


def test_without_secrets_a_player_may_change_to_the_seat_of_a_bot_at_once(hub, begin) -> None:
    session = begin(OPEN)
    player = phone_at(hub, 1)
    assert sit(hub, player, 2).location.endswith("/play")
    assert hub.holders.bots(session.id) == ()


@pytest.mark.parametrize("leaves", [False, True], ids=["has a seat", "has left a seat"])
def test_nobody_compares_two_hidden_hands_before_the_host_could_say_no(hub, begin, clock, leaves) -> None:
    assert load_game(HIDDEN).info.hidden
    session = begin(HIDDEN)
    player, third = phone_at(hub, 1), phone_at(hub)
    if leaves:
        sit(hub, player, 0)
    told = sit(hub, player, 2)
    assert told.status_code == 409
    assert "A bot plays as Ben" in told.text
    assert "nother phone" not in told.text
    assert sit(hub, player, 2, instead="yes").location.endswith("/wait/2")
    assert "The host is asked" in player.get(f"/j/{hub.token}/wait/2").text
    assert "Another phone asks to play as Ben." in third.get("/play").text
    assert hub.holders.bots(session.id) == (2,)
    clock.s += WAIT_S
    assert sit(hub, player, 2, instead="yes").location.endswith("/play")
    assert hub.holders.bots(session.id) == ()


def test_the_host_lets_the_bot_keep_its_seat(hub, begin, client, clock) -> None:
    session = begin(HIDDEN)
    player = phone_at(hub, 1)
    sit(hub, player, 2, instead="yes")
    (asked,) = hub.seat_requests.waiting(session.id)
    client.post("/seats/answer", data={"number": asked.number, "answer": "no"})
    clock.s += WAIT_S
    assert sit(hub, player, 2, instead="yes").location.endswith("/wait/2")
    assert "The bot keeps the seat." in player.get(f"/j/{hub.token}/wait/2").text
    assert hub.holders.bots(session.id) == (2,)


def test_a_bot_that_is_relieved_while_it_thinks_does_nothing_more(hub, begin, monkeypatch) -> None:
    session = begin(OPEN)
    hub.holders.free(session.id, 2)
    hub.holders.seat_bot(session.id, 1)
    choose, before = Bot.choose, session.seq

    def choose_slowly(bot: Bot, state):
        assert hub.holders.sit(session.id, 1, "a person", instead=True)
        return choose(bot, state)

    monkeypatch.setattr(Bot, "choose", choose_slowly)
    SeatBots(hub.holders).act(session)
    assert session.seq == before


def test_the_table_reads_that_a_bot_plays_and_a_phone_that_lost_its_seat_to_it_does_too(
    hub, begin, client
) -> None:
    session = begin(OPEN)
    loser, third = phone_at(hub, 1), phone_at(hub)
    assert "Anna" in loser.get("/play").text
    hub.holders.free(session.id, 1)
    client.post("/host/bot", data={"seat": 1})
    assert "A bot plays as Anna now." in third.get("/play").text
    page = loser.get("/play").text
    assert "A bot plays as Anna now." in page
    assert "on another phone" not in page


def test_who_has_sat_in_a_game_is_known_after_a_restart(tmp_path) -> None:
    path = tmp_path / "games.seats"
    holders = Holders(path)
    holders.sit("game", 1, "one")
    holders.sit("game", 2, "two")
    holders.leave("game", "two")
    again = Holders(path)
    assert [again.has_sat("game", phone) for phone in ("one", "two", "three", "")] == [
        True,
        True,
        False,
        False,
    ]
    assert again.holder("game", 2) == f"{LEFT}two"
