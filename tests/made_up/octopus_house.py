"""Octopus's Garden as its tests lay it on the table."""

from __future__ import annotations

import watched
from watched import played

from companion.layouts import load_layout
from companion.rules.catalogue import load_game

GAME, SLUG = load_game("octopus-garden"), "octopus-garden"
LAYOUT = load_layout(SLUG).for_seats(2)
MARKET = "AN TR RE SS SG SH SG SG CO"
"""Example 2 of the specification: R3 costs 3, K2 costs 2."""


def after(state, *lines):
    return played(GAME, state, *lines)


def begun(*lines, market=MARKET, **options):
    """Two players; the first one is to act."""
    draws = [f"0 draw {code}" for code in market.split()]
    return after(GAME.new(2, options), *draws, "0 first 1", *lines)


class Watched(watched.Watched):
    def __init__(self, state):
        super().__init__(LAYOUT, state)


def accepted(verdict):
    """What was accepted, without who did it: at this table that is told by whose turn it is."""
    return [line.partition(" ")[2] for line in watched.accepted(verdict)]


def refill(code, count):
    """Fill the holes of row 1 again."""
    return [
        f"{by} {text}"
        for cell in ("11", "12", "13")[:count]
        for by, text in ((0, f"draw {code}"), (1, f"fill {cell} {code}"))
    ]
