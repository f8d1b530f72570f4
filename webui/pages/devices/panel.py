"""The panel at the table, mirrored: its lights and buttons, whether or not anything is wired."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.panel.desk import AT_THE_TABLE, Presser
from companion.rules.game import Seat
from companion.rules.phrases import marked
from companion.sessions.session import Session
from webui.request.forms import number_in_form, seen_seq
from webui.request.host import for_players, host_only, is_host
from webui.request.language import heard_by, say
from webui.request.on_table import game_on, hub
from webui.request.phone import acts_openly, my_seat
from webui.request.refusal import refuse
from webui.views.status import WORDS

pages = Blueprint("panel", __name__)

BUTTONS: Final = {
    "confirm": marked("Confirm"),
    "undo": marked("Undo"),
    "next": marked("Next"),
    "left": marked("Turn left"),
    "right": marked("Turn right"),
    "dice": marked("Dice have fallen"),
}
"""What can be pressed on the page; shutting the machine down is for the host alone."""

WIRED: Final = {
    "confirm": marked("Button that confirms"),
    "undo": marked("Button that takes back"),
    "next": marked("Button that passes on"),
    "shut_down": marked("Button that shuts down"),
    "red": marked("Status light, red"),
    "green": marked("Status light, green"),
    "blue": marked("Status light, blue"),
    "buzzer": marked("Buzzer"),
    "encoder_a": marked("Rotary encoder, pin A"),
    "encoder_b": marked("Rotary encoder, pin B"),
    "dice_tower": marked("Dice tower"),
    "ring_light": marked("Ring light"),
}
"""What people call what is wired; all else are the lights of seats."""

SEEN_FIRST: Final = ("confirm", "undo", "next")
"""What means something else as soon as the game has moved on."""


@pages.get("/panel")
def page() -> ResponseReturnValue:
    """The panel as it looks now."""
    panel, session = hub().panel, hub().session
    seq = session.seq if session else 0
    names = heard_by(session.names) if session else {}
    view = panel.view
    question = view.question
    choices = [choice.render(names) for choice in question.choices] if question else []
    return render_template(
        "panel.html",
        view=view,
        word=say(WORDS[view.status]),
        question=question.text.render(names) if question else "",
        choices=choices,
        pins=[(_wired(device), pin) for device, pin in panel.pins.items()],
        troubles=panel.troubles,
        may_shut_down=panel.may_shut_down,
        seq=seq,
        may_press=_may_press(session),
    )


def _wired(device: str) -> str:
    if device in WIRED:
        return say(WIRED[device])
    return say("Light of seat {number}", number=device.removeprefix("seat "))


@pages.post("/panel/press")
@for_players
def press() -> ResponseReturnValue:
    """Press a button of the panel."""
    button = request.form.get("button", "")
    if button not in BUTTONS:
        refuse(400, "bad-request", "The panel has no such button.")
    hub().panel.press(button, _presser(button))
    return redirect(url_for("panel.page"), 303)


@pages.post("/panel/shut-down")
@host_only("shuts the machine down")
def shut_down() -> ResponseReturnValue:
    """Ask once more, then shut the machine down."""
    if request.form.get("sure") != "yes":
        return render_template("shut_down.html")
    hub().panel.press("shut_down")
    flash(say("The machine shuts down. When the green light of the Pi is dark, the power can go."))
    return redirect(url_for("panel.page"), 303)


def _presser(button: str) -> Presser:
    """For whom this phone presses. Raises `PageError` ``not-your-seat``, and what `game_on` does."""
    on_table = hub().session
    if not _may_press(on_table):
        refuse(403, "not-your-seat", "The panel is for those who play. Choose your seat first.")
    if on_table is None or button not in SEEN_FIRST:
        return AT_THE_TABLE
    session = game_on()
    return Presser(lambda seat: _speaks_for(session, seat), seen_seq(), number_in_form("question"))


def _may_press(session: Session | None) -> bool:
    """Whether this phone may press a button: one with a seat, or the host's for the whole table."""
    return session is None or my_seat(session) is not None or is_host()


def _speaks_for(session: Session, seat: Seat) -> bool:
    return my_seat(session) == seat or (my_seat(session) is None and is_host() and acts_openly(session))
