"""The evening in pictures: every step on the board's drawing beside what the camera saw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.album.film_script import script_of
from companion.sessions.session import Session
from webui.pages.kept import kept_view
from webui.pages.result import table_view
from webui.request.forms import small_number
from webui.request.host import host_only, open_to_all
from webui.request.laid_out import layout_of
from webui.request.language import heard_by, named, say
from webui.request.on_table import hub
from webui.request.phone import my_seat
from webui.request.refusal import refuse, refusing
from webui.request.written import moment

pages = Blueprint("evening", __name__)


@pages.get("/games/<ident>/steps")
def steps(ident: str) -> ResponseReturnValue:
    """One step of a game: what was done, the board after it, and the picture it was read from."""
    session = hub().store.load(ident)
    last = len(session.line)
    at = min(small_number(request.args.get("at", "")) or 0, last)
    return render_template(
        "steps.html",
        **vars(_step(session, at)),
        **vars(table_view(session, at)),
        **vars(kept_view(session)),
        session=session,
        at=at,
        last=last,
        pictured=len(hub().album.shots(ident)),
        over=session.state.outcome is not None,
        film=hub().films.film(ident),
        percent=hub().films.percent(ident),
        film_failed=hub().films.failed(ident),
        before=max(0, at - 1),
        after=min(last, at + 1),
    )


@dataclass(frozen=True)
class StepView:
    """One step as its page tells it: what was done, when, the points after it, and its picture's address."""

    said: str
    time: str
    totals: Mapping[str, int]
    picture: str = ""


def _step(session: Session, at: int) -> StepView:
    """Say what step ``at`` was, and what it led to; step 0 is the set-up."""
    eyes = session.eyes(my_seat(session))
    totals = eyes.sees(session.states[at]).sheet().totals()
    by_name = {named(session.names[seat]): points for seat, points in totals.items()}
    if not at:
        return StepView(say("The table is set up."), moment(session.events[0].at, "%H:%M"), by_name)
    entry = session.line[at - 1]
    shot = hub().album.shot_of(session.id, entry.seq)
    logged = next((each for each in session.events if each.seq == entry.seq), session.events[0])
    address = url_for("evening.picture", ident=session.id, seq=entry.seq) if shot is not None else ""
    said = eyes.retold([entry], heard_by(session.names))[0]
    return StepView(said, moment(logged.at, "%H:%M"), by_name, address)


@pages.get("/games/<ident>/pictures/<int:seq>.webp")
def picture(ident: str, seq: int) -> ResponseReturnValue:
    """The picture that an event was read from."""
    shot = hub().album.shot_of(ident, seq)
    if shot is None or not shot.path.is_file():
        refuse(404, "no-picture", "No picture is kept of that step.")
    return Response(shot.path.read_bytes(), mimetype="image/webp")


@pages.post("/games/<ident>/film")
@open_to_all
def make_film(ident: str) -> ResponseReturnValue:
    """Have the film of a finished game made, in the background."""
    session = hub().store.load(ident)
    if session.state.outcome is None:
        refuse(409, "not-over", "The game is not over. Its film is made at the end.")
    eyes = session.eyes(None)
    script = script_of(
        session,
        hub().album.shots(ident),
        layout_of(session),
        lambda entries: eyes.retold(entries, session.names),
    )
    with refusing(409):
        hub().films.begin(ident, script)
    return redirect(f"{url_for('evening.steps', ident=ident)}#film", 303)


@pages.get("/games/<ident>/film/<name>")
def film(ident: str, name: str) -> ResponseReturnValue:
    """The film; browsers ask for parts of it."""
    path = hub().films.film(ident)
    if path is None or path.name != name:
        refuse(404, "no-picture", "There is no such film.")
    data = path.read_bytes()
    response = Response(data, mimetype=f"{'image' if path.suffix == '.webp' else 'video'}/{path.suffix[1:]}")
    response.make_conditional(request, accept_ranges=True, complete_length=len(data))
    return response


@pages.post("/games/<ident>/pictures/delete")
@host_only("deletes pictures")
def delete(ident: str) -> ResponseReturnValue:
    """Delete the pictures and films of a game; the game stays."""
    hub().store.load(ident)
    hub().album.forget(ident)
    flash(say("The pictures of this game are deleted."))
    return redirect(url_for("evening.steps", ident=ident), 303)


@pages.post("/host/pictures")
@host_only("says whether pictures are kept")
def switch() -> ResponseReturnValue:
    """Keep pictures from now on, or none."""
    on = request.form.get("on") == "yes"
    hub().album.switch(on=on)
    flash(
        say("Pictures are kept from now on.")
        if on
        else say("No pictures are kept from now on. Those of past games stay.")
    )
    return redirect(f"{url_for('host.page')}#pictures", 303)
