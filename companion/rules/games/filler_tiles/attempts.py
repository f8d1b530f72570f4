"""What somebody may have meant, allowed or not: for a referee who looks at the tiles.

A tile of the wrong colour, one where a stone or tile was, or a new group that is not allowed explains
a table that no legal action explains; `why_not` then names the rule (section 12).
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.game import Attempt, Lying
from companion.rules.games.filler_tiles.actions import Seed
from companion.rules.games.filler_tiles.lying import TILES, lying
from companion.rules.games.filler_tiles.placing import placement
from companion.rules.games.filler_tiles.position import Position


def attempts(p: Position, seen: Lying) -> Iterator[Attempt]:
    """Give every new tile as what was meant by it, square by square."""
    before = lying(p)["board"]
    for square, kind in seen.get("board", {}).items():
        if kind not in TILES or kind == before.get(square) or p.phase not in ("SEED", "MAIN"):
            continue
        seat = p.seat_of(TILES.index(kind) + 1)
        action = Seed(seat, square) if p.phase == "SEED" else placement(p, seat, square)
        yield Attempt(action, {"board": {**before, square: kind}})
