"""Pages round a game, for everybody: axe finds nothing wrong with them, light and dark."""

from __future__ import annotations

import re

import pytest
from axe import violations
from browsers import PHONE
from test_past_pages import played

pytestmark = pytest.mark.browser


@pytest.fixture
def addresses(client, hub):
    """The pages of scoring, of an evening in pictures, and of a practice round."""
    hub.read_final = lambda *_: None
    game = played(hub, "Anna", "Ben")
    hub.album.keep(game.id, game.line[2].seq, game.line[2].seq, b"webp")
    scored = client.post("/score/it-happens", data={"seats": "2", "name-1": "Ann", "name-2": "Ben"}).location
    client.post("/first/practice/caterpillar-filler")
    return [
        "/score",
        "/score/octopus-garden",
        scored,
        f"/games/{game.id}/steps?at=2",
        "/first",
        "/first/practice",
        "/now",
    ]


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_wrong(open_page, addresses, scheme) -> None:
    page = open_page(addresses[0], PHONE, color_scheme=scheme)
    found = {}
    for address in addresses:
        page.goto(address, wait_until="networkidle")
        found[re.sub(r"[0-9a-f]{8,}", "…", address)] = violations(page)
    assert {address: wrong for address, wrong in found.items() if wrong} == {}
