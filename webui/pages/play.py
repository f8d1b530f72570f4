"""The phone at the table: what is expected, the board to tap, questions, undo, the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from companion.layout import Layout
from companion.play.dealing import resolver_at
from companion.play.events import Resolver, concerns
from companion.play.session import Session
from companion.rules.abilities import KnowsHands
from companion.rules.game import CHANCE, Actor, Prompt, Seat, State
from webui.advice import advice_view
from webui.board import draw_boards, part_in_play
from webui.cards import RowView, card_rows, choose_cards, shelves, with_cards
from webui.choosing import Choosing, choose, groups_of, may_choose_for
from webui.context import (
    asked_for,
    game_on,
    hub,
    layout_now,
    live_table,
    may_act_for,
    may_be_handed_on,
    my_seat,
    number_in_form,
    refuse,
    seen_seq,
    small_number,
    take_seat,
)
from webui.options import sources_of
from webui.status import live_view
from webui.table import sheet_view, undo_view
from webui.ways import Group

pages = Blueprint("play", __name__)

RESOLVERS: dict[Resolver, str] = {
    "camera": "We roll and turn; the camera reads",
    "tap": "We roll and turn; somebody taps",
    "software": "The program draws",
}


def back() -> ResponseReturnValue:
    """Go on to the fresh page."""
    return redirect(url_for("play.page"), 303)


@pages.get("/play")
def page() -> ResponseReturnValue:
    """The table as this phone may see it."""
    session = game_on()
    me = my_seat(session)
    return render_template("play.html", **play_view(session, me))


def play_view(session: Session, me: Seat | None) -> dict[str, Any]:
    """Everything that the page shows; the position is only ever what ``me`` may see of it."""
    now, names = session.moment, session.names
    seq, state = now.timeline.seq, now.states[-1].seen_by(me)
    live = live_view(hub().live, names, me)
    layout = layout_now(session, state)
    resolver = resolver_at(now)
    choosing = _choosing(session, state, me)
    lit = asked_for("light")
    seat_shown = shown_seat(layout, state, me, lit, choosing)
    marks = dict(choosing.marks)
    for name, cells in (("wrong", live.where if live else ()), ("lit", lit)):
        marks |= {where: f"{marks.get(where, '')} {name}".strip() for where in cells}
    close = request.args.get("close") == "1"
    rows = rows_of(state, session, me, choosing)
    return {
        "session": session,
        "seq": seq,
        "state": state,
        "rows": rows,
        "shelves": shelves(rows),
        "boards": ()
        if rows
        else draw_boards(
            layout,
            state.lying(),
            part=part_in_play(state),
            seat=seat_shown,
            marks=marks,
            link=tapped,
            path=choosing.path,
            worths=choosing.worths,
            close=close,
        ),
        "seat_shown": seat_shown,
        "own_sheets": layout.seats_with_sheets,
        "advice": advice_view(state, me or _lead_seat(state) or seat_shown),
        "choosing": choosing,
        "close": close,
        "address": tap_address,
        "lead": _lead(state, me),
        "lead_seat": _lead_seat(state),
        "prompts": {seat: prompt.message.render(names) for seat, prompt in state.prompts().items()},
        "live": live,
        "sheets": sheet_view(state),
        "undo": undo_view(session, me),
        "request_": now.timeline.request,
        "redo": bool(now.timeline.undone),
        "program_draws": resolver == "software",
        "tap_due": resolver == "tap",
        "chance_due": resolver in ("camera", "tap"),
        "dice": state.lying().get("tray", {}).values(),
        "resolvers": RESOLVERS,
        "photos": hub().read_photo is not None and hub().live is not None,
        "hand_photo": me is not None and isinstance(state, KnowsHands) and hub().read_shown is not None,
        "seat": me,
        "hand_on": _next_holders(session, state, me),
    }


def _next_holders(session: Session, state: State, me: Seat | None) -> tuple[Seat, ...]:
    """To whom a phone that several share may be handed on, where not everybody may see everything."""
    if not may_be_handed_on(session) or state.outcome is not None:
        return ()
    acting = [actor for actor in state.actors if actor != CHANCE]
    leads = [seat for seat, prompt in state.prompts().items() if prompt.kind == "act"]
    order = dict.fromkeys((*acting, *leads, *session.names))
    return tuple(seat for seat in order if seat != me)


@pages.post("/play/holder")
def hold() -> ResponseReturnValue:
    """The phone is handed on: from now on it shows what this seat may see.

    A phone on which somebody has sat down is theirs alone.
    """
    session, seat = game_on(), number_in_form("seat")
    if seat not in session.names:
        _no_seat()
    if not may_be_handed_on(session):
        refuse(403, "not-your-seat", f"Only {session.names[seat]} may do that.")
    take_seat(session, seat, handed_on=True)
    return back()


def choosers(session: Session, state: State, me: Seat | None) -> list[Actor]:
    """For whom this phone may choose; what the program is about to draw is not for anybody to tap."""
    actors = may_choose_for(state, me, hidden=session.game.info.hidden)
    return [actor for actor in actors if actor != CHANCE or resolver_at(session.moment) != "software"]


def _choosing(session: Session, state: State, me: Seat | None) -> Choosing:
    layout = layout_now(session, state)
    groups = groups_of(state, session.game, layout, choosers(session, state, me))
    return chosen_among(groups, state, session, me)


def chosen_among(groups: Sequence[Group], state: State, session: Session, me: Seat | None) -> Choosing:
    """Say what the taps on this page mean among these actions."""
    game, names = session.game, session.names
    picked, words = asked_for("pick"), asked_for("spell")
    cards = choose_cards(state, groups, picked, me)
    if cards is None:
        return choose(groups, request.args.get("do", ""), picked, game, names, words, state)
    choosing = choose(cards.others, request.args.get("do", ""), (), game, names, words, state)
    return with_cards(choosing, cards, game, names)


def rows_of(state: State, session: Session, me: Seat | None, choosing: Choosing) -> tuple[RowView, ...]:
    """The cards that this page shows, with those to tap."""
    return card_rows(state, me, layout_now(session, state), session.names, choosing.marks, tapped_card)


def tapped_card(kind: str) -> str:
    """The address after a tap on a card; a second tap puts it back."""
    picked = asked_for("pick")
    taps = [pick for pick in picked if pick != kind] if kind in picked else [*picked, kind]
    return tap_address(pick=" ".join(taps), light="", see="")


def tap_address(**changes: str) -> str:
    """Give this page's address with some choices changed; an empty one is left out."""
    kept = {
        key: request.args[key]
        for key in ("do", "pick", "close", "light", "see", "spell")
        if key in request.args
    }
    chosen = {key: value for key, value in {**kept, **changes}.items() if value}
    return url_for(request.endpoint or "play.page", **{**(request.view_args or {}), **chosen})


