"""What several tests of a game in progress share."""

from __future__ import annotations

import pytest
from gardens import Watched, after, garden, start


@pytest.fixture
def moving():
    """Seat 1 is to move four spaces, from the middle of the garden, with a wasp in hand."""
    state = garden(after(start(), "0 roll 4"), "H8 I8 J8 K8 L8", "P3 P2 P1 O1 N1")
    return Watched(state)
