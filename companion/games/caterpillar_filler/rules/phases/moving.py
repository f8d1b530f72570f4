"""Moving: what makes a route illegal, and what comes of it (CF-15..25)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.caterpillar_filler.rules.actions import End, Route, Stuck
from companion.games.caterpillar_filler.rules.data.board import Space, crosses_seam
from companion.games.caterpillar_filler.rules.flow import finish_move, next_turn
from companion.games.caterpillar_filler.rules.phases.eating import bite, eat_flower
from companion.games.caterpillar_filler.rules.phases.routes import (
    FLOWER,
    WASP,
    Walk,
    is_stuck,
)
from companion.games.caterpillar_filler.rules.position import P, Position, replaced, with_chain
from companion.rules.game import Reason
from companion.rules.kit.words import reason


def why_not_route(p: Position, action: Route) -> Reason | None:
    """Why that route may not be taken."""
    walk = Walk(p)
    if action.path[0] != walk.path[0]:
        return reason("CF-15", "The head stands on {space}.", space=walk.path[0])
    if action.steps > p.steps_left:
        text = "The way to {space} is {steps} spaces long; the head may move {n}."
        return reason("CF-19", text, space=action.end, steps=action.steps, n=p.steps_left)
    for step, space in enumerate(action.path[1:], 1):
        wrong = _why_not_enter(walk, space) or _why_not_so(walk, action, step)
        if wrong:
            return wrong
        if not (action.bites and step == action.steps):
            walk.step(space)
    return _why_not_complete(p, walk, action)


def _why_not_enter(walk: Walk, space: Space) -> Reason | None:
    """Why the head may not step onto that space (CF-02, CF-16)."""
    if space not in walk.neighbours[walk.path[-1]]:
        return reason("CF-02", "{space} is not beside {head}.", space=space, head=walk.path[-1])
    if walk.own_body(space):
        return reason("CF-16", "Your own body is on {space}.", space=space)
    held = walk.holds(space)
    if held == WASP:
        return reason("CF-16", "There is a wasp on {space}.", space=space)
    if held > FLOWER and not walk.switches.cannibal:
        return reason("R04", "Caterpillars cannot be eaten: {space} is blocked.", space=space)
    if held > FLOWER and crosses_seam(walk.path[-1], space):
        return reason("R07", "No bite across the edge: {space} is blocked.", space=space)
    return None


def _why_not_so(walk: Walk, action: Route, step: int) -> Reason | None:
    """Why a step does not eat as the route says it does (CF-18)."""
    space, last = action.path[step], step == action.steps
    held = walk.holds(space)
    if (held == FLOWER) != (step in action.eats):
        text = (
            "There is no flower on {space}."
            if step in action.eats
            else "{space} holds a flower: it is eaten."
        )
        return reason("CF-18", text, space=space)
    if max(held, 0) != (action.bites if last else 0):
        text = "Entering {space} bites the caterpillar there." if held > 0 else "Nobody is bitten on {space}."
        return reason("CF-18", text, space=space)
    if held == FLOWER and not last:
        if not walk.switches.flower_stops:
            return reason("R03", "First the flower eaten on {space} is replaced.", space=space)
        return reason("CF-18", "Entering {space} ends the move.", space=space)
    return None


def _why_not_complete(p: Position, walk: Walk, action: Route) -> Reason | None:
    """Why a route of possible steps is not a complete one (CF-19, CF-20)."""
    if action.bites or (action.eats and (walk.switches.flower_stops or walk.eating_ends_game())):
        return None
    if walk.can_finish() and (action.eats or walk.switches.min_move or not walk.steps_left):
        return None
    if action.eats and p.table.free_stuck:
        return None
    if is_stuck(p):
        return None if action.eats else reason("CF-20", "No way to move {n}.", n=p.steps_left)
    if walk.can_finish():
        return reason("CF-19", "All {n} moves must be made.", n=p.steps_left)
    return reason("CF-19", "That way is a dead end. Take another route.")


def apply_route(p: P, action: Route) -> P:
    """Move along the route and eat what lies at its end."""
    seat = p.seat_to_move
    chain = p.chain(seat)
    for space in action.path[1:-1]:
        chain = (space, *chain[:-1])
    grown = (action.end, *chain) if p.reserve[seat - 1] else (action.end, *chain[:-1])
    if action.bites:
        return bite(with_chain(p, seat, grown), action.bites)
    if action.eats:
        left = 0 if p.table.switches.flower_stops else p.steps_left - action.steps
        return eat_flower(with_chain(p, seat, grown), action.end, left)
    return finish_move(with_chain(p, seat, (action.end, *chain[:-1])))


def legal_stucks(p: Position) -> Iterator[Stuck]:
    """Leaving, when no complete route exists or leaving is free (CF-20)."""
    if p.table.free_stuck or is_stuck(p):
        yield Stuck(p.seat_to_move)


def why_not_stuck(p: Position, action: Stuck) -> Reason | None:  # noqa: ARG001
    """Why the caterpillar may not leave."""
    if p.table.free_stuck or is_stuck(p):
        return None
    return reason("CF-20", "There is a way to move: take it.")


def apply_stuck(p: P, action: Stuck) -> P:  # noqa: ARG001
    """Leave the garden with everything (CF-20), or turn round in place (R08)."""
    seat = p.seat_to_move
    chain = p.chain(seat)
    if p.table.switches.reverse_stuck:
        return finish_move(with_chain(p, seat, chain[::-1]))
    gone = with_chain(p, seat, ())
    return finish_move(replace(gone, in_hand=replaced(p.in_hand, seat, len(chain) - 1)))


def legal_ends(p: Position) -> Iterator[End]:
    """Ending the turn; or the move, after a part of it, at a table of short strolls (R10)."""
    if why_not_end(p, End(p.seat_to_move)) is None:
        yield End(p.seat_to_move)


def why_not_end(p: Position, action: End) -> Reason | None:  # noqa: ARG001
    """Why the move or the turn may not be ended."""
    if p.phase == "END" or (p.table.switches.min_move and p.steps_left != p.roll):
        return None
    if is_stuck(p):
        if p.table.switches.reverse_stuck:
            return reason("R08", "There is no way to move {n}: turn your caterpillar round.", n=p.steps_left)
        return reason("CF-20", "There is no way to move {n}: take your caterpillar off.", n=p.steps_left)
    if p.table.switches.min_move:
        return reason("CF-19", "First move 1 space or more.")
    return reason("CF-19", "First move {n}.", n=p.steps_left)


def apply_end(p: P, action: End) -> P:  # noqa: ARG001
    """End the move, or pass the turn."""
    return finish_move(p) if p.phase == "MOVE" else next_turn(p)
