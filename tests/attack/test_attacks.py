"""Every promise of docs/security.md against a service that really runs; and attacks that can fail."""

from __future__ import annotations

import os
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from sweeps import slow

from bench.attack import addresses, bombs, fuzz, hidden, host_only, origins, seat_taking, traversal
from bench.attack import slow as slow_lines
from bench.attack.__main__ import outcomes
from bench.attack.outcome import Outcome, table
from bench.attack.stranger import Stranger
from bench.service.kills import begin
from bench.service.served import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("attacked") / "data") as service:
        service.wait()
        begin(service)
        yield service


def broken(outcomes: list[Outcome]) -> list[str]:
    assert all(outcome.tried for outcome in outcomes)
    return [each for outcome in outcomes for each in outcome.broken]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("inputs", [250, *slow(10_000)])
def test_no_input_makes_the_service_fail(served: Served, inputs: int) -> None:
    assert broken(fuzz.attack(served.port, served.data.with_name("service.out"), inputs, seed=inputs)) == []


@pytest.mark.whole
@pytest.mark.timeout(900)
@pytest.mark.parametrize("inputs", [500, *slow(30_000)])
def test_no_input_makes_parser_or_pages_fail(tmp_path: Path, inputs: int) -> None:
    assert broken(fuzz.attack_within(tmp_path / "within", inputs, seed=inputs)) == []


def test_the_attack_within_notices_a_page_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise KeyError("a page that nobody has tried")

    monkeypatch.setattr("webui.app._count_news", fail)
    (found,) = fuzz.attack_within(tmp_path / "within", 40)
    assert "a page that nobody has tried" in "".join(found.broken)
    assert any(each.startswith("500 for") for each in found.broken)


def test_other_sites_neither_tap_nor_read(served: Served) -> None:
    assert broken(origins.attack(served.port)) == []


@pytest.mark.parametrize("every", [41, *slow(1)])
def test_no_address_gives_a_file_of_the_machine(served: Served, every: int) -> None:
    assert broken(traversal.attack(served.port, served.data, every)) == []


@pytest.mark.parametrize(("lines", "looks"), [(60, 4), *slow((300, 30))])
def test_slow_connections_keep_nobody_from_playing(served: Served, lines: int, looks: int) -> None:
    assert broken(slow_lines.attack(served.port, lines, looks)) == []


def test_no_page_tells_the_seed_of_draws_to_come(served: Served) -> None:
    begin(served)
    assert broken(hidden.attack_seeds(served.port, served.data)) == []


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("viewers", "moments"), [((2,), 1), *slow((hidden.VIEWERS, 1))])
def test_no_page_tells_a_seat_what_is_hidden_from_it(tmp_path: Path, viewers: tuple, moments: int) -> None:
    assert broken(hidden.attack(tmp_path, viewers, moments)) == []


def test_only_the_host_does_what_is_the_hosts(served: Served) -> None:
    assert broken(host_only.attack(served.port)) == []


@pytest.mark.whole
@pytest.mark.timeout(600)
@pytest.mark.parametrize("sent", [bombs.BOMBS[:1], *slow((bombs.BOMBS,))])
def test_pictures_that_unpack_to_far_more_leave_the_table_to_others(
    served: Served, sent: tuple[bombs.Bomb, ...]
) -> None:
    begin(served)
    assert broken(bombs.attack(served.port, served.pid, sent)) == []


@pytest.mark.timeout(900)
@pytest.mark.parametrize("promises", [1, *slow(None)])
def test_make_attack_begins_with_nothing_but_an_empty_folder(tmp_path: Path, promises: int | None) -> None:
    found = [*islice(outcomes(tmp_path, 300, 300), promises)]
    assert found
    assert broken(found) == []


def test_no_phone_takes_the_seat_of_another(served: Served) -> None:
    Stranger(served.port).sit(seat_taking.OWNED)  # a game that phones play lies there
    assert broken(seat_taking.attack(served.port)) == []


@pytest.mark.parametrize("schemes", [("http", "rtsp"), *slow((addresses.SCHEMES,))])
def test_no_typed_address_asks_a_service_of_the_machine(tmp_path: Path, schemes: tuple[str, ...]) -> None:
    assert broken(addresses.attack(tmp_path / "chosen", schemes)) == []


def look_anywhere(address: str) -> None:
    """Ask whatever is behind an address, by the words that were typed, and whatever it leads on to."""
    port, path = re.search(r":(\d+)(/.*)", address, re.DOTALL).groups()
    for host in ("127.0.0.1", addresses.CAMERA):
        with suppress(OSError), socket.create_connection((host, int(port)), 5) as line:
            line.sendall(f"GET {path}".encode())
            if b"Location: " in (said := line.recv(4096)):
                look_anywhere(said.decode())


LYING = next(bomb for bomb in bombs.BOMBS if bomb[0] == "a head that lies")
"""The one that is made at once."""


class Leaky(BaseHTTPRequestHandler):
    """A service that keeps no promise at all."""

    def do_GET(self) -> None:
        self.answer(200 if self.path == "/healthz" else 500)

    def do_POST(self) -> None:
        sent = (
            self.rfile.read(int(self.headers["Content-Length"] or 0)) if self.path.startswith("/cam") else b""
        )
        for address in parse_qs(sent.decode(errors="replace")).get("address", ()):
            look_anywhere(address)
        self.answer(200)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()
        self.wfile.write(b"root:x:0:0:root:/root:/bin/bash")

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def leaky() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Leaky) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_the_attacks_notice_what_breaks_a_promise(leaky: int, tmp_path: Path) -> None:
    (tmp_path / "service.out").write_text("Traceback (most recent call last)")
    found = [
        *fuzz.attack(leaky, tmp_path / "service.out", 20),
        *origins.attack(leaky),
        *slow_lines.attack(leaky, 2, 1),
        *host_only.attack(leaky),
        *traversal.attack(leaky, tmp_path, 500),
        *bombs.attack(leaky, os.getsid(0), [LYING], limit_mb=1),
        *seat_taking.attack(leaky),
        *addresses.outcomes(leaky, ("http",)),
    ]
    assert [outcome.promise for outcome in found if outcome.held] == []
    assert table(found).count("  NO") == len(found)
    assert not Outcome("never tried", 0).held


def test_twins_differ_only_where_the_viewer_cannot_look() -> None:
    game = hidden.load_game("star-baker")
    twins = hidden.find_twins(game, 2, hidden.Random(0))
    assert twins is not None
    assert twins.line[:-1] == twins.other[:-1]
    assert twins.line[-1] != twins.other[-1]
    assert twins.line[-1].by != 2
