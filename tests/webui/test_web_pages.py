"""Every page answers, shows what it should, and says in one shape what it cannot do."""

from __future__ import annotations

import errno
import re
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from web_tables import GAME, begin

from companion.live.status import LiveStatus
from companion.rules.game import CHANCE
from webui.ports import Address

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
    f"/art/{GAME}/pieces-0.svg",
    "/look.css",
    "/scripts.js",
    "/static/table.css",
    "/static/table.js",
]


@pytest.mark.parametrize("path", EMPTY_TABLE)
def test_pages_of_an_empty_table(client, path) -> None:
    assert client.get(path).status_code == 200


def test_a_game_for_two_is_not_for_two_to_two(client) -> None:
    text = client.get("/").text
    assert "2 players · 10–\u206020 minutes" in text
    assert "2–\u20604 players" in text
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


def test_on_an_empty_table_new_games_stand_out(client) -> None:
    assert client.get("/").text.count('class="button primary"') > 1


def test_while_a_game_is_on_the_table_playing_on_alone_stands_out(client, session) -> None:
    page = client.get("/").text
    assert page.count("New game") > 1
    assert re.findall(r'class="button primary"[^>]*>([^<]*)<', page) == ["Play on"]


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
    assert asked == [None] * 2 + [2] * 4


def _token(client) -> str:
    return re.search(r"/j/([0-9a-f]+)", client.get("/join").text)[1]


def test_log_is_in_words_with_a_way_to_correct(client, session) -> None:
    text = client.get("/log").text
    assert "Anna begins" in text
    assert "/log/correct/0" in text
    assert re.search(r"<time[^>]*>\d\d:\d\d</time>", text)


def test_join_shows_the_address_and_the_code(client, hub, session) -> None:
    hub.addresses = lambda: (Address("http://10.0.0.7:8080/", "Wi-Fi"),)
    assert f"http://10.0.0.7:8080/j/{hub.token}" in client.get("/join").text
    hub.addresses = lambda: (Address("http://10.0.0.9:8080", "Wi-Fi"),)  # the router has given it another one
    assert f"http://10.0.0.9:8080/j/{hub.token}" in client.get("/join").text
    hub.addresses = tuple  # without a network of which one knows, the way that the phone came
    asked = client.get("/join", base_url="http://10.42.0.1:8080")
    assert f"http://10.42.0.1:8080/j/{hub.token}" in asked.text
    assert client.get("/join/code.svg").mimetype == "image/svg+xml"


def test_health_tells_how_the_parts_are(client, hub, session) -> None:
    found = client.get("/health").json
    assert found["ok"] is True
    assert found["game"] == GAME
    assert found["seq"] == session.seq
    assert found["table"] == "off"


def test_health_and_the_first_page_tell_that_nothing_can_be_saved(client, hub, session, monkeypatch) -> None:
    def refuse(_: Path) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("companion.storage.database.open_to_write", refuse)
    found = client.get("/health")
    assert (found.status_code, found.json["ok"], found.json["store"]) == (503, False, "store-read-only")
    assert "can only be read now" in found.json["sentence"]
    page = client.get("/").text
    assert "Nothing can be saved" in page
    assert "store-read-only" in page
    monkeypatch.undo()
    assert client.get("/health").json["store"] == ""
    assert "Nothing can be saved" not in client.get("/").text


def test_art_is_kept_by_browsers_and_asked_for_again_by_its_tag(client) -> None:
    first = client.get(f"/art/{GAME}/piece/wasp.svg")
    assert "max-age" in first.headers["Cache-Control"]
    again = client.get(f"/art/{GAME}/piece/wasp.svg", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


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


def test_closer_shows_what_may_be_tapped_and_not_what_is_still_to_be_laid(client, watched, live) -> None:
    session = begin(watched)
    for text in ("first 1", "roll 1"):
        session.act(session.game.parse(0, text))
    box = r'viewBox="([^"]*)"\s+width="[^"]*"\s+height="[^"]*"\s+role="group"'
    live.show(LiveStatus("wrong", where=("garden/A1", "garden/P16")))
    usual, close = (client.get(path).text for path in ("/play", "/play?close=1"))
    assert ">Closer</a>" in usual
    assert ">Whole board</a>" in close
    assert float(re.search(box, close)[1].split()[2]) < float(re.search(box, usual)[1].split()[2]) / 2
    session.act(next(session.state.legal(1)))
    while CHANCE not in session.state.actors:
        session.act(session.game.parse(1, "end"))
    for page in (client.get("/play").text, client.get("/play?close=1").text):
        assert not re.search(">(Closer|Whole board)</a>", page), "nothing is to be tapped there"


def test_a_phone_finds_a_sign_for_its_home_screen(client) -> None:
    icons = client.get("/manifest.webmanifest").json["icons"]
    sides = {each["sizes"]: client.get(each["src"]) for each in icons}
    assert {"any", "192x192", "512x512"} <= set(sides)
    assert all(answer.status_code == 200 for answer in sides.values())
    assert sides["192x192"].data.startswith(b"\x89PNG")
    touch = re.search(r'rel="apple-touch-icon" href="([^"]+)"', client.get("/").text)
    assert touch
    assert client.get(touch[1]).mimetype == "image/png"
    assert client.get("/icon-9999.png").status_code == 404
