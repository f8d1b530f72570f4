"""A camera in the network (motion JPEG, and a still picture), as many are, that can be unplugged."""

from __future__ import annotations

import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from bench.service.served import free_port

PACE_S = 0.1


class NetCamera:
    """Shows ``jpeg`` again and again to whoever asks, while it is plugged in."""

    def __init__(self) -> None:
        self.jpeg = b""
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/video"
        self.still_address = f"http://127.0.0.1:{self.port}/snap.jpg"
        self._out, self._silent = threading.Event(), threading.Event()
        self._server: ThreadingHTTPServer | None = None

    def __enter__(self) -> Self:
        self.plug_in()
        return self

    def __exit__(self, *_: object) -> None:
        self.pull()

    def plug_in(self) -> None:
        """Be there."""
        self._out, self._silent = threading.Event(), threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), self._handler())
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(PACE_S,), daemon=True).start()

    def pull(self) -> None:
        """Be gone: who is connected is told so, nobody can connect."""
        self._out.set()
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def fall_silent(self) -> None:
        """Be gone as something is that has lost its power: nobody is told anything."""
        self._silent.set()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        camera, out, silent = self, self._out, self._silent

        class Pictures(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                while silent.is_set() and not out.wait(PACE_S):
                    pass
                with suppress(OSError):
                    if self.path == "/snap.jpg":
                        while not camera.jpeg and not out.wait(PACE_S):
                            pass
                        self.send_response(200)
                        self.send_header("Content-Type", "image/jpeg")
                        self.send_header("Content-Length", str(len(camera.jpeg)))
                        self.end_headers()
                        self.wfile.write(camera.jpeg)
                        self.close_connection = True
                        return
                    self.send_response(200)
                    self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
                    self.end_headers()
                    while not out.wait(PACE_S):
                        if camera.jpeg and not silent.is_set():
                            self._show(camera.jpeg)
                self.close_connection = True

            def _show(self, jpeg: bytes) -> None:
                head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                self.wfile.write(head.encode() + jpeg + b"\r\n")

            def log_message(self, *_: object) -> None:
                pass

        return Pictures
