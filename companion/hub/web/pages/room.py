"""The room on a big screen, kept fresh by a stream."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.hub.web.access import needs, parts
from companion.hub.web.cards import summary, whole_room
from companion.hub.web.stream import Screens
from webui.request.language import language_tag
from webui.request.stream import OPEN_STREAM

pages = Blueprint("room", __name__)


@pages.get("/")
@needs("screen")
def page() -> ResponseReturnValue:
    """Show every table: game, who plays, whose turn, score, how long, who needs help."""
    cards = Markup(whole_room(current_app.jinja_env, parts(), language_tag()))  # noqa: S704 - the templates have escaped it
    return render_template("room.html", cards=cards, summary=summary(parts()))


@pages.get("/events")
@needs("screen")
def events() -> Response:
    """Stream the cards of tables that change."""
    screens: Screens = current_app.extensions["screens"]
    opened = screens.open(language_tag())
    request.environ[OPEN_STREAM] = opened
    response = Response(opened, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(opened.close)
    return response
