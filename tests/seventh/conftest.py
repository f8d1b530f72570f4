"""A seventh game is added: its name is put into the lists of docs/add-a-game.md, and nothing else is done."""

from __future__ import annotations

import pytest

from companion.layouts import LAYOUTS, ids
from companion.printing.art import ARTISTS
from companion.rules.catalogue import GAMES

SLUG = "hop-home"


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SLUG, "hop_home_rules")
    monkeypatch.setitem(LAYOUTS, SLUG, "hop_home_layout")
    monkeypatch.setitem(ARTISTS, SLUG, "hop_home_art")
    monkeypatch.setitem(ids.SHEETS, SLUG, range(4, 6))
