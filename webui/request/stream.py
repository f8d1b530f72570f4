"""Server-sent events: one stream a browser, with everything its pages may want to hear of.

``id`` is the number of the event in the game's log, so a page that lost the connection gets what it
missed. No stream lives for ever: a page that is open asks anew, and so keeps its seat.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from flask import Blueprint, Response, current_app, request

from companion.rules.game import Seat
from companion.sessions.session import Session
from webui.http.feed import News
from webui.http.places import Places
from webui.hub import Hub
from webui.request.forms import small_number
from webui.request.on_table import hub
from webui.request.phone import my_seat, this_phone

RETRY_MS: Final = 2000
HEARTBEAT_S: Final = 5.0
LIFETIME_S: Final = 15 * 60.0

STREAMS: Final = 300
"""Far more than the phones of a home or a cafe; a stream costs the server less than 10 kB."""

STREAMS_EACH: Final = 6
"""Of one browser, which opens no more connections to one host than that."""

MOST_NAMED: Final = 40
"""Letters of the name that a browser gives itself; the rest of a longer one is not looked at."""

OPEN_STREAM: Final = "companion.stream"
"""Where in a request's WSGI environment the server finds the stream that answers it."""

STILL_HERE: Final = ": still here\n\n"
"""What a page hears when there has been no news for long."""

stream = Blueprint("stream", __name__)


@stream.record
def _share_places(state: object) -> None:
    app = state.app  # type: ignore[attr-defined]
    most = app.config.get("STREAMS", STREAMS)
    app.extensions["streams"] = Places[EventStream](most, STREAMS_EACH)


@stream.get("/events")
def events() -> Response:
    """Stream the news of the game ``?game=`` after event ``Last-Event-ID`` (or ``?since=``)."""
    since = _number(request.headers.get("Last-Event-ID") or request.args.get("since", "0"))
    shows = Shows(request.args.get("game", ""), since, small_number(request.args.get("told", "")))
    opened = EventStream(hub(), shows, _Place.here(), _heartbeat_s())
    places: Places[EventStream] = current_app.extensions["streams"]
    browser = request.args.get("browser", "")[:MOST_NAMED]
    for each in places.take(opened, request.remote_addr or "", browser):
        each.end()
    request.environ[OPEN_STREAM] = opened
    response = Response(opened, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["X-Accel-Buffering"] = "no"
    # Also when the page is gone before the first line was asked for.

    def close() -> None:
        opened.close()
        places.leave(opened)

    response.call_on_close(close)
    return response


def _heartbeat_s() -> float:
    heartbeat_s: float = current_app.config.get("HEARTBEAT_S", HEARTBEAT_S)
    return heartbeat_s


def _number(text: str) -> int:
    return small_number(text) or 0


class _Place(NamedTuple):
    """Where the phone sits that listens, and where it sits by the page that it ``shows``."""

    game: str
    seat: Seat
    phone: str
    shows: Seat

    @classmethod
    def here(cls) -> _Place:
        session = hub().session
        seat = (my_seat(session) if session else None) or 0
        game = session.id if session else ""
        return cls(game, seat, this_phone() if seat else "", _number(request.args.get("seat", "0")))

    def is_lost(self, table: Hub) -> bool:
        """Whether another phone has that seat now."""
        return self.seat > 0 and table.holders.elsewhere(self.game, self.seat, self.phone)


class Shows(NamedTuple):
    """What a page shows: the game, up to which event, and how much news there was when it was asked for."""

    game: str
    since: int
    told: int | None = None


class EventStream:
    """The news for one open page, as the text of server-sent events.

    A server that keeps a thread for every page iterates over the stream, which waits for the news. A server
    that waits for all pages at once reads the `opening`, asks for what is `ready` whenever it is woken, and
    sends a heartbeat every ``heartbeat_s``.
    """

    def __init__(self, table: Hub, shows: Shows, place: _Place, heartbeat_s: float) -> None:
        self._table, self._game, self._since, self._place = table, shows.game, shows.since, place
        self._ends_s = time.monotonic() + LIFETIME_S
        self._listener = table.feed.join()
        self._behind = shows.told is not None and shows.told != table.feed.told
        self.heartbeat_s = heartbeat_s

    def __iter__(self) -> Iterator[str]:
        """Give the stream piece by piece; this waits for the news."""
        yield from self.opening()
        while not self.ended:
            news = self._listener.get(self.heartbeat_s)
            text = STILL_HERE if news is None else self._told(news)
            if text:
                yield text

    @property
    def ended(self) -> bool:
        """Whether nothing more comes: the page comes back and catches up."""
        return self._listener.dropped or time.monotonic() >= self._ends_s

    def opening(self) -> Iterator[str]:
        """Give what the page hears first: what it has missed."""
        yield f"retry: {RETRY_MS}\n\n"
        # Also where it was lost between the phone's asking and this listening: nobody told it then.
        if self._place.shows != self._place.seat or self._place.is_lost(self._table):
            yield _line(News("seat"))
        for news in _missed(self._table.session, self._game, self._since):
            yield _line(news)
            self._since = max(self._since, news.seq)
        if self._behind or self._table.live is not None:
            # What is told of seats and of the table has no number of its own to catch up by, so a page that
            # comes looks once more.
            yield _line(News("live"))

    def ready(self) -> str:
        """Give what there is by now, without waiting; empty where there is nothing."""
        texts = []
        while (news := self._listener.get(0)) is not None:
            texts.append(self._told(news))
        return "".join(texts)

    def wake_by(self, wake: Callable[[], None]) -> None:
        """Have this called, by any thread, whenever something is ready; and now, for what is already."""
        self._listener.wake = wake
        wake()

    def end(self) -> None:
        """End the stream: its page's place is another's."""
        self._listener.drop()

    def close(self) -> None:
        """Listen no more."""
        self._table.feed.leave(self._listener)

    def _told(self, news: News) -> str:
        """Put one piece of news into words; empty where this page need not hear of it."""
        if news.topic == "seat" and not self._place.is_lost(self._table):
            return ""
        return "" if 0 < news.seq <= self._since else _line(news)


def _missed(session: Session | None, game: str, since: int) -> Iterator[News]:
    """What happened while the page was not listening."""
    if game != (session.id if session else "") or (session and since > session.seq):
        yield News("reset")
    elif session is not None:
        yield from (News("game", each.seq) for each in session.events if each.seq > since)


def _line(news: News) -> str:
    number = f"id: {news.seq}\n" if news.seq else ""
    return f"{number}event: {news.topic}\ndata: {news.seq}\n\n"
