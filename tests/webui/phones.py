"""Apps over a hub, and phones that ask them."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import cache
from threading import BoundedSemaphore
from types import SimpleNamespace
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from jinja2 import Undefined
from jinja2.utils import missing

from companion.rules.game import Seat
from webui import Hub, create_app
from webui.http.places import Places
from webui.request.rendered import Rendered
from webui.request.stream import STREAMS, STREAMS_EACH
from webui.request.uploads import AT_ONCE


class Missing(Undefined):
    """A name that a page leaves out is nothing, as usual; a member that an object lacks is a mistake."""

    def __init__(self, hint: str | None = None, obj: Any = missing, *args: Any, **more: Any) -> None:
        super().__init__(hint, obj, *args, **more)
        if obj is not missing and not isinstance(obj, Mapping):
            self._fail_with_undefined_error()


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
    app.jinja_env.undefined = Missing
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
