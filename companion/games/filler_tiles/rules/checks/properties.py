"""The property checks FT-P01..P10 of one step, as sentences about what they find broken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.filler_tiles.rules.actions import Draw, Expand, New, Pie, Seed
from companion.games.filler_tiles.rules.checks.problems import problems
from companion.games.filler_tiles.rules.phases.placing import can_place
from companion.games.filler_tiles.rules.position import Position, other
from companion.games.filler_tiles.rules.results.scoring import scores
from companion.rules.game import Action
from companion.rules.kit.properties import Check, broken_by


def broken(before: Position, action: Action, after: Position) -> Iterator[str]:
    """Give every property that a step breaks."""
    # FT-P03 and P10 hold of a single position.
    return broken_by(before, action, after, problems(after), _CHECKS)


def _tiles_are_placed(before: Position, action: Action, after: Position) -> bool:
    taken = [was - left for was, left in zip(before.supply, after.supply, strict=True)]
    if isinstance(action, Pie | Draw):
        return taken == [1, 1] and len(after.tiles) == 2
    placed = isinstance(action, Seed | Expand | New)
    mine = [placed and action.by == seat for seat in range(1, after.seats + 1)]
    return taken == mine and len(after.tiles) - len(before.tiles) == placed


def _starts_fall(before: Position, action: Action, after: Position) -> bool:
    for seat, (was, left) in enumerate(zip(before.starts_left, after.starts_left, strict=True), 1):
        cost = isinstance(action, New) and action.by == seat and was is not None
        if (was or 0) - (left or 0) != cost:
            return False
    return True


def _touches_or_not(before: Position, action: Action, _: Position) -> bool:
    if not isinstance(action, Expand | New):
        return True
    own = before.placed(action.by)
    return isinstance(action, Expand) == any(near in own for near in before.board.neighbours(action.square))


def _passes_when_blocked(_: Position, action: Action, after: Position) -> bool:
    if not isinstance(action, Expand | New):
        return True
    next_seat = other(action.by)
    if after.over:
        return not can_place(after, next_seat) and not can_place(after, action.by)
    return (after.to_move == next_seat) == can_place(after, next_seat)


def _fits_the_board(_: Position, __: Action, after: Position) -> bool:
    return len(after.tiles) <= after.board.size - len(after.stones)


def _fills_the_board(_: Position, __: Action, after: Position) -> bool:
    full = not after.stones and after.table.tiles_per_player == after.board.size
    return not after.over or not full or sum(scores(after)) == after.board.size


def _open_is_even(_: Position, __: Action, after: Position) -> bool:
    """FT-P08: unlimited starts from one seed each, taken word for word."""
    table = after.table
    literal = table.new_starts is None and not table.new_away_from_enemy and table.opening == "alternate"
    full = not table.stones and table.tiles_per_player == after.board.size
    if not after.over or not literal or not full:
        return True
    first, second = (len(after.placed(after.seat_of(colour))) for colour in (1, 2))
    return first - second == after.board.size % 2


def _nothing_opens(before: Position, _: Action, after: Position) -> bool:
    kept = after.tiles[: len(before.tiles)] == before.tiles
    return kept and after.stones[: len(before.stones)] == before.stones


_CHECKS: Final[dict[str, Check]] = {
    "FT-P01": _tiles_are_placed,
    "FT-P02": _starts_fall,
    "FT-P04": _touches_or_not,
    "FT-P05": _passes_when_blocked,
    "FT-P06": _fits_the_board,
    "FT-P07": _fills_the_board,
    "FT-P08": _open_is_even,
    "FT-P09": _nothing_opens,
}
