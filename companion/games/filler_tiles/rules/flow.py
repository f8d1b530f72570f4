"""Whose turn it is, passing, and the end (FT-13, FT-14, FT-18)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.filler_tiles.rules.phases.placing import can_place
from companion.games.filler_tiles.rules.position import P, other
from companion.rules.game import Seat


def main_phase(p: P) -> P:
    """Begin the main phase: colour 1 moves first (FT-07, FT-G14)."""
    return turn_of(replace(p, phase="MAIN"), p.seat_of(1))


def turn_of(p: P, seat: Seat) -> P:
    """Give the turn to a seat; who has no placement passes, and if nobody has one the game is over."""
    if can_place(p, seat):
        return replace(p, to_move=seat, passed=0)
    if can_place(p, other(seat)):
        return replace(p, to_move=other(seat), passed=seat)
    return replace(p, phase="OVER", passed=0)
