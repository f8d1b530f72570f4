"""What a page costs on the wire: bytes and requests of a phone that was never here, and of a refresh."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from flask import request, request_started
from sweeps import slow

from companion.record.events import Settings
from companion.rules.catalogue import GAMES
from companion.rules.game import CHANCE
from companion.simulation.bots import bots

pytestmark = pytest.mark.browser

COLD_BYTES = 300_000
COLD_REQUESTS = 20
REFRESH_BYTES = 8_000
ACTIONS = 30
ART = "/art/"


@pytest.fixture
def played(hub):
    """Put a game on the table that bots have played for a while."""

    def played_(slug: str, seats: int = 2):
        session = hub.store.new_session(
            slug, ["Anna", "Ben", "Carla", "Dan"][:seats], {}, Settings(otherwise="tap")
        )
        hub.open(session)
        rng, players = random.Random(4), bots(seats, 4)
        for _ in range(ACTIONS):
            state = session.state
            if not state.actors:
                break
            seat = next((actor for actor in state.actors if actor != CHANCE), None)
            action = players[seat].choose(state) if seat else rng.choice([a for a, _ in state.odds()])
            session.act(action, "bot")
        return session

    return played_


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


HEAVIEST = ("papillon", "star-baker")


@pytest.mark.parametrize("slug", [*HEAVIEST, *slow(*(slug for slug in GAMES if slug not in HEAVIEST))])
def test_the_play_page_is_light_for_a_phone_that_was_never_here(weigh, played, slug) -> None:
    played(slug)
    for path in ("/play", "/board"):
        size, requests = weigh(path)
        assert size <= COLD_BYTES, (path, size)
        assert requests <= COLD_REQUESTS, (path, requests)


@pytest.mark.parametrize("slug", GAMES)
def test_a_refresh_of_the_play_page_is_small(client, played, slug) -> None:
    played(slug)
    answer = client.get("/play", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.data) <= REFRESH_BYTES


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
