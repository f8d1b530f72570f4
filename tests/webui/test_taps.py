"""What people do on the pages reaches the game, once, and only from their own seat."""

from __future__ import annotations

import re

import pytest
from markupsafe import escape
from phones import cookie_name, cookie_of, phone_at
from tapping import JSON, act

from webui import Hub

# Playing


def test_a_tap_acts_once(client, session) -> None:
    route = str(next(session.state.legal(1)))
    seq = session.seq
    assert act(client, session, 1, route).status_code == 303
    assert session.line[-1].text == route
    again = act(client, session, 1, route, seq=seq)
    assert (again.status_code, again.json["code"]) == (409, "stale-action")
    assert len(session.line) == 3


def test_without_script_a_stale_tap_shows_the_fresh_page_and_why(client, session) -> None:
    answer = client.post("/play/act", data={"seq": 1, "by": 1, "text": "end"}, follow_redirects=True)
    assert answer.request.path == "/play"
    assert '<span class="wrong">' in answer.text
    assert len(session.line) == 2


@pytest.mark.parametrize(
    ("by", "text", "status", "code"),
    [
        (1, "P1-P2", 409, "illegal-action"),
        (1, "castle", 400, "unreadable-action"),
        (9, "end", 400, "bad-request"),
        ("x", "end", 400, "bad-request"),
    ],
)
def test_what_is_no_action_is_refused(client, session, by, text, status, code) -> None:
    answer = act(client, session, by, text)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert len(session.line) == 2


def test_a_page_must_say_what_it_has_seen(client, session) -> None:
    assert act(client, session, 1, "end", seq="").json["code"] == "bad-request"


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}],
)
def test_other_sites_cannot_tap(client, session, headers) -> None:
    route = str(next(session.state.legal(1)))
    data = {"seq": session.seq, "by": 1, "text": route}
    answer = client.post("/play/act", data=data, headers={**JSON, **headers})
    assert (answer.status_code, answer.json["code"]) == (403, "foreign-page")
    assert len(session.line) == 2


def test_own_pages_can_tap(client, session) -> None:
    route = str(next(session.state.legal(1)))
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    data = {"seq": session.seq, "by": 1, "text": route}
    assert client.post("/play/act", data=data, headers=headers).status_code == 303


def test_a_seat_acts_for_itself_only(client, app, hub, session) -> None:
    other = app.test_client()
    sat = other.post(f"/j/{hub.token}", data={"seat": 2})
    assert sat.status_code == 303
    assert "SameSite=Lax" in sat.headers["Set-Cookie"]
    route = str(next(session.state.legal(1)))
    refused = act(other, session, 1, route)
    assert (refused.status_code, refused.json["code"]) == (403, "not-your-seat")
    text = other.get("/play").text
    assert "Wait" in text
    assert 'class="cell open' not in text
    client.post(f"/j/{hub.token}", data={"seat": 1})
    assert "Your turn" in client.get("/play").text
    assert act(client, session, 1, route).status_code == 303


def test_seats_and_invitations_outlast_a_restart(client, hub, session) -> None:
    client.post(f"/j/{hub.token}", data={"seat": 2})
    cookie = cookie_of(client)
    again = Hub(hub.store)
    again.open(session)
    assert again.token == hub.token
    phone = phone_at(again)
    phone.set_cookie(cookie_name(phone), cookie)
    assert "Ben" in phone.get("/play").text.split("</header>")[0]
    key = hub.store.path.with_suffix(".key")
    assert key.stat().st_mode & 0o077 == 0
    key.write_bytes(b"torn")
    assert len(Hub(hub.store).secret) == 32
    assert Hub(hub.store).secret == key.read_bytes()


def test_a_seat_that_is_not_there_cannot_be_taken(client, hub, session) -> None:
    assert client.post(f"/j/{hub.token}", data={"seat": 5}).status_code == 400


