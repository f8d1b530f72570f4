"""A first evening: what the camera sees, how phones join, and a practice round that shows every step."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

import segno
from flask import Blueprint, Response, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.frames.pictures import jpeg
from companion.layouts import games_with_layout, load_layout
from companion.record.events import Settings
from companion.rules.catalogue import GAMES
from companion.sessions.session import Session
from companion.sighting import Sighting
from webui.choices.board import cover_sheet, draw_boards, part_in_play
from webui.choices.cards import card_rows, shelves
from webui.pages.rules import anchor
from webui.remembered import Photo
from webui.request.addresses import addresses
from webui.request.forms import seen_seq
from webui.request.host import for_players, may_be_put_aside, open_to_all
from webui.request.laid_out import layout_now, playable
from webui.request.language import heard_by, say, spoken_language
from webui.request.on_table import camera_wanted, game_on, hub, simulated
from webui.request.phone import my_seat
from webui.request.refusal import refuse, refusing
from webui.views.coach import coach_step, possibilities, round_is_done, rule_now

pages = Blueprint("first", __name__)

LEARNERS: Final = ("Anna", "Ben")
"""Who plays a practice round: two seats, for whoever is there."""

HARMLESS: Final = frozenset({"not-still", "camera-moved"})


@pages.get("/first")
@pages.get("/first/seen/<name>")
def page(name: str = "") -> ResponseReturnValue:
    """The three steps of a first evening; each may be skipped, and done again."""
    games = [playable(slug) for slug in GAMES if slug in games_with_layout()]
    seen = hub().photos.get(name)
    return render_template(
        "first.html",
        games=games,
        covers={game.info.slug: cover_sheet(load_layout(game.info.slug)).id for game in games},
        simulated=simulated(),
        may_look=hub().session is None and hub().try_camera is not None and hub().lay_has_camera,
        has_camera=hub().lay_has_camera,
        seen=seen,
        seen_name=name,
        good=seen is not None and is_good(seen.sighting),
        problems=[say(problem.said) for problem in seen.sighting.view if problem.code not in HARMLESS]
        if seen
        else [],
        address=addresses()[0].url,
        practising=hub().practice.has(hub().session),
    )


def is_good(sighting: Sighting) -> bool:
    """Whether the camera sees well enough to play: a sheet is in view, and nothing is wrong with it."""
    return bool(sighting.sheets) and not any(problem.code not in HARMLESS for problem in sighting.view)


@pages.get("/first/code.svg")
def code() -> ResponseReturnValue:
    """The QR code of this table's address."""
    drawing = BytesIO()
    segno.make(addresses()[0].url, error="m", micro=False).save(
        drawing, kind="svg", border=2, dark="#16210f", light="#ffffff", svgns=True, omitsize=True
    )
    return Response(drawing.getvalue(), mimetype="image/svg+xml")


@pages.post("/first/camera")
@open_to_all
def look() -> ResponseReturnValue:
    """Look through the camera once, and judge what it sees."""
    try_camera = hub().try_camera
    if try_camera is None or not hub().lay_has_camera or hub().session is not None:
        refuse(404, "no-camera", "This table has no camera to look through.")
    with hub().while_none_begins(), refusing(503):
        _, sighting, drawn = try_camera()
    name = hub().photos.keep(Photo(jpeg(drawn[..., ::-1]), sighting, trial=True))
    return redirect(url_for("first.page", name=name), 303)


@pages.post("/first/practice/<slug>")
@open_to_all
def practise(slug: str) -> ResponseReturnValue:
    """Begin a practice round; it is kept with no other games."""
    game = playable(slug)
    seats = 2 if 2 in game.info.seats else game.info.seats[0]
    names = LEARNERS[:seats]

    def make() -> Session:
        settings = Settings(camera_wanted(), {}, "camera" if camera_wanted() else "tap")
        return hub().practice.store.new_session(slug, names, settings=settings)

    hub().begin(None, make, may_be_put_aside())
    return redirect(url_for("first.practice"), 303)


@pages.get("/first/practice")
def practice() -> ResponseReturnValue:
    """One step of the practice round: what is asked, what would be good, where, and by which rule."""
    session = _practice()
    names, state = heard_by(session.names), session.state
    step = coach_step(session)
    layout = layout_now(session, state)
    rows = card_rows(state, None, layout, names, {}, None)
    marks = dict.fromkeys(step.where, "lit") if step else {}
    paragraph = rule_now(session.game, state, session.names, step, spoken_language().tag)
    live = hub().live
    return render_template(
        "practice.html",
        session=session,
        seq=session.seq,
        done=round_is_done(session),
        step=step,
        said=step.said.render(names) if step else "",
        asked=[prompt.message.render(names) for prompt in state.prompts().values() if prompt.kind == "act"],
        rule=paragraph,
        rule_at=anchor(paragraph.rules[0]) if paragraph else "",
        boards=() if rows else draw_boards(layout, state.lying(), part=part_in_play(state), marks=marks),
        rows=rows,
        shelves=shelves(rows),
        watched=live is not None and live.camera_on,
    )


@pages.post("/first/practice/step")
@for_players
def take_step() -> ResponseReturnValue:
    """Let the program do what it shows; on a simulated table it lays the pieces, too."""
    session, seq = _practice(), seen_seq()
    step = coach_step(session) if session.seq == seq else None
    if step is not None:
        session.act(step.action, "tap", expect_seq=seq)
        if hub().simulation is not None:
            hub().simulation.tidy()  # type: ignore[union-attr]
    return redirect(url_for("first.practice"), 303)


@pages.post("/first/practice/end")
@open_to_all
def end() -> ResponseReturnValue:
    """Put the practice round away; nothing of it is kept."""
    if hub().practice.has(hub().session):
        hub().end_practice()
        flash(say("The practice round is over. Begin your own game."))
    return redirect(url_for("home.page"), 303)


@pages.get("/now")
def now() -> ResponseReturnValue:
    """What can be done now: every kind of deed, and its spaces lit on the board."""
    session = game_on()
    me = my_seat(session)
    eyes = session.eyes(me)
    state = eyes.sees(session.state)
    actors = [actor for actor in state.actors if me is None or actor in (me, 0)]
    found = possibilities(session, state, actors)
    layout = layout_now(session, state)
    names = heard_by(session.names)
    paragraph = rule_now(session.game, state, session.names, None, spoken_language().tag)
    marks = dict.fromkeys((where for each in found for where in each.where), "lit")
    rows = card_rows(state, me, layout, names, {}, None)
    return render_template(
        "now.html",
        session=session,
        found=found,
        asked=_asked(state, me, names),
        rule=paragraph,
        rule_at=anchor(paragraph.rules[0]) if paragraph else "",
        boards=() if rows else draw_boards(layout, state.lying(), part=part_in_play(state), marks=marks),
        rows=rows,
        shelves=shelves(rows),
    )


def _asked(state: Any, me: int | None, names: Any) -> list[str]:
    prompts = state.prompts()
    return [
        prompt.message.render(names)
        for seat, prompt in prompts.items()
        if prompt.kind in ("act", "may") and me in (None, seat)
    ]


def _practice() -> Session:
    session = game_on()
    if not hub().practice.has(session):
        refuse(404, "no-practice", "No practice round is on the table. Begin one.")
    return session
