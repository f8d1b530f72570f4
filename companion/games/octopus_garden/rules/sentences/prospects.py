"""What a position may still bring a seat, besides the points that lie there: for bots."""

from __future__ import annotations

from typing import Final

from companion.games.octopus_garden.rules.data.tokens import Code
from companion.games.octopus_garden.rules.position import Position
from companion.rules.game import Seat

PEARL: Final = 0.7
"""Three pearls buy about two points."""

OYSTER: Final = 7.0
"""Pearls of an oyster that lies there from the first turn on, in points."""

IN_HAND: Final[dict[Code, float]] = {
    "AN": 3.2,
    "CO": 1.0,
    "HC": 2.5,
    "SH": 2.0,
    "RE": 3.4,
    "SG": 2.0,
    "SS": 4.2,
    "TR": -1.5,
    "MO": 1.8,
    "CC": 3.0,
    "SK": 2.0,
    "PF": 1.5,
    "DV": 0.5,
    "LF": 5.0,
    "TC": 0.4,
    "BX": 3.0,
}
"""What a token brings on the average when it is planted."""


def prospects(p: Position, seat: Seat) -> float:
    """Give what hand, pearls and oysters may still bring a seat, in points.

    Averages of random games, good enough for bots that shall play as families do.
    """
    garden = p.garden[seat - 1]
    left = len(garden.empty) / len(garden.board.plantable)
    hand = sum(IN_HAND[code] for code in p.hand) if seat == p.active else 0.0
    return hand + PEARL * p.pearls[seat - 1] + OYSTER * left * len(garden.having("OY"))
