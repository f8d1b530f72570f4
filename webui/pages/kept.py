"""Kept games, looked at: how each ended or stands, and its log. The game on the table stays there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.layouts import layout_of
from companion.rules.game import Seat
from companion.sessions.session import Session
from webui.pages.log import log_view
from webui.pages.result import record_file, result_picture, result_view, table_view
from webui.request.on_table import hub
from webui.request.refusal import refuse
from webui.views.artwork import Artwork, piece_artwork
from webui.views.badges import Badge, seat_badges

pages = Blueprint("kept", __name__)


@pages.get("/games/<ident>")
def page(ident: str) -> ResponseReturnValue:
    """The score explained, and the board as it stands."""
    session = hub().store.load(ident)
    if session is hub().session:
        return redirect(url_for("result.page"))
    return render_template(
        "result.html", **vars(result_view(session)), **vars(table_view(session)), **vars(kept_view(session))
    )


@pages.get("/games/<ident>/log")
def log(ident: str) -> ResponseReturnValue:
    """Everything that happened; nothing is put right before the game is on the table again."""
    session = hub().store.load(ident)
    if session is hub().session:
        return redirect(url_for("log.page"))
    return render_template("log.html", **vars(log_view(session)), **vars(kept_view(session)))


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


@dataclass(frozen=True)
class KeptView:
    """What the pages of a kept game show in place of what concerns the game on the table."""

    kept: bool
    badges: Mapping[Seat, Badge]
    box_on: str | None
    artwork: Callable[[str], Artwork]
    last_at: str


def kept_view(session: Session) -> KeptView:
    """Gather the badges and pieces of a kept game."""
    return KeptView(
        kept=True,
        badges=seat_badges(session),
        box_on=layout_of(session.game).box or None,
        artwork=partial(piece_artwork, layout_of(session.game)),
        last_at=session.events[-1].at,
    )
