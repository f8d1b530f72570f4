"""Where phones reach this machine."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Final

NO_NETWORK: Final = "127.0.0.1"

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - compared, not bound
"""The address to listen at that stands for every one that this machine has."""

AVAHI: Final = "run/avahi-daemon/socket"
"""Where avahi answers, from the root of the file system."""

PATIENCE_S: Final = 1.0
"""Avahi knows the names of its own addresses at once; for another's it asks the network, for 5 s."""


def lan_address() -> str:
    """Give this machine's address in the local network; 127.0.0.1 when there is none.

    Connecting a datagram socket sends nothing; it only asks which way it would go.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return NO_NETWORK
        return str(probe.getsockname()[0])


def local_name(address: str, root: Path = Path("/")) -> str:
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


def base_address(host: str, port: int) -> str:
    """Give where phones find a table that listens there, as it is now; empty where there is no network."""
    reached = lan_address() if host == EVERYWHERE else host
    return "" if reached == NO_NETWORK else f"http://{reached}:{port}"
