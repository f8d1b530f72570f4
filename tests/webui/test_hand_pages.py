"""A hand that is photographed with its owner's phone: read, compared with the game, and used."""

from __future__ import annotations

import tempfile
from functools import cache
from io import BytesIO

import cv2
import pytest
from phones import phone_at
from test_star_baker_pages import NAMES, bakery, buttons, cards, choose

from companion.layouts import load_layout
from companion.record.events import Settings
from companion.rules.game import CHANCE
from companion.simulation.rendering.held_up import held_up
from vision.images.loading import load_image
from vision.view.shown import read_shown
from webui import Hub

__all__ = ["bakery"]

LAYOUT = load_layout("star-baker")


@pytest.fixture(autouse=True)
def reading(hub: Hub) -> None:
    hub.read_shown = lambda data: read_shown(load_image(data), LAYOUT)


@cache
def photo(*held: str, spread: str = "fan") -> bytes:
    """A photograph of cards, by their ids."""
    kinds = [card if card == "card-back" else f"card-{card}" for card in held]
    tilt = 25.0 if spread == "fan" else -20.0
    picture = held_up(LAYOUT, kinds, spread=spread, seed=len(held), tilt_deg=tilt, size_px=(960, 720))
    return cv2.imencode(".jpg", picture)[1].tobytes()


def show(phone, data: bytes):
    return phone.post("/hand", data={"photo": (BytesIO(data), "hand.jpg")}, follow_redirects=True)


def refused(phone, data: bytes) -> str:
    sent = {"photo": (BytesIO(data), "hand.jpg")}
    answer = phone.post("/hand", data=sent, headers={"Accept": "application/json"})
    assert answer.status_code == 400
    return answer.json["code"]


def act(phone, session, by: int, text: str) -> None:
    assert phone.post("/play/act", data={"seq": session.seq, "by": by, "text": text}).status_code == 303


def to_turn(session) -> int:
    while session.state.phase != "TURN":
        state = session.state
        undecided = [seat for seat in state.actors if seat == CHANCE or not state.time_pick[seat - 1]]
        session.act(next(iter(state.legal((undecided or state.actors)[0]))))
    return session.state.mover


def test_the_hand_of_the_game_is_told_to_be_just_that(hub: Hub, bakery) -> None:
    phone, held = phone_at(hub, 2), bakery.state.hand[1]
    assert 'href="/hand"' in phone.get("/play").text
    page = show(phone, photo(*held)).text
    assert "This is your hand, just as the game has it." in page
    assert set(cards(page)) == set(held)
    assert buttons(page) == []


def test_what_is_left_in_the_hand_tells_the_time_card(hub: Hub, bakery) -> None:
    phone, (first, *rest) = phone_at(hub, 1), bakery.state.hand[0]
    page = show(phone, photo(*rest)).text
    assert buttons(page) == [f"time {first}"]
    act(phone, bakery, 1, f"time {first}")
    assert bakery.state.time_pick[0] == (first,)
    assert "This is your hand, just as the game has it." in phone.get("/hand").text


def test_the_card_that_is_chosen_may_be_photographed_alone(hub: Hub, bakery) -> None:
    phone, (first, *_) = phone_at(hub, 1), bakery.state.hand[0]
    page = show(phone, photo(first)).text
    assert buttons(page) == [f"time {first}"]
    assert "Are these the cards you choose?" in page


def test_a_recipe_that_was_won_is_seen_in_the_hand(hub: Hub, bakery) -> None:
    while True:
        seat = to_turn(bakery)
        fills = [each for each in bakery.state.legal(seat) if str(each).startswith("fill")]
        if fills:
            break
        choose(bakery, seat)
    after = bakery.state.after(fills[0])
    phone = phone_at(hub, seat)
    offered = buttons(show(phone, photo(*after.hand[seat - 1])).text)
    assert str(fills[0]) in offered
    shown = {f"card-{card}" for card in after.hand[seat - 1]}
    for action in (bakery.game.parse(seat, text) for text in offered):
        left_over = bakery.state.after(action).hand == after.hand
        assert left_over or set(bakery.state.named(action)) == shown
    act(phone, bakery, seat, str(fills[0]))
    assert bakery.state.hand[seat - 1] == after.hand[seat - 1]


def test_cards_to_pay_with_are_taken_over_as_taps(hub: Hub, bakery) -> None:
    seat = to_turn(bakery)
    fill = next((each for each in bakery.state.legal(seat) if str(each).startswith("fill")), None)
    while fill is None:
        choose(bakery, seat)
        seat = to_turn(bakery)
        fill = next((each for each in bakery.state.legal(seat) if str(each).startswith("fill")), None)
    phone = phone_at(hub, seat)
    page = show(phone, photo(*fill.cards)).text
    assert "pick=" in page
    assert "Go on with these cards tapped" in page
    with_recipe = show(phone, photo(*fill.cards, *fill.won, spread="apart")).text
    assert str(fill) in buttons(with_recipe)
    assert "card-elsewhere" not in with_recipe, "the recipe lies in the book, and is what is chosen"


