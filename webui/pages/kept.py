"""Kept games, looked at: how each ended or stands, and its log. The game on the table stays there."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.layouts import layout_of
from companion.sessions.session import Session
from webui.pages.log import log_view
from webui.pages.result import record_file, result_picture, result_view, table_view
from webui.request.context import hub, refuse
from webui.request.seats import seat_badges
from webui.views.artwork import piece_artwork

pages = Blueprint("kept", __name__)


@pages.get("/games/<ident>")
def page(ident: str) -> ResponseReturnValue:
    """The score explained, and the board as it stands."""
    session = hub().store.load(ident)
    if session is hub().session:
        return redirect(url_for("result.page"))
    return render_template("result.html", **result_view(session), **table_view(session), **kept_view(session))


@pages.get("/games/<ident>/log")
def log(ident: str) -> ResponseReturnValue:
    """Everything that happened; nothing is put right before the game is on the table again."""
    session = hub().store.load(ident)
    if session is hub().session:
        return redirect(url_for("log.page"))
    return render_template("log.html", **log_view(session), **kept_view(session))


@pages.get("/games/<ident>/result.png")
def card(ident: str) -> ResponseReturnValue:
    """The result as a picture to share."""
    session = hub().store.load(ident)
    if session.state.outcome is None:
        refuse(409, "not-over", "The game is not over. Its card is made at the end.")
    return result_picture(session)


@pages.get("/games/<ident>/record")
def record(ident: str) -> ResponseReturnValue:
    """The record as a file."""
    return record_file(hub().store.load(ident))


def kept_view(session: Session) -> dict[str, Any]:
    """What tells the pages of a kept game from those of the one on the table: its badges and pieces."""
    return {
        "kept": True,
        "badges": seat_badges(session),
        "box_on": layout_of(session.game).box or None,
        "artwork": partial(piece_artwork, layout_of(session.game)),
        "last_at": session.events[-1].at,
    }
