"""The big screen: the whole table for everybody in the room."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.sessions.session import Session
from webui.choices.board import draw_boards, part_in_play
from webui.choices.cards import card_rows, shelves
from webui.request.laid_out import layout_now
from webui.request.language import heard_by, speak_as_the_table
from webui.request.on_table import game_on, hub
from webui.request.rendered import rendered
from webui.views.asked import asked_now, headed
from webui.views.status import live_view
from webui.views.table import sheet_view
from webui.views.unread import with_unread

pages = Blueprint("screen", __name__)


@pages.get("/board")
def page() -> ResponseReturnValue:
    """What lies on the table, whose turn it is and the score, large; only what all may know."""
    session = game_on()
    speak_as_the_table()
    return rendered(session, lambda: _page(session))


@pages.get("/overlay")
def overlay() -> ResponseReturnValue:
    """Names, score and whose turn it is on a transparent ground, for a stream; only what all may know."""
    session = game_on()
    speak_as_the_table()
    return rendered(session, lambda: _overlay(session))


def _overlay(session: Session) -> str:
    state = session.state.seen_by(None)
    head, said = headed(state, None, asked_now(state).values(), heard_by(session.names))
    return render_template(
        "overlay.html",
        session=session,
        state=state,
        heading=head,
        said=said,
        sheets=sheet_view(state),
        dice=state.lying().get("tray", {}).values(),
        latest=_latest(session),
    )


def _page(session: Session) -> str:
    state = session.state.seen_by(None)
    live = live_view(hub().live, heard_by(session.names), None)
    layout = layout_now(session, state)
    marks = dict.fromkeys(live.where, "wrong") if live else {}
    head, said = headed(state, None, asked_now(state).values(), heard_by(session.names))
    said = with_unread(said, session, live, None)
    return render_template(
        "board.html",
        session=session,
        state=state,
        boards=draw_boards(layout, state.lying(), part=part_in_play(state), marks=marks, whole=True),
        shelves=shelves(card_rows(state, None, layout, heard_by(session.names), {}, None)),
        heading=head,
        said=said,
        sheets=sheet_view(state),
        live=live,
        dice=state.lying().get("tray", {}).values(),
        latest=_latest(session),
    )


def _latest(session: Session) -> str:
    """Tell the last action in force: what the camera read may have been taken back since."""
    told = session.eyes(None).retold(session.line[-1:], heard_by(session.names))
    return told[0] if told else ""
