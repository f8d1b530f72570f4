"""Phones join by a QR code and choose a seat."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from io import BytesIO

import segno
from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webui.addresses import addresses, asked_by_loopback
from webui.context import game_on, held_elsewhere, hub, my_seat, number_in_form, refuse, take_seat
from webui.host import open_to_all
from webui.ports import Address

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
    elsewhere = held_elsewhere(session)
    return render_template(
        "seats.html", session=session, token=token, seat=my_seat(session), elsewhere=elsewhere
    )


@pages.post("/j/<token>")
@open_to_all
def sit(token: str) -> ResponseReturnValue:
    """Sit down, if need be instead of another phone; seat 0 plays for the whole table."""
    session = game_on()
    _check(token)
    seat = number_in_form("seat")
    if seat and seat not in session.names:
        refuse(400, "bad-request", "There is no such seat at this table.")
    if not take_seat(session, seat or None, instead=request.form.get("instead") == "yes"):
        return render_template("held.html", session=session, token=token, asked=seat), 409
    hub().feed.tell("seat")  # the phone that had it shows at once that it has it no more
    return redirect(url_for("play.page"), 303)
