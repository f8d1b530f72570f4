"""Papillon as its tests lay it on the table."""

from __future__ import annotations

import watched
from watched import played

from companion.layouts import load_layout
from companion.printing import artwork
from companion.rules.catalogue import load_game
from companion.simulation.rendering.snapshot import snapshot
from vision.view.reader import TableReader

SLUG = "papillon"
GAME, LAYOUT = load_game(SLUG), load_layout(SLUG)
BOARD = "T01 T13 T37 T93 T21 T25 T61 T02 T40 T94"
SPACES = "A1 B1 C1 D1 A2 B2 C2 A3 B3 A4"
FLOWERS = "FR1 FR2 FB1 FB2 FY1 FY2 FP1 FP2"


def begun(*lines, seats=3, board=BOARD, **options):
    """A game whose first staircase is filled and whose gnome brings 3."""
    pairs = [f"0 pair {flower}=PL{n}" for n, flower in enumerate(FLOWERS.split(), 1)]
    return played(GAME, GAME.new(seats, options), *pairs, "0 order 1", *fills(board), "0 gnome 3", *lines)


def drafting(*lines, **more):
    return begun("1 bid 2", "2 bid 0", "3 bid 1", *lines, **more)


class Watched(watched.Watched):
    def __init__(self, state):
        super().__init__(LAYOUT, state)


def accepted(verdict):
    return [line.partition(" ")[2] for line in watched.accepted(verdict)]


def fills(board):
    return [f"0 fill {s}={t}" for s, t in zip(SPACES.split(), board.split(), strict=True)]


def looked_at(state, seat, **how):
    """A photograph of the garden of a seat as a position has it, read by a phone's reader."""
    return TableReader(LAYOUT, artwork).read(
        snapshot(LAYOUT, state.lying(), seat, size_px=(1200, 900), **how)
    )
