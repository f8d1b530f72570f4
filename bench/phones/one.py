"""One phone at one table: what a first visit weighs, and how long after a tap its new page is there."""

from __future__ import annotations

import gzip
import re
import time
from contextlib import closing
from html import unescape
from http.client import HTTPConnection
from typing import Any, Final
from urllib.parse import urlencode

from bench.phones.many import spread
from bench.service.kills import on_the_table
from bench.service.served import Served
from companion.rules.catalogue import GAMES

FORM: Final = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "tap"}
TAPS: Final = 30
OPENING: Final = (("0", "first 1"), ("0", "roll 4"), ("1", "A14-B14-C14-D14-E14"))
"""A move of Caterpillar Filler, which is then undone and redone."""

TAG: Final = re.compile(r"<(?:link|script|img|image|use)\b[^>]*>")
ASKED: Final = re.compile(r'\b(?:href|src)="([^"#]+)')
LATER: Final = ("apple-touch-icon", "manifest")
"""A browser asks for these only when somebody puts the page on a home screen."""


def first_visits(service: Served) -> dict[str, Any]:
    """Weigh all that a browser asks for that was never here, for a new game of each kind."""
    figures = {}
    for slug in GAMES:
        service.post(f"/new/{slug}", **FORM)
        page, size = _asked(service, "/play")
        addresses = {
            unescape(found[1])
            for tag in TAG.findall(page)
            if not any(word in tag for word in LATER) and (found := ASKED.search(tag))
        }
        size += sum(_asked(service, each)[1] for each in addresses)
        requests = len(addresses) + 2  # the page itself, and the stream of its news
        figures[slug] = {"first visit, kB on the wire": round(size / 1000), "requests": requests}
    return figures


def taps(service: Served) -> dict[str, Any]:
    """Undo a move and redo it, and wait each time for the page that shows it."""
    service.post("/new/caterpillar-filler", **FORM)
    for by, text in OPENING:
        _tap(service, "act", by=by, text=text)
    took_s = [_tap(service, how, seat=1) for _ in range(TAPS // 2) for how in ("undo", "redo")]
    return spread("ms from a tap to its page", took_s)


def _tap(service: Served, how: str, **form: object) -> float:
    """Tap, and ask for the page that the answer leads to; give the seconds that both take."""
    game, seq = on_the_table(service) or ("", 0)
    body = urlencode({"game": game, "seq": seq, **form})
    with closing(HTTPConnection("127.0.0.1", service.port)) as phone:
        start_s = time.monotonic()
        kind = "application/x-www-form-urlencoded"
        phone.request("POST", f"/play/{how}", body, {"Content-Type": kind, "X-Tap": "1"})
        answer = phone.getresponse()
        said = answer.read()
        if answer.status != 303:
            raise RuntimeError(f"{how} was refused: {answer.status} {said[:200]!r}")
        phone.request("GET", "/play", headers={"Accept-Encoding": "gzip"})
        phone.getresponse().read()
        return time.monotonic() - start_s


def _asked(service: Served, path: str) -> tuple[str, int]:
    """Ask as a browser does; give the text, and the bytes on the wire without their heads."""
    with closing(HTTPConnection("127.0.0.1", service.port)) as phone:
        phone.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = phone.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        text = gzip.decompress(body) if answer.headers["Content-Encoding"] == "gzip" else body
        return text.decode(errors="replace"), len(body)
