"""The course of a turn: what comes next, and when the game is over (sections 6 and 8.6)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.octopus_garden.rules.data.board import CELLS
from companion.games.octopus_garden.rules.phases.coconut import activations, unit_steps
from companion.games.octopus_garden.rules.phases.crabs import boxer_steps, crab_steps
from companion.games.octopus_garden.rules.phases.mimics import may_declare
from companion.games.octopus_garden.rules.phases.sharks import may_claim
from companion.games.octopus_garden.rules.phases.stars import star_steps
from companion.games.octopus_garden.rules.position import P, Phase, Position, earned, told, with_garden
from companion.rules.game import Seat


def begin_turn(p: P, seat: Seat) -> P:
    """Start a seat's turn with the lionfish (P0) and the harvest (P1), in the table's order."""
    p = replace(p, active=seat, turn_no=p.turn_no + 1)
    if p.table.lion_after_harvest:
        p = harvest(p)
    if lion_may_hunt(p):
        return replace(p, phase="LION")
    return after_lion(p)


def lion_may_hunt(p: Position) -> bool:
    """Whether the active seat has a lionfish, covered or not, a pearl, and a token to remove."""
    victim = any(p.on(cell) and not p.claimed_by(cell) for cell in CELLS)
    return victim and p.purse >= 1 and bool(p.own.having("LF"))


def after_lion(p: P) -> P:
    """Go on from the lionfish to the action of the turn."""
    return replace(p if p.table.lion_after_harvest else harvest(p), phase="ACT")


def harvest(p: P) -> P:
    """Take a pearl for every oyster (P1)."""
    return earned(p, p.active, p.own.oysters, "harvest")


def enter_moves(p: P) -> P:
    """Go on from planting to the animals (P3), which is skipped when nothing can move."""
    p = _check_full(p)
    return replace(p, phase="MOVE") if _can_move(p) else finish_moves(p)


def _can_move(p: Position) -> bool:
    steps = [star_steps(p.own), crab_steps(p.own), boxer_steps(p.own)]
    steps += [unit_steps(p.own, activation) for activation in activations(p)]
    return any(next(some, None) for some in steps)


def finish_moves(p: P) -> P:
    """Go on from the animals to the market."""
    p = _check_full(with_garden(p, p.active, p.own.rested()))
    return refill(p)


def _check_full(p: P) -> P:
    """Note that the active garden is full; this stands whatever happens later (section 8.6)."""
    return p if p.trigger or p.own.empty else _end_trigger(p)


def _end_trigger(p: P) -> P:
    return told(replace(p, trigger=p.active), p.active, f"end trigger P{p.active}")


def refill(p: P) -> P:
    """Draw for the next hole of the market, while there are tokens (P4)."""
    if p.holes and p.bag:
        return replace(p, phase="DRAW")
    return _asked_next(p, "SHARK", may_claim, 0, end_turn)


def after_shark(p: P) -> P:
    """Ask the next owner of a shark (P4b); each is asked once a turn."""
    return _asked_next(p, "SHARK", may_claim, p.asked, end_turn)


def end_turn(p: P) -> P:
    """Pass the turn on, or end the game after the last turns (OG-R28, OG-R30)."""
    if not p.trigger and not p.bag and len(p.holes) == len(CELLS):
        p = _end_trigger(p)
    if p.trigger:
        left = p.seats - 1 if p.trigger == p.active else p.last_turns - 1
        p = replace(p, last_turns=left)
        if not left:
            return before_scoring(p)
    return begin_turn(p, p.clockwise(p.active)[1])


def before_scoring(p: P, last: Seat = 0) -> P:
    """Ask for the last declarations of mimics (OG-M03), from the seat after ``last`` on."""
    return _asked_next(p, "SCORE", may_declare, last, lambda q: replace(q, phase="OVER"))


def _asked_next(
    p: P, phase: Phase, asks: Callable[[Position, Seat], bool], last: Seat, then: Callable[[P], P]
) -> P:
    """Ask the next seat clockwise from the active one that has a choice; after the last go on."""
    order = p.clockwise(p.active)
    for seat in order[order.index(last) + 1 if last else 0 :]:
        if asks(p, seat):
            return replace(p, phase=phase, asked=seat)
    return then(replace(p, asked=0))
