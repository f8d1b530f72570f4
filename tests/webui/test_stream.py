"""Server-sent events: catching up, heartbeats, and an end to every stream."""

from __future__ import annotations

import re
import threading
from importlib import import_module

import pytest
from web_tables import begin

from webui import create_app
from webui.http.feed import BACKLOG, Feed
from webui.request import stream
from webui.request.stream import STREAMS_EACH


def follow(client, session, since: int, **headers: str):
    answer = client.get(f"/events?game={session.id}&since={since}", headers=headers, buffered=False)
    return answer, (line.decode() for line in answer.response)


def ids(lines, count: int) -> list[int]:
    """The ids of the next ``count`` events."""
    found: list[int] = []
    for text in lines:
        found += [int(number) for number in re.findall(r"^id: (\d+)$", text, re.MULTILINE)]
        if len(found) >= count:
            break
    return found


def test_the_contract_of_the_stream(client, session) -> None:
    answer, lines = follow(client, session, session.seq)
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert next(lines) == "retry: 2000\n\n"
    assert next(lines) == ": still here\n\n"
    answer.close()


def test_what_was_missed_comes_first_then_what_happens(client, session) -> None:
    answer, lines = follow(client, session, 1)
    assert ids(lines, session.seq - 1) == list(range(2, session.seq + 1))
    session.act(next(session.state.legal(1)))
    assert ids(lines, 1) == [session.seq]
    answer.close()


def test_last_event_id_counts_more_than_the_page(client, session) -> None:
    last = session.seq - 1
    answer, lines = follow(client, session, 0, **{"Last-Event-ID": str(last)})
    assert ids(lines, 1) == [session.seq]
    answer.close()


def test_a_page_hears_what_was_told_without_a_number_before_it_listened(client, hub, session) -> None:
    page = client.get("/play").get_data(as_text=True)
    (told,) = re.findall(r'data-told="(\d+)"', page)

    def first_news() -> str:
        answer = client.get(f"/events?game={session.id}&since={session.seq}&told={told}", buffered=False)
        lines = (line.decode() for line in answer.response)
        next(lines)
        heard = next(lines)
        answer.close()
        return heard

    assert first_news() == stream.STILL_HERE
    hub.feed.tell("seats")
    assert first_news() == "event: live\ndata: 0\n\n"


@pytest.mark.parametrize("since", [10_000, 3])
def test_a_page_of_another_game_is_told_to_begin_anew(client, hub, session, since) -> None:
    other = begin(hub, names=("Mia", "Tom"))
    page_of = session if since == 3 else other
    answer, lines = follow(client, page_of, since)
    next(lines)
    assert next(lines) == "event: reset\ndata: 0\n\n"
    answer.close()


def test_news_of_the_table_carry_no_id(client, watched, live) -> None:
    session = begin(watched)
    answer, lines = follow(client, session, session.seq)
    assert next(lines).startswith("retry")
    assert next(lines) == "event: live\ndata: 0\n\n"
    live.tell(live.status)
    assert next(line for line in lines if not line.startswith(":")) == "event: live\ndata: 0\n\n"
    answer.close()


def test_a_stream_that_is_closed_is_forgotten(client, hub, session) -> None:
    answer, lines = follow(client, session, session.seq)
    next(lines)
    assert len(hub.feed) == 1
    answer.close()
    assert len(hub.feed) == 0


def test_one_browser_takes_a_few_places_alone(app, hub, session) -> None:
    one = [follow(app.test_client(), session, session.seq)[1] for _ in range(STREAMS_EACH)]
    for lines in one:
        assert next(lines).startswith("retry")
    newest = follow(app.test_client(), session, session.seq)[1]
    assert next(newest).startswith("retry")
    assert list(one[0]) == [], "the oldest has lost its place and ends"
    for lines in (*one[1:], newest):
        assert next(lines) == stream.STILL_HERE
    assert len(app.extensions["streams"]) == STREAMS_EACH


def test_every_phone_is_served_whatever_one_takes(hub, session, monkeypatch) -> None:
    monkeypatch.setattr(stream, "STREAMS", 4)
    app = create_app(hub)
    app.config["HEARTBEAT_S"] = 0.01

    def streamed(address: str, browser: int):
        answer = app.test_client().get(
            f"/events?game={session.id}&since={session.seq}&browser={browser}",
            environ_base={"REMOTE_ADDR": address},
            buffered=False,
        )
        assert answer.status_code == 200
        lines = (line.decode() for line in answer.response)
        assert next(lines).startswith("retry")
        return lines

    honest = [streamed("192.168.1.2", 1)]
    flood = [streamed("192.168.1.66", browser) for browser in range(9)]
    honest.append(streamed("192.168.1.3", 1))
    for lines in honest:
        assert next(lines) == stream.STILL_HERE
    assert [list(lines) for lines in flood[:7]] == [[]] * 7, "the flood displaces itself"
    behind_the_same_router = streamed("192.168.1.66", 99)
    assert next(behind_the_same_router) == stream.STILL_HERE


def test_no_stream_lives_for_ever(client, session, monkeypatch) -> None:
    monkeypatch.setattr(stream, "LIFETIME_S", 0.1)
    _, lines = follow(client, session, session.seq)
    assert all(line.startswith((":", "retry")) for line in lines)


def test_a_feed_that_closes_ends_every_stream(client, hub, session) -> None:
    _, lines = follow(client, session, session.seq)
    assert next(lines).startswith("retry")
    hub.feed.close()
    assert all(line.startswith(":") for line in lines)


def test_whoever_waits_for_news_is_woken_when_the_feed_closes() -> None:
    feed = Feed()
    with feed.listen() as waiting:
        threading.Timer(0.05, feed.close).start()
        assert waiting.get(3600) is None
        assert waiting.dropped
    with feed.listen() as late:
        assert late.dropped


def test_a_listener_that_is_too_slow_is_let_go_and_nobody_waits() -> None:
    feed = Feed()
    with feed.listen() as slow:
        for _ in range(BACKLOG + 1):
            feed.tell("live")
        assert slow.dropped
    assert len(feed) == 0


@pytest.mark.parametrize(
    ("path", "where", "what"),
    [
        ("/board", "screen", "draw_boards"),
        ("/log", "log", "log_lines"),
        ("/result", "result", "sheet_view"),
        ("/camera", "devices.camera", "live_view"),
    ],
)
def test_a_page_that_is_made_while_somebody_acts_hears_of_that(
    client, watched, monkeypatch, path, where, what
) -> None:
    session = begin(watched)
    make, acted = getattr(import_module(f"webui.pages.{where}"), what), []

    def made(*args, **more):
        made_before = make(*args, **more)
        if not acted:
            acted.append(session.act(session.game.parse(0, "first 1")))
        return made_before

    monkeypatch.setattr(f"webui.pages.{where}.{what}", made)
    seen = session.seq
    number = int(re.search(r'data-seq="(\d+)"', client.get(path).text)[1])
    assert (number, bool(acted)) == (seen, True)
