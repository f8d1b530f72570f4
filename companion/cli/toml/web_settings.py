"""The settings of the pages: the reverse proxies in front of them."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_network
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta


class WebSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Reverse proxies; without any, phones reach the table directly. See docs/hardware.md for examples."""

    proxies: Annotated[
        tuple[str, ...],
        Meta(description='Addresses or networks of reverse proxies that are trusted, as "127.0.0.1".'),
    ] = ()
    address: Annotated[
        str,
        Meta(
            description='What phones open to get to the proxy, as "https://games.example.org/table"; '
            "empty: as the proxy says."
        ),
    ] = ""

    def __post_init__(self) -> None:
        """Check what no type says. Raises ValueError."""
        check_networks(self.proxies)
        if self.address:
            check_address(self.address)


def check_networks(networks: Iterable[str]) -> None:
    """See that these are addresses or networks. Raises ValueError."""
    for each in networks:
        try:
            ip_network(each, strict=False)
        except ValueError:
            raise ValueError(f"{each!r} is no address or network; write 127.0.0.1 or 10.0.0.0/8") from None


def check_address(address: str) -> None:
    """See that this is the address of a site, perhaps with a path. Raises ValueError."""
    try:
        parts = urlsplit(address)
        whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        whole = False
    if not whole or parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError(f"{address!r} is no address; write https://games.example.org/table")
