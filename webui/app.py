"""The Flask app: its blueprints, and what holds for every page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from io import BytesIO
from typing import IO, TYPE_CHECKING, Any

from flask import Flask, Request, g
from flask_babel import Babel

from companion.language.languages import LANGUAGES
from companion.layouts import layout_of
from companion.rules.kit.words import number
from webui.http import squeezed
from webui.http.compiled import COMPILED, Unindented
from webui.http.cookies import TableCookies
from webui.http.joined import joined_digest
from webui.http.proxies import Proxies, answer_behind
from webui.hub import Hub
from webui.own import own_pages
from webui.pages import (
    art,
    care,
    faults,
    hand,
    home,
    hosting,
    invite,
    kept,
    language,
    log,
    past,
    play,
    result,
    rules,
    screen,
)
from webui.pages.around import evening, first, many_tables, scoring
from webui.pages.devices import camera, panel, simulation
from webui.request import guard, host, uploads, written
from webui.request import language as spoken
from webui.request.on_table import hub
from webui.request.phone import keep_seat, my_seat
from webui.request.rendered import Rendered
from webui.request.seats_now import seats_now
from webui.request.stream import stream
from webui.teach import teach_pages
from webui.views.artwork import piece_artwork, sheet_address
from webui.views.badges import seat_badges

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

ROOMS = (
    home,
    play,
    screen,
    camera,
    simulation,
    log,
    result,
    kept,
    invite,
    art,
    care,
    panel,
    hand,
    past,
    rules,
    hosting,
    many_tables,
    scoring,
    language,
    evening,
    first,
)

LARGEST_UPLOAD = 30_000_000
"""Bytes; phones' photographs have up to about 12 MB."""


class InMemory(Request):
    """A request whose files stay in memory: a hand that is shown to a phone is never written to a disk."""

    def _get_file_stream(self, *_: Any, **__: Any) -> IO[bytes]:
        return BytesIO()


class TableApp(Flask):
    """Flask, behind the reverse proxies that the settings name."""

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        proxies: Proxies = self.extensions["hub"].proxies
        return answer_behind(proxies, super().wsgi_app, environ, start_response)


def create_app(hub: Hub) -> Flask:
    """Make the app over a hub.

    Parameters
    ----------
    hub
        See `webui.hub.Hub`. The game played last is not opened here: use `Hub.open`.
    """
    app = TableApp(__name__)
    app.request_class = InMemory
    app.session_interface = TableCookies()
    app.config.update(
        SECRET_KEY=hub.secret,
        MAX_CONTENT_LENGTH=LARGEST_UPLOAD,
        SEND_FILE_MAX_AGE_DEFAULT=0,
    )
    app.jinja_options = {
        "trim_blocks": True,
        "lstrip_blocks": True,
        "extensions": [Unindented],
        "bytecode_cache": COMPILED,
    }
    app.extensions["hub"] = hub
    for pages in (*(room.pages for room in ROOMS), *own_pages(), *teach_pages()):
        app.register_blueprint(pages)
    app.register_blueprint(stream)
    app.before_request(_count_news)
    app.before_request(guard.own_names_only)
    app.before_request(guard.same_origin_only)
    app.before_request(host.guard)
    uploads.register(app)
    app.before_request(keep_seat)
    squeezed.register(app)
    app.after_request(guard.strict_headers)
    app.extensions["rendered"] = Rendered()
    app.context_processor(_shared)
    Babel(app, locale_selector=spoken.locale_name)
    app.jinja_env.globals["_"] = spoken.say_in_markup
    app.jinja_env.filters["label"] = spoken.say_label
    app.add_template_global(language.words_address)
    app.add_template_global(spoken.heard_by)
    app.add_template_global(written.listed)
    app.add_template_filter(spoken.say_in_markup, "translated")
    app.add_template_filter(spoken.say_value, "spoken")
    app.add_template_filter(spoken.say, "said")
    app.add_template_filter(spoken.named, "named")
    app.add_template_filter(spoken.called)
    app.add_template_filter(spoken.in_sentence)
    app.add_template_global(sheet_address)
    app.add_template_filter(written.moment, "local_time")
    app.add_template_filter(number)
    app.add_template_filter(written.decimal)
    app.add_template_filter(log.short_proof)
    app.add_template_filter(past.titled)
    app.add_template_filter(rules.anchor)
    app.add_template_filter(rules.with_rules)
    faults.register(app)
    return app


def _count_news() -> None:
    """Note how much news there was before this request: its page may not show what is told from now on."""
    g.told = hub().feed.told


def _shared() -> dict[str, Any]:
    """What the frame of every page shows."""
    session = g.get("session_on") or hub().session
    seat = my_seat(session) if session else None
    badges = seat_badges(session) if session else {}
    return {
        "hub": hub(),
        "session_on": session,
        "box_on": (layout_of(session.game).box or None) if session else None,
        "artwork": partial(piece_artwork, layout_of(session.game)) if session else None,
        "seq_on": g.get("seq_on", session.seq if session else 0),
        "told": g.told,
        "me": badges.get(seat) if seat else None,
        "own_seat": seat or 0,
        "joined_digest": joined_digest,
        "badges": badges,
        "language": spoken.spoken_language(),
        "languages": LANGUAGES.all,
        "is_host": host.is_host(),
        "seats_now": seats_now(session) if session else None,
    }
