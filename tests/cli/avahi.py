"""A pretended avahi: it answers at its socket as avahi 0.8 does."""

from __future__ import annotations

import socketserver
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from companion.cli.machine.network import AVAHI

UNKNOWN = "-15 Timeout reached"


@contextmanager
def announcing(names: Mapping[str, str], unknown: str = UNKNOWN) -> Iterator[Path]:
    """Give the root of a system whose avahi announces these names, by their address."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            command, _, address = self.rfile.readline().decode().strip().partition(" ")
            assert command == "RESOLVE-ADDRESS"
            answer = f"+ 2 0 {names[address]}" if address in names else unknown
            self.wfile.write(f"{answer}\n".encode())

    # Not a test's own folder: the path of a socket has room for some hundred letters.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / AVAHI
        path.parent.mkdir(parents=True)
        with socketserver.ThreadingUnixStreamServer(str(path), Handler) as server:
            threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
            yield Path(folder)
            server.shutdown()
