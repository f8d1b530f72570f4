"""For a referee who looks at the tiles: what somebody may have meant, and what tiles do not tell.

A tile of the wrong colour, one where a stone or tile was, or a new group that is not allowed explains
a table that no legal action explains; `why_not` then names the rule (section 12).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.games.filler_tiles.rules.actions import New, Seed
from companion.games.filler_tiles.rules.board import Square
from companion.games.filler_tiles.rules.checks.lying import TILES, lying
from companion.games.filler_tiles.rules.phases.placing import placement
from companion.games.filler_tiles.rules.position import Position
from companion.rules.abilities import Attempt
from companion.rules.game import Action, Lying, Seat
from companion.rules.message import Message


def attempts(p: Position, seen: Lying) -> Iterator[Attempt]:
    """Give every new tile as what was meant by it, square by square."""
    before = lying(p)["board"]
    for square, kind in seen.get("board", {}).items():
        if kind not in TILES or kind == before.get(square) or p.phase not in ("SEED", "MAIN"):
            continue
        seat = p.seat_of(TILES.index(kind) + 1)
        yield Attempt(_meant(p, seat, square), {"board": {**before, square: kind}})


def _meant(p: Position, seat: Seat, square: Square) -> Action:
    """What a tile on a square is, be it on this board or beside it."""
    if p.phase == "SEED":
        return Seed(seat, square)
    return placement(p, seat, square) if p.board.has(square) else New(seat, square)


def tell_apart(positions: Sequence[Position]) -> tuple[Message, tuple[Message, ...]] | None:
    """Ask who plays which colour, where that alone tells positions apart (FT-07: the pie)."""
    tiles = {frozenset((tile.square, tile.colour) for tile in p.tiles) for p in positions}
    if len(tiles) > 1 or len({p.colour_of_seat for p in positions}) < max(2, len(positions)):
        return None
    answers = tuple(Message("{who}", seats={"who": p.seat_of(1)}) for p in positions)
    return Message("Who plays Red?"), answers


def alike(one: Position, other: Position) -> bool:
    """Whether two positions differ only in which of several pieces came first."""
    return _unordered(one) == _unordered(other)


def _unordered(p: Position) -> Position:
    tiles = sorted(p.tiles, key=lambda tile: tile.square)
    return replace(p, stones=tuple(sorted(p.stones)), tiles=tuple(tiles))
