"""Wasps: putting them into the garden and, with R06, moving them (CF-30..32)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.caterpillar_filler.rules.actions import Shift, Wasp
from companion.games.caterpillar_filler.rules.data.board import EDGE, INTERIOR, NEIGHBOURS, in_order
from companion.games.caterpillar_filler.rules.phases.joining import legal_joins
from companion.games.caterpillar_filler.rules.position import P, Position, replaced
from companion.rules.game import Reason
from companion.rules.kit.words import reason


def why_no_wasp_now(p: Position) -> Reason | None:
    """Why no wasp may be put or shifted at this moment of the turn (CF-30)."""
    if p.wasps_used >= p.table.switches.wasps_per_turn:
        return reason("CF-30", "You have used your wasp for this turn.")
    if _before_roll(p) and not p.table.wasp_before_roll:
        return reason("CF-30", "At this table a wasp is not put before the roll.")
    if p.phase == "MOVE" and p.steps_left != p.roll:
        return reason("CF-30", "A wasp is never put between steps.")
    return None


def _before_roll(p: Position) -> bool:
    """Whether a roll is still to come this turn: with R11 after a caterpillar that can join, too."""
    if p.phase == "JOIN":
        return p.table.switches.rejoin_roll and next(legal_joins(p), None) is not None
    return p.phase in ("START", "ROLL")


def legal_wasps(p: Position) -> Iterator[Wasp]:
    """Every free interior space, if there is a wasp in hand and it may be put now."""
    if p.wasps[p.seat_to_move - 1] and why_no_wasp_now(p) is None:
        occupied = p.occupied()
        for space in INTERIOR:
            if space not in occupied:
                yield Wasp(p.seat_to_move, space)


def why_not_wasp(p: Position, action: Wasp) -> Reason | None:
    """Why no wasp may be put there now."""
    if action.space in EDGE:
        return reason("CF-31", "A wasp may not lie on the outside edge.")
    if action.space in p.occupied():
        return reason("CF-30", "{space} is not free.", space=action.space)
    if not p.wasps[p.seat_to_move - 1]:
        return reason("CF-30", "You have no wasp in hand.")
    return why_no_wasp_now(p)


def apply_wasp(p: P, action: Wasp) -> P:
    """Put a wasp from the hand into the garden, for good."""
    return replace(
        p,
        wasps=replaced(p.wasps, p.seat_to_move, -1),
        wasps_placed=replaced(p.wasps_placed, p.seat_to_move, 1),
        wasp_spaces=in_order((*p.wasp_spaces, action.space)),
        wasps_used=p.wasps_used + 1,
    )


def legal_shifts(p: Position) -> Iterator[Shift]:
    """Every wasp in the garden to every free interior space beside it (R06)."""
    if p.table.switches.wasp_shift and why_no_wasp_now(p) is None:
        occupied = p.occupied()
        for origin in p.wasp_spaces:
            for space in NEIGHBOURS[origin]:
                if space not in EDGE and space not in occupied:
                    yield Shift(p.seat_to_move, origin, space)


def why_not_shift(p: Position, action: Shift) -> Reason | None:
    """Why that wasp may not be moved there now."""
    if not p.table.switches.wasp_shift:
        return reason("CF-31", "A wasp stays where it is.")
    if action.origin not in p.wasp_spaces:
        return reason("R06", "There is no wasp on {space}.", space=action.origin)
    if action.space not in NEIGHBOURS[action.origin]:
        return reason("R06", "A wasp drifts to a space beside it.")
    if action.space in EDGE:
        return reason("CF-31", "A wasp may not lie on the outside edge.")
    if action.space in p.occupied():
        return reason("R06", "{space} is not free.", space=action.space)
    return why_no_wasp_now(p)


def apply_shift(p: P, action: Shift) -> P:
    """Let a wasp drift."""
    others = (space for space in p.wasp_spaces if space != action.origin)
    return replace(p, wasp_spaces=in_order((*others, action.space)), wasps_used=p.wasps_used + 1)
