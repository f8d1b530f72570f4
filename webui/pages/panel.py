"""The panel at the table, mirrored: its lights and buttons, whether or not anything is wired."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.play.panel.desk import AT_THE_TABLE, Presser
from webui.context import game_on, hub, may_act_for, may_act_here, number_in_form, refuse, seen_seq
from webui.status import WORDS

pages = Blueprint("panel", __name__)

BUTTONS: Final = {
    "confirm": "Confirm",
    "undo": "Undo",
    "next": "Next",
    "left": "Turn left",
    "right": "Turn right",
    "dice": "Dice have fallen",
    "shut_down": "Shut down",
}
"""What can be pressed."""

SEEN_FIRST: Final = ("confirm", "undo", "next")
"""What means something else as soon as the game has moved on."""


@pages.get("/panel")
def page() -> ResponseReturnValue:
    """The panel as it looks now."""
    panel, session = hub().panel, hub().session
    seq = session.seq if session else 0
    names = session.names if session else {}
    view = panel.view
    question = view.question
    choices = [choice.render(names) for choice in question.choices] if question else []
    return render_template(
        "panel.html",
        view=view,
        word=WORDS[view.status],
        question=question.text.render(names) if question else "",
        choices=choices,
        pins=panel.pins,
        troubles=panel.troubles,
        may_shut_down=panel.may_shut_down,
        seq=seq,
        buttons=BUTTONS,
    )


@pages.post("/panel/press")
def press() -> ResponseReturnValue:
    """Press a button of the panel."""
    button = request.form.get("button", "")
    if button not in BUTTONS:
        refuse(400, "bad-request", "The panel has no such button.")
    hub().panel.press(button, _presser(button))
    return redirect(url_for("panel.page"), 303)


def _presser(button: str) -> Presser:
    """For whom this phone presses. Raises `PageError` ``not-your-seat``, and what `game_on` does."""
    on_table = hub().session
    if not may_act_here(on_table):
        refuse(403, "not-your-seat", "Only who plays this game may do that. Choose your seat first.")
    if on_table is None or button not in SEEN_FIRST:
        return AT_THE_TABLE
    session = game_on()
    return Presser(lambda seat: may_act_for(session, seat), seen_seq(), number_in_form("question"))
