"""Reverse proxies: what those that the settings name say of a request is believed, and of nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from flask import request
from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PREFIX: Final = "HTTP_X_FORWARDED_PREFIX"
PLAIN_PATH: Final = re.compile(r"(/[A-Za-z0-9._~-]+)*")
"""A sub-path that is put before every link. With two slashes in front it would be another site's name."""

TELLING: Final = ("X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via")
"""Headers by which a proxy that the settings do not name gives itself away."""

CAME_BY: Final = "companion.proxy"
"""Where a request keeps the address of the trusted proxy that it came by."""


@dataclass(frozen=True)
class Proxies:
    """The reverse proxies in front of this table.

    Attributes
    ----------
    networks
        Addresses of proxies that are trusted.
    address
        What phones open to get to the proxy, as ``https://games.example.org/table``; empty: as it says.
    """

    networks: tuple[IPv4Network | IPv6Network, ...] = ()
    address: str = ""

    @classmethod
    def of(cls, proxies: Iterable[str], address: str = "") -> Proxies:
        """Read addresses and networks as the settings have them. Raises ValueError."""
        return cls(tuple(ip_network(each, strict=False) for each in proxies), address.rstrip("/"))

    @property
    def host(self) -> str:
        """Host and port of the address."""
        return urlsplit(self.address).netloc

    @property
    def path(self) -> str:
        """The sub-path of the address, as ``/table``; empty: it has none."""
        return urlsplit(self.address).path

    def trusts(self, peer: str) -> bool:
        """Say whether that is the address of a trusted proxy."""
        try:
            address = ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self.networks)


def answer_behind(
    proxies: Proxies, app: WSGIApplication, environ: WSGIEnvironment, start_response: StartResponse
) -> Iterable[bytes]:
    """Have the app see what the phone asked a trusted proxy for, and not what the proxy asks for in turn."""
    peer = environ.get("REMOTE_ADDR", "")
    if not proxies.trusts(peer):
        return app(environ, start_response)
    environ[CAME_BY] = peer
    if PREFIX not in environ:
        environ[PREFIX] = proxies.path
        _strip(environ, proxies.path)
    if not PLAIN_PATH.fullmatch(environ[PREFIX].rstrip("/")):
        environ[PREFIX] = ""
    return ProxyFix(app, x_for=1, x_proto=1, x_host=1, x_port=1, x_prefix=1)(environ, start_response)


def _strip(environ: dict[str, Any], path: str) -> None:
    """Take the sub-path off the path that is asked for, where the proxy has left it on."""
    asked = environ.get("PATH_INFO", "")
    if path and (asked == path or asked.startswith(f"{path}/")):
        environ["PATH_INFO"] = asked[len(path) :]


def proxy() -> str:
    """Give the address of the trusted proxy that this request came by; empty: by none."""
    found: str = request.environ.get(CAME_BY, "")
    return found


def asked_at_the_machine() -> bool:
    """Say whether a program on this machine itself asks, with no proxy of any kind between."""
    by_proxy = proxy() or any(header in request.headers for header in TELLING)
    return not by_proxy and ip_address(request.remote_addr or "0.0.0.0").is_loopback  # noqa: S104 - no peer


def asked_hosts() -> Sequence[str]:
    """Give every host that this request names: what the proxy passed on, and what it says of the phone."""
    told = request.environ.get("werkzeug.proxy_fix.orig", {}).get("HTTP_HOST", "")
    return [request.host, told] if told else [request.host]
