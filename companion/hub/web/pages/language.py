"""The language of this browser: one tap changes it, and a cookie keeps it."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from companion.hub.errors import HubError
from companion.hub.web.access import needs, own_path
from companion.language.languages import LANGUAGES
from webui.request.language import answer_in, own_page

pages = Blueprint("language", __name__)

COOKIE: Final = "hub-language"
KEPT_FOR: Final = timedelta(days=400)


@pages.get("/language/<tag>")
@needs("")
def choose(tag: str) -> ResponseReturnValue:
    """Speak another language in this browser, and go back to its page. Nothing changes at the hub."""
    found = LANGUAGES.best_of([tag])
    if not found:
        raise HubError("hub-no-page", "Nobody has translated that language yet.", 404)
    response = redirect(request.script_root + own_page(request.args.get("back", "")), 303)
    response.set_cookie(
        COOKIE,
        found,
        max_age=int(KEPT_FOR.total_seconds()),
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
        path=own_path(),
    )
    return response


def speak_as_chosen() -> None:
    """Answer in the language that was chosen in this browser, if one was; else in one that it asks for."""
    answer_in(request.cookies.get(COOKIE, ""))
