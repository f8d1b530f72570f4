"""What chance decides besides the dice: the first player and the mounds of a round (section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from msgspec.structs import replace

from companion.games.it_happens.rules.actions import First, Reveal
from companion.games.it_happens.rules.data.mounds import SLOTS
from companion.games.it_happens.rules.flow import begin_round
from companion.games.it_happens.rules.position import P, Position
from companion.rules.game import CHANCE, Reason
from companion.rules.kit.words import reason


def legal_firsts(p: Position) -> Iterator[First]:
    """Any seat may begin."""
    return (First(CHANCE, seat) for seat in range(1, p.seats + 1))


def why_not_first(p: Position, action: First) -> Reason | None:
    """Why that seat cannot begin."""
    if not 1 <= action.seat <= p.seats:
        return reason("IH-R34", "There is no seat {seat}.", seat=action.seat)
    return None


def apply_first(p: P, action: First) -> P:
    """Name the start player of round 1."""
    return replace(p, phase="REVEAL", start_seat=action.seat)


def legal_reveals(p: Position) -> Iterator[Reveal]:
    """Every three of the mounds left, in every order: S1, S2, S3."""
    for first, second, third in permutations(p.deck, SLOTS):
        yield Reveal(CHANCE, (first, second, third))


def why_not_reveal(p: Position, action: Reveal) -> Reason | None:
    """Why those mounds cannot come now."""
    for name in action.mounds:
        if name not in p.table.mounds.ids:
            return reason("section 4", "There is no mound {mound}.", mound=name)
        if name not in p.deck:
            return reason("section 6", "{mound} has been on the table already.", mound=p.called(name))
    if len(set(action.mounds)) < SLOTS:
        return reason("section 6", "Three different mounds are revealed.")
    return None


def apply_reveal(p: P, action: Reveal) -> P:
    """Begin the round."""
    return begin_round(p, action.mounds)
