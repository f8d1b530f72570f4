"""Caterpillars: paying, gaining, and never more than twelve (R24, R44, R45)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.papillon.rules.data.board import MOST_CATERPILLARS
from companion.games.papillon.rules.position import P, Position, added
from companion.rules.game import Seat


def available(p: Position, number: int) -> int:
    """Give how many of so many caterpillars the supply can pay (G6).

    With ``caterpillar_supply`` unlimited it pays all; below zero it then counts the substitutes.
    """
    return number if p.table.unlimited_caterpillars else min(number, p.supply)


def pay(p: P, seat: Seat, number: int) -> P:
    """Let a seat pay the supply."""
    return replace(p, cat=added(p.cat, seat, -number), supply=p.supply + number)


def gain(p: P, seat: Seat, number: int) -> P:
    """Let the supply pay a seat; what it lacks is lost (R44)."""
    return pay(p, seat, -available(p, number))


def cap(p: P, seat: Seat) -> P:
    """Return what a seat has above twelve (R24)."""
    return pay(p, seat, max(0, p.cat[seat - 1] - MOST_CATERPILLARS))
