"""Fixtures of a game in progress, for the conftest of each folder that wants them."""

from __future__ import annotations

import pytest
from gardens import Watched, after, garden, start
from live_house import House

from companion.sessions.store import Store


@pytest.fixture
def moving():
    """Seat 1 is to move four spaces, from the middle of the garden, with a wasp in hand."""
    state = garden(after(start(), "0 roll 4"), "H8 I8 J8 K8 L8", "P3 P2 P1 O1 N1")
    return Watched(state)


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "games.sqlite") as store:
        yield store


@pytest.fixture
def house(store):
    """A game of Caterpillar Filler under a camera; nothing is passed on by itself."""
    return House(store, countdown=False)
