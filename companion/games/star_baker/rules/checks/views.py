"""What each seat may see (section 5, SB-G30): no other hand, and no time card before all have chosen."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.games.star_baker.rules.position import HIDDEN, P, Pile, Position, in_order
from companion.rules.game import Seat

SECRET_PICK = ("PICK", "CHEF")
"""The phases in which time cards lie face down."""


def seen_by(p: P, seat: Seat | None) -> P:
    """Give the position without what a seat may not know; None is a spectator.

    A hidden hand keeps its number of cards. A time card that lies face down is shown as one hidden
    card, with or without Arrive early cards, and all of them are still shown in the hand.
    """
    if p.over:
        return p
    others = [other for other in range(1, p.seats + 1) if other != seat]
    hand, pick = list(p.hand), list(p.time_pick)
    for i in (other - 1 for other in others):
        if p.phase in SECRET_PICK and pick[i]:
            hand[i] = hand[i] if pick[i] == (HIDDEN,) else in_order((*hand[i], *pick[i]))
            pick[i] = (HIDDEN,)
        if not p.table.open_hands:
            hand[i] = (HIDDEN,) * len(hand[i])
    return replace(p, hand=tuple(hand), time_pick=tuple(pick))


def is_view(p: Position) -> bool:
    """Whether something is hidden in this position."""
    return any(HIDDEN in pile for pile in (*p.hand, *p.time_pick))


def secrets(p: Position, seat: Seat | None) -> Iterator[str]:
    """Give texts that the JSON of a seat's view may not contain."""
    if p.over:
        return
    others = [other - 1 for other in range(1, p.seats + 1) if other != seat]
    if p.phase in SECRET_PICK and any(p.time_pick[i] for i in others):
        yield _written("time_pick", p.time_pick)
    if not p.table.open_hands and any(p.hand[i] for i in others):
        yield _written("hand", p.hand)
        for i in others:
            hidden = p.hand[i] + (p.time_pick[i] if p.phase in SECRET_PICK else ())
            # Recipes have been turned up before everybody's eyes; chef cards are named nowhere else.
            yield from (f'"{card}"' for card in hidden if card not in p.seen)


def _written(name: str, piles: tuple[Pile, ...]) -> str:
    return f'"{name}":{msgspec.json.encode(piles).decode()}'
