"""Typed camera addresses: whatever is typed, wherever a camera leads, the machine itself is not asked."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from typing import Final

from bench.attack.outcome import Outcome
from bench.attack.stranger import Stranger
from bench.service.served import Served

CAMERA: Final = "127.0.0.2"
"""Stands for a camera of the house, which the settings allow. It leads on to services of the machine."""

SETTINGS: Final = f'camera_networks = ["{CAMERA}/32"]\n'
SCHEMES: Final = ("http", "https", "rtsp", "rtsps", "tcp", "ftp", "file", "concat")
HOSTS: Final = (
    *("127.0.0.1", "127.1", "127.0.1", "127.0.0.1.", "0.0.0.0", "2130706433", "0x7f000001", "0177.0.0.1"),
    *("\u2460\u2461\u2466.0.0.1", "127\u30020\u30020\u30021", "[::]", "[::1]", "[::ffff:127.0.0.1]"),
    *(
        "[::ffff:7f00:1]",
        "[2002:7f00:1::]",
        "[64:ff9b::7f00:1]",
        f"{CAMERA}@127.0.0.1",
        f"{CAMERA}:80@127.0.0.1",
    ),
    *(f"{CAMERA}\\@127.0.0.1", f"a@{CAMERA}:1@127.0.0.1"),
)
"""Spellings of the machine's own number."""

NAMES: Final = ("localhost", "LOCALHOST.", "ip6-localhost")
"""They are looked up when the camera is opened; everything else is refused at once."""

BEYOND: Final = ("8.8.8.8", "[2001:4860::1]", "100.64.0.1", "169.254.1.1", "10.255.255.254")
OTHER: Final = ("file:///etc/passwd", "concat:/etc/passwd", "/etc", "/etc/passwd", "|id", "0", "v4l2:../etc")

SMUGGLED: Final = (
    *("/\r\nSET x 1\r\n", "/%0d%0aSET x 1%0d%0a", "/ HTTP/1.1\r\nX: 1", "/\tx", "/\x00", "/%00", "/\x85"),
)
"""What follows the allowed camera's address and would be a line of its own in what is sent there."""

MOVED: Final = (301, 302, 303, 307, 308)


def attack(folder: Path, schemes: tuple[str, ...] = SCHEMES) -> list[Outcome]:
    """Serve a table of its own and choose cameras there as its host.

    Parameters
    ----------
    folder
        An empty folder for the games.
    schemes
        Before each spelling of the machine's own address.
    """
    folder.mkdir(parents=True)
    settings = folder / "companion.toml"
    settings.write_text(SETTINGS)
    with Served(folder / "data", settings=settings) as service:
        service.wait()
        return outcomes(service.port, schemes)


def outcomes(port: int, schemes: tuple[str, ...] = SCHEMES) -> list[Outcome]:
    """Choose each address at a table and look through it; a service and a camera note what comes."""
    own: list[bytes] = []
    host, tried, broken = Stranger(port), 0, []
    with listening("127.0.0.1", own) as service:
        typed = [f"{scheme}://{name}:{service}/" for scheme in schemes for name in (*HOSTS, *NAMES, *BEYOND)]
        for address in (*typed, *OTHER):
            tried += 1
            taken = _look(host, address)
            if own or (taken and not any(f"//{name}:" in address for name in NAMES)):
                broken.append(f"{address}: taken {taken}, {own[:1]}")
            own.clear()
        house = Outcome("a typed camera address leads nowhere but into the house", tried, tuple(broken))
        return [house, _smuggled(host), _led_on(host, service, own)]


def _smuggled(host: Stranger) -> Outcome:
    asked: list[bytes] = []
    broken = []
    with listening(CAMERA, asked) as camera:
        for more in SMUGGLED:
            status = host.post("/camera/choose", {"address": f"rtsp://{CAMERA}:{camera}{more}"}).status
            _look(host, f"http://{CAMERA}:{camera}{more}")
            if status != HTTPStatus.BAD_REQUEST or asked:
                broken.append(f"{more!r}: {status}, {asked[:1]}")
            asked.clear()
    return Outcome("no typed address puts lines of its own into what is sent", len(SMUGGLED), tuple(broken))


def _led_on(host: Stranger, service: int, own: list[bytes]) -> Outcome:
    """Have the camera lead on to a service of the machine. It must have been asked, or nothing was tried."""
    asked: list[bytes] = []
    broken = []
    for code in MOVED:
        for scheme, version in (("http", "HTTP/1.1"), ("rtsp", "RTSP/1.0")):
            to = f"{scheme}://127.0.0.1:{service}/"
            moved = f"{version} {code} Moved\r\nCSeq: 1\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n"
            with listening(CAMERA, asked, moved.encode()) as camera:
                _look(host, f"{scheme}://{CAMERA}:{camera}/")
            broken += [f"{scheme}, {code}: {heard[:40]!r}" for heard in own]
            own.clear()
    return Outcome("no camera leads on to a service of the machine", len(asked), tuple(broken))


def _look(host: Stranger, address: str) -> bool:
    """Choose a camera and look through it; say whether it was taken, once it has been asked, or has not."""
    taken = host.post("/camera/choose", {"address": address}).status != HTTPStatus.BAD_REQUEST
    if taken:
        host.post("/camera/try")
    return taken


@contextmanager
def listening(address: str, heard: list[bytes], answer: bytes = b"") -> Iterator[int]:
    """Listen at a free port of an address; note what is said first, empty where nothing is, and answer."""

    def listen() -> None:
        while True:
            line, _ = server.accept()
            with line, suppress(OSError):
                if over.is_set():
                    return
                heard.append(b"")
                line.settimeout(1.0)
                heard[-1] = line.recv(4096)
                line.sendall(answer)

    over = threading.Event()
    with socket.create_server((address, 0)) as server:
        listener = threading.Thread(target=listen, daemon=True)
        listener.start()
        port = server.getsockname()[1]
        try:
            yield port
        finally:
            over.set()
            socket.create_connection((address, port), 5).close()
            listener.join(5)
