"""The host of the table: how a phone gets the role, hands it on, and gives it back."""

from __future__ import annotations

from io import BytesIO
from math import ceil
from urllib.parse import urlsplit

import segno
from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask import session as cookie
from flask.typing import ResponseReturnValue

from companion.rules.game import Seat
from companion.rules.message import Message
from companion.sessions.session import Session
from webui.request.addresses import addresses
from webui.request.forms import number_in_form
from webui.request.host import host_only, is_at_the_machine, open_to_all
from webui.request.language import named, say
from webui.request.on_table import game_on, hub
from webui.request.phone import this_phone
from webui.request.refusal import refuse

pages = Blueprint("host", __name__)

OVER = "That link is over: it serves one phone, for ten minutes. Have the host hand the role on again."


def _back() -> ResponseReturnValue:
    return redirect(url_for("host.page"), 303)


@pages.get("/host")
def page() -> ResponseReturnValue:
    """Say what the host does, and how to become it; the host may hand the role on."""
    role, phone, session = hub().role, cookie.get("phone", ""), hub().session
    return render_template(
        "host.html",
        own_role=role.has(phone),
        at_the_machine=is_at_the_machine(),
        was_given=bool(role.giver_of(phone)),
        taken=role.taken,
        held=held_seats(session),
        bots=hub().holders.bots(session.id) if session else (),
        pictures_mb=ceil(hub().album.taken_bytes() / 1e6),
    )


def held_seats(session: Session | None) -> list[Seat]:
    """Give the seats of the game that a phone has."""
    holders = hub().holders
    return [seat for seat in session.names if holders.elsewhere(session.id, seat, "")] if session else []


@pages.post("/host/bot")
@host_only("lets a bot play")
def seat_bot() -> ResponseReturnValue:
    """Let a bot play a seat that nobody has."""
    session, seat = game_on(), number_in_form("seat")
    if seat not in session.names or not hub().holders.seat_bot(session.id, seat):
        refuse(409, "held-elsewhere", "That seat is taken. Free it first.")
    hub().seat_news.tell(session.id, seat, "bot")
    hub().seat_bots.look_again()
    hub().feed.tell("seats")
    flash(say("A bot plays as {name} now.", name=named(session.names[seat])))
    return _back()


@pages.post("/host")
@open_to_all
def type_code() -> ResponseReturnValue:
    """Become the host by the code that the machine shows."""
    return _become(request.form.get("code", ""))


@pages.get("/host/<code>")
def open_address(code: str) -> ResponseReturnValue:
    """Become the host by the address that the machine shows."""
    return _become(code)


def _become(typed: str) -> ResponseReturnValue:
    guesses, address = hub().guesses, request.remote_addr or ""
    wait_s = guesses.wait_s(address)
    if wait_s > 0:
        refuse(
            429,
            "too-many-guesses",
            Message("Too many wrong codes. Try again in {n} seconds.", {"n": ceil(wait_s)}),
        )
    if not hub().role.knows(typed):
        guesses.note_wrong(address)
        refuse(403, "wrong-code", "That is not the host's code of this table. The machine itself shows it.")
    hub().role.give(this_phone())
    flash(say("You are the host of this table now."))
    return _back()


@pages.post("/host/hand-on")
@host_only("hands the role on")
def hand_on() -> ResponseReturnValue:
    """Show a code for another phone to scan, which takes the role."""
    word = hub().role.offer(this_phone())
    link = addresses()[0].url + url_for("host.offered", word=word).removeprefix(request.script_root)
    drawing = BytesIO()
    segno.make(link, error="m", micro=False).save(
        drawing, kind="svg", border=2, dark="#16210f", light="#ffffff", xmldecl=False, omitsize=True
    )
    return render_template("hand_on.html", link=link, code=drawing.getvalue().decode(), host=_host_of(link))


def _host_of(link: str) -> str:
    return urlsplit(link).netloc


@pages.get("/host/take/<word>")
def offered(word: str) -> ResponseReturnValue:
    """Ask whether this phone is to be the host's."""
    if not hub().role.is_offered(word):
        refuse(410, "offer-over", OVER)
    return render_template("host_offered.html", word=word)


@pages.post("/host/take/<word>")
@open_to_all
def take(word: str) -> ResponseReturnValue:
    """Take the role that the host hands on."""
    if not hub().role.accept(word, this_phone()):
        refuse(410, "offer-over", OVER)
    hub().feed.tell("live")  # the phone that had the role shows at once that it has it no more
    flash(say("You are the host of this table now."))
    return _back()


@pages.post("/host/lay-down")
@open_to_all
def lay_down() -> ResponseReturnValue:
    """Lay this phone's role down; the phone that had handed it on has it back."""
    back = hub().role.giver_of(this_phone())
    hub().role.lay_down(this_phone())
    hub().feed.tell("live")
    flash(say("The role is given back." if back else "This phone is not the host's any more."))
    return _back()
