"""What stands around a game, in the pseudo-language: practice, a scored table, ways to join, own cards."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from pseudo_games import Catalogued
from unwrapped import outside, texts_of

from companion.finals.finished_table import FinishedTable
from companion.language.languages import LANGUAGES
from companion.language.pseudo import TAG
from companion.layouts import load_layout
from companion.rules.catalogue import GAMES, load_game, take_in
from companion.rules.final_table import Counted
from companion.rules.phrases import Audience, spoken
from companion.sighting import EMPTY
from webui import Hub
from webui.ports import Address

ASKED = {"Accept-Language": TAG}
NETWORKS = ("cable", "Wi-Fi", "hotspot", "mobile network", "VPN")


@pytest.mark.parametrize("slug", GAMES)
def test_a_practice_round_comes_from_the_catalogues(hub: Hub, client: FlaskClient, slug: str) -> None:
    client.post(f"/first/practice/{slug}", data={"put-aside": "yes"})
    catalogued = Catalogued(load_game(slug))
    for _ in range(4):
        page = client.get("/first/practice", headers=ASKED)
        assert page.status_code == 200
        assert catalogued.outside(texts_of(page.text)) == set()
        client.post("/first/practice/step", data={"seq": hub.session.seq})  # type: ignore[union-attr]


def test_each_network_is_called_so_in_each_language(hub: Hub, client: FlaskClient) -> None:
    places = tuple(Address(f"http://10.0.0.{n}:8080", name) for n, name in enumerate(NETWORKS))
    hub.addresses = lambda: places
    client.post("/new/filler-tiles", data={"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "tap"})
    page = client.get("/join", headers=ASKED)
    assert [name for name in NETWORKS if name in page.text.replace(f"⟦{name}", "")] == []


def test_a_set_of_ones_own_is_changed_in_each_language(hub: Hub, client: FlaskClient) -> None:
    game: Any = load_game("it-happens")
    cards = json.dumps(json.loads(game.example_box) | {"data_set": "mine"}).encode()
    take_in(game.with_box(cards, "mine"))
    try:
        page = client.get("/new/it-happens/mounds?change=mine", headers=ASKED)
    finally:
        take_in(game)
    assert page.status_code == 200
    assert outside([text for text in texts_of(page.text) if "mine" in text], frozenset({"mine"})) == set()


def test_the_answers_about_a_finished_table_keep_names_and_say_kinds() -> None:
    game: Any = load_game("filler-tiles")
    table = FinishedTable(game, load_layout("filler-tiles"), {1: "Board", 2: "Player 2"}, {}, Counted())
    german = Audience({}, LANGUAGES.speech("de"))
    assert [spoken(table._named(seat), german) for seat in (1, 2, 3)] == ["Board", "Spieler 2", "Spieler 3"]
    assert [spoken(table._called(kind), german) for kind in ("tile-red", EMPTY)] == [
        "Rotes Plättchen",
        "Nichts",
    ]
