"""Bots at single seats: in all games, named on the form or by the host, and let go of again."""

from __future__ import annotations

import random
import threading
from itertools import islice

import pytest
from phones import phone_at

from companion.record.events import ActionTaken, Settings
from companion.rules.catalogue import GAMES, load_game
from companion.rules.game import CHANCE
from webui.seat_bots import SeatBots


def begin(hub, game: str, bot: int = 2):
    """Begin a game of two in which the program draws and a bot has a seat; nothing goes by itself."""
    session = hub.store.new_session(game, ("Anna", "Bot"), {}, Settings(otherwise="software"))
    hub.holders.seat_bot(session.id, bot)
    session.settle()
    return session


def play(session, bots: SeatBots, choices: int) -> None:
    """Let the bot act where it does, and Anna choose at random otherwise."""
    rng = random.Random(5)
    for _ in range(choices):
        if not session.state.actors:
            return
        if bots.act(session):
            continue
        if session.call:
            session.draw()
        elif 1 in session.state.actors:
            session.act(rng.choice(list(islice(session.state.legal(1), 60))))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_bot_plays_one_seat_of_every_game(hub, game: str) -> None:
    assert 2 in load_game(game).info.seats
    session = begin(hub, game)
    play(session, SeatBots(hub.holders), 40)
    chosen = [logged.event for logged in session.events if isinstance(logged.event, ActionTaken)]
    sources = {seat: {entry.source for entry in chosen if entry.by == seat} for seat in (1, 2)}
    assert sources == {1: {"tap"}, 2: {"bot"}}
    assert session.state.outcome or len([entry for entry in chosen if entry.by == 2]) >= 3


def test_a_bot_agrees_to_an_undo(hub) -> None:
    session = begin(hub, "caterpillar-filler")
    bots = SeatBots(hub.holders)
    play(session, bots, 20)
    while session.may_undo(1) is None or not session.may_undo(1).needs:
        play(session, bots, 1)
    session.undo(1)
    assert bots.act(session)
    assert session.timeline.request is None


def test_a_bot_acts_by_itself_after_a_pause(hub) -> None:
    hub.seat_bots.pause_s = 0.0
    acted = threading.Event()
    session = begin(hub, "filler-tiles", bot=1)
    session.subscribe(lambda *_: acted.set() if session.line and session.line[-1].source == "bot" else None)
    hub.open(session)
    assert acted.wait(60)


def test_the_form_seats_a_bot(client, hub) -> None:
    form = {"seats": "2", "name-1": "Anna", "name-2": "", "bot-2": "on", "chance": "tap"}
    client.post("/new/papillon", data=form)
    assert hub.holders.bots(hub.session.id) == (2,)
    assert hub.session.names == {1: "Anna", 2: "Bot"}


def test_the_host_lets_a_bot_play_and_takes_it_away(client, hub) -> None:
    session = begin(hub, "papillon", bot=2)
    hub.open(session)
    page = client.get("/host").text
    assert "Let a bot play" in page
    client.post("/host/bot", data={"seat": "1"})
    assert hub.holders.bots(session.id) == (1, 2)
    client.post("/seats/free", data={"seat": "1"})
    assert hub.holders.bots(session.id) == (2,)


def test_no_bot_takes_the_seat_of_a_phone(client, hub) -> None:
    session = begin(hub, "papillon", bot=2)
    hub.open(session)
    phone_at(hub, 1)
    assert client.post("/host/bot", data={"seat": "1"}).status_code == 409
    assert hub.holders.bots(session.id) == (2,)


def test_bots_that_change_seats_in_the_next_game_stay_two(hub) -> None:
    holders = hub.holders
    holders.seat_bot("one", 1)
    holders.seat_bot("one", 2)
    holders.follow("one", "two", {1: 2, 2: 1})
    assert holders.bots("two") == (1, 2)
    holders.free("two", 1)
    assert holders.seat_bot("two", 1)
    assert holders.bots("two") == (1, 2)


def test_a_bot_of_the_form_has_its_seat_though_a_phone_had_it_in_the_game_before(hub) -> None:
    holders = hub.holders
    holders.sit("one", 1, "a phone")
    holders.sit("one", 2, "another phone")
    holders.seat_bot("two", 2)
    holders.follow("one", "two", {1: 1, 2: 2})
    assert holders.bots("two") == (2,)
    assert holders.holder("two", 1) == "a phone"


def test_the_page_says_what_a_bot_did(hub) -> None:
    session = begin(hub, "filler-tiles", bot=1)
    SeatBots(hub.holders).act(session)
    hub.open(session)
    did = session.game.tell(session.game.parse(1, session.line[-1].text)).render(session.names)
    assert did in phone_at(hub, 2).get("/play").text


def test_chance_is_never_a_bots(hub) -> None:
    session = hub.store.new_session("papillon", ("Anna", "Bot"), {}, Settings(otherwise="tap"))
    hub.holders.seat_bot(session.id, 2)
    assert session.state.actors == (CHANCE,)
    assert not SeatBots(hub.holders).act(session)
