"""Pages that are kept: each phone sees what a page made for it now would show, and it is made once."""

from __future__ import annotations

import gc
import gzip
import random
import re
import threading
import time
from itertools import islice
from typing import Any
from weakref import ref

import pytest
from msgspec.structs import replace
from phones import app_over
from secret_phones import begin as begin_any
from sweeps import slow
from web_tables import FakeLive, begin

from companion.layouts import load_layout
from companion.live.status import Countdown, LiveStatus
from companion.rules.catalogue import GAMES, load_game
from companion.rules.game import CHANCE
from companion.sessions.session import Session
from webui import Hub, Table
from webui.http.squeezed import FOR_EVER
from webui.pages import play
from webui.request.rendered import KEPT, Rendered

LOOKS = (3, *slow(12))
"""So often the pages of one game are looked at."""

MOST_APART = 30
"""Looks are so many actions apart at most, so that they come from every part of a game."""

PATHS = ("/play", "/play?close=1", "/play?see=2", "/board")


@pytest.fixture
def made(monkeypatch) -> list[object]:
    """Every page that is made."""
    pages: list[object] = []
    make = play.play_view

    def made_(session: Session, seat: Any) -> dict[str, Any]:
        pages.append(seat)
        return make(session, seat)

    monkeypatch.setattr(play, "play_view", made_)
    return pages


def phones(app: Any, hub: Hub, session: Session) -> dict[Any, Any]:
    """A phone at each seat, and two that only look on."""
    found: dict[Any, Any] = {"one": app.test_client(), "two": app.test_client()}
    for seat in session.names:
        found[seat] = app.test_client()
        found[seat].post(f"/j/{hub.token}", data={"seat": seat, "instead": "yes"})
    for phone in found.values():
        phone.get("/play")  # says once that one sits down
    return found


def play_on(session: Session, rng: random.Random) -> bool:
    """Take some legal action; say whether there was one."""
    state = session.state
    if state.outcome is not None:
        return False
    actor = rng.choice(state.actors)
    if actor == CHANCE:
        outcomes, weights = zip(*islice(state.odds(), 500), strict=True)
        session.act(rng.choices(outcomes, weights)[0], "tap")
    else:
        session.act(rng.choice(list(islice(state.legal(actor), 300))), "tap")
    return True


@pytest.mark.whole
@pytest.mark.usefixtures("news_stay")
@pytest.mark.parametrize("looks", LOOKS)
@pytest.mark.parametrize("slug", GAMES)
def test_what_is_kept_is_what_would_be_made_for_this_phone(
    hub: Hub, slug: str, made: list[object], looks: int
) -> None:
    app = app_over(hub)
    session = begin_any(hub, slug, load_game(slug).info.seats[0])
    rng = random.Random(slug)
    around = phones(app, hub, session)

    def look() -> dict[Any, str]:
        return {(who, path): phone.get(path).text for who, phone in around.items() for path in PATHS}

    for _ in range(looks):
        first, kept = look(), app.extensions["rendered"]
        made.clear()
        assert look() == first
        assert made == [], "nothing has changed"
        app.extensions["rendered"] = Rendered()
        assert look() == first
        app.extensions["rendered"] = kept
        for _ in range(rng.randint(1, MOST_APART)):
            if not play_on(session, rng):
                return


def test_a_page_is_made_once_for_each_seat_and_change(app, hub, session, made) -> None:
    around = phones(app, hub, session)
    for _ in range(3):
        session.act(next(session.state.legal(session.state.actors[0])), "tap")
        made.clear()
        for _ in range(5):
            for phone in around.values():
                phone.get("/play")
        assert sorted(made, key=str) == [1, 2, None]


def test_phones_that_ask_at_the_same_time_wait_for_one_page(app, session, monkeypatch) -> None:
    make, asked, go_on, count = play.play_view, threading.Event(), threading.Event(), []

    def slow(*args: Any) -> dict[str, Any]:
        count.append(args)
        asked.set()
        go_on.wait(30)
        return make(*args)

    monkeypatch.setattr(play, "play_view", slow)
    asking = [threading.Thread(target=app.test_client().get, args=("/play",)) for _ in range(8)]
    for each in asking:
        each.start()
    asked.wait(30)
    go_on.set()
    for each in asking:
        each.join()
    assert len(count) == 1


