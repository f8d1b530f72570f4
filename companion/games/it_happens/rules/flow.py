"""The course of the game: whose turn it is, when a round ends, when the game does (section 6)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.it_happens.rules.data.spaces import stuck
from companion.games.it_happens.rules.phases.evaluation import evaluate
from companion.games.it_happens.rules.position import P, Position
from companion.rules.game import Seat


def clockwise(p: Position, seat: Seat) -> Seat:
    """The next seat."""
    return seat % p.seats + 1


def begin_round(p: P, mounds: tuple[str, ...]) -> P:
    """Put three new mounds into the slots; all dice are back in the hands."""
    data = p.table.mounds
    fresh = replace(
        p,
        round=p.round + 1,
        deck=tuple(name for name in p.deck if name not in mounds),
        slots=mounds,
        board=tuple(((),) * len(data.mound(name).columns) for name in mounds),
        hand=tuple(p.table.full_hand(seat) for seat in range(1, p.seats + 1)),
    )
    return begin_turn(fresh, p.start_seat)


def next_turn(p: P) -> P:
    """Pass the turn clockwise."""
    return begin_turn(p, clockwise(p, p.active_seat))


def begin_turn(p: P, seat: Seat) -> P:
    """Begin the turn of the first seat from there that is not stuck; with none the round is over."""
    for _ in range(p.seats):
        if not stuck(p, seat):
            turn = p.turn_no + 1
            return replace(p, phase="CHOOSE", active_seat=seat, turn_no=turn, rolling=None, rolled=None)
        seat = clockwise(p, seat)
    return _end_round(replace(p, active_seat=0, rolling=None, rolled=None))


def _end_round(p: P) -> P:
    """Score the mounds; another round, with the next start player (IH-R18), or the end."""
    scored = evaluate(p)
    if p.round == p.table.mounds.rounds:
        return replace(scored, phase="OVER")
    return replace(scored, phase="REVEAL", start_seat=clockwise(p, p.start_seat))
