"""Server-sent events: one stream a page, with everything it may want to hear of.

``id`` is the number of the event in the game's log, so a page that lost the connection gets what it
missed. A heartbeat finds out about pages that are gone, and no stream lives for ever: else the
threads of the server run out.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Final, NamedTuple

from flask import Blueprint, Response, current_app, request

from companion.play.session import Session
from companion.rules.game import Seat
from webui.context import hub, my_seat, small_number, this_phone
from webui.feed import Listener, News
from webui.hub import Hub

RETRY_MS: Final = 2000
HEARTBEAT_S: Final = 5.0
LIFETIME_S: Final = 15 * 60.0
STREAMS: Final = 36
"""Three quarters of the server's 48 threads; the rest answers pages."""

BUSY_S: Final = 10
"""When to try again after being turned away."""

stream = Blueprint("stream", __name__)


@stream.record
def _count_streams(state: object) -> None:
    app = state.app  # type: ignore[attr-defined]
    app.extensions["streams"] = threading.BoundedSemaphore(app.config.get("STREAMS", STREAMS))


@stream.get("/events")
def events() -> Response:
    """Stream the news of the game ``?game=`` after event ``Last-Event-ID`` (or ``?since=``)."""
    slots: threading.BoundedSemaphore = current_app.extensions["streams"]
    if not slots.acquire(blocking=False):
        return Response("Too many pages are open.\n", 503, {"Retry-After": str(BUSY_S)})
    since = _number(request.headers.get("Last-Event-ID") or request.args.get("since", "0"))
    heartbeat_s = current_app.config.get("HEARTBEAT_S", HEARTBEAT_S)
    lines = _lines(hub(), request.args.get("game", ""), since, heartbeat_s, _Place.here())
    response = Response(lines, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["X-Accel-Buffering"] = "no"
    # Also when the page is gone before the first line was asked for.
    response.call_on_close(slots.release)
    return response


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


def _lines(table: Hub, game: str, since: int, heartbeat_s: float, place: _Place) -> Iterator[str]:
    ends_s = time.monotonic() + LIFETIME_S
    with table.feed.listen() as listener:
        yield f"retry: {RETRY_MS}\n\n"
        # Also where it was lost between the phone's asking and this listening: nobody told it then.
        if place.shows != place.seat or place.is_lost(table):
            yield _line(News("seat"))
        for news in _missed(table.session, game, since):
            yield _line(news)
            since = max(since, news.seq)
        if table.live is not None:
            # Its status has no number to catch up by, so a page that comes looks once more.
            yield _line(News("live"))
        for news in _news(listener, ends_s, heartbeat_s):
            if news is None:
                yield ": still here\n\n"
            elif news.topic == "seat" and not place.is_lost(table):
                continue
            elif not 0 < news.seq <= since:
                yield _line(news)


def _missed(session: Session | None, game: str, since: int) -> Iterator[News]:
    """What happened while the page was not listening."""
    if game != (session.id if session else "") or (session and since > session.seq):
        yield News("reset")
    elif session is not None:
        yield from (News("game", each.seq) for each in session.events if each.seq > since)


def _news(listener: Listener, ends_s: float, heartbeat_s: float) -> Iterator[News | None]:
    while not listener.dropped and time.monotonic() < ends_s:
        yield listener.get(heartbeat_s)


def _line(news: News) -> str:
    number = f"id: {news.seq}\n" if news.seq else ""
    return f"{number}event: {news.topic}\ndata: {news.seq}\n\n"
