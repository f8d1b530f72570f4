"""Phones join by a QR code and choose a seat."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from io import BytesIO
from math import ceil
from typing import NoReturn

import segno
from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.record.errors import StaleAction
from companion.rules.game import Seat
from companion.rules.message import Message
from companion.sessions.session import Session
from webui.ports import Address
from webui.request.addresses import addresses, asked_by_loopback
from webui.request.forms import number_in_form
from webui.request.host import for_players, host_only, is_host, open_to_all
from webui.request.language import named, say
from webui.request.on_table import game_on, hub
from webui.request.phone import held_elsewhere, may_relieve, my_seat, play_for_all, take_seat, this_phone
from webui.request.refusal import refuse

pages = Blueprint("join", __name__)


@pages.get("/join")
def page() -> ResponseReturnValue:
    """The code for the others to scan."""
    session = game_on()
    known = addresses()
    shown = _chosen(known)
    return render_template(
        "join.html",
        session=session,
        addresses=known,
        shown=shown,
        alone=asked_by_loopback() and not hub().addresses(),
        link=_link(shown),
        seat=my_seat(session),
        token=hub().token,
    )


@pages.get("/join/code.svg")
def code() -> ResponseReturnValue:
    """The QR code of the link."""
    drawing = BytesIO()
    segno.make(_link(_chosen(addresses())), error="m", micro=False).save(
        drawing, kind="svg", border=2, dark="#16210f", light="#ffffff", svgns=True, omitsize=True
    )
    return Response(drawing.getvalue(), mimetype="image/svg+xml")


def _chosen(known: Sequence[Address]) -> Address:
    """The address of which ``?at=`` gives the host; the first where it is none of this table's."""
    wanted = request.args.get("at", "")
    return next((each for each in known if each.host == wanted), known[0])


def _link(address: Address) -> str:
    return address.url + url_for("join.seats", token=hub().token).removeprefix(request.script_root)


def _check(token: str) -> None:
    if not hmac.compare_digest(token.encode(), hub().token.encode()):
        refuse(404, "old-invitation", "That invitation is for another game. Scan the code again.")


@pages.get("/j/<token>")
def seats(token: str) -> ResponseReturnValue:
    """Choose a seat."""
    session = game_on()
    _check(token)
    return render_template(
        "seats.html",
        session=session,
        token=token,
        seat=my_seat(session),
        elsewhere=held_elsewhere(session),
        bots=hub().holders.bots(session.id),
    )


@pages.post("/j/<token>")
@open_to_all
def sit(token: str) -> ResponseReturnValue:
    """Sit down; seat 0 plays for the whole table.

    One tap takes a seat that nobody has, or a bot. The seat of another phone is asked for first.
    """
    session = game_on()
    _check(token)
    seat = number_in_form("seat")
    if seat and seat not in session.names:
        _no_seat()
    if seat and seat in held_elsewhere(session) and not may_relieve(session, seat):
        if request.form.get("instead") != "yes":
            bot = hub().holders.has_bot(session.id, seat)
            return render_template("held.html", session=session, token=token, asked=seat, bot=bot), 409
        if not is_host() and not _is_granted(session, seat):
            return redirect(url_for("join.wait", token=token, seat=seat), 303)
    take_seat(session, seat or None, instead=True)
    if not seat:
        play_for_all(session)
    hub().feed.tell("seat")  # the phone that had it shows at once that it has it no more
    return redirect(url_for("play.page"), 303)


def _no_seat() -> NoReturn:
    refuse(400, "bad-request", "There is no such seat at this table.")


def _is_granted(session: Session, seat: Seat) -> bool:
    """Whether this phone may have the seat of another one by now; it asks where it has not yet."""
    asked = hub().seat_requests
    found = asked.of(session.id, seat, this_phone())
    if found is None:
        if asked.ask(session.id, seat, this_phone()) is None:
            refuse(429, "seat-asked", "Several phones ask for seats already. Wait a moment, then ask again.")
        hub().feed.tell("seats")
        return False
    return found.is_granted(asked.clock())


@pages.get("/j/<token>/wait/<int:seat>")
def wait(token: str, seat: Seat) -> ResponseReturnValue:
    """Wait until the owner of a seat has had time to say no."""
    session = game_on()
    _check(token)
    if seat not in session.names:
        _no_seat()
    found = hub().seat_requests.of(session.id, seat, this_phone())
    now_s = hub().seat_requests.clock()
    return render_template(
        "seat_wait.html",
        session=session,
        token=token,
        asked=seat,
        bot=hub().holders.has_bot(session.id, seat),
        refused=found is None or found.answer == "no",
        granted=found is not None and found.is_granted(now_s),
        left_s=ceil(found.left_s(now_s)) if found is not None else 0,
    )


@pages.post("/seats/answer")
@for_players
def answer() -> ResponseReturnValue:
    """Say whether another phone may have a seat: its owner does, or the host."""
    session, number = game_on(), number_in_form("number")
    asked = hub().seat_requests
    found = next((each for each in asked.waiting(session.id) if each.number == number), None)
    if found is None:
        raise StaleAction(say("That question is over."))
    if my_seat(session) != found.seat and not is_host():
        refuse(
            403, "not-your-seat", Message("Only {name} or the host may say that.", seats={"name": found.seat})
        )
    kept = request.form.get("answer") != "yes"
    asked.answer(number, "no" if kept else "yes")
    if kept:
        hub().seat_news.tell(session.id, found.seat, "refused")
    hub().feed.tell("seats")
    return redirect(url_for("play.page"), 303)


@pages.post("/seats/free")
@host_only("frees other people’s seats")
def free() -> ResponseReturnValue:
    """Free a seat; whoever had it reads so, and anybody may sit there."""
    session, seat = game_on(), number_in_form("seat")
    if seat not in session.names:
        _no_seat()
    hub().holders.free(session.id, seat)
    hub().seat_requests.settle(session.id, seat)
    hub().seat_news.tell(session.id, seat, "freed")
    hub().feed.tell("seat")
    hub().feed.tell("seats")
    flash(say("The seat of {name} is free.", name=named(session.names[seat])))
    return redirect(url_for("host.page"), 303)
