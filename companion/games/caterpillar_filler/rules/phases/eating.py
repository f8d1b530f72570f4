"""Eating flowers and other caterpillars (CF-21..25)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.caterpillar_filler.rules.data.board import Space
from companion.games.caterpillar_filler.rules.flow import finish_move, game_over, proceed
from companion.games.caterpillar_filler.rules.position import P, replaced, with_chain
from companion.rules.game import Seat


def _grow(p: P) -> P:
    """Take the new tail piece from the reserve (CF-22); an empty reserve gives none (CF-G16)."""
    seat = p.seat_to_move
    return replace(p, reserve=replaced(p.reserve, seat, -1)) if p.reserve[seat - 1] else p


def _full_size(p: P) -> bool:
    """Whether the player to move has brought the whole reserve into the garden (CF-40, R12)."""
    return p.reserve[p.seat_to_move - 1] <= p.table.switches.goal_reserve


def eat_flower(p: P, space: Space, steps_left: int) -> P:
    """Eat the flower under the head; ``steps_left`` are still to be made after it (R03)."""
    seat = p.seat_to_move
    eaten = _grow(
        replace(
            p,
            flowers=tuple(flower for flower in p.flowers if flower != space),
            wasps=replaced(p.wasps, seat, 1),
            flowers_eaten=replaced(p.flowers_eaten, seat, 1),
            steps_left=steps_left,
            ate=1,
            due=("eaten",),
        )
    )
    if _full_size(eaten):
        return game_over(eaten)
    return proceed(eaten) if steps_left else finish_move(eaten)


def bite(p: P, victim: Seat) -> P:
    """Bite another caterpillar: it leaves with one piece less, and the eater grows (CF-24, CF-25)."""
    seat = p.seat_to_move
    body = len(p.body[victim - 1])
    lost = min(body, 1)
    bitten = _grow(
        replace(
            with_chain(p, victim, ()),
            in_hand=replaced(p.in_hand, victim, body - lost),
            reserve=replaced(p.reserve, victim, lost),
            bites_given=replaced(p.bites_given, seat, 1),
            bites_suffered=replaced(p.bites_suffered, victim, 1),
            bitten=victim,
        )
    )
    return game_over(bitten) if _full_size(bitten) else finish_move(bitten)
