"""Pages of the running service: requests a second, bytes on the wire, and 100 phones that hear of a tap."""

from __future__ import annotations

import socket
import statistics
import threading
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.evening import memory_mb
from bench.kills import on_the_table
from bench.served import Served

GAMES: Final = ("caterpillar-filler", "papillon")
FORM: Final = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "tap"}
ASKING: Final = 8
SECONDS: Final = 5.0
PHONES: Final = 100
TOLD: Final = 20


def run() -> dict[str, Any]:
    """Start the service without a camera, and be many phones."""
    with TemporaryDirectory() as folder, Served(Path(folder) / "data") as service:
        service.wait()
        figures: dict[str, Any] = {}
        for slug in GAMES:
            service.post(f"/new/{slug}", **FORM)
            figures[slug] = {**rates(service), **sizes(service)}
        figures[f"{PHONES} phones"] = heard(service)
        service.stop()
    return figures


def rates(service: Served) -> dict[str, Any]:
    """Ask for the play page from many phones, each as fast as it is answered."""
    took_s: list[float] = []
    ends_s = time.monotonic() + SECONDS

    def ask() -> None:
        with closing(HTTPConnection("127.0.0.1", service.port)) as phone:
            while time.monotonic() < ends_s:
                start_s = time.monotonic()
                phone.request("GET", "/play")
                phone.getresponse().read()
                took_s.append(time.monotonic() - start_s)

    _together([ask] * ASKING)
    return {
        f"/play, requests a second of {ASKING} phones": round(len(took_s) / SECONDS),
        **_spread("ms a request", took_s),
    }


def sizes(service: Served) -> dict[str, Any]:
    """Weigh a refresh of the play page."""
    with closing(HTTPConnection("127.0.0.1", service.port)) as phone:
        phone.request("GET", "/play", headers={"Accept-Encoding": "gzip"})
        wire = len(phone.getresponse().read())
    whole = len(service.get("/play").text)
    return {"/play, kB on the wire": round(wire / 1000, 1), "/play, kB": round(whole / 1000, 1)}


def heard(service: Served) -> dict[str, Any]:
    """Have every phone listen, and time from a tap until each has heard of it and has its new page."""
    game, seq = on_the_table(service) or ("", 0)
    before_mb = memory_mb(service.worker)
    streams = [_stream(service, game, f"phone-{number}") for number in range(PHONES)]
    memory = 1000 * (memory_mb(service.worker) - before_mb) / PHONES
    waits = [
        _told(service, streams, (on_the_table(service) or ("", seq))[1], number) for number in range(TOLD)
    ]
    for stream in streams:
        stream.close()
    return {
        "kB of memory a stream": round(memory, 1),
        **_spread("ms from a tap to its news", [each for news_s, _ in waits for each in news_s]),
        **_spread("ms from a tap to the new page", [each for _, page_s in waits for each in page_s]),
    }


def _told(
    service: Served, streams: list[socket.socket], seq: int, number: int
) -> tuple[list[float], list[float]]:
    """Tap once; give the seconds until each phone has the news, and until it has the page."""
    news_s: list[float] = []
    page_s: list[float] = []
    start_s: list[float] = []
    ready = threading.Barrier(len(streams) + 1)

    def listen(stream: socket.socket) -> None:
        ready.wait()
        got = b""
        while b"id: %d\n" % (seq + 1) not in got:
            got += stream.recv(4096)
        news_s.append(time.monotonic() - start_s[0])
        with closing(HTTPConnection("127.0.0.1", service.port)) as phone:
            phone.request("GET", "/play", headers={"Accept-Encoding": "gzip"})
            phone.getresponse().read()
        page_s.append(time.monotonic() - start_s[0])

    def tap() -> None:
        ready.wait()
        start_s.append(time.monotonic())
        service.post("/play/settings", seq=seq, chance=("software", "tap")[number % 2])

    _together([tap, *(partial(listen, stream) for stream in streams)])
    return news_s, page_s


def _stream(service: Served, game: str, browser: str) -> socket.socket:
    """Open a stream, and read what comes first."""
    _, seq = on_the_table(service) or ("", 0)
    stream = socket.create_connection(("127.0.0.1", service.port), timeout=30)
    address = f"/events?game={game}&since={seq}&browser={browser}"
    stream.sendall(f"GET {address} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    got = b""
    while b"retry" not in got:
        got += stream.recv(4096)
    return stream


def _together(calls: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _spread(what: str, seconds: list[float]) -> dict[str, float]:
    ms = sorted(1000 * each for each in seconds)
    late = ms[int(0.95 * len(ms))]
    return {f"{what}, median": round(statistics.median(ms), 1), f"{what}, 95 of 100": round(late, 1)}
