"""The log in words; any action in it can be put right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from companion.record.corrections import Correction, Misfit
from companion.record.eyes import Eyes
from companion.rules.game import CHANCE, Action, Seat, State
from companion.rules.message import Message
from companion.sessions.session import Session
from companion.story.describe import LogLine, log_lines
from webui.access.seat_news import SeatChange
from webui.choices.board import cell_names
from webui.choices.cards import shelves
from webui.choices.choosing import groups_of
from webui.request.forms import number_in_form, seen_seq, small_number
from webui.request.host import for_players
from webui.request.laid_out import layout_now
from webui.request.language import capital, heard_by, named, say, say_label
from webui.request.on_table import game_on, hub
from webui.request.phone import may_be_handed_on, my_seat
from webui.request.refusal import refuse
from webui.views.play_view import boards_of, chosen_among, rows_of, shown_seat
from webui.views.taps import tap_address

pages = Blueprint("log", __name__)

_DIGITS: Final = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")
"""A checksum or seed in full; nobody compares 64 digits in a list."""


def short_proof(sentence: str) -> Markup:
    """Shorten the long numbers of a sentence; each is there in full where the pointer rests on it."""
    # Whatever the sentence holds is escaped before the marks are put round digits.
    return Markup(_DIGITS.sub(r'<abbr title="\g<0>">\1…</abbr>', str(escape(sentence))))  # noqa: S704


@pages.get("/log")
def page() -> ResponseReturnValue:
    """Everything that happened, the latest first."""
    session, seq = game_on(), game_on().seq
    return render_template("log.html", **vars(log_view(session)), waiting=_waiting(session), seq=seq)


@dataclass(frozen=True)
class LogView:
    """What the log page shows of a game, the last line first; seat changes with their times."""

    session: Session
    lines: Sequence[LogLine]
    seat_changes: Sequence[tuple[str, str]]


def log_view(session: Session) -> LogView:
    """Gather the log of a game, as this phone may read it."""
    return LogView(
        session=session,
        lines=log_lines(session, my_seat(session), heard_by(session.names))[::-1],
        seat_changes=[
            (each.at, each.told(heard_by({}), named(session.names[each.seat]))) for each in _changes(session)
        ],
    )


def _changes(session: Session) -> list[SeatChange]:
    """What became of the seats of the game, the last first."""
    return [each for each in hub().seat_news.of(session.id) if each.seat in session.names]


def _waiting(session: Session) -> list[str]:
    """What a correction has set aside, in words."""
    return session.eyes(my_seat(session)).retold(session.timeline.set_aside, heard_by(session.names))


@pages.get("/log/correct/<int:index>")
def correct(index: int) -> ResponseReturnValue:
    """Choose what stands instead of action ``index`` (from 0), and see what comes of it.

    Bots wait meanwhile: whatever they did would be newer than what this phone has seen.
    """
    if (simulation := hub().simulation) is not None:
        simulation.hold_bots()
    session, seq = game_on(), game_on().seq
    game, names = session.game, heard_by(session.names)
    me = my_seat(session)
    was, eyes = _action(session, index), session.eyes(me)
    state = eyes.sees(session.states[index])
    layout = layout_now(session, state)
    groups = groups_of(
        state, game, layout, state.actors, lambda action: eyes.may_put_right(session.states[index], action)
    )
    choosing = chosen_among(groups, state, session, me)
    rows = rows_of(state, session, me, choosing)
    seat_shown = shown_seat(layout, state, me, (), choosing)
    close = request.args.get("close") == "1"
    actions = _actions(session, index, request.args) if "text" in request.args else None
    found = _foreseen(session, index, actions) if actions is not None else None
    return render_template(
        "correct.html",
        session=session,
        seq=seq,
        index=index,
        was=game.tell(was).render(names),
        choosing=choosing,
        ends_called={
            where: capital(say_label(name)) for where, name in cell_names(layout, choosing.ends).items()
        },
        close=close,
        address=tap_address,
        rows=rows,
        shelves=shelves(rows),
        boards=() if rows else boards_of(layout, state, seat_shown, choosing, choosing.marks, close=close),
        own_phones=tuple(
            actor for actor in state.actors if actor != CHANCE and all(each.by != actor for each in groups)
        ),
        shared=may_be_handed_on(session),
        seat_shown=seat_shown,
        own_sheets=layout.seats_with_sheets,
        chosen=actions is not None,
        preview=found,
        stays=found.kept + len(found.anew) if found else 0,
        totals=_totals(session.state, found.states[-1], eyes) if found else {},
        now="; ".join(game.tell(action).render(names) for action in actions or ()) or say("It is taken out."),
        text=request.args.get("text", ""),
        by=request.args.get("by", ""),
        misfit=_why(session, found.misfit) if found and found.misfit else "",
        unfit=eyes.retold([found.misfit.entry], names)[0].rstrip(".") if found and found.misfit else "",
    )


def _why(session: Session, misfit: Misfit) -> str:
    """Why an action does not fit any more, as far as this phone may know it."""
    eyes = session.eyes(my_seat(session))
    return eyes.reason(eyes.action(misfit.entry), misfit.reason).sentence(heard_by(session.names))


def _foreseen(session: Session, index: int, actions: Sequence[Action]) -> Correction | None:
    """What would come of it, as far as this phone may know that beforehand."""
    found = session.preview_correction(index, actions)
    return session.eyes(my_seat(session)).foresees(found, session.line)


def _totals(before: State, after: State, eyes: Eyes) -> dict[Seat, tuple[int, int]]:
    """Give each seat's points before and after, as far as this phone may know them."""
    was, then = (eyes.sees(state).sheet().totals() for state in (before, after))
    return {seat: (points, then[seat]) for seat, points in was.items()}


