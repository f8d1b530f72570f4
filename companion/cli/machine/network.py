"""Where phones reach this machine."""

from __future__ import annotations

import socket
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Final

from companion.cli.machine.interfaces import ROOT, interfaces
from companion.rules.phrases import marked
from webui.ports import Address

NO_NETWORK: Final = "127.0.0.1"

EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
"""The addresses to listen at that stand for every one that this machine has."""

AVAHI: Final = "run/avahi-daemon/socket"
"""Where avahi answers, from the root of the file system."""

PATIENCE_S: Final = 1.0
"""Avahi knows the names of its own addresses at once; for another's it asks the network, for 5 s."""


def addresses(host: str, port: int, public: str = "", root: Path = ROOT) -> tuple[Address, ...]:
    """Give where phones find a table, as it is now, the likeliest first; none where there is no network.

    Parameters
    ----------
    host, port
        Where the table listens.
    public
        Its address at a reverse proxy, which comes first; empty: there is none.
    root
        The root of the file system.
    """
    found = [Address(public, marked("proxy"))] if public else []
    if host in EVERYWHERE:
        found += [Address(url(str(each.address), port), each.kind) for each in interfaces(root)]
    elif not is_loopback(host):
        kinds = {str(each.address): each.kind for each in interfaces(root)}
        found.append(Address(url(host, port), kinds.get(host, "network")))
    return tuple(found)


def url(host: str, port: int) -> str:
    """Give the address of a table by the name or number of its machine."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def is_loopback(host: str) -> bool:
    """Whether a name or number leads a machine to itself."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def is_public(host: str) -> bool:
    """Say whether a number is one of the internet's, and of no network at home."""
    try:
        return ip_address(host).is_global
    except ValueError:
        return False


def listeners(host: str, port: int) -> list[socket.socket]:
    """Listen there; where that is every address, at those of IPv6, too, if this machine has any.

    Raises
    ------
    OSError
        When that cannot be.
    """
    if host not in EVERYWHERE:
        return [_listener(host, port)]
    four, six = EVERYWHERE
    found = [_listener(four, port)]
    try:
        found.append(_listener(six, port))
    except OSError:
        if host == six:
            found[0].close()
            raise
    return found


def _listener(host: str, port: int) -> socket.socket:
    """Bind a socket; one of IPv6 hears that alone, so that a phone has the same address by every way."""
    family = _family(host)
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener


def _family(host: str) -> socket.AddressFamily:
    try:
        return socket.AF_INET6 if isinstance(ip_address(host), IPv6Address) else socket.AF_INET
    except ValueError:
        return socket.AF_INET


def local_name(address: str, root: Path = ROOT) -> str:
    """Give the name under which avahi announces an address of this machine; empty where it does not.

    Avahi is asked and not the system: where two machines have the same name, it gives one of them
    another (``raspberrypi-2.local``), and it may be kept from announcing any.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as avahi:
        avahi.settimeout(PATIENCE_S)
        try:
            avahi.connect(str(root / AVAHI))
            avahi.sendall(f"RESOLVE-ADDRESS {address}\n".encode())
            with avahi.makefile(encoding="utf-8", errors="replace") as answer:
                words = answer.readline().split()
        except OSError:
            return ""
    # "+ INTERFACE PROTOCOL NAME", or "-NUMBER why not".
    return words[3] if len(words) == 4 and words[0] == "+" else ""