def test_dealt_chef_cards_are_photographed_instead_of_tapped(hub: Hub) -> None:
    session = hub.store.new_session("star-baker", NAMES, {}, Settings(otherwise="tap"))
    hub.open(session)
    anna, ben = phone_at(hub, 1), phone_at(hub, 2)
    cards_of = session.state.table.cards
    too_early = show(ben, photo(*cards_of.chef_set("green"))).text
    assert "hand-not-dealt" in too_early
    assert buttons(too_early) == []
    page = show(anna, photo(*cards_of.chef_set("blue"), spread="apart")).text
    assert buttons(page) == ["chefs 1 blue"]
    act(anna, session, 0, "chefs 1 blue")
    assert session.state.chefs[0] == "blue"
    assert buttons(ben.get("/hand").text) == ["chefs 2 green"], "now it is Ben's turn: his photograph counts"
    two = cards_of.chef_set("orange")[:2]
    assert buttons(show(ben, photo(*two)).text) == ["chefs 2 orange"], "two cards tell the set"
    mixed = show(ben, photo(two[0], cards_of.chef_set("red")[0])).text
    assert (buttons(mixed), "card-elsewhere" in mixed) == ([], True)
    taken = show(ben, photo(*cards_of.chef_set("blue"))).text
    assert "is one of Anna&#39;s cards" in taken


def test_cards_that_cannot_be_in_the_hand_are_told_with_where_they_are(hub: Hub, bakery) -> None:
    phone, state = phone_at(hub, 1), bakery.state
    recipe, unseen, called = state.book[0], state.unseen[0], bakery.game.called
    page = show(phone, photo(*state.hand[0], recipe)).text
    assert f"{called(recipe)} lies in the recipe book." in page
    assert "card-elsewhere" in page
    assert f"{called(unseen)} has not been turned up yet." in show(phone, photo(*state.hand[0], unseen)).text
    theirs = state.hand[1][0]
    assert f"{called(theirs)} is one of Ben&#39;s cards." in show(phone, photo(*state.hand[0], theirs)).text
    crowd = show(phone, photo(*state.book[:4], spread="apart")).text
    assert "hand-too-many" in crowd
    assert "4 cards in the picture are not in your hand" in crowd


def test_a_card_twice_is_no_hand(hub: Hub, bakery) -> None:
    one, two, _ = bakery.state.hand[0]
    page = show(phone_at(hub, 1), photo(one, two, one)).text
    assert "card-twice" in page
    assert buttons(page) == []


def test_cards_that_are_missing_are_named(hub: Hub, bakery) -> None:
    seat = to_turn(bakery)
    phone, held = phone_at(hub, seat), bakery.state.hand[seat - 1]
    page = show(phone, photo(held[0])).text
    assert "hand-incomplete" in page
    assert LAYOUT.kinds[f"card-{held[1]}"].label in page


def test_bad_photographs_have_sentences_of_their_own(hub: Hub, bakery) -> None:
    phone = phone_at(hub, 1)
    good = photo(*bakery.state.hand[0])
    assert refused(phone, b"no picture at all") == "not-an-image"
    assert refused(phone, good[: len(good) // 3]) == "image-truncated"
    assert refused(phone, photo("card-back")) == "no-card"
    assert refused(phone, cv2.imencode(".png", load_image(good) // 40)[1].tobytes()) == "too-dark"
    empty = phone.post("/hand", data={}, headers={"Accept": "application/json"})
    assert empty.json["code"] == "no-photo"
    assert "Another photograph" in show(phone, b"no picture at all").text


def test_only_who_sits_at_a_phone_shows_it_a_hand(hub: Hub, bakery) -> None:
    nobody = phone_at(hub)
    for answer in (nobody.get("/hand"), show(nobody, photo(*bakery.state.hand[0]))):
        assert answer.status_code == 403
    assert "Photograph my hand" not in nobody.get("/play").text
    other = hub.store.new_session("papillon", NAMES, {}, Settings(otherwise="tap"))
    hub.open(other)
    phone = phone_at(hub, 1)
    refused_ = phone.get("/hand", headers={"Accept": "application/json"})
    assert (refused_.status_code, refused_.json["code"]) == (404, "no-hand")
    assert "Photograph my hand" not in phone.get("/play").text


def test_without_a_reader_hands_are_tapped(hub: Hub, bakery) -> None:
    hub.read_shown = None
    phone = phone_at(hub, 1)
    assert "Photograph my hand" not in phone.get("/play").text
    assert 'type="file"' not in phone.get("/hand").text
    sent = {"photo": (BytesIO(b"x"), "hand.jpg")}
    answer = phone.post("/hand", data=sent, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["code"]) == (404, "no-reader")


def test_a_photograph_is_written_to_no_disk(hub: Hub, bakery, monkeypatch: pytest.MonkeyPatch) -> None:
    """However large it is; and nothing of it is kept beside the game."""
    phone = phone_at(hub, 1)
    before = {path: path.read_bytes() for path in hub.store.path.parent.iterdir()}

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a file was opened")

    large = photo(*bakery.state.hand[0]) + b"\0" * 3_000_000
    with monkeypatch.context() as watched:
        for name in ("TemporaryFile", "SpooledTemporaryFile", "NamedTemporaryFile", "mkstemp"):
            watched.setattr(tempfile, name, refuse)
            watched.setattr(f"werkzeug.formparser.{name}", refuse, raising=False)
        assert "just as the game has it" in show(phone, large).text
    assert {path: path.read_bytes() for path in hub.store.path.parent.iterdir()} == before


def test_another_game_begins_with_nothing_shown(hub: Hub, bakery) -> None:
    phone = phone_at(hub, 1)
    show(phone, photo(*bakery.state.hand[0]))
    assert hub.shown
    hub.open(hub.store.new_session("star-baker", NAMES, {}, Settings(otherwise="software")))
    assert hub.shown == {}
