"""Coming back to the edge of the garden (CF-33..38)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.caterpillar_filler.rules.actions import Direction, Join, Wait
from companion.games.caterpillar_filler.rules.data.board import EDGE, RING, Space, ring_run
from companion.games.caterpillar_filler.rules.position import P, Position, replaced, with_chain
from companion.rules.game import Reason
from companion.rules.kit.words import reason

_STEP: dict[Direction, int] = {"cw": 1, "ccw": -1}


def _run(p: Position, head: Space, direction: Direction) -> tuple[Space, ...]:
    """List the spaces of the mover's caterpillar when it joins there."""
    return ring_run(head, 1 + p.in_hand[p.seat_to_move - 1], _STEP[direction])


def _directions(p: Position) -> tuple[Direction, ...]:
    """The ways the body may run; a head alone has only one."""
    if p.table.join_clockwise_only or not p.in_hand[p.seat_to_move - 1]:
        return ("cw",)
    return ("cw", "ccw")


def legal_joins(p: Position) -> Iterator[Join]:
    """Every free run on the edge ring, head at either end (CF-34..36)."""
    occupied = p.occupied()
    for space in RING:
        for direction in _directions(p):
            if occupied.isdisjoint(_run(p, space, direction)):
                yield Join(p.seat_to_move, space, direction)


def why_not_join(p: Position, action: Join) -> Reason | None:
    """Why the caterpillar cannot come back there."""
    if action.space not in EDGE:
        return reason("CF-34", "{space} is not on the outside edge.", space=action.space)
    if action.direction not in _directions(p):
        if p.table.join_clockwise_only:
            return reason("CF-35", "At this table the body runs clockwise from the head.")
        return reason("CF-36", "A head alone has no direction: it joins clockwise.")
    occupied = p.occupied()
    for space in _run(p, action.space, action.direction):
        if space in occupied:
            return reason("CF-34", "{space} is not free.", space=space)
    return None


def apply_join(p: P, action: Join) -> P:
    """Put the caterpillar back; the turn is over but for the wasp, or goes on with a roll (R11)."""
    seat = p.seat_to_move
    back = with_chain(p, seat, _run(p, action.space, action.direction))
    return replace(
        back,
        in_hand=replaced(p.in_hand, seat, -p.in_hand[seat - 1]),
        phase="ROLL" if p.table.switches.rejoin_roll else "END",
    )


def legal_waits(p: Position) -> Iterator[Wait]:
    """Waiting, only when no join fits (CF-37)."""
    if next(legal_joins(p), None) is None:
        yield Wait(p.seat_to_move)


def why_not_wait(p: Position, action: Wait) -> Reason | None:  # noqa: ARG001
    """Why the player may not wait."""
    if next(legal_joins(p), None) is not None:
        return reason("CF-37", "There is room on the edge: put your caterpillar back.")
    return None


def apply_wait(p: P, action: Wait) -> P:  # noqa: ARG001
    """Stay away for this turn and keep everything (CF-G22)."""
    return replace(p, phase="END")
