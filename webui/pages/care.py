"""For those who look after the table: whether it is well."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue

from companion import __version__
from companion.live.bundle import pack_film
from webui.http.proxies import asked_at_the_machine
from webui.request.on_table import hub, live_table
from webui.request.refusal import refuse

pages = Blueprint("care", __name__)


@pages.get("/healthz")
def alive() -> Response:
    """The process answers."""
    return Response("ok\n", mimetype="text/plain")


@pages.get("/health")
def health() -> ResponseReturnValue:
    """How the parts are, as JSON; 503 when the games cannot be read, or nothing can be saved."""
    session, live = hub().session, hub().live
    games, trouble = len(hub().store.sessions()), hub().store.trouble()
    house, house_sentence = hub().house()
    member = hub().member
    room, room_sentence = member.health() if member is not None else ("off", "")
    found = jsonify(
        ok=trouble is None,
        store=trouble.code if trouble else "",
        sentence=trouble.sentence if trouble else "",
        version=__version__,
        games=games,
        game=session.game.info.slug if session else None,
        seq=session.seq if session else 0,
        table=live.status.state if live else "off",
        code=live.status.code if live else "",
        simulated=hub().simulation is not None,
        mqtt=house,
        mqtt_sentence=house_sentence,
        hub=room,
        hub_sentence=room_sentence,
        listeners=len(hub().feed),
        notice=hub().store.notice,
        safe_mode=hub().safe_mode is not None,
    )
    return found, 503 if trouble else 200


@pages.get("/care/film.zip")
def film() -> Response:
    """The last pictures that were read; for a bundle, and for this machine alone."""
    if not asked_at_the_machine():
        refuse(403, "foreign-page", "Only the machine itself may ask for that.")
    return Response(pack_film(live_table().film.stills()), mimetype="application/zip")
