"""What a page costs on the wire: bytes and requests of a phone that was never here, and of a refresh."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Iterator
from html import unescape

import pytest
from flask import request, request_started
from sweeps import slow

from companion.record.events import Settings
from companion.rules.catalogue import GAMES, load_game
from companion.simulation.bots import bots, to_act

COLD_BYTES = 300_000
COLD_REQUESTS = 20
REFRESH_BYTES = 8_000
ACTIONS = 30
SAMPLED_EVERY = 10
ART = "/art/"
NAMES = ("Anna", "Ben", "Carla", "Dan", "Eva", "Fritz")
TABLES = [(slug, seats) for slug in GAMES for seats in load_game(slug).info.seats]
MOST_FILES = ("papillon", 4)

ASKS = re.compile(
    r'<(?:link|script|img|image|use)\b(?![^>]*(?:apple-touch-icon|manifest))[^>]*?(?:href|src)="([^"#]+)'
)
"""What a browser asks for because of a tag; the sign and the manifest only for somebody's home screen."""

PAGE_AND_NEWS = 2
"""Requests for no file: the page itself, and the stream of its news."""


@pytest.fixture
def played(hub):
    """Put a game on the table that bots have played for a while."""

    def played_(slug: str, seats: int = 2, actions: int = ACTIONS):
        session = hub.store.new_session(slug, NAMES[:seats], {}, Settings(otherwise="tap"))
        hub.open(session)
        for _ in moments(session, actions):
            pass
        return session

    return played_


def moments(session, actions: int) -> Iterator[int]:
    """Let bots play on, and stop before each action and at the end."""
    rng, players = random.Random(4), bots(len(session.names), 4)
    for done in range(actions):
        yield done
        state = session.state
        if not state.actors:
            return
        seat = to_act(state)
        action = players[seat].choose(state) if seat else rng.choice([a for a, _ in state.odds()])
        session.act(action, "bot")
    yield actions


@pytest.fixture
def asked(app) -> Iterator[list[str]]:
    """What browsers have asked the service for, in order."""
    addresses: list[str] = []
    with request_started.connected_to(lambda _: addresses.append(request.full_path), app):
        yield addresses


@pytest.fixture
def weigh(open_page, asked):
    """Open a page with nothing kept; give the bytes that came and the number of requests on the wire.

    Chromium's own count is of no use: it asks its cache again for a file of pieces that is still on its way,
    as often as its parser pauses, more often on a busy machine.
    """

    def weigh_(path: str) -> tuple[int, int]:
        page = open_page("about:blank")
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.send("Network.clearBrowserCache")
        came: list[float] = []
        wire.on("Network.loadingFinished", lambda event: came.append(event["encodedDataLength"]))
        asked.clear()
        page.goto(path, wait_until="networkidle", timeout=60_000)
        wire.detach()
        files = [address for address in asked if ART in address or "/static/" in address]
        assert len(files) == len(set(files)), sorted(files)
        return round(sum(came)), len(asked)

    return weigh_


@pytest.mark.browser
@pytest.mark.parametrize(
    ("slug", "seats"), [MOST_FILES, *slow(*(table for table in TABLES if table != MOST_FILES))]
)
def test_the_play_page_is_light_for_a_phone_that_was_never_here(weigh, played, slug, seats) -> None:
    played(slug, seats)
    for path in ("/play", "/board"):
        size, requests = weigh(path)
        assert size <= COLD_BYTES, (path, size)
        assert requests <= COLD_REQUESTS, (path, requests)


@pytest.fixture
def german_phone(app, hub):
    """Sit down at the first seat: whoever chooses gets the largest page, in the longest language."""

    def german_phone_(path: str) -> bytes:
        with phone.get(path, headers={"Accept-Encoding": "gzip", "Accept-Language": "de"}) as answer:
            assert answer.status_code == 200, path
            return answer.data

    phone = app.test_client()
    phone.post(f"/j/{hub.token}", data={"seat": 1})
    return german_phone_


@pytest.mark.whole
@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_pages_stay_light_through_a_whole_game(hub, german_phone, slug, seats) -> None:
    session = hub.store.new_session(slug, NAMES[:seats], {}, Settings(otherwise="tap"))
    hub.open(session)
    files: dict[str, int] = {}
    for done in moments(session, 200):
        if done % SAMPLED_EVERY and done > SAMPLED_EVERY / 2:
            continue
        for path in ("/play", "/board"):
            page = german_phone(path)
            assert len(page) <= REFRESH_BYTES, (path, done)
            asked = {unescape(address) for address in ASKS.findall(gzip.decompress(page).decode())}
            assert len(asked) + PAGE_AND_NEWS <= COLD_REQUESTS, (path, done, sorted(asked))
            for address in asked - files.keys():
                files[address] = len(german_phone(address))
            assert len(page) + sum(files[address] for address in asked) <= COLD_BYTES, (path, done)


def test_hundreds_of_spaces_are_listed_when_somebody_asks(client, played) -> None:
    played("caterpillar-filler", actions=3)  # a letter and a number are turned up: any space
    usual = client.get("/play").text
    chips = re.compile(r'<a class="chip"[^>]*pick=')
    assert chips.findall(usual) == []
    asked = re.search(r'href="([^"]*list=yes)"', usual)
    assert asked is not None
    assert len(chips.findall(client.get(unescape(asked[1])).text)) > 60


@pytest.mark.browser
def test_the_simulated_table_asks_once_for_all_its_pieces(weigh, watched, played, simulation) -> None:
    played("caterpillar-filler")
    one = simulation.lying["7"]
    kinds = ("wasp", "flower", *(f"letter-{letter}" for letter in "ABCDEFGHIJKLMNOP"))
    simulation.lying = {kind: one._replace(id=kind, kind=kind) for kind in kinds}
    size, requests = weigh("/sim")
    assert (size <= COLD_BYTES, requests <= COLD_REQUESTS) == (True, True), (size, requests)


def test_artwork_is_kept_for_ever_under_an_address_that_changes_with_it(client, session) -> None:
    page = client.get("/play").text
    addresses = {
        part.partition("#")[0].replace("&amp;", "&") for part in page.split('"') if part.startswith(ART)
    }
    assert addresses
    for address in addresses:
        answer = client.get(address)
        assert "immutable" in answer.headers["Cache-Control"], address
        old = client.get(address.partition("?")[0], query_string={"v": "another"})
        assert "immutable" not in old.headers["Cache-Control"]
