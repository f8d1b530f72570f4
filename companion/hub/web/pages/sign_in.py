"""Signing in and out; the links of the first admin and of screens."""

from __future__ import annotations

import logging
from math import ceil

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.hub.errors import HubError
from companion.hub.store.accounts import ROLES, checked_role
from companion.hub.store.keys import key_role
from companion.hub.web.access import COOKIE, SCREEN_FOR, SIGNED_IN, needs, parts, sign_in, sign_out
from webui.access.guesses import Guesses

_log = logging.getLogger(__name__)
pages = Blueprint("sign_in", __name__)
guesses = Guesses()


def _to(endpoint: str) -> Response:
    response: Response = redirect(url_for(endpoint), 303)  # type: ignore[assignment]
    return response


@pages.get("/sign-in")
@needs("")
def page() -> ResponseReturnValue:
    """Ask for name and password."""
    return render_template("sign_in.html")


@pages.post("/sign-in")
@needs("")
def enter() -> ResponseReturnValue:
    """Sign in by name and password."""
    name, password, address = request.form.get("name", ""), request.form.get("password", ""), _address()
    role = checked_role(parts().database, name, password)
    if not role:
        guesses.note_wrong(address)
        _log.warning(
            "Wrong password for %r from %s", name[:60], address, extra={"code": "hub-wrong-password"}
        )
        raise HubError("hub-wrong-password", "The name or the password is not right.", 403)
    return sign_in(_to("room.page"), role, name)


@pages.get("/key/<word>")
@needs("")
def by_key(word: str) -> ResponseReturnValue:
    """Sign in by a link: a screen's, or the first admin's, which serves once."""
    address = _address()
    found = key_role(parts().database, word)
    if found is None or found[0] not in ROLES:
        guesses.note_wrong(address)
        raise HubError("hub-link-over", "That link is over. Have the host make another one.", 403)
    role, about = found
    if role != "screen":
        sign_out(word)
    return sign_in(_to("room.page"), role, about, SCREEN_FOR if role == "screen" else SIGNED_IN)


@pages.post("/sign-out")
@needs("screen")
def leave() -> ResponseReturnValue:
    """Sign out."""
    sign_out(request.cookies.get(COOKIE, ""))
    response = _to("sign_in.page")
    response.delete_cookie(COOKIE, path=f"{request.script_root}/")
    return response


def _address() -> str:
    """Give where a guess comes from. Raises `HubError` for one that has guessed too often."""
    address = request.remote_addr or ""
    wait_s = guesses.wait_s(address)
    if wait_s > 0:
        raise HubError(
            "hub-too-many-guesses", f"Too many wrong tries. Try again in {ceil(wait_s)} seconds.", 429
        )
    return address
