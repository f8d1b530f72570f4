"""Signing in and out; the links of the first admin and of screens."""

from __future__ import annotations

import logging

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.hub.errors import HubError
from companion.hub.store.accounts import ROLES, checked_role
from companion.hub.store.keys import key_role
from companion.hub.web.access import COOKIE, SCREEN_FOR, SIGNED_IN, needs, parts, sign_in, sign_out
from companion.hub.web.guessing import checked_address, guesses

_log = logging.getLogger(__name__)
pages = Blueprint("sign_in", __name__)


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
    name, password, address = (
        request.form.get("name", ""),
        request.form.get("password", ""),
        checked_address(),
    )
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
    address = checked_address()
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
