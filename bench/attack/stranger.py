"""Somebody in the network: asks for anything, keeps cookies like a browser, and can send raw bytes."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Mapping
from contextlib import closing, suppress
from typing import Final, NamedTuple
from urllib.parse import urlencode

PATIENCE_S: Final = 20.0
MOST_BYTES: Final = 4_000_000
FORM: Final = "application/x-www-form-urlencoded"


class Reply(NamedTuple):
    """What came back; status 0 where the service said nothing and closed the connection."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode(errors="replace")


class Stranger:
    """A client of its own: without a seat, without the host's role, with its own cookies.

    Parameters
    ----------
    port
        Where the service listens on loopback.
    name
        The name by which the table is asked for. A browser on the machine itself asks for 127.0.0.1 and may
        do more than others; a phone asks for another name.
    patience_s
        So long an answer is waited for.
    """

    def __init__(self, port: int, name: str = "127.0.0.1", patience_s: float = PATIENCE_S) -> None:
        self.port, self.name, self.patience_s = port, name, patience_s
        self._cookies: dict[str, str] = {}

    @property
    def cookies(self) -> str:
        """What a browser would send as its cookies."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def get(self, path: str, **headers: str) -> Reply:
        """Ask for a page."""
        return self.ask("GET", path, b"", headers)

    def post(self, path: str, form: Mapping[str, object] | None = None, **headers: str) -> Reply:
        """Send a form as a page of the table does."""
        sent = {"Content-Type": FORM, **headers}
        return self.ask("POST", path, urlencode(form or {}, doseq=True).encode(), sent)

    def ask(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        """Send one request with the cookies that were set before; redirects are not followed."""
        sent = {"Host": f"{self.name}:{self.port}", **headers}
        if self._cookies:
            sent["Cookie"] = self.cookies
        connecting = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.patience_s)
        with closing(connecting) as connection:
            try:
                connection.request(method, path, body or None, sent)
                with connection.getresponse() as answer:
                    self._keep(answer)
                    return Reply(answer.status, dict(answer.getheaders()), answer.read(MOST_BYTES))
            except (OSError, http.client.HTTPException):
                return Reply(0, {}, b"")

    def page(self, path: str) -> str:
        """Give the text of a page."""
        return self.get(path).text

    def send(self, data: bytes) -> int:
        """Send raw bytes and hang up; give the status of the answer, 0 where there is none."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), PATIENCE_S) as line:
            with suppress(OSError):
                line.sendall(data)
                line.shutdown(socket.SHUT_WR)
            head = line.recv(64)
            if head.startswith(b"HTTP/1.") and head[9:12].isdigit():
                return int(head[9:12])
        return 0

    def sit(self, seat: int) -> bool:
        """Take a seat by the invitation that the page shows; say whether it was given."""
        invitation = self.get("/join").text.partition("/j/")[2].partition('"')[0].partition("<")[0]
        return self.post(f"/j/{invitation}", {"seat": seat}).status == 303

    def _keep(self, answer: http.client.HTTPResponse) -> None:
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name.strip()] = value
