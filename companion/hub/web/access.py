"""Who may do what at a hub: roles, sign-ins and keys; what says nothing is closed.

A sign-in is a random word in a cookie; the database keeps what it hashes to, so it ends at once when the row
goes, and holds at every hub of one database. A form bears a word that is made of it (CSRF).
"""

from __future__ import annotations

import hmac
import logging
import time
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final, TypeVar
from urllib.parse import quote, unquote, urlsplit

import msgspec
from flask import Response, after_this_request, current_app, g, request
from sqlalchemy.exc import SQLAlchemyError

from companion.hub.errors import HubError
from companion.hub.parts import Parts
from companion.hub.store.database import trouble_of
from companion.hub.store.keys import digest_of, end_key, key_role, new_key
from companion.rules.message import Message
from companion.rules.phrases import Term

_log = logging.getLogger(__name__)
View = TypeVar("View", bound=Callable[..., Any])

ROLES: Final = ("", "screen", "host", "admin")
"""Each may do what those before it may."""

ROLE_WORDS: Final = {"screen": Term("screen"), "host": Term("host"), "admin": Term("admin")}
"""What people call a role."""

COOKIE: Final = "hub"
SIGNED_IN: Final = timedelta(days=30)
SCREEN_FOR: Final = timedelta(days=400)
REMEMBERED_S: Final = 30.0
"""So long a sign-in holds without being asked of the database, which may be away."""

SAFE: Final = ("GET", "HEAD", "OPTIONS")


class Who(msgspec.Struct, frozen=True):
    """Who asks: the role, by what name, and the word of the cookie (empty for a key of a program)."""

    role: str = ""
    about: str = ""
    word: str = ""

    def may(self, role: str) -> bool:
        """Whether this role includes that one."""
        return ROLES.index(self.role) >= ROLES.index(role)


NOBODY: Final = Who()


def needs(role: str) -> Callable[[View], View]:
    """Let a route be used by a role, and those above it; ``""`` is everybody."""

    def marked(view: View) -> View:
        view.role = role  # type: ignore[attr-defined]
        return view

    return marked


def parts() -> Parts:
    """Give the hub that is asked."""
    found: Parts = current_app.extensions["parts"]
    return found


def sign_out(word: str) -> None:
    """End a sign-in."""
    end_key(parts().database, word)
    _seen().pop(digest_of(word), None)


def who() -> Who:
    """Give who asks."""
    found: Who = g.get("who", NOBODY)
    return found


def csrf_word() -> str:
    """Give the word that a form of this sign-in must bear."""
    return sha256(f"form {who().word}".encode()).hexdigest()[:32] if who().word else ""


def guard() -> None:
    """Find out who asks, and turn away who may not. Raises `HubError`."""
    if request.endpoint is None:
        return
    role = getattr(current_app.view_functions.get(request.endpoint), "role", None)
    if request.endpoint == "static":
        role = ""
    if role is None:
        raise HubError("hub-closed", "Nobody may do that.", 403)
    if role or request.method not in SAFE:
        g.who = _recognised()
    if not who().may(role):
        _refuse(role)
    if request.method not in SAFE:
        _own_page_only()


def _recognised() -> Who:
    header = request.headers.get("Authorization", "")
    if header.startswith("Bearer "):
        return msgspec.structs.replace(_known(header.removeprefix("Bearer ")), word="")
    return _known(request.cookies.get(COOKIE, ""))


def _seen() -> dict[str, tuple[float, Who]]:
    found: dict[str, tuple[float, Who]] = current_app.extensions["signed in"]
    return found


def _known(word: str) -> Who:
    if not word:
        return NOBODY
    digest, now_s = digest_of(word), time.monotonic()
    kept = _seen().get(digest)
    if kept is not None and now_s - kept[0] < REMEMBERED_S:
        return kept[1]
    try:
        row = key_role(parts().database, word)
    except SQLAlchemyError as error:
        raise trouble_of(error) from error
    if row is None or row[0] not in ROLES:
        return NOBODY
    found = Who(*row, word)
    if len(_seen()) > 1000:
        _seen().clear()
    _seen()[digest] = now_s, found
    return found


def _note_refused(code: str) -> None:
    parts().metrics.refused.inc()
    asker = who()
    _log.warning(
        "Refused: %s %s by %s (%s) from %s",
        request.method,
        request.path,
        asker.about or "nobody",
        asker.role or "no role",
        request.remote_addr,
        extra={"code": code},
    )


def _refuse(role: str) -> None:
    asker = who()
    _note_refused("hub-forbidden" if asker.role else "hub-sign-in")
    if asker.role:
        raise HubError(
            "hub-forbidden",
            Message(
                "Only the {role} may do that. You are signed in as {own}.",
                {"role": ROLE_WORDS[role], "own": ROLE_WORDS[asker.role]},
            ),
            403,
        )
    raise HubError("hub-sign-in", "Sign in first.", 401)


def _own_page_only() -> None:
    """Refuse what another site makes somebody's browser send. Raises `HubError`."""
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    foreign = origin is not None and urlsplit(origin).netloc.lower() != request.host.lower()
    word = who().word
    if site not in (None, "same-origin", "none") or foreign:
        _note_refused("hub-foreign-page")
        raise HubError("hub-foreign-page", "Only the hub's own pages may do that. Open the hub again.", 403)
    if word and not hmac.compare_digest(request.form.get("csrf", ""), csrf_word()):
        _note_refused("hub-old-form")
        raise HubError("hub-old-form", "This form is not of your sign-in. Load the page again.", 403)


def own_path() -> str:
    """Give the path below which this hub is, behind a proxy: cookies are of use there alone."""
    return f"{request.script_root}/"


def sign_in(response: Response, role: str, about: str, lasting: timedelta = SIGNED_IN) -> Response:
    """Have the browser keep a new sign-in."""
    word = new_key(parts().database, role, about, lasting)
    response.set_cookie(
        COOKIE,
        word,
        max_age=int(lasting.total_seconds()),
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
        path=own_path(),
    )
    return response


TOLD: Final = "hub-told"


def told_next(response: Response, sentence: str) -> Response:
    """Have the next page say a sentence."""
    response.set_cookie(
        TOLD,
        quote(sentence),
        max_age=60,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
        path=own_path(),
    )
    return response


def told() -> list[str]:
    """Give the sentence that this page is to say, once."""
    sentence = unquote(request.cookies.get(TOLD, ""))
    if not sentence:
        return []

    @after_this_request
    def said(response: Response) -> Response:
        response.delete_cookie(TOLD, path=own_path())
        return response

    return [sentence]


HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'; img-src 'self' data:",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def strict_headers(response: Response) -> Response:
    """Everything comes from this hub; no page is kept by a browser."""
    for key, value in HEADERS.items():
        response.headers.setdefault(key, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
