"""Star Baker on the pages: cards are tapped, hands are one's own, and everybody chooses at once."""

from __future__ import annotations

import random
import re

import pytest
from phones import phone_at
from sweeps import slow

from companion.record.events import Settings
from companion.rules.game import CHANCE
from webui import Hub

NAMES = ["Anna", "Ben", "Cleo"]


@pytest.fixture
def bakery(hub: Hub):
    return begun(hub)


def begun(hub: Hub):
    """Three bakers before their first day; what follows from the cards is worked out by the program."""
    session = hub.store.new_session(
        "star-baker", NAMES, {"advanced": "on"}, Settings(otherwise="software", chance={})
    )
    hub.open(session)
    return session


def buttons(page: str) -> list[str]:
    return [text.replace("&lt;", "<") for text in re.findall(r'name="text"\s+value="([^"]*)"', page)]


def cards(page: str) -> list[str]:
    return re.findall(r"/art/star-baker/pieces-\d+\.svg[^#]*#card-(\w+)", page)


def choose(session, seat: int, number: int = 0) -> None:
    session.act(list(session.state.legal(seat))[number])


def to_turn(hub: Hub, rng: random.Random, at_least: int):
    """Play until somebody who is to move has so many ways to fill; give the game and the seat.

    The program's draws are other ones each time: a game in which it does not come to that is played anew.
    """
    while True:
        session = begun(hub)
        while session.state.actors:
            state = session.state
            if state.phase == "TURN":
                fills = [action for action in state.legal(state.mover) if str(action).startswith("fill")]
                if len(fills) >= at_least:
                    return session, state.mover
            undecided = [seat for seat in state.actors if seat == CHANCE or not state.time_pick[seat - 1]]
            session.act(rng.choice(list(state.legal((undecided or state.actors)[0]))))


def eyebrow(page: str) -> str:
    line = re.search(r'class="eyebrow">(.*?)</p>', page, re.DOTALL)
    assert line is not None
    return re.sub(r"<svg.*?</svg>", "", line[1], flags=re.DOTALL).strip()


def alone(hub: Hub):
    """Anna alone, at the time card of the automatic chef; somebody taps."""
    session = hub.store.new_session("star-baker", ["Anna"], settings=Settings(otherwise="tap"))
    hub.open(session)
    while session.state.phase != "CHEF":
        session.act(next(iter(session.state.legal(session.state.actors[0]))))
    return session


def test_what_is_done_for_the_automatic_chef_is_nobodys_turn(hub: Hub) -> None:
    session = alone(hub)
    for phone in (phone_at(hub, 1), phone_at(hub)):
        page = phone.get("/play").text
        assert eyebrow(page) == "Now"
        assert "<h1 >For Chef Ada: turn up its time card.</h1>" in page
    while session.state.phase != "TURN" or session.state.mover != 1:
        session.act(next(iter(session.state.legal(session.state.actors[0]))))
    assert eyebrow(phone_at(hub, 1).get("/play").text) == "Your turn"


def test_who_loses_alone_is_told_so_and_the_chef_has_a_row(hub: Hub) -> None:
    session, rng = alone(hub), random.Random(4)
    while session.state.outcome is None:
        ways = list(session.state.legal(session.state.actors[0]))
        # Who never fills a recipe loses.
        restocks = [way for way in ways if str(way).startswith("restock")]
        session.act(rng.choice(restocks or ways))
    page = phone_at(hub, 1).get("/result").text
    assert session.state.outcome.winners == ()
    assert "<h1>Anna loses.</h1>" in page
    assert "Anna has lost with " in phone_at(hub, 1).get("/play").text
    scores = page.partition('id="score"')[2].partition('class="board-card"')[0]
    assert re.findall(r'class="who">([^<]*)<', scores) == ["Chef Ada", "Anna"]


def test_a_phone_shows_its_own_hand_and_no_other(hub: Hub, bakery) -> None:
    state = bakery.state
    for seat in (1, 2, 3):
        shown = cards(phone_at(hub, seat).get("/play").text)
        assert set(state.hand[seat - 1]) | set(state.book) == set(shown)
    assert set(cards(phone_at(hub).get("/play").text)) == set(state.book)
    assert set(cards(phone_at(hub).get("/board").text)) == {*state.book, "back"}


def test_everybody_chooses_a_time_card_at_once_and_nobody_sees_it(hub: Hub, bakery) -> None:
    anna, ben = phone_at(hub, 1), phone_at(hub, 2)
    mine = bakery.state.hand[0][1]
    page = anna.get(f"/play?pick=card-{mine}").text
    assert buttons(page) == [f"time {mine}"]
    assert "Put “" in page
    assert "Anna puts" not in page, "it is her own phone"
    old = bakery.seq
    choose(bakery, 2)
    taken = anna.post("/play/act", data={"seq": old, "by": 1, "text": f"time {mine}"})
    assert taken.status_code == 303, "Ben was quicker, and that is no matter"
    assert "Your time card, face down" in anna.get("/play").text
    page = ben.get("/play").text
    assert "Time card, face down" in page
    assert "back" in cards(page)
    assert mine not in cards(page)
    choose(bakery, 3)
    assert bakery.state.phase == "TURN", "with the last card all are turned over"
    assert mine in cards(ben.get("/play").text)


