"""For those who look after the hub: whether it is well, and its figures."""

from __future__ import annotations

from collections import Counter

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from companion import __version__
from companion.hub.store.database import trouble_of
from companion.hub.web.access import needs, parts

pages = Blueprint("care", __name__)


@pages.get("/healthz")
@needs("")
def health() -> ResponseReturnValue:
    """How the parts are, as JSON; 503 when events cannot be taken or stored."""
    hub = parts()
    trouble = hub.intake.trouble
    try:
        with hub.database.reading() as connection:
            connection.execute(text("SELECT 1"))
    except SQLAlchemyError as error:
        trouble = trouble or trouble_of(error)
    well = trouble is None and hub.intake.connected
    broker = "ok" if hub.intake.connected else "hub-no-broker"
    sentence = "" if hub.intake.connected else "The broker does not answer; the tables keep everything."
    told = jsonify(
        ok=well,
        version=__version__,
        broker=broker,
        database=trouble.code if trouble else "ok",
        sentence=trouble.sentence if trouble else sentence,
    )
    return told, 200 if well else 503


@pages.get("/metrics")
@needs("")
def metrics() -> Response:
    """Give the figures as Prometheus reads them; they name no table and no player."""
    hub = parts()
    found = Counter(place.state.state if place.online else "gone" for place in hub.room.places())
    for state in ("idle", "playing", "asking", "waiting", "wrong", "lost", "off", "over", "gone"):
        hub.metrics.tables.labels(state).set(found[state])
    return Response(hub.metrics.text(), mimetype="text/plain; version=0.0.4")
