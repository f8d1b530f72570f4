"""Camera addresses that the host types: none leads to the machine itself, or out of the house."""

from __future__ import annotations

import socket
import threading
from typing import Final

from bench.attack.outcome import Outcome
from bench.attack.stranger import Stranger

SMUGGLED: Final = ("\r\nSET x y\r\n", "\n", "\t", "%0d%0aX: y", " ", "\\")
HOSTS: Final = (
    *(
        "127.0.0.1",
        "127.1",
        "0.0.0.0",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
    ),
    *("8.8.8.8", "[2001:4860::1]", "user@127.0.0.1", "192.168.1.1@127.0.0.1", "127.0.0.1#@192.168.1.1"),
)
OTHER: Final = (
    "file:///etc/passwd",
    "ftp://127.0.0.1/",
    "concat:/etc/passwd",
    "gopher://127.0.0.1/",
    "/etc",
    "|id",
)


def attack(port: int) -> list[Outcome]:
    """Type addresses as the host at the machine, with somebody listening who is not to be reached.

    Parameters
    ----------
    port
        Where the service listens.
    """
    host, broken = Stranger(port), []
    with socket.create_server(("127.0.0.1", 0)) as canary:
        reached = threading.Event()
        threading.Thread(target=_wait, args=(canary, reached), daemon=True).start()
        number = canary.getsockname()[1]
        typed = [*_typed(number), f"http://localhost:{number}/", f"rtsp://localhost:{number}/"]
        for address in typed:
            status = host.post("/camera/choose", {"address": address}).status
            # A name is looked up when the camera is opened; all else is refused at once.
            if status != 400 and "localhost" not in address:
                broken.append(f"{address!r}: answer {status}")
            host.post("/camera/try")
        if reached.wait(1.0):
            broken.append("the machine itself was asked")
    host.post("/camera/choose", {"camera": "off"})
    return [Outcome("a typed camera address leads nowhere but into the house", len(typed), tuple(broken))]


def _typed(number: int) -> list[str]:
    schemes = ("http", "https", "rtsp", "rtsps")
    leading = [f"{scheme}://{host}:{number}/" for scheme in schemes for host in HOSTS]
    smuggling = [f"{scheme}://192.168.1.20:{number}/a{bad}b" for scheme in schemes for bad in SMUGGLED]
    return [*leading, *smuggling, *OTHER]


def _wait(canary: socket.socket, reached: threading.Event) -> None:
    try:
        canary.accept()
    except OSError:
        return
    reached.set()