def test_the_program_draws_when_asked(client, session) -> None:
    session.correct(1, [])
    client.post("/play/draw", data={"seq": session.seq})
    assert session.line[-1].source == "software"
    session.correct(1, [session.game.parse(0, "roll 4")])
    answer = client.post("/play/draw", data={"seq": session.seq}, headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (409, "bad-draw")


def test_settings_are_changed_in_mid_game(client, session) -> None:
    client.post("/play/settings", data={"seq": session.seq, "chance": "software"})
    assert session.settings.otherwise == "software"
    assert session.settings.camera is False
    bad = client.post("/play/settings", data={"seq": session.seq, "chance": "magic"}, headers=JSON)
    assert bad.status_code == 400


# Taking back and putting right


def test_undo_and_redo(client, session) -> None:
    route = str(next(session.state.legal(1)))
    act(client, session, 1, route)
    client.post("/play/undo", data={"seq": session.seq, "seat": 1})
    assert len(session.line) == 2
    client.post("/play/redo", data={"seq": session.seq})
    assert session.line[-1].text == route


def _revealed(session) -> None:
    """Anna moves and ends, and Ben's die is seen."""
    session.act(next(session.state.legal(1)))
    while 0 not in session.state.actors:
        session.act(session.game.parse(1, "end"))
    session.act(next(session.state.legal(0)))


def test_undo_across_a_revealed_die_asks_the_others(client, hub, session) -> None:
    _revealed(session)
    acted = len(session.line)
    client.post(f"/j/{hub.token}", data={"seat": 1})
    client.post("/play/undo", data={"seq": session.seq, "seat": 1})
    assert "You have asked to take back" in client.get("/play").text
    assert len(session.line) == acted
    client.post(f"/j/{hub.token}", data={"seat": 2})
    client.post("/play/agree", data={"seq": session.seq, "seat": 2})
    assert len(session.line) < acted


def test_undo_can_be_refused(client, session) -> None:
    _revealed(session)
    client.post("/play/undo", data={"seq": session.seq, "seat": 1})
    client.post("/play/refuse", data={"seq": session.seq, "seat": 2})
    assert session.timeline.request is None
    answer = client.post("/play/agree", data={"seq": session.seq, "seat": 2}, headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (409, "cannot-undo")


def test_who_asks_for_an_undo_is_told_what_became_of_it(app, hub, session) -> None:
    _revealed(session)
    anna, ben, all_seats = app.test_client(), app.test_client(), app.test_client()
    anna.post(f"/j/{hub.token}", data={"seat": 1})
    ben.post(f"/j/{hub.token}", data={"seat": 2})

    def asks() -> str:
        answer = anna.post("/play/undo", data={"seq": session.seq, "seat": 1}, follow_redirects=True)
        assert re.search(r'id="notice"[^>]*>\s*</p>', answer.text), "it is no notice that nobody takes away"
        return " ".join(answer.text.split())

    refusal = "Ben would rather not take it back."
    page = asks()
    assert "You have asked to take back these 2 actions:" in page
    assert "Still to answer: Ben." in page
    assert "Anna asks to take back these 2 actions:" in ben.get("/play").text
    eyes = session.eyes(None)
    for entry in session.line[-2:]:
        told = f"<li>{escape(eyes.told(entry.by, entry.text).render(session.names))}</li>"
        assert told in page
        assert told in ben.get("/play").text
    ben.post("/play/refuse", data={"seq": session.seq, "seat": 2})
    assert refusal in anna.get("/play").text
    assert refusal in all_seats.get("/play").text, "it may have asked for Anna"
    assert refusal not in ben.get("/play").text
    assert refusal not in asks(), "that was the answer before"
    page = all_seats.get("/play").text
    assert page.count("would rather not</button>") == 1, (
        "it is told who refuses, and Anna only thinks better of it"
    )
    assert page.count("Never mind</button>") == 1
    anna.post("/play/refuse", data={"seq": session.seq, "seat": 1})
    assert "would rather not" not in anna.get("/play").text, "who thinks better of it knows"
    asks()
    ben.post("/play/refuse", data={"seq": session.seq, "seat": 2})
    session.act(next(session.state.legal(session.state.actors[0])))
    assert refusal not in anna.get("/play").text, "the game has gone on"


def test_who_asked_for_an_undo_is_told_that_the_game_went_on_without_an_answer(app, hub, session) -> None:
    _revealed(session)
    anna, ben, all_seats = app.test_client(), app.test_client(), app.test_client()
    anna.post(f"/j/{hub.token}", data={"seat": 1})
    ben.post(f"/j/{hub.token}", data={"seat": 2})
    anna.post("/play/undo", data={"seq": session.seq, "seat": 1})
    session.act(next(action for action in session.state.legal(2)))
    overtaken = "The game went on before everybody had answered."
    assert overtaken in anna.get("/play").text
    assert overtaken in all_seats.get("/play").text
    assert overtaken not in ben.get("/play").text
    assert overtaken in ben.get("/log").text
    anna.post("/play/undo", data={"seq": session.seq, "seat": 1})
    assert overtaken not in anna.get("/play").text, "it is asked anew"


def test_a_correction_is_previewed_and_then_applied(client, session) -> None:
    _revealed(session)
    page = client.get("/log/correct/1?by=0&text=roll+2").text
    assert "The die shows 2" in page
    assert "set aside" in page
    assert session.line[1].text == "roll 4"
    data = {"seq": session.seq, "by": 0, "text": "roll 2"}
    assert client.post("/log/correct/1", data=data).location == "/log"
    assert session.line[1].text == "roll 2"
    assert "Set aside by a correction" in client.get("/log").text


def test_an_action_is_taken_out(client, session) -> None:
    client.post("/log/correct/1", data={"seq": session.seq, "by": "", "text": ""})
    assert [entry.text for entry in session.line] == ["first 1"]


def test_what_was_set_aside_is_taken_up_again(client, session) -> None:
    route = str(next(session.state.legal(1)))
    act(client, session, 1, route)
    session.correct(1, [])
    assert len(session.timeline.set_aside) == 1
    session.act(session.game.parse(0, "roll 4"))
    client.post("/log/take-up", data={"seq": session.seq, "skip": 0})
    assert session.line[-1].text == route
