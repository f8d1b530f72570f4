"""The phone at the table: its page, and what a tap on it does."""

from __future__ import annotations

from typing import Any, NoReturn

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from companion.record.events import concerns
from companion.rules.game import CHANCE, Seat
from companion.rules.message import Message
from companion.rules.phrases import Listing
from companion.sessions.session import Session
from webui.request.forms import number_in_form, seconds_in_form, seen_seq
from webui.request.host import for_players, open_to_all
from webui.request.language import named
from webui.request.on_table import game_on, live_table
from webui.request.phone import give_to, given_to, may_act_for, may_be_handed_on, my_seat, take_seat
from webui.request.refusal import refuse
from webui.request.rendered import rendered
from webui.views.by_hand import answered_anew
from webui.views.options import RESOLVERS
from webui.views.play_view import play_view

pages = Blueprint("play", __name__)


def back() -> ResponseReturnValue:
    """Redirect to the fresh play page."""
    return redirect(url_for("play.page"), 303)


@pages.get("/play")
def page() -> ResponseReturnValue:
    """The table as this phone may see it."""
    session = game_on()
    seat = given_to(session)
    if seat is not None:
        return render_template("given.html", session=session, given_to=seat)
    return rendered(
        session, lambda: render_template("play.html", **vars(play_view(session, my_seat(session))))
    )


@pages.post("/play/holder")
@open_to_all
def hold() -> ResponseReturnValue:
    """Whoever holds a shared phone says so: from now on it shows what that seat may see.

    Where somebody held it before, it is only given to that seat: it shows nothing hidden on its way there.
    A phone on which somebody has sat down is theirs alone.
    """
    session, seat = game_on(), number_in_form("seat")
    if seat not in session.names:
        _no_seat()
    if not may_be_handed_on(session):
        refuse(
            403, "not-your-seat", Message("Only {name} may do that.", {"name": named(session.names[seat])})
        )
    if my_seat(session) not in (None, seat):
        give_to(session, seat)
    elif not take_seat(session, seat, handed_on=True):
        name = named(session.names[seat])
        refuse(
            409,
            "held-elsewhere",
            Message("{name} plays on another phone now: what {name} sees is shown there.", {"name": name}),
        )
    return back()


def _speaks_for(session: Session, seat: Seat) -> None:
    """Let a phone act for its own seat only.

    Raises
    ------
    PageError
        ``not-your-seat``.
    """
    if seat not in session.names:
        _no_seat()
    if not may_act_for(session, seat):
        refuse(
            403, "not-your-seat", Message("Only {name} may do that.", {"name": named(session.names[seat])})
        )


def _no_seat() -> NoReturn:
    refuse(400, "bad-request", "There is no such seat at this table.")


@pages.post("/play/act")
@for_players
def act() -> ResponseReturnValue:
    """Take the action ``text`` of the actor ``by``."""
    session = game_on()
    by = number_in_form("by")
    if by != CHANCE:
        _speaks_for(session, by)
    action = session.game.parse(by, request.form.get("text", ""))
    session.act(action, "tap", expect_seq=seen_seq())
    return back()


@pages.post("/play/draw")
@for_players
def draw() -> ResponseReturnValue:
    """Let the program decide what chance has to decide; what is called for, whose turn it is calls for.

    With ``on`` it draws whatever of that kind comes next, too; with ``always`` in the whole game.
    """
    session, how = game_on(), request.form.get("on")
    if session.call:
        _speaks_for(session, next(filter(None, session.state.actors)))
    if how == "always":
        session.leave_to_program(expect_seq=seen_seq())
    else:
        session.draw(expect_seq=seen_seq(), on=how == "yes")
    return back()


@pages.post("/play/undo")
@for_players
def undo() -> ResponseReturnValue:
    """Take back a seat's last choice, or ask the others."""
    session, seat = game_on(), number_in_form("seat")
    _speaks_for(session, seat)
    session.undo(seat, expect_seq=seen_seq())
    return back()


@pages.post("/play/agree")
@for_players
def agree() -> ResponseReturnValue:
    """Agree to what somebody wants to take back."""
    session, seat = game_on(), number_in_form("seat")
    _speaks_for(session, seat)
    session.agree(seat, expect_seq=seen_seq())
    return back()


@pages.post("/play/refuse")
@for_players
def refuse_undo() -> ResponseReturnValue:
    """Decline the other player's request to undo."""
    session, seat = game_on(), number_in_form("seat")
    _speaks_for(session, seat)
    session.refuse(seat, expect_seq=seen_seq())
    return back()


@pages.post("/play/redo")
@for_players
def redo() -> ResponseReturnValue:
    """Redo what was undone; only the player who undid it may."""
    session = game_on()
    seat = session.timeline.undone_by
    if seat is not None:
        _speaks_for(session, seat)
    session.redo(expect_seq=seen_seq())
    return back()


@pages.post("/play/settings")
@for_players
def settings() -> ResponseReturnValue:
    """Change who finds out what chance decides, and whether the camera is used."""
    session = game_on()
    chance: Any = request.form.get("chance", "")
    if chance not in RESOLVERS:
        refuse(400, "bad-request", "There is no such way to roll.")
    camera = request.form.get("camera") == "on"
    sources = answered_anew(session, chance)
    changed = replace(session.camera_settings(on=camera), otherwise=chance, chance=sources)
    session.change_settings(changed, expect_seq=seen_seq())
    return back()


@pages.post("/table/answer")
@for_players
def answer() -> ResponseReturnValue:
    """Answer the camera's question with one tap."""
    live, session = live_table(), game_on()
    question = live.status.question
    if question is not None and not concerns(question.to, my_seat(session)):
        asked = Listing(tuple(named(session.names[seat]) for seat in question.to), "and")
        refuse(403, "not-your-seat", Message("That is a question for {names}.", {"names": asked}))
    try:
        live.answer(number_in_form("question"), number_in_form("choice"))
    except IndexError:
        refuse(400, "bad-request", "The question has no such answer.")
    return back()


@pages.post("/table/misread")
@for_players
def misread() -> ResponseReturnValue:
    """Tell the camera that it misread: the table is as the game says."""
    live_table().misread(number_in_form("told"))
    return back()


@pages.post("/table/put-right")
@for_players
def put_right() -> ResponseReturnValue:
    """Say that players put the pieces right: the game is as it should be."""
    live_table().put_right(number_in_form("told"))
    return back()


@pages.post("/table/no-roll")
@for_players
def no_roll() -> ResponseReturnValue:
    """Tell the camera that the dice on the table are no roll."""
    live_table().no_roll(number_in_form("told"))
    return back()


@pages.post("/table/retry")
@for_players
def retry() -> ResponseReturnValue:
    """Look again."""
    live_table().retry()
    return back()


@pages.post("/table/cancel")
@for_players
def cancel() -> ResponseReturnValue:
    """Stop the countdown."""
    live_table().cancel_countdown(seconds_in_form("began"))
    return back()


@pages.post("/table/resume")
@for_players
def resume() -> ResponseReturnValue:
    """Let the countdown run again."""
    live_table().resume_countdown(seconds_in_form("began"))
    return back()
