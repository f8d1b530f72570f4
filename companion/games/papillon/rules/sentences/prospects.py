"""What a position may still bring a seat, besides the Nectar that it has: for bots."""

from __future__ import annotations

from typing import Final

from companion.games.papillon.rules.data.board import ROUNDS
from companion.games.papillon.rules.data.regions import regions
from companion.games.papillon.rules.position import Position
from companion.rules.game import Seat

IN_HAND, IN_GARDEN = 1.0, 2.0
"""A tile is worth having, and more so when it lies."""

PERCHED: Final = 4.0
"""A butterfly that waits for its flower, or for its patch."""

OPEN: Final = 1.6
"""A tile of an open patch with one open end; with more ends so much the less."""

ICON: Final = 0.5
"""A butterfly printed in an open field with one open end."""


def prospects(p: Position, seat: Seat) -> float:
    """Give what a seat may still hope for, in Nectar: good enough for bots that play as families do."""
    i = seat - 1
    left = (ROUNDS - p.round + 1) / ROUNDS
    hoped = 0.0
    for region in regions(p.box, p.garden[i]):
        if region.open_ends:
            hoped += (OPEN * region.size if region.is_patch else ICON * region.icons) / len(region.open_ends)
    flying = PERCHED * (len(p.on_patch[i]) + len(p.due[i]))
    tiles = IN_HAND * len(p.hand[i]) + IN_GARDEN * len(p.garden[i])
    return hoped * left + flying + tiles + _early(p, seat)


def _early(p: Position, seat: Seat) -> float:
    """What a bid is worth: to choose among the first, and less and less so the more it costs."""
    bid = p.bid_num.index(seat) + 1 if seat in p.bid_num else 0
    return 1.6 * bid - 0.2 * bid * bid
