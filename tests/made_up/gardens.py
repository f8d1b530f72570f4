"""Positions of Caterpillar Filler for the referee's tests."""

from __future__ import annotations

import watched
from msgspec.structs import replace
from watched import played

from companion.layouts import load_layout
from companion.rules.catalogue import load_game

GAME = load_game("caterpillar-filler")
LAYOUT = load_layout("caterpillar-filler")


def after(state, *moves):
    """Play actions given as ``actor notation``."""
    return played(GAME, state, *moves)


def start(seats=2, **options):
    """The game with seat 1 to roll."""
    return after(GAME.new(seats, options), "0 first 1")


def garden(state, *chains, **fields):
    """The same moment with other caterpillars (head first) and fields."""
    spaces = [chain.split() for chain in chains]
    return replace(
        state,
        head=tuple(chain[0] if chain else None for chain in spaces),
        body=tuple(tuple(chain[1:]) for chain in spaces),
        **fields,
    )


class Watched(watched.Watched):
    """The same, with a die in the tray that may change by itself."""

    def __init__(self, state):
        super().__init__(LAYOUT, state, die=6)

    def change(self, zone="garden", **cells):
        self.put(zone, **cells)

    def change_die(self, **fields):
        self.table.dice = [replace(self.table.dice[0], **fields)]
