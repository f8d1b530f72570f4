"""Other sites: pages that a player's browser has open at the same time may neither tap nor read."""

from __future__ import annotations

from typing import Final

from bench.attack.outcome import Outcome
from bench.attack.stranger import Stranger

FOREIGN: Final[tuple[dict[str, str], ...]] = (
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1.evil.example"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
)
HOSTS: Final = ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "evil.local.example")
PAGES: Final = ("/", "/play", "/record", "/health", "/log", "/join", "/care/film.zip", "/games/x", "/events")
TAPS: Final[tuple[tuple[str, dict[str, object]], ...]] = (
    ("/new/papillon", {"seats": 2, "name-1": "Eve", "name-2": "Mallory"}),
    ("/play/act", {"by": 0, "text": "first 1"}),
    ("/play/undo", {"by": 1}),
    ("/panel/press", {"button": "shut_down"}),
    ("/camera/choose", {"camera": "off"}),
    ("/again", {}),
    ("/new/star-baker/boxes", {"name": "evil"}),
)


def attack(port: int) -> list[Outcome]:
    """Tap from foreign sites, and ask by foreign names (DNS rebinding)."""
    stranger = Stranger(port)
    before = stranger.get("/record").body
    taps = [
        (path, headers, stranger.post(path, form, **headers).status)
        for path, form in TAPS
        for headers in FOREIGN
    ]
    tapped = [f"{path} with {headers}: {status}" for path, headers, status in taps if status != 403]
    if stranger.get("/record").body != before:
        tapped.append("the game has changed")
    asked = [(path, host, stranger.get(path, Host=host)) for path in PAGES for host in HOSTS]
    read = [f"{path} as {host}: {reply.status}" for path, host, reply in asked if reply.status != 403]
    framed = [
        path
        for path in PAGES[:-1]
        if "frame-ancestors 'none'" not in stranger.get(path).headers.get("Content-Security-Policy", "")
    ]
    return [
        Outcome("no other site taps", len(taps), tuple(tapped)),
        Outcome("no other site reads, whatever name leads it here", len(asked), tuple(read)),
        Outcome("no other site shows a page of the table in a frame", len(PAGES) - 1, tuple(framed)),
    ]
