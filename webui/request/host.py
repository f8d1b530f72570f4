"""Who may do what: each route that changes something says it, and one that says nothing is closed.

`open_to_all`, `for_players` and `host_only` go between a route and its function:

    @pages.post("/camera/choose")
    @host_only("chooses the camera")
    def choose() -> ResponseReturnValue: ...

`guard` holds every request to it. What a player may do depends on the seat that a tap is for, so a route
`for_players` asks for that seat itself. docs/security.md lists what each role may do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, NoReturn, TypeVar

from flask import current_app, request
from flask import session as cookie

from companion.rules.errors import GameError
from companion.rules.message import Message
from companion.sessions.session import Session
from webui.access.holders import is_phone
from webui.http.proxies import asked_at_the_machine
from webui.request.forms import ASIDE
from webui.request.on_table import hub
from webui.request.phone import my_seat
from webui.request.refusal import refuse

View = TypeVar("View", bound=Callable[..., Any])

SAFE: Final = ("GET", "HEAD", "OPTIONS")

NAMES: Final = ("127.0.0.1", "::1", "localhost")
"""What a browser on the machine itself asks for."""


class Access(NamedTuple):
    """Who may use a route: ``open``, ``player`` or ``host``; and what the host does there ("shuts down")."""

    role: str
    deed: str = ""


class HostOnly(GameError):
    """Only the host may do that."""

    code = "host-only"

    def __init__(self, deed: str) -> None:
        super().__init__(Message("The host of this table {does_this}.", {"does_this": Message(deed)}))


def open_to_all(view: View) -> View:
    """Let everybody in the network use a route."""
    return _marked(view, Access("open"))


def for_players(view: View) -> View:
    """Let those use a route who play; it asks for the seat itself."""
    return _marked(view, Access("player"))


def host_only(deed: str) -> Callable[[View], View]:
    """Let only the host use a route; ``deed`` goes on after "The host of this table"."""
    return lambda view: _marked(view, Access("host", deed))


def _marked(view: View, access: Access) -> View:
    view.access = access  # type: ignore[attr-defined]
    return view


def access_of(endpoint: str) -> Access | None:
    """Say who may use a route; None where it does not say."""
    return getattr(current_app.view_functions.get(endpoint), "access", None)


def guard() -> None:
    """Turn away who may not use the route that is asked for. Raises `HostOnly`."""
    if request.endpoint is None:
        return
    access = access_of(request.endpoint)
    if access is None and request.method not in SAFE:
        access = Access("host", "does this")
    if access is not None and access.role == "host":
        demand_host(access.deed)


def demand_host(deed: str) -> None:
    """Turn away who is not the host. Raises `HostOnly`."""
    if not is_host():
        refuse_for_host(deed)


def refuse_for_host(deed: str) -> NoReturn:
    """Say that the host does this. Raises `HostOnly`."""
    raise HostOnly(deed)


def is_host() -> bool:
    """Whether the one who asks is the host: by the role of that phone, or as somebody at the machine."""
    return hub().role.has(cookie.get("phone", "")) or is_at_the_machine()


def is_at_the_machine() -> bool:
    """Whether a browser on the machine itself asks, where that makes its user the host.

    A reverse proxy asks from the machine, too. Where the settings name one, nobody is known to be at the
    machine. One that they do not name gives itself away by its headers, or by HTTP/1.0, which nginx speaks.
    """
    table = hub()
    if not table.own_browser_is_host or table.proxies.networks or not asked_at_the_machine():
        return False
    name = request.host.rpartition(":")[0] if ":" in request.host.rpartition("]")[2] else request.host
    return request.environ.get("SERVER_PROTOCOL") != "HTTP/1.0" and name.strip("[]") in NAMES


def may_be_put_aside() -> str:
    """Give the game of which somebody has said that it may be put aside for another; empty: none.

    While phones play it, those who play say so, or the host.

    Raises
    ------
    PageError
        ``not-your-seat``.
    """
    aside, session = request.form.get(ASIDE, ""), hub().session
    if aside and session is not None and session.id == aside and not _plays_or_is_host(session):
        refuse(403, "not-your-seat", "Others play this game now. They may put it aside, or the host.")
    return aside


def _plays_or_is_host(session: Session) -> bool:
    """Whether this phone plays, or nobody's does."""
    holders = hub().holders
    phones = [holders.holder(session.id, seat) for seat in session.names]
    playing = any(is_phone(each) and holders.seen_lately(str(each)) for each in phones)
    return not playing or my_seat(session) is not None or is_host()
