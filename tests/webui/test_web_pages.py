"""Every page answers, shows what it should, and says in one shape what it cannot do."""

from __future__ import annotations

import re
import time
from datetime import datetime, timedelta
from html import unescape

import pytest
from msgspec.structs import replace
from web_tables import GAME, begin
from werkzeug.datastructures import MultiDict

from companion.play.status import Countdown, LiveStatus, Question, Reading
from companion.rules.message import Message

EMPTY_TABLE = [
    "/",
    f"/new/{GAME}",
    "/health",
    "/healthz",
    "/favicon.svg",
    "/favicon.ico",
    "/camera",
    "/panel",
]
WITH_A_GAME = [
    *EMPTY_TABLE,
    "/play",
    "/play?close=1",
    "/play?light=garden/A1,garden/nowhere",
    "/board",
    "/log",
    "/log/correct/1?do=0roll",
    "/log/correct/1",
    "/result",
    "/join",
    "/join/code.svg",
    "/record",
    "/manifest.webmanifest",
    f"/art/{GAME}/sheet/mat.svg",
    f"/art/{GAME}/piece/die-4.svg",
    "/static/table.css",
    "/static/table.js",
]


@pytest.mark.parametrize("path", EMPTY_TABLE)
def test_pages_of_an_empty_table(client, path) -> None:
    assert client.get(path).status_code == 200


def test_a_game_for_two_is_not_for_two_to_two(client) -> None:
    text = client.get("/").text
    assert "2 players · 10–20 minutes" in text
    assert "2–4 players" in text
    assert "2–2" not in text


@pytest.mark.parametrize("path", WITH_A_GAME)
def test_pages_of_a_game(client, session, path) -> None:
    with client.get(path) as answer:
        assert answer.status_code == 200
        assert answer.data


@pytest.mark.parametrize("path", ["/play", "/board", "/log", "/result", "/join", "/record", "/j/0", "/sim"])
def test_without_a_game_pages_say_so(client, path) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "<h1>" in answer.text


def test_a_game_that_is_not_there_leads_to_those_that_are(client, session) -> None:
    page = client.get("/new/chess").text
    assert "There is no game called" in page
    assert "layout" not in page
    assert re.search(r'href="/"[^>]*>See the games<', page)
    assert "See the games" not in client.get("/nowhere").text


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/nowhere", 404, "no-page"),
        ("/new/chess", 404, "unknown-game"),
        ("/new/caterpillar-filler/draws/0", 404, "no-draft"),
        ("/art/caterpillar-filler/sheet/lid.svg", 404, "no-picture"),
        ("/art/caterpillar-filler/piece/king.svg", 404, "no-picture"),
        ("/camera/picture.jpg", 404, "no-camera"),
        ("/camera/crop.jpg?where=garden/G7", 404, "no-camera"),
        ("/camera/photo/0", 404, "no-picture"),
        ("/sim", 404, "no-simulation"),
        ("/log/correct/99", 404, "no-action"),
        ("/log/correct/1?text=roll+9&by=0", 400, "unreadable-action"),
        ("/log/correct/1?text=roll+3&by=x", 400, "bad-request"),
        ("/j/wrong", 404, "old-invitation"),
        ("/play/act", 405, "wrong-method"),
    ],
)
def test_errors_have_one_shape(client, session, path, status, code) -> None:
    answer = client.get(path, headers={"Accept": "application/json"})
    assert answer.status_code == status
    assert answer.json.keys() == {"ok", "code", "sentence"}
    assert answer.json["ok"] is False
    assert answer.json["code"] == code
    assert answer.json["sentence"].endswith(".")
    page = client.get(path)
    assert page.status_code == status
    assert code in page.text


def test_a_failure_inside_is_told_and_the_game_kept(client, session, monkeypatch) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("webui.pages.log.log_lines", broken)
    answer = client.get("/log", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["code"]) == (500, "page-failed")
    assert client.get("/play").status_code == 200


def test_headers_keep_everything_at_this_table(client, session) -> None:
    headers = client.get("/play").headers
    assert headers["Content-Security-Policy"].startswith("default-src 'self'")
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", [path for path in WITH_A_GAME if "." not in path and "health" not in path])
def test_pages_hold_nothing_that_the_policy_forbids(client, session, path) -> None:
    text = client.get(path).text
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", text)
    assert not re.search(r"https?://(?!localhost)", text)


def test_play_shows_the_prompt_the_board_and_the_score(client, session) -> None:
    text = client.get("/play").text
    assert "Move 4 spaces." in text
    assert text.count('class="piece"') == sum(map(len, session.state.lying().values())) - 1  # the die
    assert 'class="cell open end' in text
    assert "It is Anna&#39;s turn." in text


