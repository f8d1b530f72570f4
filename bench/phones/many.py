"""A hundred phones at one table: how long after a tap each has heard of it, and has its new page.

One thread holds all phones, so that the service is measured and not its clients. Other work on the machine
makes the waits longer, but hardly changes the processor time of the service: so both are told.
"""

from __future__ import annotations

import re
import selectors
import socket
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.service.evening import memory_mb
from bench.service.kills import on_the_table
from bench.service.served import Served

PHONES: Final = 100
TAPS: Final = 20
LONGEST_S: Final = 60.0

FORM: Final = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "tap"}
LENGTH: Final = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


@dataclass(eq=False)
class Phone:
    """A browser with one stream and one connection for pages; both are open before anything is tapped."""

    port: int
    stream: socket.socket
    awaits: bytes = b""
    heard: bytearray = field(default_factory=bytearray)
    page: socket.socket | None = None
    got: bytearray = field(default_factory=bytearray)

    def has_news(self) -> bool:
        """Take what the stream says; say whether the awaited event is among it."""
        self.heard += self.stream.recv(1 << 16)
        return self.awaits in self.heard

    def ask(self) -> socket.socket:
        """Ask for the play page, as the page's script does when it hears of an event."""
        self.page = socket.create_connection(("127.0.0.1", self.port))
        self.page.sendall(b"GET /play HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n")
        self.got.clear()
        return self.page

    def has_page(self) -> bool:
        """Take what comes; say whether the page is whole."""
        assert self.page is not None
        self.got += self.page.recv(1 << 18)
        head, found, body = bytes(self.got).partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        whole = bool(found) and length is not None and len(body) >= int(length[1])
        if whole:
            self.page.close()
        return whole


def run(phones: int = PHONES, taps: int = TAPS) -> dict[str, Any]:
    """Open the streams of all phones at a served table, and tap.

    Parameters
    ----------
    phones
        How many phones; each has a name of its own, as a browser has.
    taps
        How often a tap is made of which all hear.
    """
    with TemporaryDirectory() as folder, Served(Path(folder) / "data") as service:
        service.wait()
        service.post("/new/papillon", **FORM)
        figures = heard(service, phones, taps)
        service.stop()
    return figures


def heard(service: Served, phones: int = PHONES, taps: int = TAPS) -> dict[str, Any]:
    """Give how long the phones wait for news and page, and what that costs the service."""
    game, seq = on_the_table(service) or ("", 0)
    before_mb = memory_mb(service.worker)
    there = [Phone(service.port, open_stream(service, game, f"phone-{n}", seq)) for n in range(phones)]
    figures: dict[str, Any] = {
        "kB of memory a stream": round(1000 * (memory_mb(service.worker) - before_mb) / phones, 1)
    }
    for pages in (False, True):
        news_s, page_s, cpu_s = [], [], 0.0
        for _ in range(taps):
            seq = (on_the_table(service) or ("", seq))[1]
            before_s = processor_s(service.worker)
            each_news_s, each_page_s = _tap(service, there, seq, pages=pages)
            cpu_s += processor_s(service.worker) - before_s
            news_s += each_news_s
            page_s += each_page_s
        cost = {f"processor ms of the service a tap, {phones} phones": round(1000 * cpu_s / taps, 1)}
        if pages:
            figures["with the new page"] = {**spread("ms from a tap to the page", page_s), **cost}
        else:
            figures["news alone"] = {**spread("ms from a tap to its news", news_s), **cost}
    for phone in there:
        phone.stream.close()
    return figures


def _tap(
    service: Served, phones: Sequence[Phone], seq: int, *, pages: bool
) -> tuple[list[float], list[float]]:
    """Tap once; give the seconds until each phone has the news, and until it has the page."""
    news_s: list[float] = []
    page_s: list[float] = []
    with selectors.DefaultSelector() as waiting:
        for phone in phones:
            phone.awaits = b"id: %d\n" % (seq + 1)
            phone.heard.clear()
            waiting.register(phone.stream, selectors.EVENT_READ, phone)
        start_s = time.monotonic()
        with _sent(service, seq):
            while len(news_s) < len(phones) or (pages and len(page_s) < len(phones)):
                for key, _ in waiting.select(LONGEST_S):
                    phone = key.data
                    if key.fileobj is phone.stream:
                        if phone.has_news():
                            waiting.unregister(phone.stream)
                            news_s.append(time.monotonic() - start_s)
                            if pages:
                                waiting.register(phone.ask(), selectors.EVENT_READ, phone)
                    elif phone.has_page():
                        waiting.unregister(key.fileobj)
                        page_s.append(time.monotonic() - start_s)
    return news_s, page_s


def _sent(service: Served, seq: int) -> socket.socket:
    """Tap without waiting for the answer: how dice are rolled is changed, which is an event of its own."""
    form = b"seq=%d&chance=%s" % (seq, (b"software", b"tap")[seq % 2])
    line = socket.create_connection(("127.0.0.1", service.port))
    head = "POST /play/settings HTTP/1.1\r\nHost: localhost\r\nX-Tap: 1\r\n"
    head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n\r\n"
    line.sendall(head.encode() + form)
    return line


def open_stream(service: Served, game: str, browser: str, seq: int) -> socket.socket:
    """Open a stream, and read what comes first."""
    stream = socket.create_connection(("127.0.0.1", service.port), timeout=30)
    address = f"/events?game={game}&since={seq}&browser={browser}"
    stream.sendall(f"GET {address} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    got = b""
    while b"retry" not in got:
        got += stream.recv(4096)
    return stream


def processor_s(pid: int) -> float:
    """Give the processor time of all threads of a process."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def spread(what: str, seconds: list[float]) -> dict[str, float]:
    """Give median and the 95th of 100, in milliseconds."""
    ms = sorted(1000 * each for each in seconds)
    late = ms[int(0.95 * len(ms))]
    return {f"{what}, median": round(statistics.median(ms), 1), f"{what}, 95 of 100": round(late, 1)}


if __name__ == "__main__":
    from bench.__main__ import show

    show(run())
