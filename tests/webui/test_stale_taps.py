"""A tap on a page that shows what is not so any more does nothing, whatever has come in its place."""

from __future__ import annotations

import io
import re
import time

import pytest
from browsers import PAINTED
from phones import phone_at
from secret_phones import begin as begin_hidden
from tapping import JSON
from web_tables import PICTURE, SEEN, FakeLive, begin

from companion.live.status import Countdown, LiveStatus
from companion.rules.message import Message
from companion.sighting import ShownPieces
from webui import Table


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/play/act", {"by": 0, "text": "first 2"}),
        ("/play/draw", {}),
        ("/play/undo", {"seat": 1}),
        ("/play/settings", {"chance": "software"}),
        ("/play/holder", {"seat": 1}),
        ("/panel/press", {"button": "confirm", "question": 0}),
    ],
)
def test_a_tap_on_the_page_of_another_game_does_nothing(client, hub, path, data) -> None:
    before = begin(hub)
    assert f'name="game" value="{before.id}"' in " ".join(client.get("/play").text.split())
    now = begin(hub, names=("Cleo", "Dora"))  # by another phone; as much has happened in it
    seen = before.seq
    assert now.seq == seen
    answer = client.post(path, data={"game": before.id, "seq": seen, **data}, headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (409, "stale-action")
    assert now.seq == seen


def test_a_tap_on_the_page_of_the_game_on_the_table_counts(client, hub) -> None:
    session = begin(hub)
    sent = {"game": session.id, "seq": session.seq, "by": 0, "text": "first 2"}
    assert client.post("/play/act", data=sent).status_code == 303
    assert [entry.text for entry in session.line] == ["first 2"]


def test_rather_not_said_of_one_wish_to_take_back_refuses_no_later_one(client, hub) -> None:
    session = begin(hub)
    for text in ("first 1", "roll 4"):
        session.act(session.game.parse(0, text))
    session.act(next(session.state.legal(1)))
    session.act(session.game.parse(1, "end"))
    session.act(session.game.parse(0, "roll 2"))
    session.undo(1)
    shown = session.seq
    session.refuse(1)  # Anna thinks better of it, and then wants it after all
    session.undo(1)
    wish = session.timeline.request
    answer = client.post("/play/refuse", data={"seq": shown, "seat": 2}, headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (409, "stale-action")
    assert session.timeline.request == wish
    client.post("/play/refuse", data={"seq": session.seq, "seat": 2})
    assert session.timeline.request is None


@pytest.mark.parametrize("way", ["misread", "put-right"])
def test_who_says_who_is_wrong_says_of_what(client, watched, live, way) -> None:
    begin(watched)
    live.show(LiveStatus("wrong", Message("A flower is missing."), "disagree", told=7))
    form = re.search(rf'action="/table/{way}".*?</form>', client.get("/play").text, re.DOTALL)
    assert 'name="told" value="7"' in form[0]
    client.post(f"/table/{way}", data={"told": 7})
    assert live.calls[-1] == (way.replace("-", " "), 7)
    assert client.post(f"/table/{way}", headers=JSON).json["code"] == "bad-request"


@pytest.mark.parametrize("way", ["cancel", "resume"])
def test_a_tap_says_which_countdown_it_means(client, watched, live, way) -> None:
    begin(watched)
    shown = Countdown(1, "end", 1234.56789012345, 4.0, stopped=way == "resume")
    live.show(LiveStatus("still", countdown=shown))
    form = re.search(rf'action="/table/{way}".*?</form>', client.get("/play").text, re.DOTALL)
    began = re.search(r'name="began"\s+value="([^"]*)"', form[0])[1]
    for sent, status in ((began, 303), ("soon", 400)):
        assert client.post(f"/table/{way}", data={"began": sent}, headers=JSON).status_code == status
    now = Countdown(2, "end", 1300.0, 4.0, stopped=way == "resume")
    live.show(LiveStatus("still", countdown=now))
    answer = client.post(f"/table/{way}", data={"began": began}, headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (409, "stale-action")
    assert live.status.countdown == now


@pytest.mark.browser
def test_a_touch_on_a_page_with_the_countdown_before_stops_none_and_does_not_say_so(
    open_page, watched, live, complaints
) -> None:
    begin(watched)
    live.show(LiveStatus("still", countdown=Countdown(1, "end", time.monotonic(), 30.0)))
    page = open_page("/play", viewport={"width": 390, "height": 300})
    page.wait_for_selector("[data-countdown]")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    held = []
    page.route("**/table/cancel", lambda route: held.append(route))
    page.evaluate(PAINTED)
    page.mouse.click(385, 150)
    while not held:
        page.wait_for_timeout(20)
    now = Countdown(2, "end", time.monotonic(), 30.0)
    live.show(LiveStatus("still", countdown=now))
    with page.expect_response("**/table/cancel"):
        held[0].continue_()
    page.wait_for_function("() => document.querySelector('#live').innerText.includes('Ben')")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.locator("#notice").inner_text() == ""
    assert live.status.countdown == now
    page.unroute("**/table/cancel")
    complaints.clear()


def test_a_photograph_is_judged_in_no_game_but_that_in_which_it_was_sent(client, watched) -> None:
    lives = []

    def lay(_: object) -> Table:
        lives.append(FakeLive())
        return Table(lives[-1])

    def read(_: bytes):
        if len(lives) == 1:
            begin(watched)  # by another phone, while this one waits
        return PICTURE, SEEN, PICTURE

    watched.lay, watched.read_photo = lay, read
    begin(watched)
    for status, calls in ((409, [("start",)]), (303, [("start",), ("photo", SEEN)])):
        sent = {"photo": (io.BytesIO(b"jpeg"), "dice.jpg")}
        assert client.post("/camera/photo", data=sent, headers=JSON).status_code == status
        assert lives[-1].calls == calls
    assert ("photo", SEEN) not in lives[0].calls


def test_a_hand_is_shown_in_no_game_but_that_in_which_it_was_sent(hub) -> None:
    begin_hidden(hub, "star-baker")
    phone = phone_at(hub, 2)

    def read(_: bytes) -> ShownPieces:
        begin_hidden(hub, "star-baker")
        return ShownPieces(("secret-card",))

    hub.read_shown = read
    answer = phone.post("/hand", data={"photo": (io.BytesIO(b"jpeg"), "hand.jpg")}, headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (409, "stale-action")
    assert hub.shown == {}