def test_board_shows_everybody(client, session) -> None:
    text = client.get("/board").text
    assert "Anna" in text
    assert "Ben" in text
    assert 'class="cell open' not in text


def test_a_spectator_and_each_seat_see_only_their_view(client, session, monkeypatch) -> None:
    asked: list[int | None] = []
    seen_by = type(session.state).seen_by

    def noted(state: object, seat: int | None) -> object:
        asked.append(seat)
        return seen_by(state, seat)

    monkeypatch.setattr(type(session.state), "seen_by", noted)
    client.get("/board")
    client.post(f"/j/{_token(client)}", data={"seat": 2})
    client.get("/play")
    client.get("/log/correct/1")
    client.get("/result")
    assert asked == [None, 2, 2, 2]


def _token(client) -> str:
    return re.search(r"/j/([0-9a-f]+)", client.get("/join").text)[1]


def test_log_is_in_words_with_a_way_to_correct(client, session) -> None:
    text = client.get("/log").text
    assert "Anna begins" in text
    assert "/log/correct/0" in text
    assert re.search(r"<time[^>]*>\d\d:\d\d</time>", text)


def test_join_shows_the_address_and_the_code(client, hub, session) -> None:
    hub.address = lambda: "http://10.0.0.7:8080/"
    assert f"http://10.0.0.7:8080/j/{hub.token}" in client.get("/join").text
    hub.address = lambda: "http://10.0.0.9:8080"  # the router has given it another one
    assert f"http://10.0.0.9:8080/j/{hub.token}" in client.get("/join").text
    hub.address = str  # without a network of which one knows, the way that the phone came
    asked = client.get("/join", base_url="http://10.42.0.1:8080")
    assert f"http://10.42.0.1:8080/j/{hub.token}" in asked.text
    assert client.get("/join/code.svg").mimetype == "image/svg+xml"


def test_health_tells_how_the_parts_are(client, hub, session) -> None:
    found = client.get("/health").json
    assert found["ok"] is True
    assert found["game"] == GAME
    assert found["seq"] == session.seq
    assert found["table"] == "off"