def test_a_phone_whose_holder_has_chosen_is_handed_on_while_others_choose(hub: Hub, bakery) -> None:
    phone = phone_at(hub)
    phone.post("/play/holder", data={"seat": 1})
    assert "Give the phone to" not in _dock(phone.get("/play").text)
    bakery.act(next(iter(bakery.state.legal(1))))
    assert "Give the phone to Ben" in _dock(phone.get("/play").text)


def _dock(page: str) -> str:
    return page[page.index('id="dock"') : page.index('id="side"')]


def test_one_of_several_ways_to_go_on_is_not_advised_by_the_colour_of_its_button(hub: Hub, bakery) -> None:
    for seat in (1, 2, 3):
        bakery.act(next(iter(bakery.state.legal(seat))))
    seat = next(actor for actor in bakery.state.actors if actor != CHANCE)
    page = _dock(phone_at(hub, seat).get("/play").text)
    assert buttons(page) == ["restock"]
    assert 'class="primary"' not in page


def test_a_card_to_tap_is_called_by_its_outline_for_borders_are_printed_in_any_colour(hub: Hub) -> None:
    _, seat = to_turn(hub, random.Random(3), at_least=1)
    page = phone_at(hub, seat).get("/play").text
    assert "Tap an outlined card." in _dock(page)
    assert "green" not in _dock(page)
    assert re.search(r'<li[^>]*class="[^"]*open', page), "what the style sheet outlines"


def test_a_recipe_is_filled_by_tapping_it_and_the_cards_that_pay(hub: Hub) -> None:
    bakery, seat = to_turn(hub, random.Random(3), at_least=3)
    phone, state = phone_at(hub, seat), bakery.state
    fill = max((a for a in state.legal(seat) if str(a).startswith("fill")), key=lambda a: len(a.cards))
    page = phone.get("/play").text
    assert "restock" in buttons(page)
    assert not any(text.startswith("fill") for text in buttons(page))
    offered = buttons(phone.get(f"/play?pick=card-{fill.recipe}").text)
    fills = [text for text in offered if text.startswith("fill")]
    assert 1 <= len(fills) <= 4
    assert all(fill.recipe in text for text in fills)
    assert f"restock reserve {fill.recipe}" in offered
    taps = "+".join(f"card-{card}" for card in (*reversed(fill.cards), *fill.won))
    assert str(fill) in buttons(phone.get(f"/play?pick={taps}").text)
    answer = phone.post("/play/act", data={"seq": bakery.seq, "by": seat, "text": str(fill)})
    assert answer.status_code == 303
    assert bakery.state != state


def test_advice_is_for_the_hand_that_the_phone_may_see(hub: Hub, bakery) -> None:
    assert "Which time card?" in phone_at(hub, 1).get("/play").text
    assert "Which time card?" not in phone_at(hub).get("/play").text
    _, seat = to_turn(hub, random.Random(3), at_least=1)
    assert "Recipes you can fill" in phone_at(hub, seat).get("/play").text
    assert "Recipes you can fill" not in phone_at(hub).get("/play").text


def test_cards_that_do_not_go_together_begin_anew(hub: Hub, bakery) -> None:
    one, two, _ = bakery.state.hand[0]
    page = phone_at(hub, 1).get(f"/play?pick=card-{one}+card-{two}").text
    assert buttons(page) == [f"time {two}"]


@pytest.mark.whole
@pytest.mark.parametrize("seats", [1, 2, *slow(6)])
def test_a_game_is_tapped_to_its_end(hub: Hub, seats: int) -> None:
    names = ["Anna", "Ben", "Cleo", "Dora", "Eve", "Finn"][:seats]
    session = hub.store.new_session("star-baker", names, settings=Settings(otherwise="software"))
    hub.open(session)
    phones = {seat: phone_at(hub, seat) for seat in range(1, seats + 1)}
    rng = random.Random(seats)
    while session.state.actors:
        state = session.state
        seat = next((s for s in state.actors if state.phase != "PICK" or not state.time_pick[s - 1]), None)
        assert seat, "chance is left to the program"
        action = rng.choice(list(state.legal(seat)))
        pick = "+".join(state.named(action))
        assert str(action) in buttons(phones[seat].get(f"/play?pick={pick}").text)
        data = {"seq": session.seq, "by": seat, "text": str(action)}
        assert phones[seat].post("/play/act", data=data).status_code == 303
    assert "Star Baker!" in phones[1].get("/result").text or "shared victory" in phones[1].get("/result").text


def test_putting_right_is_done_by_cards_too(hub: Hub, bakery) -> None:
    choose(bakery, 1)
    at = len(bakery.line) - 1
    other = bakery.state.hand[0][-1]
    anna = phone_at(hub, 1)
    page = anna.get(f"/log/correct/{at}?pick=card-{other}").text
    assert f"time {other}" in buttons(page)
    page = anna.get(f"/log/correct/{at}?by=1&text=time {other}").text
    assert "0 later actions stay" in page
    data = {"seq": bakery.seq, "by": 1, "text": f"time {other}"}
    assert anna.post(f"/log/correct/{at}", data=data).status_code == 303
    assert bakery.state.time_pick[0] == (other,)


def test_a_phone_without_a_seat_is_told_to_choose_one_first(hub) -> None:
    hub.open(hub.store.new_session("star-baker", ("Anna", "Ben"), {}, Settings(otherwise="software")))
    guest = phone_at(hub)
    assert "Choose your seat" in guest.get("/play").text
    for seat in (1, 2):
        phone_at(hub, seat)
    page = guest.get("/play").text
    assert "Choose your seat first" in page
    assert f'href="/j/{hub.token}"' in page
