"""The addresses that an invitation may show: the one that the asking phone used, and all others."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from flask import request

from webui.http.proxies import proxy
from webui.ports import Address
from webui.request.on_table import hub

AS_ASKED: Final = "as this device"
"""What an address is called whose network nobody knows: a name, or the number of a router."""


def addresses() -> list[Address]:
    """Give every address of this table, the best first.

    That is the address which the asking phone used: it has just proved to lead here. A loopback address
    leads nobody else here, so then the likeliest one of the machine's own comes first.
    """
    known = [Address(each.url.rstrip("/"), each.network) for each in hub().addresses()]
    asked = (proxy() and hub().proxies.address) or request.root_url.rstrip("/")
    if asked_by_loopback():
        return known or [Address(asked, "this machine alone")]
    used = [each for each in known if each.url == asked] or [Address(asked, AS_ASKED)]
    return used + [each for each in known if each.url != asked]


def asked_by_loopback() -> bool:
    """Say whether this page was asked for by an address that leads every machine to itself."""
    if proxy() and hub().proxies.address:
        return False
    host = (urlsplit(request.root_url).hostname or "").rstrip(".")
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
