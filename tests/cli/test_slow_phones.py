"""Attacks on the running service by slow requests and many streams, from an honest phone's own address."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from bench.service.kills import begin, on_the_table
from bench.service.served import Served
from companion.cli.commands.serving import THREADS
from webui.request.stream import STREAMS

MANY = 3 * THREADS
"""Slow requests of each kind: far more than there are threads."""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path / "data") as served:
        served.wait()
        begin(served)
        yield served
        served.stop()


def opened(service: Served, said: str) -> socket.socket:
    phone = socket.create_connection(("127.0.0.1", service.port), timeout=service.patience_s)
    phone.sendall(said.replace("\n", "\r\n").encode())
    return phone


@pytest.fixture
def slow(service: Served) -> Iterator[list[socket.socket]]:
    """Requests that stop half-way, in every place where they can."""
    halves = (
        "",
        "GET /pl",
        "GET /play HTTP/1.1\nHost: localhost\nX: ",
        "POST /play/act HTTP/1.1\nHost: localhost\nContent-Length: 99\n\nseq=1",
        "POST /photo HTTP/1.1\nHost: localhost\nContent-Length: 9000000\n\n",
        "GET /look.css HTTP/1.1\nHost: localhost\n\n" * 40,  # and takes none of the answers
    )
    phones = [opened(service, half) for half in halves for _ in range(MANY)]
    yield phones
    for phone in phones:
        phone.close()


def plays(service: Served) -> int:
    """Let the honest phone see the table and tap; give the game's next number."""
    assert service.get("/play").status == 200
    _, seq = on_the_table(service)
    assert service.post("/play/act", seq=seq, by=1, text="no such thing").status == 400
    return seq


@pytest.mark.usefixtures("slow")
def test_slow_requests_leave_the_table_to_others(service: Served) -> None:
    plays(service)


def test_streams_of_one_phone_leave_places_to_others(service: Served) -> None:
    address = "GET /events?game={}&browser={} HTTP/1.1\nHost: localhost\n\n"
    game, _ = on_the_table(service)
    flood = [opened(service, address.format(game, "one")) for _ in range(2 * STREAMS)]
    flood += [opened(service, address.format(game, number)) for number in range(2 * STREAMS)]
    honest = service.stream(f"/events?game={game}&browser=honest&since=0")
    assert "event: game" in islice(honest, 9)
    plays(service)
    honest.close()
    for each in flood:
        each.close()
