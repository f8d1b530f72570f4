"""Where phones reach this machine."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Final

NO_NETWORK: Final = "127.0.0.1"


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


def local_name(root: Path = Path("/")) -> str:
    """Give this machine's name in the local network, as avahi tells it; empty where nobody tells one."""
    return f"{socket.gethostname()}.local" if (root / "run/avahi-daemon/pid").exists() else ""