def test_a_page_that_cannot_be_made_is_made_for_the_next_who_asks() -> None:
    pages = Rendered()

    def fails() -> str:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        pages.page("key", fails)
    assert pages.page("key", lambda: "page") == "page"


def test_only_the_last_pages_are_kept() -> None:
    pages = Rendered()
    for number in range(3 * KEPT):
        pages.page(number, str)
    assert len(pages._pages) == KEPT


def test_what_the_table_says_is_shown_at_once(app, watched, live) -> None:
    begin(watched)
    phone = app.test_client()
    before = phone.get("/play").text
    live.status = LiveStatus("hand")  # nobody has been told yet
    assert phone.get("/play").text != before


def test_a_countdown_goes_on_counting(app, watched, live, monkeypatch) -> None:
    begin(watched)
    phone, now_s = app.test_client(), time.monotonic()
    live.show(replace(live.status, countdown=Countdown(1, "end", now_s, 60.0)))

    def left() -> float:
        return float(re.search(r'data-countdown="([\d.]+)"', phone.get("/play").text)[1])

    first = left()
    monkeypatch.setattr(time, "monotonic", lambda: now_s + 30)
    assert left() < first - 20


def test_what_is_kept_does_not_hold_the_table_of_a_game_that_is_left(app, hub, watched) -> None:
    begin(watched)
    table = FakeLive()
    hub.table = Table(table)
    app.test_client().get("/play")
    assert len(app.extensions["rendered"]._pages) == 1
    gone = ref(table)
    del table
    hub.close()
    gc.collect()
    assert gone() is None


def test_what_is_said_once_is_said_once(app, hub, session, made) -> None:
    phone = app.test_client()
    phone.post(f"/j/{hub.token}", data={"seat": 1})
    phone.get("/play")
    other = app.test_client()
    other.post(f"/j/{hub.token}", data={"seat": 1, "instead": "yes"})
    said = "is played on another phone now"
    assert [said in phone.get("/play").text for _ in range(3)] == [True, False, False]


def test_texts_go_over_the_wire_compressed(client, session) -> None:
    plain = client.get("/play").data
    squeezed = client.get("/play", headers={"Accept-Encoding": "br, gzip"})
    assert squeezed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in squeezed.headers["Vary"]
    assert gzip.decompress(squeezed.data) == plain
    assert int(squeezed.headers["Content-Length"]) == len(squeezed.data) < len(plain) / 3
    assert "Content-Encoding" not in client.get("/play").headers


def test_what_is_no_text_or_a_stream_goes_as_it_is(client, session, watched) -> None:
    for path in (f"/events?game={session.id}&since={session.seq}", "/camera.jpg", "/favicon.ico"):
        with client.get(path, headers={"Accept-Encoding": "gzip"}, buffered=False) as answer:
            assert "Content-Encoding" not in answer.headers or answer.mimetype == "image/svg+xml"


def test_a_browser_that_has_a_compressed_picture_is_told_so(client) -> None:
    path = f"/art/caterpillar-filler/sheet/{load_layout('caterpillar-filler').sheets[0].id}.svg"
    headers = {"Accept-Encoding": "gzip"}
    sheet = client.get(path, headers=headers)
    assert sheet.headers["Content-Encoding"] == "gzip"
    assert client.get(path, headers={**headers, "If-None-Match": sheet.headers["ETag"]}).status_code == 304


def test_static_files_are_asked_for_once(client, session) -> None:
    page = client.get("/play").text
    addresses = re.findall(r'(?:src|href)="(/(?:static/[^"]+|look\.css[^"]*|scripts\.js[^"]*))"', page)
    assert len(addresses) >= 3

    def kept(address: str) -> bool:
        with client.get(address) as answer:
            return answer.headers["Cache-Control"] == FOR_EVER

    for address in addresses:
        assert kept(address)
        assert not kept(address.partition("?")[0])
        assert not kept(f"{address}0")
