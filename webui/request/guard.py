"""Who may ask for what: the table by its own names, changes from its own pages alone; and strict headers."""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from flask import Response, jsonify, request

from webui.http.proxies import asked_hosts, proxy
from webui.request.on_table import hub
from webui.request.refusal import PageError, refuse, wants_json

POLICY: Final = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)

OWN_ENDINGS: Final = ("", "home", "home.arpa", "internal", "lan", "localdomain", "private", "fritz.box")
"""What routers put behind a machine's name; nobody can have a site of these endings."""

NAME: Final = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
LONGEST_NAME: Final = 253
"""What a name in a network may be (RFC 1035); no browser asks by any other."""

NETWORK: Final = Path("/etc/resolv.conf")
"""Where the system keeps what the network's router calls its machines."""

LONGEST_SHOWN: Final = 100
"""Letters of a header that an error shows."""

HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def own_names_only() -> Response | None:
    """Turn away who asks for this table by the name of another site; None for everybody else.

    A web page can have the name of its own site lead to this table (DNS rebinding). For the browser both are
    one then: the page could tap, and read what a page of the table shows, so that not even an error is one.
    """
    if all(_is_ours(_name_in(host)) for host in asked_hosts()):
        return None
    wrong = PageError(
        403,
        "foreign-name",
        "This table does not know the name by which it was asked for. Open it by its address in numbers, "
        "or add the name to “hosts” in its settings.",
    )
    if wants_json():
        told = jsonify(ok=False, code=wrong.code, sentence=wrong.sentence)
    else:
        told = Response(f"{wrong.sentence} [{wrong.code}]\n", mimetype="text/plain")
    told.status_code = wrong.status
    return told


def _name_in(host: str) -> str:
    """Give the name or address in a Host header, without its port; empty where it is neither."""
    try:
        name = "" if "@" in host else urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
    name = name.removesuffix(".")
    return name if _is_address(name) or (len(name) <= LONGEST_NAME and NAME.fullmatch(name)) else ""


def _is_ours(name: str) -> bool:
    """Whether no other site can have that name: an address, one of this network, or one of this machine."""
    first, _, rest = name.partition(".")
    if _is_address(name) or "localhost" in (name, rest) or name.endswith(".local"):
        return True
    machine = socket.gethostname().lower()
    if name and (name == machine or (first == machine.partition(".")[0] and rest in _endings())):
        return True
    if name in {each.lower() for each in hub().hosts}:
        return True
    return name in {urlsplit(each.url).hostname for each in hub().addresses()}


def _endings() -> set[str]:
    """Give what a router may put behind this machine's name, as in raspberrypi.fritz.box.

    Not every ending: that of a site of one's own is as easily put behind a name that many machines bear.
    """
    lines = NETWORK.read_text(encoding="utf-8", errors="replace").splitlines() if NETWORK.is_file() else []
    words = [line.lower().split() for line in lines]
    named = [each for key, *rest in filter(None, words) if key in ("search", "domain") for each in rest]
    return {*OWN_ENDINGS, *(each.strip(".") for each in named)}


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


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
    if origin is not None and not _is_own(origin):
        refuse(403, "foreign-page", _why_foreign(origin))
    if site not in (None, "same-origin", "none"):
        refuse(403, "foreign-page", "Only this table's own pages may do that. Open the table, then tap.")


def _is_own(origin: str) -> bool:
    """Whether a page came from where this request goes, as the proxy tells it that passed the request on."""
    came_from, asked = _host_in(origin), request.host.lower()
    if came_from == asked:
        return True
    if not proxy():
        return False
    if hub().proxies.host:
        return came_from == hub().proxies.host.lower()
    # Some proxies pass the host on without its port, and nothing else tells the port.
    name = _name_in(asked)
    return name == asked.strip("[]") and name == _name_in(came_from)


def _host_in(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _why_foreign(origin: str) -> str:
    """Say of what page a tap came and what it asked for, and what helps where a proxy stands between."""
    cause = f"The page came from “{origin[:LONGEST_SHOWN]}”, but its tap asked for “{request.host}”."
    if proxy():
        return f"{cause} Have the proxy pass the page's own Host on, or set “address” under [web]."
    named = f'proxies = ["{request.remote_addr}"]'
    return f"{cause} If a reverse proxy passed the tap on, put this under [web] in the settings: {named}"


def strict_headers(response: Response) -> Response:
    """Everything comes from this table; no page is kept by a browser, pictures of pieces are."""
    for key, value in HEADERS.items():
        response.headers.setdefault(key, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
