"""The simulated table from above: drag pieces, roll, and make things go wrong."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Final, NamedTuple

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.layout import Kind, Layout, Sheet
from companion.rules.phrases import marked
from webui.request.host import open_to_all
from webui.request.laid_out import layout_of
from webui.request.language import heard_by, say
from webui.request.on_table import game_on, hub, simulated_table
from webui.request.phone import my_seat
from webui.request.refusal import refuse
from webui.views.asked import asked_now, headed
from webui.views.status import last_picture_at, live_view

pages = Blueprint("sim", __name__)

PX_PER_MM: Final = 1.5
"""How large a sheet is shown where there is room for it."""

CLOSE_PX_PER_MM: Final = 2.5
"""How large it is shown for fingers, whatever room there is: one moves about on it."""


class Mishap(NamedTuple):
    """What the page says of a switch that makes something go wrong."""

    label: str
    help: str


MISHAPS: Final[dict[str, Mishap]] = {
    "hand": Mishap(marked("Hand"), marked("A hand rests over the table.")),
    "glare": Mishap(marked("Glare"), marked("A lamp is mirrored on the mat.")),
    "bumped": Mishap(marked("Bumped camera"), marked("Somebody knocked against the arm.")),
    "dim": Mishap(marked("Dim light"), marked("Half of the lamps are out.")),
    "warm": Mishap(marked("Warm lamp"), marked("An old bulb, and the camera does not balance it.")),
    "hard-shadow": Mishap(marked("Hard shadow"), marked("One bare lamp from the side.")),
    "blur": Mishap(marked("Out of focus"), marked("The lens is not sharp.")),
    "noise": Mishap(marked("Noise"), marked("A cheap sensor in a dark room.")),
    "cocked-die": Mishap(marked("Cocked die"), marked("A die leans against something.")),
    "misplaced": Mishap(marked("Misplaced piece"), marked("A piece lies half on the next space.")),
    "missing": Mishap(marked("Missing piece"), marked("A piece has fallen off the table.")),
    "covered-marker": Mishap(marked("Covered marker"), marked("A mug stands on a corner of the mat.")),
    "half-frame": Mishap(marked("Half frame"), marked("The cable loses the lower half of each picture.")),
    "black-frame": Mishap(marked("Black frame"), marked("The lens cap is on.")),
    "unplugged": Mishap(marked("Unplugged"), marked("The camera is pulled out.")),
}


@pages.get("/sim")
def page() -> ResponseReturnValue:
    """All sheets with their pieces, beside each other as far as there is room."""
    simulation, session, live = simulated_table(), game_on(), hub().live
    state = session.state.seen_by(None)
    close = request.args.get("close") == "1"
    layout, there = layout_of(session), simulation.sheets()
    lying = sorted((s for s in layout.sheets if s.id in there), key=lambda s: there.index(s.id))
    head, said = headed(state, None, asked_now(state).values(), heard_by(session.names))
    return render_template(
        "sim.html",
        session=session,
        layout=layout,
        sheets=lying,
        cards=[(sheet, sheet.id in there) for sheet in layout.sheets if sheet.loose],
        close=close,
        px_per_mm=CLOSE_PX_PER_MM if close else PX_PER_MM,
        pieces=simulation.pieces(),
        box=_box(layout, lying),
        switches=simulation.switches(),
        mishaps=MISHAPS,
        bots=simulation.bots,
        live=live_view(live, heard_by(session.names), my_seat(session)),
        on=live is not None and live.camera_on,
        last_at=last_picture_at(live),
        heading=head,
        said=said,
    )


def _box(layout: Layout, sheets: Sequence[Sheet]) -> list[Kind]:
    """The kinds of piece that can be brought: those of some zone. Dice are thrown instead."""
    kinds = dict.fromkeys(kind for sheet in sheets for zone in sheet.zones for kind in zone.kinds)
    return [layout.kinds[kind] for kind in kinds if layout.kinds[kind].shape != "die"]


@pages.post("/sim/move")
@open_to_all
def move() -> ResponseReturnValue:
    """Put a piece at ``x``, ``y`` mm of a sheet."""
    x_mm, y_mm = _length("x"), _length("y")
    try:
        simulated_table().move_mm(request.form.get("piece", ""), request.form.get("sheet", ""), x_mm, y_mm)
    except KeyError:
        _gone()
    return _done()


@pages.post("/sim/sheet")
@open_to_all
def lay_sheet() -> ResponseReturnValue:
    """Lay a loose sheet on the table, or take it away."""
    sheet = request.form.get("sheet", "")
    try:
        if request.form.get("on") == "yes":
            simulated_table().bring_sheet(sheet)
        else:
            simulated_table().take_sheet(sheet)
    except KeyError:
        refuse(400, "bad-request", "There is no such card.")
    return _done()


@pages.post("/sim/bring")
@open_to_all
def bring() -> ResponseReturnValue:
    """Bring a piece from the box."""
    try:
        simulated_table().bring(request.form.get("kind", ""))
    except KeyError:
        refuse(404, "no-piece", "There is no such piece in the box.")
    return _done()


@pages.post("/sim/remove")
@open_to_all
def remove() -> ResponseReturnValue:
    """Take a piece off the table."""
    try:
        simulated_table().remove(request.form.get("piece", ""))
    except KeyError:
        _gone()
    return _done()


@pages.post("/sim/flip")
@open_to_all
def flip() -> ResponseReturnValue:
    """Turn a piece over."""
    try:
        simulated_table().flip(request.form.get("piece", ""))
    except KeyError:
        _gone()
    return _done()


@pages.post("/sim/roll")
@open_to_all
def roll() -> ResponseReturnValue:
    """Throw the dice."""
    simulated_table().roll()
    return _done()


@pages.post("/sim/tidy")
@open_to_all
def tidy() -> ResponseReturnValue:
    """Lay everything as the game says."""
    if not simulated_table().tidy():
        # While a draw is due the game says no more than lies there: a tap without an effect looks lost.
        flash(say("Nothing to lay: every space is as the game says."))
    return _done()


@pages.post("/sim/switch")
@open_to_all
def switch() -> ResponseReturnValue:
    """Let something go wrong, or right again."""
    name = request.form.get("name", "")
    try:
        simulated_table().set_switch(name, on=request.form.get("on") == "yes")
    except KeyError:
        refuse(404, "no-switch", "The simulated table cannot do that.")
    return _done()


@pages.post("/sim/bots")
@open_to_all
def bots() -> ResponseReturnValue:
    """Let bots play, or stop them."""
    table = hub().table
    simulated_table()
    table.set_bots(on=request.form.get("on") == "yes")
    return _done()


def _length(key: str) -> float:
    try:
        value = float(request.form.get(key, ""))
    except ValueError:
        value = float("nan")
    return value if isfinite(value) else refuse(400, "bad-request", "The page sent no place for the piece.")


def _gone() -> None:
    refuse(404, "no-piece", "That piece does not lie on the table any more.")


def _done() -> ResponseReturnValue:
    hub().feed.tell("simulation")
    return redirect(url_for("sim.page"), 303)
