"""The cookie in which a phone keeps its seat: it goes to the pages of this table alone."""

from __future__ import annotations

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface


class TableCookies(SecureCookieSessionInterface):
    """Flask's signed cookie, kept to the sub-path under which a reverse proxy shows this table."""

    def get_cookie_path(self, app: Flask) -> str:
        """Give the path above all pages: another table of the same proxy has another cookie."""
        del app
        return f"{request.script_root}/"
