"""A seventh game is there, as if its package `examples/hop-home` were installed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion.rules import catalogue

SLUG = "hop-home"
EXAMPLE = Path(__file__).parents[2] / "examples" / "hop-home"


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(EXAMPLE)
    point = EntryPoint(SLUG, "hop_home:GAME", catalogue.FOLDER)
    monkeypatch.setattr(catalogue, "entry_points", lambda group: [point])
    catalogue.GAMES.look_again()
    yield
    catalogue.GAMES.look_again()
