"""What no browser sends: every malformed request is answered with a 4xx or not at all, and nothing breaks.

One started service is asked by raw sockets, on the machine itself.
"""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator

import pytest

from bench.service.served import Served

PATIENCE_S = 60.0
FUZZED = 400
"""Mutated requests; `companion`'s own pages are small, so this takes a few seconds."""

HOST = b"Host: 127.0.0.1\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
CHUNKED = b"POST /panel/press HTTP/1.1\r\n" + HOST + FORM + b"Transfer-Encoding: chunked\r\n\r\n"
POST = b"POST /panel/press HTTP/1.1\r\n" + HOST + FORM


def get(host: bytes) -> bytes:
    return b"GET / HTTP/1.1\r\nHost: " + host + b"\r\n\r\n"


REFUSED = {
    "an empty label": get(b".local"),
    "two dots": get(b"a..local"),
    "a label of 64 letters": get(b"a" * 64 + b".local"),
    "a name of 300 letters": get(b".".join([b"a" * 59] * 5) + b".local"),
    "letters of no name": get(b"a b.local"),
    "letters beyond ASCII": get("tïsch.local".encode()),
    "a port that is none": get(b"table.local:port"),
    "a port that is too large": get(b"table.local:99999999"),
    "an open bracket": get(b"[::1"),
    "an empty bracket": get(b"[]"),
    "an address of the future": get(b"[v1.a].local"),
    "a dot": get(b"."),
    "no name": get(b""),
    "two hosts": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: table.local\r\n\r\n",
    "a chunk that is no number": CHUNKED + b"zz\r\nabc\r\n0\r\n\r\n",
    "a chunk below zero": CHUNKED + b"-5\r\nabcde\r\n0\r\n\r\n",
    "a chunk that is longer than it says": CHUNKED + b"2\r\nabcdef\r\n0\r\n\r\n",
    "a chunk of 10^24 bytes": CHUNKED + b"f" * 20 + b"\r\nabc",
    "two lengths": POST + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc",
    "a length below zero": POST + b"Content-Length: -5\r\n\r\n",
    "a length that is no number": POST + b"Content-Length: five\r\n\r\n",
    "a length of 10^23 bytes": POST + b"Content-Length: 1" + b"0" * 23 + b"\r\n\r\nabc",
    "a length of 5,000 digits": POST + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\nabc",
    "a form of 40 MB": POST + b"Content-Length: 40000000\r\n\r\nabc",
    "an encoding that nobody knows": POST + b"Transfer-Encoding: gzip\r\n\r\nabc",
    "a photograph without its boundary": b"POST /camera/photo HTTP/1.1\r\n"
    + HOST
    + b"Content-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\nabc",
    "no request": b"GARBAGE\r\n\r\n",
    "another version": b"GET / HTTP/9.9\r\n" + HOST + b"\r\n",
    "a path of 9,000 letters": b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "an address with an open bracket": b"GET http://[ HTTP/1.1\r\n" + HOST + b"\r\n",
    "300 headers": b"GET / HTTP/1.1\r\n" + HOST + b"X: a\r\n" * 300 + b"\r\n",
    "a header without a colon": b"GET / HTTP/1.1\r\n" + HOST + b"colon\r\n\r\n",
    "a header on two lines": b"GET / HTTP/1.1\r\n" + HOST + b"X: a\r\n b\r\n\r\n",
    "a header with a zero": b"GET / HTTP/1.1\r\n" + HOST + b"X: a\0b\r\n\r\n",
    "a path with a zero": b"GET /%00 HTTP/1.1\r\n" + HOST + b"\r\n",
    "a path that is not UTF-8": b"GET /%ff%fe HTTP/1.1\r\n" + HOST + b"\r\n",
    "a method that is none": b"FOO / HTTP/1.1\r\n" + HOST + b"\r\n",
    "a range that is none": b"GET /static/table.js HTTP/1.1\r\n" + HOST + b"Range: bytes=zz\r\n\r\n",
    "an origin that is none": POST + b"Origin: http://[\r\nContent-Length: 1\r\n\r\na",
    "another server's greeting": b"PROXY TCP4 10.0.0.1 10.0.0.2 1 1\r\nGET / HTTP/1.1\r\n" + HOST + b"\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
}

