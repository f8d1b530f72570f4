"""Apps over a hub, and phones that ask them."""

from __future__ import annotations

from copy import copy
from functools import cache
from threading import BoundedSemaphore
from types import SimpleNamespace
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.rules.game import Seat
from webui import Hub, create_app
from webui.http.places import Places
from webui.request.rendered import Rendered
from webui.request.stream import STREAMS, STREAMS_EACH
from webui.request.uploads import AT_ONCE


def app_over(hub: Hub) -> Flask:
    """Give an app as `create_app` makes it, in a fraction of the time: its routes are compiled once."""
    app = copy(_made_once())
    app.config = copy(app.config)
    app.config["SECRET_KEY"] = hub.secret
    places = {"streams": Places(STREAMS, STREAMS_EACH), "uploads": BoundedSemaphore(AT_ONCE)}
    places["rendered"] = Rendered()
    app.extensions = {"hub": hub, "babel": app.extensions["babel"], **places}
    return app


@cache
def _made_once() -> Flask:
    nobodys: Any = SimpleNamespace(secret="")
    app = create_app(nobodys)
    _ = app.jinja_env
    app._got_first_request = True  # What all apps share can be changed no more: Flask refuses it from now on.
    return app


def phone_at(hub: Hub, seat: Seat | None = None, *, heartbeat_s: float = 0.05) -> FlaskClient:
    """Give a phone that has taken a seat, also from another one; or one without a seat."""
    app = app_over(hub)
    app.config["HEARTBEAT_S"] = heartbeat_s
    phone = app.test_client()
    if seat:
        if hub.holders.elsewhere(hub.session.id, seat, ""):
            hub.holders.free(hub.session.id, seat)
        phone.post(f"/j/{hub.token}", data={"seat": seat})
    return phone


def cookie_of(phone: FlaskClient) -> str:
    """Give the cookie by which the table knows a phone."""
    cookie = phone.get_cookie(cookie_name(phone))
    return cookie.value if cookie else ""


def cookie_name(phone: FlaskClient) -> str:
    app = phone.application
    return app.session_interface.get_cookie_name(app)
