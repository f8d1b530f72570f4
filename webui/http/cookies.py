"""The cookie by which the table knows a phone: it goes to the pages of this table alone, and never ages.

The clock of a machine without a battery jumps by years. A signature that bears the time costs every phone its
seat then, so this one bears none; and the browser is told how long to keep the cookie, not until when.
"""

from __future__ import annotations

import hmac
from typing import Final

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeSerializer
from itsdangerous.serializer import Serializer
from werkzeug.http import dump_cookie

NAME: Final = "table"
"""What the cookie was called before tables of one machine had names of their own; it begins theirs."""

SALT: Final = "table-cookie"

KEPT_S: Final = 60 * 60 * 24 * 400
"""How long a browser keeps the cookie, as it counts itself; none keeps one for longer."""

NAME_DIGITS: Final = 8


class TableCookies(SecureCookieSessionInterface):
    """Signed cookies without an age, under a name of this table's own.

    Two tables of one machine differ in their port alone, and browsers do not tell cookies apart by that.
    """

    def get_cookie_name(self, app: Flask) -> str:
        """Name the cookie by the table's key, which lies beside its games."""
        key = app.secret_key or ""
        key = key.encode() if isinstance(key, str) else key
        return f"{NAME}-{hmac.new(key, SALT.encode(), 'sha256').hexdigest()[:NAME_DIGITS]}"

    def get_cookie_path(self, app: Flask) -> str:
        """Give the path above all pages: another table of the same proxy has another cookie."""
        del app
        return f"{request.script_root}/"

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Read the cookie; where there is none yet, take over one of the older kind, however old."""
        value = request.cookies.get(self.get_cookie_name(app))
        if value is not None:
            return self.session_class(_read(self._signing(app), value))
        older = self.get_signing_serializer(app)
        session = self.session_class(_read(older, request.cookies.get(NAME, "")) if older else {})
        session.modified = bool(session)
        return session

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Have the browser keep the cookie where something in it has changed."""
        if session.accessed:
            response.vary.add("Cookie")
        if not session.modified:
            return
        cookie = dump_cookie(
            self.get_cookie_name(app),
            self._signing(app).dumps(dict(session)),
            max_age=KEPT_S,
            path=self.get_cookie_path(app),
            httponly=True,
            samesite="Lax",
            sync_expires=False,  # it would tell the browser a moment of this machine's clock
        )
        response.headers.add("Set-Cookie", cookie)

    def _signing(self, app: Flask) -> URLSafeSerializer:
        return URLSafeSerializer(
            app.secret_key or "",
            salt=SALT,
            serializer=self.serializer,
            signer_kwargs={"key_derivation": self.key_derivation, "digest_method": self.digest_method},
        )


def _read(serializer: Serializer[str], value: str) -> dict[str, object]:
    """Give what a cookie holds; nothing where another table, or nobody, has signed it."""
    try:
        found: dict[str, object] = serializer.loads(value)  # whatever its age, if it bears any
    except BadSignature:
        return {}
    return found