def tapped(where: str) -> str:
    """The address after one more tap; a tap on what is picked begins anew."""
    picked = asked_for("pick")
    taps = [] if where in picked else [*picked, where]
    return tap_address(pick=" ".join(taps), light="", see="")


def shown_seat(layout: Layout, state: State, me: Seat | None, lit: Sequence[str], choosing: Choosing) -> Seat:
    """Whose own sheets are shown, where a game has such: what is asked for, or else what matters now."""
    asked = small_number(request.args.get("see", ""))
    seats = {zone.id: sheet.seat for sheet, zone in layout.zones() if sheet.seat}
    concerned = [*lit, *choosing.marks]
    touched = [seats[zone] for where in concerned if (zone := where.partition("/")[0]) in seats]
    if asked is not None and asked in seats.values():
        return asked
    return (touched or [me or _lead_seat(state) or 1])[0]


def _lead(state: State, me: Seat | None) -> Prompt:
    """The one prompt to read first."""
    prompts = state.prompts()
    if me is not None:
        return prompts[me]
    return next((prompt for prompt in prompts.values() if prompt.kind in ("act", "over")), prompts[1])


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
        refuse(403, "not-your-seat", f"Only {session.names[seat]} may do that.")


def _no_seat() -> NoReturn:
    refuse(400, "bad-request", "There is no such seat at this table.")


def _lead_seat(state: State) -> Seat | None:
    """Whose doing the first prompt is, if it is that of one seat."""
    acting = [seat for seat, prompt in state.prompts().items() if prompt.kind == "act"]
    return acting[0] if len(acting) == 1 else None


@pages.post("/play/act")
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
def draw() -> ResponseReturnValue:
    """Let the program decide what chance has to decide."""
    game_on().draw(expect_seq=seen_seq())
    return back()


@pages.post("/play/undo")
def undo() -> ResponseReturnValue:
    """Take back a seat's last choice, or ask the others."""
    session, seat = game_on(), number_in_form("seat")
    _speaks_for(session, seat)
    session.undo(seat, expect_seq=seen_seq())
    if session.timeline.request is not None:
        flash("The others have been asked.")
    return back()


@pages.post("/play/agree")
def agree() -> ResponseReturnValue:
    """Agree to what somebody wants to take back."""
    session, seat = game_on(), number_in_form("seat")
    _speaks_for(session, seat)
    session.agree(seat, expect_seq=seen_seq())
    return back()


@pages.post("/play/refuse")
def refuse_undo() -> ResponseReturnValue:
    """Would rather not."""
    session, seat = game_on(), number_in_form("seat")
    _speaks_for(session, seat)
    session.refuse(seat)
    return back()


@pages.post("/play/redo")
def redo() -> ResponseReturnValue:
    """Let stand again what was taken back."""
    session = game_on()
    session.redo(my_seat(session) or 1, expect_seq=seen_seq())
    return back()


@pages.post("/play/settings")
def settings() -> ResponseReturnValue:
    """Change who finds out what chance decides, and whether the camera is used."""
    session = game_on()
    chance: Any = request.form.get("chance", "")
    if chance not in RESOLVERS:
        refuse(400, "bad-request", "There is no such way to roll.")
    camera = request.form.get("camera") == "on"
    sources = sources_of(session.game, session.timeline.started.options, chance)
    changed = replace(session.settings, camera=camera, otherwise=chance, chance=sources)
    session.change_settings(changed, expect_seq=seen_seq())
    return back()


@pages.post("/table/answer")
def answer() -> ResponseReturnValue:
    """Answer the camera's question with one tap."""
    question, session = live_table().status.question, game_on()
    if question is not None and not concerns(question.to, my_seat(session)):
        asked = " and ".join(session.names[seat] for seat in question.to)
        refuse(403, "not-your-seat", f"That is a question for {asked}.")
    try:
        live_table().answer(number_in_form("question"), number_in_form("choice"))
    except IndexError:
        refuse(400, "bad-request", "The question has no such answer.")
    return back()


@pages.post("/table/right")
def record_is_right() -> ResponseReturnValue:
    """The game is right, whatever the camera says."""
    live_table().record_is_right()
    return back()


@pages.post("/table/retry")
def retry() -> ResponseReturnValue:
    """Look again."""
    live_table().retry()
    return back()


@pages.post("/table/cancel")
def cancel() -> ResponseReturnValue:
    """Stop the countdown."""
    live_table().cancel_countdown()
    return back()
