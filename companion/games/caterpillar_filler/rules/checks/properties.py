"""The property checks CF-P01..P10 and P12 of one step, as sentences about what they find broken.

CF-P11 (a record replays to the same state, undoing gives the state before) holds for every
game and is checked by `companion.rules.testing`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.caterpillar_filler.rules.actions import Roll, Route, Shift, Wasp
from companion.games.caterpillar_filler.rules.checks.problems import problems
from companion.games.caterpillar_filler.rules.position import Position
from companion.games.caterpillar_filler.rules.start import FULL_BODY, PAIRS
from companion.rules.game import Action
from companion.rules.kit.properties import Check, broken_by

TURN_BOUND: Final = 2000
"""Turns within which every random game has ended (CF-P12)."""


def broken(before: Position, action: Action, after: Position) -> Iterator[str]:
    """Give every property that a step breaks."""
    # CF-P01, P02, P03 and the first half of P04 hold of a single position.
    return broken_by(before, action, after, problems(after), _CHECKS)


def _wasps_grow(before: Position, action: Action, after: Position) -> bool:
    if isinstance(action, Shift):
        return len(after.wasp_spaces) == len(before.wasp_spaces)
    return set(before.wasp_spaces) <= set(after.wasp_spaces)


def _pairs_grow(before: Position, _: Action, after: Position) -> bool:
    kept = after.pairs[: len(before.pairs)] == before.pairs
    return kept and len(after.pairs) <= PAIRS[after.seats]


def _once_a_turn(before: Position, action: Action, after: Position) -> bool:
    if isinstance(action, Wasp | Shift):
        return after.wasps_used <= after.table.switches.wasps_per_turn
    if isinstance(action, Route) and after.table.switches.flower_stops:
        return before.steps_left == before.roll and not after.steps_left
    return not (isinstance(action, Route) and action.bites) or not before.bitten


def _within_bounds(_: Position, __: Action, after: Position) -> bool:
    goal, full = after.table.switches.goal_reserve, FULL_BODY[after.seats]
    return after.over or (min(after.reserve) > goal and max(after.lengths) <= full)


def _winner_longest(_: Position, __: Action, after: Position) -> bool:
    if after.winner is None:
        return True
    longest = after.lengths[after.winner - 1]
    return after.lengths.count(longest) == 1 and longest == max(after.lengths)


def _route_clear(before: Position, action: Action, _: Position) -> bool:
    if not isinstance(action, Route):
        return True
    others = {s for seat in range(1, before.seats + 1) if seat != action.by for s in before.chain(seat)}
    return others.union(before.flowers).isdisjoint(action.path[1:-1])


def _no_roll_while_away(before: Position, action: Action, _: Position) -> bool:
    if not isinstance(action, Roll):
        return True
    joined = before.phase == "ROLL"
    return not before.away[before.seat_to_move - 1] and (not joined or before.table.switches.rejoin_roll)


def _terminates(_: Position, __: Action, after: Position) -> bool:
    return after.turn_no <= TURN_BOUND


_CHECKS: Final[dict[str, Check]] = {
    "CF-P04": _wasps_grow,
    "CF-P05": _pairs_grow,
    "CF-P06": _once_a_turn,
    "CF-P07": _within_bounds,
    "CF-P08": _winner_longest,
    "CF-P09": _route_clear,
    "CF-P10": _no_roll_while_away,
    "CF-P12": _terminates,
}
