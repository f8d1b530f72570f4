"""What people do on the pages reaches the game, once, and only from their own seat."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest
from web_tables import GAME, SEEN, begin

from companion.play.proof import check_record
from companion.play.status import LiveStatus, Question
from companion.rules.games import GAMES, load_game
from companion.rules.message import Message
from companion.rules.record import parse_record
from webui import Hub, create_app

JSON = {"Accept": "application/json"}


def new_game(client, **values: str):
    form = {"seats": "2", "name-1": "Anna", "name-2": "Ben", "chance": "tap", **values}
    return client.post(f"/new/{GAME}", data=form)


def act(client, session, by: int, text: str, **changes: object):
    data = {"seq": session.seq, "by": by, "text": text, **changes}
    return client.post("/play/act", data=data, headers=JSON)


# New games


def test_a_new_game_has_its_names_colours_and_options(client, hub) -> None:
    colours = {"heads-1": "white", "heads-2": "yellow", "bodies-1": "black", "bodies-2": "red"}
    answer = new_game(client, **colours, **{"option-setup": "S01", "option-wasp_before_roll": "on"})
    assert (answer.status_code, answer.location) == (303, "/play")
    started = hub.session.timeline.started
    assert started.names == ("Anna", "Ben")
    assert started.options["heads"].startswith("white,yellow,")
    assert started.options["bodies"].startswith("black,red,")
    assert started.options["setup"] == "S01"
    assert started.options.keys() == {"heads", "bodies", "setup"}
    assert hub.session.settings.otherwise == "tap"


def test_several_rules_travel_together(client, hub) -> None:
    values = {"option-rules": ["R01", "R12"], "option-several_rule_tiles": "on"}
    assert new_game(client, **values).status_code == 303
    assert hub.session.timeline.started.options["rules"] == "R01+R12"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"name-2": "Anna"}, "same name"),
        ({"name-2": "An\u200bna\u2060"}, "same name"),
        ({"name-2": "Player 1", "name-1": "\u200b\u3164"}, "same name"),
        ({"seats": "7"}, "2 to 4 players"),
        ({"heads-1": "brown", "heads-2": "brown"}, "same colour"),
        ({"heads-1": "pink"}, "there is yellow"),
        ({"option-setup": "S99"}, "S99"),
        (
            {"option-turn_limit": "soon"},
            "Turn limit: give a whole number from 1 to 999999, or leave it empty",
        ),
        ({"option-turn_limit": "0"}, "Turn limit: give a whole number from 1 to 999999"),
        ({"option-turn_limit": "1000000"}, "Turn limit: give a whole number from 1 to 999999"),
        ({"option-turn_limit": "2.5"}, "Turn limit: give a whole number from 1 to 999999"),
        ({"option-die": ["1", "2", "3", "4", "5", "7"]}, "Die: 7 is not one of them. There is 1 to 6."),
        ({"option-start_flowers": ["E5", "E12", "L5", ""]}, "Start flowers: one is missing."),
        ({"option-start_flowers": ["E5", "E12", "L5", "Q1"]}, "Start flowers: Q1 is not one of them."),
        ({"option-start_flowers": ["E5", "E5", "L5", "L12"]}, "Start flowers: give four different spaces"),
    ],
)
def test_a_form_that_will_not_do_comes_back_with_a_sentence(client, hub, values, sentence) -> None:
    answer = new_game(client, **values)
    assert answer.status_code == 400
    assert sentence in answer.text
    assert hub.session is None


def test_numbers_and_places_have_fields_of_their_own_and_come_back_as_they_were_typed(client, hub) -> None:
    page = client.get(f"/new/{GAME}").text
    field = re.search(r'<input type="number"[^>]*name="option-turn_limit"[^>]*>', page)[0]
    assert {'min="1"', 'max="999999"', 'placeholder="Off"', 'value=""'} <= set(field.split())
    assert len(re.findall(r'<select name="option-die"', page)) == 6
    typed = {"option-turn_limit": "-7", "option-die": list("123336"), "option-start_flowers": list("abcd")}
    again = new_game(client, **typed).text
    assert 'value="-7"' in re.search(r'<input type="number"[^>]*name="option-turn_limit"[^>]*>', again)[0]
    chosen = re.findall(r'<select name="option-die".*?<option value="(\d)"\s+selected>', again, re.DOTALL)
    assert "".join(chosen) == "123336"
    flowers = [tag for tag in re.findall("<input[^>]*>", again) if 'name="option-start_flowers"' in tag]
    assert [re.search('value="(.*?)"', tag)[1] for tag in flowers] == list("abcd")


def test_what_is_typed_in_them_is_played_with(client, hub) -> None:
    values = {
        "option-turn_limit": " 40 ",
        "option-die": list("123333"),
        "option-start_flowers": ["b9", "G6", " J11", "O8"],
        "option-wasp_before_roll": "on",
    }
    assert new_game(client, **values).status_code == 303
    assert hub.session.timeline.started.options == {
        "turn_limit": "40",
        "die": "1,2,3,3,3,3",
        "start_flowers": "B9,G6,J11,O8",
    }


@pytest.mark.parametrize("text", ["", "off"])
def test_a_number_that_is_left_empty_is_as_usual(client, hub, text: str) -> None:
    assert new_game(client, **{"option-turn_limit": text}).status_code == 303
    assert "turn_limit" not in hub.session.timeline.started.options


def test_a_number_that_other_choices_bound_is_told_by_its_name(client, hub) -> None:
    form = {"seats": 2, "option-rows": "4", "option-cols": "4", "option-tiles_per_player": "17"}
    answer = client.post("/new/filler-tiles", data=form)
    assert answer.status_code == 400
    assert "Tiles: give a whole number from 1 to 16, or full" in answer.text
    assert "tiles_per_player:" not in answer.text


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_page_says_of_every_choice_that_is_a_thing_of_its_own_what_it_changes(client, slug: str) -> None:
    page = " ".join(unescape(client.get(f"/new/{slug}").text).split())
    for option in load_game(slug).info.options:
        for help_ in option.choice_helps:
            assert help_ in page


def test_draws_before_the_game_are_sealed_first_and_hold(client, hub) -> None:
    page = new_game(client, draws="yes", chance="software", **{"option-turn_limit": "2"})
    seal = re.search(r"<code>([0-9a-f]{64})</code>", client.get(page.location).text)[1]
    client.post(page.location, data={"key": "setup"})
    text = client.get(page.location).text
    assert seal in text
    assert re.search(r"\(S\d\d\)", text)
    client.post(page.location, data={})
    started = hub.session.timeline.started
    assert started.commitment == seal
    assert started.draws[0].startswith("setup=S")
    assert client.get(page.location).status_code == 404
    while hub.session.state.actors:
        seat = hub.session.state.actors[0]
        hub.session.act(next(hub.session.state.legal(seat)))
    proof = check_record(parse_record(client.get("/record").text))
    assert proof.holds
    assert proof.checked > 1
    assert "all are right" in client.get("/result").text


def test_an_option_that_is_never_drawn_is_refused(client) -> None:
    page = new_game(client, draws="yes")
    answer = client.post(page.location, data={"key": "die"}, headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (409, "bad-draw")


def test_kept_games_are_taken_up(client, hub, session) -> None:
    begin(hub, names=("Mia", "Tom"))
    assert "Anna, Ben" in client.get("/").text
    assert client.post(f"/open/{session.id}").location == "/play"
    assert hub.session is session
    answer = client.post("/open/nothing", headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (404, "unknown-session")


def test_play_again_draws_anew_what_was_drawn(client, hub) -> None:
    page = new_game(client, draws="yes", **{"option-turn_limit": "4"})
    client.post(page.location, data={"key": "setup"})
    client.post(page.location, data={})
    before = hub.session
    client.post("/again")
    after = hub.session.timeline.started
    assert hub.session is not before
    assert after.names == ("Anna", "Ben")
    assert after.options["turn_limit"] == "4"
    assert len(after.draws) == 1
    assert after.commitment != before.timeline.started.commitment


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
    assert 'class="notice"' in answer.text
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
    cookie = client.get_cookie("table").value
    again = Hub(hub.store)
    again.open(session)
    assert again.token == hub.token
    phone = create_app(again).test_client()
    phone.set_cookie("table", cookie)
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
    client.post("/play/refuse", data={"seat": 2})
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
    assert "You have asked to take back 2 actions. Still to answer: Ben." in asks()
    assert "Anna asks to take back 2 actions." in ben.get("/play").text
    ben.post("/play/refuse", data={"seat": 2})
    assert refusal in anna.get("/play").text
    assert refusal in all_seats.get("/play").text, "it may have asked for Anna"
    assert refusal not in ben.get("/play").text
    assert refusal not in asks(), "that was the answer before"
    page = all_seats.get("/play").text
    assert page.count("would rather not</button>") == 1, (
        "it is told who refuses, and Anna only thinks better of it"
    )
    assert page.count("Never mind</button>") == 1
    anna.post("/play/refuse", data={"seat": 1})
    assert "would rather not" not in anna.get("/play").text, "who thinks better of it knows"
    asks()
    ben.post("/play/refuse", data={"seat": 2})
    session.act(next(session.state.legal(session.state.actors[0])))
    assert refusal not in anna.get("/play").text, "the game has gone on"


def test_who_asked_for_an_undo_is_told_that_the_game_went_on_without_an_answer(app, hub, session) -> None:
    _revealed(session)
    anna, ben, all_seats = app.test_client(), app.test_client(), app.test_client()
    anna.post(f"/j/{hub.token}", data={"seat": 1})
    ben.post(f"/j/{hub.token}", data={"seat": 2})
    anna.post("/play/undo", data={"seq": session.seq, "seat": 1})
    session.act(next(action for action in session.state.legal(2)))
    overtaken = "The game went on before everybody had answered: nothing was taken back."
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


# The live table


def test_a_question_is_answered_with_one_tap(client, watched, live) -> None:
    begin(watched)
    answer = client.post("/table/answer", data={"question": 5, "choice": 0}, headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (409, "stale-action")
    live.show(LiveStatus("ask", question=Question(5, Message("Which?"), (Message("A"), Message("B")))))
    assert client.post("/table/answer", data={"question": 5, "choice": 1}).status_code == 303
    assert ("answer", 5, 1) in live.calls
    assert client.post("/table/answer", data={"question": 5, "choice": 2}).status_code == 400


@pytest.mark.parametrize(
    ("path", "data", "call"),
    [
        ("/table/misread", {}, ("misread",)),
        ("/table/put-right", {}, ("put right",)),
        ("/table/no-roll", {}, ("no roll",)),
        ("/table/retry", {}, ("retry",)),
        ("/table/cancel", {}, ("cancel",)),
        ("/camera/switch", {"on": "yes"}, ("camera", True)),
        ("/camera/switch", {"on": "no"}, ("camera", False)),
    ],
)
def test_what_people_tell_the_live_table(client, watched, live, path, data, call) -> None:
    begin(watched)
    assert client.post(path, data=data).status_code == 303
    assert live.calls[-1] == call


def test_another_game_stops_the_table_before(client, watched, live, simulation) -> None:
    begin(watched)
    simulation.bots = True
    begin(watched)
    assert live.calls == [("start",), ("stop",), ("start",)]
    assert simulation.bots is False


def test_a_photograph_is_read(client, watched) -> None:
    begin(watched)
    answer = client.post("/camera/photo", data={"photo": (io.BytesIO(b"jpeg"), "dice.jpg")})
    page = client.get(answer.location)
    assert "1 die" in page.text
    assert client.get(f"{answer.location}.jpg").data.startswith(b"\xff\xd8")
    for _ in range(8):
        client.post("/camera/photo", data={"photo": (io.BytesIO(b"jpeg"), "dice.jpg")})
    assert client.get(answer.location).status_code == 404


def test_a_photograph_of_the_table_goes_to_the_referee(client, watched, live) -> None:
    begin(watched)
    answer = client.post("/camera/photo", data={"photo": (io.BytesIO(b"jpeg"), "garden.jpg")})
    assert live.calls[-1] == ("photo", SEEN)
    page = client.get(answer.location)
    assert "Anna plants a coral on A1." in page.text
    assert "Back to the game" in page.text


def test_what_is_no_photograph_gets_its_sentence(client, watched) -> None:
    class ImageError(Exception):
        code, sentence = "not-an-image", "That file is not a picture."

    def refuse(_: bytes) -> None:
        raise ImageError

    watched.read_photo = refuse
    answer = client.post("/camera/photo", data={"photo": (io.BytesIO(b"x"), "a.txt")}, headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (400, "not-an-image")
    assert client.post("/camera/photo", data={}, headers=JSON).json["code"] == "no-photo"
    watched.read_photo = None
    assert client.post("/camera/photo", data={}, headers=JSON).json["code"] == "no-reader"


def test_an_upload_that_is_too_large_is_refused(client, app, watched) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 1000
    answer = client.post("/camera/photo", data={"photo": (io.BytesIO(bytes(5000)), "a.jpg")}, headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (413, "image-too-large")


# The simulated table


def test_pieces_are_dragged_turned_and_taken_away(client, watched, simulation) -> None:
    begin(watched)
    place = {"piece": "7", "sheet": "mat", "x": "12.5", "y": "30"}
    assert client.post("/sim/move", data=place).status_code == 303
    assert simulation.lying["7"][2:5] == ("mat", 12.5, 30.0)
    client.post("/sim/flip", data={"piece": "7"})
    assert simulation.calls == [("flip", "7")]
    client.post("/sim/remove", data={"piece": "7"})
    assert simulation.lying == {}
    for path in ("/sim/move", "/sim/remove", "/sim/flip"):
        answer = client.post(path, data={"piece": "7", "sheet": "mat", "x": "1", "y": "1"}, headers=JSON)
        assert (answer.status_code, answer.json["code"]) == (404, "no-piece")


@pytest.mark.parametrize("x", ["", "left", "nan", "inf"])
def test_a_place_is_a_number(client, watched, x) -> None:
    begin(watched)
    data = {"piece": "7", "sheet": "mat", "x": x, "y": "1"}
    assert client.post("/sim/move", data=data, headers=JSON).json["code"] == "bad-request"


def test_a_piece_is_brought_from_the_box(client, watched, simulation) -> None:
    begin(watched)
    assert 'value="wasp"' in client.get("/sim").text
    assert client.post("/sim/bring", data={"kind": "wasp"}).status_code == 303
    assert simulation.calls == [("bring", "wasp")]
    assert client.post("/sim/bring", data={"kind": "nothing"}, headers=JSON).json["code"] == "no-piece"


def test_the_rest_of_the_simulated_table(client, watched, simulation) -> None:
    begin(watched)
    client.post("/sim/roll")
    client.post("/sim/tidy")
    client.post("/sim/bots", data={"on": "yes"})
    client.post("/sim/switch", data={"name": "hand", "on": "yes"})
    assert simulation.calls == [("roll",), ("tidy",)]
    assert simulation.bots is True
    assert simulation.on["hand"] is True
    assert client.post("/sim/switch", data={"name": "storm"}, headers=JSON).json["code"] == "no-switch"