def _action(session: Session, index: int) -> Action:
    """The action of the record that is to be put right: one that this phone may know."""
    if index >= len(session.line):
        refuse(404, "no-action", "There is no such action in this game any more.")
    entry, eyes = session.line[index], session.eyes(my_seat(session))
    action = eyes.action(entry)
    if not eyes.may_know(action):
        refuse(
            403,
            "not-your-seat",
            Message("Only {name} may put that right.", {"name": named(session.names[entry.by])}),
        )
    return action


def _actions(session: Session, index: int, values: Any) -> list[Action]:
    """The action that is to stand there; none when it is to be taken out."""
    text, by = values.get("text", ""), values.get("by", "")
    if not text:
        return []
    seat = small_number(by)
    if seat is None:
        refuse(400, "bad-request", "The page did not say who acts.")
    action = session.game.parse(seat, text)
    if not session.eyes(my_seat(session)).may_put_right(session.states[index], action):
        refuse(
            403,
            "not-your-seat",
            Message("Only {name} may do that.", {"name": session.names.get(seat, "that player")}),
        )
    return [action]


@pages.post("/log/correct/<int:index>")
@for_players
def apply(index: int) -> ResponseReturnValue:
    """Put the record right."""
    session = game_on()
    seq = seen_seq()
    _action(session, index)
    found = session.correct(
        index, _actions(session, index, request.form), by=my_seat(session) or CHANCE, expect_seq=seq
    )
    if (simulation := hub().simulation) is not None:
        simulation.release_bots()
    aside = len(found.set_aside)
    later = (
        say("{n} later action is set aside.", "{n} later actions are set aside.", n=aside) if aside else ""
    )
    flash(f"{say('The record is put right.')} {later}".rstrip())
    return redirect(url_for("log.page"), 303)


@pages.post("/log/object")
@for_players
def answer_correction() -> ResponseReturnValue:
    """Let another phone's correction stand, or put the record back as it was before it."""
    session, correction = game_on(), number_in_form("correction")
    me = my_seat(session)
    if request.form.get("answer") == "object":
        session.object_to(correction, me or CHANCE, expect_seq=seen_seq())
        flash(say("The record says again what it said before. Talk about it at the table."))
    else:
        hub().agreed_corrections.add((session.id, correction, me))
        hub().feed.tell("seats")
    return redirect(url_for("play.page"), 303)


@pages.post("/log/take-up")
@for_players
def take_up() -> ResponseReturnValue:
    """Play again what was set aside, less the first ``skip``."""
    session = game_on()
    misfit = session.take_up(number_in_form("skip"), expect_seq=seen_seq())
    if misfit:
        flash(say("Still not possible: {why}", why=_why(session, misfit)), "wrong")
    else:
        flash(say("They stand again."))
    return redirect(url_for("log.page"), 303)
