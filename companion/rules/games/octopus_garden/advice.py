"""What a player may want to know before acting: what a placement would earn."""

from __future__ import annotations

from companion.rules.game import Seat
from companion.rules.games.octopus_garden.board import Space
from companion.rules.games.octopus_garden.groups import with_bonuses
from companion.rules.games.octopus_garden.hand import cleared
from companion.rules.games.octopus_garden.position import Position, with_garden
from companion.rules.games.octopus_garden.scoring import sheet
from companion.rules.games.octopus_garden.tokens import Code


def worth(p: Position, seat: Seat, code: Code, space: Space) -> int:
    """Give by how much a seat's score would change if that token were laid there now.

    Bonus fish are counted, and what a diver takes away. It is not asked whether the seat has the
    token, or whether it is its turn; the space should be empty (or an anemone, for a boxer crab).
    """
    garden = p.garden[seat - 1]
    after = cleared(garden) if code == "DV" else garden.planted(code, space)
    bettered = with_bonuses(with_garden(p, seat, after), seat, space)
    return sheet(bettered).totals()[seat] - sheet(p).totals()[seat]
