"""The end: who won and why, the record to take home, and the proof of the draws."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.layout import Rgb
from companion.printing.result_card import Player, result_card, with_picture
from companion.record.proof import Proof, check_record
from companion.record.setup import before_draws, begin_set_up, last_draws
from companion.record.timeline import SeedSpan
from companion.rules.boxes import chosen_box
from companion.rules.game import Seat, State
from companion.rules.record import SUFFIX, parse_record
from companion.sessions.history import Tally, among, scale_of, tallies
from companion.sessions.session import Session
from companion.story.thinking_time import longest_s
from webui.choices.board import Board, draw_boards, part_in_play
from webui.choices.cards import RowView, card_rows, shelves
from webui.request.host import for_players, may_be_put_aside
from webui.request.laid_out import layout_now, layout_of
from webui.request.language import heard_by, named, say
from webui.request.on_table import game_on, hub
from webui.request.phone import my_seat
from webui.request.refusal import refuse
from webui.request.written import listed, moment
from webui.views.options import in_labels
from webui.views.table import SheetView, sheet_view

pages = Blueprint("result", __name__)


@pages.get("/result")
def page() -> ResponseReturnValue:
    """The score explained, and the board at the end; before it, how it stands."""
    session = game_on()
    table = table_view(session) if session.state.outcome else TableView((), (), ())
    return render_template("result.html", **vars(result_view(session)), **vars(table))


@dataclass(frozen=True)
class ResultView:
    """Everything that the result page shows of a game; the names are those of its template."""

    session: Session
    state: State
    sheets: tuple[SheetView, ...]
    proof: Proof | None
    seeds: tuple[SeedSpan, ...]
    draws: int
    so_far: Sequence[Tally]
    sealed: bool
    box: str
    longest: str


@dataclass(frozen=True)
class TableView:
    """What lies on the table: boards, or rows of cards where a game has no sheets."""

    boards: tuple[Board, ...]
    rows: tuple[RowView, ...]
    shelves: tuple[tuple[int, tuple[RowView, ...]], ...]


def result_view(session: Session) -> ResultView:
    """Gather what the result page shows, as far as this phone may see it."""
    state = session.state.seen_by(my_seat(session))
    slug, names = session.game.info.slug, session.names.values()
    played = among(hub().known_games(), slug, names) if state.outcome else []
    scale = scale_of(session.game, session.timeline.started.options)
    so_far = [each for each in played if scale_of(session.game, each.options) == scale]
    return ResultView(
        session=session,
        state=state,
        sheets=sheet_view(state),
        proof=_proof(session) if state.outcome else None,
        seeds=session.timeline.seeds,
        draws=session.timeline.draws,
        so_far=tallies(so_far) if len(so_far) > 1 else [],
        sealed=_sealed(session),
        box=chosen_box(session.game, session.timeline.started.options),
        longest=_longest_times(session) if state.outcome else "",
    )


def table_view(session: Session, at: int = -1) -> TableView:
    """Show the table after action ``at``, as far as this phone may see it."""
    seat = my_seat(session)
    state = session.states[at].seen_by(seat)
    layout = layout_now(session, state)
    rows = card_rows(state, seat, layout, heard_by(session.names), {}, None)
    boards = () if rows else draw_boards(layout, state.lying(), part=part_in_play(state))
    return TableView(boards, rows, shelves(rows))


def _longest_times(session: Session) -> str:
    """Name each player with the time of the slowest action; "" where no times are known."""
    names = heard_by(session.names)
    times = {seat: divmod(round(seconds), 60) for seat, seconds in longest_s(session.events).items()}
    return listed(
        say("{name} {time} min", name=names.called(seat), time=f"{minutes}:{seconds:02}")
        for seat, (minutes, seconds) in times.items()
    )


def _sealed(session: Session) -> bool:
    """Whether the record holds what this phone may not know yet."""
    return not session.eyes(my_seat(session)).knows_all(session.state, session.line)


def _proof(session: Session) -> Proof | None:
    record = parse_record(session.record())
    return check_record(record) if record.commitment else None


@pages.get("/result.png")
def card() -> ResponseReturnValue:
    """The result as a picture to share. Raises `PageError` ``not-over`` before the end."""
    session = game_on()
    if session.state.outcome is None:
        refuse(409, "not-over", "The game is not over. Its card is made at the end.")
    return result_picture(session)


def result_picture(session: Session) -> Response:
    """Draw the card of a finished game."""
    sheet, outcome = session.state.sheet(), session.state.outcome
    winners = outcome.winners if outcome else ()
    best = sorted(sheet.totals().items(), key=lambda each: (each[0] not in winners, -each[1]))
    players = [
        Player(named(session.names[seat]), points, seat in winners, _colour(session, seat))
        for seat, points in best
    ]
    names = listed(named(session.names[seat]) for seat in winners)
    headline = (
        say("{names} share the win", names=names) if len(winners) > 1 else say("{name} wins", name=names)
    )
    headline = headline if names else say("Nobody wins")
    when = moment(session.events[-1].at, "%Y-%m-%d")
    card = result_card(session.game.info.name, headline, players, when)
    shots = hub().album.shots(session.id)
    if shots:
        with suppress(OSError):  # one that was deleted meanwhile, or is damaged
            card = with_picture(card, shots[-1].path.read_bytes())
    return Response(card, mimetype="image/png")


def _colour(session: Session, seat: Seat) -> Rgb:
    """Give the colour of a seat's pieces; grey where it has none."""
    kinds = layout_of(session).kinds
    colours = [kinds[kind].colours[0] for kind in session.state.seated().get(seat, ()) if kind in kinds]
    return colours[-1] if colours else (128, 128, 128)


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
@for_players
def again() -> ResponseReturnValue:
    """The same game with the same people once more; what was drawn before is drawn anew.

    Where that is on already, as after a second tap, it is shown.
    """
    session = game_on()
    if request.form.get("played", session.id) == session.id:
        hub().begin_again(session, lambda: _once_more(session), may_be_put_aside())
        _tell_draws(game_on())
    return redirect(url_for("play.page"), 303)


def _tell_draws(fresh: Session) -> None:
    """Say what was drawn for a game that begins without the page of the draws."""
    started = fresh.timeline.started
    drawn = [dict([draw.split("=", 1)]) for draw in started.draws]
    said = "; ".join(each for option in drawn for each in in_labels(fresh.game, option))
    if said:
        flash(say("Drawn for this game: {what}.", what=said))


def _once_more(session: Session) -> Session:
    started = session.timeline.started
    set_up = begin_set_up(session.game, before_draws(session.game, started.options, started.draws))
    for key, _ in last_draws(session.game, started.draws).values():
        set_up = set_up.draw(key)
    return hub().store.new_session(started.game, started.names, settings=session.settings, set_up=set_up)
