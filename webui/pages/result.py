"""The end: who won and why, the record to take home, and the proof of the draws."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from companion.play.proof import Proof, check_record
from companion.play.session import Session
from companion.play.setup import begin_set_up
from companion.rules.record import SUFFIX, parse_record
from webui.context import game_on, hub, may_be_put_aside, my_seat, refuse
from webui.table import sheet_view

pages = Blueprint("result", __name__)


@pages.get("/result")
def page() -> ResponseReturnValue:
    """The score explained; before the end, how it stands."""
    return render_template("result.html", **result_view(game_on()))


def result_view(session: Session) -> dict[str, Any]:
    """Everything that the page shows of a game."""
    state = session.state.seen_by(my_seat(session))
    return {
        "session": session,
        "state": state,
        "sheets": sheet_view(state),
        "proof": _proof(session) if state.outcome else None,
        "seeds": session.timeline.seeds,
        "draws": session.timeline.draws,
        "sealed": _sealed(session),
    }


def _sealed(session: Session) -> bool:
    """Whether the record holds what this phone may not know yet."""
    return not session.eyes(my_seat(session)).knows_all(session.state, session.line)


def _proof(session: Session) -> Proof | None:
    record = parse_record(session.record())
    return check_record(record) if record.commitment else None


@pages.get("/record")
def record() -> ResponseReturnValue:
    """The record as a file."""
    return record_file(game_on())


def record_file(session: Session) -> Response:
    """Give the record of a game; one that holds secrets is given out when the game is over."""
    if _sealed(session):
        refuse(
            409, "record-sealed", "The record holds what not everybody may know. It is given out at the end."
        )
    name = f"{session.game.info.slug}-{session.id}{SUFFIX}"
    return Response(
        session.record(),
        mimetype="text/plain",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@pages.post("/again")
def again() -> ResponseReturnValue:
    """The same game with the same people once more; what was drawn before is not drawn again.

    Where that is on already, as after a second tap, it is shown.
    """
    session = game_on()
    if request.form.get("played", session.id) == session.id:
        hub().begin_again(session, lambda: _once_more(session), may_be_put_aside())
    return redirect(url_for("play.page"), 303)


def _once_more(session: Session) -> Session:
    started = session.timeline.started
    drawn = {each.partition("=")[0] for each in started.draws}
    options = {key: value for key, value in started.options.items() if key not in drawn}
    set_up = begin_set_up(session.game, options)
    for key in dict.fromkeys(each.partition("=")[0] for each in started.draws):
        set_up = set_up.draw(key)
    return hub().store.new_session(
        started.game, started.names, settings=replace(session.settings), set_up=set_up
    )