STRANGE = (b"\0", b".", b"..", b"%", b"[", b"\xff", b":", b";", b"\r\n")

SAMPLES = (
    get(b"127.0.0.1"),
    get(b"table.local:8080"),
    POST + b"Content-Length: 11\r\n\r\nbutton=dice",
    b"GET /join?at=a HTTP/1.1\r\n" + HOST + b"Cookie: table=a.b.c\r\nAccept: text/html;q=0.5\r\n\r\n",
    b"GET /static/table.js HTTP/1.1\r\n" + HOST + b'Range: bytes=0-9\r\nIf-None-Match: "a"\r\n\r\n',
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("malformed") / "data") as served:
        served.wait()
        yield served


def talk(table: Served, *requests: bytes) -> bytes:
    """Send requests on one connection; gives all that comes back until the table hangs up."""
    with socket.create_connection(("127.0.0.1", table.port), timeout=PATIENCE_S) as connection:
        connection.sendall(b"".join(requests))
        connection.shutdown(socket.SHUT_WR)
        heard = b""
        try:
            while block := connection.recv(1 << 16):
                heard += block
        except ConnectionResetError:
            pass
        return heard


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def log_of(table: Served) -> str:
    return (table.data.parent / "service.out").read_text()


@pytest.mark.parametrize("what", REFUSED)
def test_what_no_browser_sends_is_refused_without_a_traceback(table: Served, what: str) -> None:
    assert 400 <= status_of(talk(table, REFUSED[what])) < 500
    assert "Traceback" not in log_of(table)
    assert table.get("/healthz").status == 200


@pytest.mark.parametrize("what", REFUSED)
def test_an_answer_that_keeps_the_connection_takes_another_request(table: Served, what: str) -> None:
    asks_once_more = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
    answer = talk(table, REFUSED[what], asks_once_more)
    head = answer.partition(b"\r\n\r\n")[0].lower()
    assert (b"connection: close" in head) == (answer.count(b"HTTP/1.1 ") == 1)


def test_an_upload_that_is_too_large_says_that_the_connection_ends(table: Served) -> None:
    answer = talk(table, POST + b"Content-Length: 40000000\r\n\r\n")
    assert status_of(answer) == 413
    assert b"\r\nconnection: close\r\n" in answer.partition(b"\r\n\r\n")[0].lower() + b"\r\n"


def test_fuzzed_requests_break_nothing(table: Served) -> None:
    chance = random.Random(49)
    answers: dict[int, int] = {}
    for _ in range(FUZZED):
        status = status_of(talk(table, mutated(chance.choice(SAMPLES), chance)))
        answers[status] = answers.get(status, 0) + 1
    assert {status for status in answers if status >= 500} == set()
    assert sum(count for status, count in answers.items() if 400 <= status < 500) > FUZZED / 10
    assert "Traceback" not in log_of(table)
    assert table.get("/healthz").status == 200


def mutated(request: bytes, chance: random.Random) -> bytes:
    """Change a few bytes: swapped, left out, doubled, or strange ones put in."""
    text = bytearray(request)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(text))
        match chance.randrange(4):
            case 0:
                text[place] = chance.randrange(256)
            case 1:
                del text[place : place + chance.randint(1, 6)]
            case 2:
                text[place:place] = chance.choice(
                    (b"\0", b".", b"..", b"%", b"[", b"\xff", b":", b";", b"\r\n")
                )
            case _:
                text[place:place] = text[place : place + chance.randint(1, 40)] * chance.randint(1, 8)
        if not text:
            return request
    return bytes(text)
