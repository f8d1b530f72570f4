"""Who may ask for what: same origin for everything that changes something, and strict headers."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from flask import Response, request

from webui.context import refuse

POLICY: Final = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)

HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def same_origin_only() -> None:
    """Refuse what another site makes somebody's browser send (CSRF).

    Raises
    ------
    PageError
        ``foreign-page``.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    foreign_site = site not in (None, "same-origin", "none")
    foreign_origin = origin is not None and urlsplit(origin).netloc != request.host
    if foreign_site or foreign_origin:
        refuse(403, "foreign-page", "Only this table's own pages may do that.")


def strict_headers(response: Response) -> Response:
    """Everything comes from this table; no page is kept by a browser, pictures of pieces are."""
    for key, value in HEADERS.items():
        response.headers.setdefault(key, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
