"""The service on a card that becomes read-only in mid-game, for real."""

from __future__ import annotations

import json
from pathlib import Path

from cards import Card, inserted_card

from bench.service.kills import GAME
from bench.service.served import Served


def test_the_service_goes_on_showing_the_game_and_says_what_is_wrong(tmp_path: Path) -> None:
    with inserted_card(tmp_path) as card:
        # What the service says is written elsewhere.
        (card.folder / "data").mkdir()
        (tmp_path / "data").symlink_to(card.folder / "data")
        with Served(tmp_path / "data") as service:
            service.wait()
            look_at(service, card, tmp_path / "service.out")


def look_at(service: Served, card: Card, out: Path) -> None:
    """Begin a game, have the card fail, and look at all that tells how the table is."""
    form = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "tap"}
    service.post(f"/new/{GAME}", **form)
    before = json.loads(service.get("/health").text)
    assert (before["ok"], before["store"]) == (True, "")
    card.fail()
    refused = service.post("/play/act", seq=before["seq"], by=0, text="first 1")
    assert "can only be read now" in refused.text
    health = service.get("/health")
    assert health.status == 503
    told = json.loads(health.text)
    assert (told["ok"], told["store"], told["seq"]) == (False, "store-read-only", before["seq"])
    assert "Nothing can be saved" in service.get("/").text
    assert "Anna" in service.get("/play").text
    assert service.get("/healthz").status == 200
    # Once, by whoever noticed it first, however often the watchdog looks.
    said = out.read_text("utf-8")
    assert said.count("Nothing can be saved (store-read-only)") == 1
    assert "Traceback" not in said
