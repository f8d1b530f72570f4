"""What chance decides before the first round: planters and the order of play (R1, R5, R54)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.papillon.rules.actions import Order, Pair
from companion.games.papillon.rules.flow import begin_round
from companion.games.papillon.rules.position import Flower, P, Position
from companion.games.papillon.rules.sentences.words import flower_called, planter_called
from companion.rules.game import CHANCE, Reason
from companion.rules.kit.words import reason


def bare_flower(p: Position) -> Flower | None:
    """Give the next flower that has no planter yet."""
    return next((flower for flower in p.flower if not flower.planter), None)


def legal_pairs(p: Position) -> Iterator[Pair]:
    """Every planter that is left, for the next flower (C1)."""
    flower = bare_flower(p)
    if flower is not None:
        used = {flower.planter for flower in p.flower}
        for planter in p.box.planters:
            if planter not in used:
                yield Pair(CHANCE, flower.id, planter)


def why_not_pair(p: Position, action: Pair) -> Reason | None:
    """Why that flower cannot be put on that planter."""
    flower = bare_flower(p)
    if flower is None:
        return reason("R1", "Every flower has its planter.")
    if flower.id != action.flower:
        return reason("R1", "The next flower is the {flower}.", flower=flower_called(flower.id))
    if action.planter in {flower.planter for flower in p.flower}:
        return reason("R1", "The {planter} is taken.", planter=planter_called(action.planter, p.box))
    return None


def apply_pair(p: P, action: Pair) -> P:
    """Put a flower on a planter, with its bonus token."""
    paired = (
        replace(flower, planter=action.planter, token=True) if flower.id == action.flower else flower
        for flower in p.flower
    )
    return replace(p, flower=tuple(paired))


def legal_orders(p: Position) -> Iterator[Order]:
    """Every gardener without a place, once the planters stand (C3)."""
    if bare_flower(p) is None:
        for seat in range(1, p.seats + 1):
            if seat not in p.order:
                yield Order(CHANCE, seat)


def why_not_order(p: Position, action: Order) -> Reason | None:
    """Why that gardener cannot take the next place."""
    if bare_flower(p) is not None:
        return reason("R1", "First every flower is put on a planter.")
    if not 1 <= action.seat <= p.seats:
        return reason("R5", "There is no seat {seat}.", seat=action.seat)
    if action.seat in p.order:
        return reason("R5", "That gardener has a place already.")
    return None


def apply_order(p: P, action: Order) -> P:
    """Give a gardener the next place; the rest follows clockwise, unless all is by lot (G5, O9)."""
    order = (*p.order, action.seat)
    if not p.table.draws_whole_order:
        order = tuple((action.seat - 1 + step) % p.seats + 1 for step in range(p.seats))
    if len(order) < p.seats:
        return replace(p, order=order)
    if p.seats == 2:
        return begin_round(replace(p, order=order))
    purses = tuple(9 if seat == order[0] else 10 for seat in range(1, p.seats + 1))
    return begin_round(replace(p, order=order, cat=purses, supply=p.supply - sum(purses)))
