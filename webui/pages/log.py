"""The log in words; any action in it can be put right."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.play.describe import log_lines
from companion.play.session import Session
from companion.rules.game import Action, Seat, State
from webui.board import draw_boards, part_in_play
from webui.choosing import choose, groups_of, may_choose_for
from webui.context import game_on, layout_of, my_seat, number_in_form, refuse, seen_seq, small_number
from webui.pages.play import shown_seat, tap_address, tapped

pages = Blueprint("log", __name__)


@pages.get("/log")
def page() -> ResponseReturnValue:
    """Everything that happened, the latest first."""
    session = game_on()
    lines = log_lines(session)[::-1]
    return render_template(
        "log.html", session=session, lines=lines, waiting=_waiting(session), seq=session.seq
    )


def _waiting(session: Session) -> list[str]:
    """What a correction has set aside, in words."""
    game, names = session.game, session.names
    return [game.tell(game.parse(each.by, each.text)).render(names) for each in session.timeline.set_aside]


@pages.get("/log/correct/<int:index>")
def correct(index: int) -> ResponseReturnValue:
    """Choose what stands instead of action ``index`` (from 0), and see what comes of it."""
    session, seq = game_on(), game_on().seq
    entry = _entry(session, index)
    game, names, layout = session.game, session.names, layout_of(session)
    me = my_seat(session)
    state = session.states[index].seen_by(me)
    picked = [pick for pick in request.args.get("pick", "").split(",") if pick]
    groups = groups_of(state, game, layout, may_choose_for(state, me, hidden=game.info.hidden))
    words = [word for word in request.args.get("spell", "").split(",") if word]
    choosing = choose(groups, request.args.get("do", ""), picked, game, names, words)
    seat_shown = shown_seat(layout, state, me, (), choosing)
    close = request.args.get("close") == "1"
    actions = _actions(session, request.args) if "text" in request.args else None
    found = session.preview_correction(index, actions) if actions is not None else None
    return render_template(
        "correct.html",
        session=session,
        seq=seq,
        index=index,
        was=game.tell(game.parse(entry.by, entry.text)).render(names),
        choosing=choosing,
        close=close,
        address=tap_address,
        boards=draw_boards(
            layout,
            state.lying(),
            part=part_in_play(state),
            seat=seat_shown,
            marks=choosing.marks,
            link=tapped,
            path=choosing.path,
            close=close,
        ),
        seat_shown=seat_shown,
        own_sheets=layout.seats_with_sheets,
        preview=found,
        totals=_totals(session.state, found.states[-1], me) if found else {},
        now="; ".join(game.tell(action).render(names) for action in actions or ()) or "It is taken out.",
        text=request.args.get("text", ""),
        by=request.args.get("by", ""),
        misfit=found.misfit.reason.sentence(names) if found and found.misfit else "",
    )


def _totals(before: State, after: State, me: Seat | None) -> dict[Seat, tuple[int, int]]:
    """Give each seat's points before and after, as far as this phone may know them."""
    was, then = (state.seen_by(me).sheet().totals() for state in (before, after))
    return {seat: (points, then[seat]) for seat, points in was.items()}


def _entry(session: Session, index: int) -> Any:
    if index >= len(session.line):
        refuse(404, "no-action", "There is no such action in this game any more.")
    return session.line[index]


def _actions(session: Session, values: Any) -> list[Action]:
    """The action that is to stand there; none when it is to be taken out."""
    text, by = values.get("text", ""), values.get("by", "")
    if not text:
        return []
    seat = small_number(by)
    if seat is None:
        refuse(400, "bad-request", "The page did not say who acts.")
    return [session.game.parse(seat, text)]


@pages.post("/log/correct/<int:index>")
def apply(index: int) -> ResponseReturnValue:
    """Put the record right."""
    session = game_on()
    seq = seen_seq()
    _entry(session, index)
    found = session.correct(index, _actions(session, request.form), expect_seq=seq)
    aside = len(found.set_aside)
    flash("The record is put right." + (f" {aside} later actions are set aside." if aside else ""))
    return redirect(url_for("log.page"), 303)


@pages.post("/log/take-up")
def take_up() -> ResponseReturnValue:
    """Play again what was set aside, less the first ``skip``."""
    misfit = game_on().take_up(number_in_form("skip"), expect_seq=seen_seq())
    flash(f"Still not possible: {misfit.reason.sentence()}" if misfit else "They stand again.")
    return redirect(url_for("log.page"), 303)