def test_art_is_kept_by_browsers_and_asked_for_again_by_its_tag(client) -> None:
    first = client.get(f"/art/{GAME}/piece/wasp.svg")
    assert "max-age" in first.headers["Cache-Control"]
    again = client.get(f"/art/{GAME}/piece/wasp.svg", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


# With a camera and a simulated table


@pytest.mark.parametrize("path", ["/camera", "/sim", "/play", "/board"])
def test_pages_of_a_watched_table(client, watched, path) -> None:
    begin(watched)
    text = client.get(path).text
    assert "Last read: The die shows 4." in text
    assert "99.3 % sure" in text


def test_a_tap_is_no_reading_and_nothing_is_sure_about_it(client, watched, live) -> None:
    begin(watched)
    live.readings += (Reading(1.0, "corrected", "The camera had misread."),)
    back = Message("Put the table right: black body piece away from K9.")
    live.show(LiveStatus("waiting", back, "put-back", ("garden/K9",)))
    text = client.get("/play").text
    assert "Last read: The die shows 4." in text
    assert "100.0 % sure" not in text + client.get("/camera").text
    assert "All as it should be" not in text
    assert "Put the table right: black body piece away from K9." in text
    assert "live-put-back" in text


def test_camera_page_shows_picture_and_problems(client, watched, live) -> None:
    begin(watched)
    text = client.get("/camera").text
    assert "A lamp shines on the mat." in text
    assert client.get("/camera/picture.jpg").data.startswith(b"\xff\xd8")
    live.view = None
    assert client.get("/camera/picture.jpg").data.startswith(b"\xff\xd8")
    live.frame = None
    assert client.get("/camera/picture.jpg").status_code == 404
    assert client.get("/camera").status_code == 200


def test_crops_of_what_is_in_view(client, watched) -> None:
    begin(watched)
    assert client.get("/camera/crop.jpg?where=garden/G7").mimetype == "image/jpeg"
    assert client.get("/camera/crop.jpg?where=garden/A1").status_code == 404


def test_a_question_is_shown_with_its_crop_and_answers(client, watched, live) -> None:
    begin(watched)
    ask = Message("Is the head of {who} on G7?", seats={"who": 1})
    live.show(LiveStatus("ask", ask, question=Question(5, ask, (Message("Yes"), Message("No")), "garden/G7")))
    text = client.get("/play").text
    assert "Is the head of Anna on G7?" in text
    assert "/camera/crop.jpg?where=garden/G7" in text
    assert text.count('name="choice"') == 2
    assert 'name="choice"' not in client.get("/board").text


def test_what_is_wrong_is_lit_on_the_board(client, watched, live) -> None:
    begin(watched)
    live.show(LiveStatus("wrong", Message("A wasp may not lie there (CF-31)."), "illegal", ("garden/A1",)))
    text = client.get("/play").text
    assert "A wasp may not lie there (CF-31)." in text
    assert re.search(r'class="cell [^"]*wrong"\s+data-where="garden/A1"', text)


@pytest.mark.parametrize(
    ("code", "answers"),
    [
        ("illegal", ["The camera is wrong", "The table is wrong", "The game is wrong", "Look again"]),
        ("disagree", ["The camera is wrong", "The table is wrong", "The game is wrong", "Look again"]),
        ("illegal-roll", ["That roll does not count", "The game is wrong", "Look again"]),
        ("live-failed", ["The game is wrong", "Look again"]),
        ("reader-damaged", ["Look again"]),
    ],
)
def test_who_is_wrong_is_asked_for_what_can_be(client, watched, live, code, answers) -> None:
    begin(watched)
    live.show(LiveStatus("wrong", Message("Please look."), code))
    text = client.get("/play").text
    answered = text[text.index("who-is-wrong") : text.index('id="board"')]
    assert re.findall(r"([A-Z][a-z ]+) <small>", answered) == answers
    assert "who-is-wrong" not in client.get("/board").text


def test_a_countdown_is_shown(client, watched, live) -> None:
    begin(watched)
    live.show(LiveStatus("still", countdown=Countdown(2, "end", 0.0, 4.0)))
    text = client.get("/play").text
    assert "data-countdown" in text
    assert "Ben's turn ends" in text


def test_a_form_that_is_sent_twice_begins_one_game(client, hub) -> None:
    form = {"seats": "2", "once": "a1b2", "chance": "tap"}
    first = client.post(f"/new/{GAME}", data=form)
    begun = hub.session
    assert begun is not None
    second = client.post(f"/new/{GAME}", data=form)
    assert first.status_code == second.status_code == 303
    assert hub.session is begun
    assert len(list(hub.store.sessions())) == 1


def test_a_form_that_is_sent_again_later_begins_another_game(client, hub) -> None:
    form = {"seats": "2", "once": "a1b2", "chance": "tap"}
    client.post(f"/new/{GAME}", data=form)
    first = hub.session
    first.act(first.game.parse(0, "first 1"))
    assert client.post(f"/new/{GAME}", data=form).status_code == 409
    client.post(f"/new/{GAME}", data=form | {"aside": first.id})
    second = hub.session
    assert second is not first
    client.post(f"/new/{GAME}", data=form | {"seats": "3"})
    assert hub.session is not second, "nobody has acted in that one"


def answered(client, asked, button: str = "Put it aside"):
    """Send the form of a page that asks, as its button does."""
    assert button in asked.text
    fields = re.findall(r'<input type="hidden"\s+name="(.*?)"\s+value="(.*?)"', asked.text)
    return client.post(asked.request.path, data=MultiDict((unescape(k), unescape(v)) for k, v in fields))


def test_a_game_that_is_played_is_not_put_aside_by_one_tap(client, hub, session) -> None:
    kept = hub.store.new_session(GAME, ("Mia", "Tom"))
    names = {"seats": "2", "name-1": "A&B", "name-2": 'Z"', "once": "a1", "chance": "tap"}
    form = {**names, "option-rules": ["R01", "R12"], "option-several_rule_tiles": "on"}
    draws = client.post(f"/new/{GAME}", data={**form, "draws": "yes"}).location
    for path, data in ((f"/new/{GAME}", form), (draws, {}), (f"/open/{kept.id}", {}), ("/again", {})):
        asked = client.post(path, data=data)
        assert asked.status_code == 409, path
        assert "Caterpillar Filler is being played." in asked.text
        assert ">Anna</span>" in asked.text
        assert ">Ben</span>" in asked.text
        assert "It is kept as it stands" in asked.text
        assert 'href="/play">Go on playing</a>' in asked.text
        assert hub.session is session
    assert len(hub.store.sessions()) == 2, "nothing has been begun"
    answer = client.post("/again", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["code"]) == (409, "being-played")
    assert answered(client, client.post(f"/new/{GAME}", data=form)).location == "/play"
    begun = hub.session.timeline.started
    assert begun.names == ("A&B", 'Z"')
    assert begun.options["rules"] == "R01+R12"
    assert client.post(f"/open/{session.id}").location == "/play", "nobody has acted in the new one"
    assert hub.session.line == session.line, "it was kept"


def test_the_game_on_the_table_is_gone_on_with_unasked(client, hub, session) -> None:
    assert client.post(f"/open/{session.id}").location == "/play"


def test_a_kept_game_and_one_more_after_it_are_taken_up_when_that_is_wished(client, hub, session) -> None:
    kept = hub.store.new_session(GAME, ("Mia", "Tom"))
    assert answered(client, client.post(f"/open/{kept.id}")).location == "/play"
    assert hub.session is kept
    kept.act(kept.game.parse(0, "first 1"))
    assert answered(client, client.post("/again", data={"played": kept.id})).location == "/play"
    assert hub.session is not kept
    assert hub.session.timeline.started.names == ("Mia", "Tom")


def test_a_game_that_is_over_is_put_aside_unasked(client, hub) -> None:
    over = begin(hub, chance="software", turn_limit="1")
    while over.state.outcome is None:
        over.act(next(over.state.legal(over.state.actors[0])))
    assert client.post("/again", data={"played": over.id}).location == "/play"
    assert hub.session is not over


def test_what_the_program_draws_is_nobodys_doing(client, hub) -> None:
    drawn = begin(hub, chance="software")
    assert drawn.line
    client.post(f"/new/{GAME}", data={"seats": "2", "chance": "tap"})
    assert hub.session is not drawn


def test_two_taps_and_two_phones_that_put_a_game_aside_begin_one(client, hub, session) -> None:
    asked = [client.post(f"/new/{GAME}", data={"seats": "2", "once": once, "chance": "tap"}) for once in "ab"]
    answered(client, asked[0])
    begun = hub.session
    assert begun is not session
    assert answered(client, asked[0]).location == "/play"
    assert hub.session is begun
    assert "Caterpillar Filler is being played." in answered(client, asked[1]).text
    assert hub.session is begun


@pytest.mark.parametrize("draws", ["no", "yes"])
@pytest.mark.parametrize("on", [True, False])
def test_a_camera_that_was_switched_off_stays_off_in_the_next_game(client, watched, on, draws) -> None:
    session = begin(watched)
    session.change_settings(replace(session.settings, camera=on))
    assert ("The camera is off" in client.get(f"/new/{GAME}").text) is not on
    form = {"seats": "2", "chance": "camera", "draws": draws, "aside": session.id}
    answer = client.post(f"/new/{GAME}", data=form)
    if draws == "yes":
        client.post(answer.location, data={"aside": session.id})
    assert watched.session is not session
    assert watched.session.settings.camera is on
    assert watched.session.settings.otherwise == "camera"


@pytest.mark.parametrize("on", [True, False])
def test_a_camera_stays_as_it_was_left_when_the_program_is_started_anew(client, watched, on) -> None:
    session = begin(watched)
    session.change_settings(replace(session.settings, camera=on))
    watched.close()  # as after a restart where every game is finished: none is on the table
    assert ("The camera is off" in client.get(f"/new/{GAME}").text) is not on
    client.post(f"/new/{GAME}", data={"seats": "2", "chance": "camera"})
    assert watched.session is not session
    assert watched.session.settings.camera is on


def test_the_first_game_is_watched(client, watched) -> None:
    assert "The camera is off" not in client.get(f"/new/{GAME}").text
    client.post(f"/new/{GAME}", data={"seats": "2", "chance": "camera"})
    assert watched.session.settings.camera


def test_drawn_games_begin_once(client, hub) -> None:
    form = {"seats": "2", "draws": "yes", "chance": "tap"}
    draws = client.post(f"/new/{GAME}", data=form).location
    answers = [client.post(draws, data={}) for _ in range(2)]
    assert [answer.location for answer in answers] == ["/play", "/play"]
    assert len(list(hub.store.sessions())) == 1


def test_a_second_tap_on_play_again_begins_no_other_game(client, hub, session) -> None:
    form = {"played": session.id, "aside": session.id}
    client.post("/again", data=form)
    again = hub.session
    assert again is not session
    assert client.post("/again", data=form).location == "/play"
    assert hub.session is again


def test_who_plays_again_keeps_the_seat(client, hub, session) -> None:
    client.post(f"/j/{hub.token}", data={"seat": "2"})
    client.post("/again", data={"played": session.id, "aside": session.id})
    with client.session_transaction() as cookie:
        assert cookie["seat"] == f"{session.id}.2"
    client.get("/play")
    with client.session_transaction() as cookie:
        assert cookie["seat"] == f"{hub.session.id}.2"


def test_times_are_those_of_the_clock_on_the_wall(client, hub, session, monkeypatch) -> None:
    monkeypatch.setenv("TZ", "IST-05:30")
    time.tzset()
    try:
        at = datetime.fromisoformat(next(iter(hub.store.sessions())).last_at)
        shown = (at + timedelta(hours=5, minutes=30)).strftime("%H:%M")
        assert f">{shown}</time>" in client.get("/log").text
        begin(hub)
        assert f"{shown}</time>" in client.get("/").text
    finally:
        monkeypatch.undo()
        time.tzset()
