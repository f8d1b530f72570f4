"""The course of a turn: what comes next, and when the game is over (CF-26, CF-40, CF-41)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.caterpillar_filler.rules.position import P


def game_over(p: P) -> P:
    """End the game here: no replacement flower, no wasp, no further turn (CF-40)."""
    return replace(p, phase="OVER", due=(), steps_left=0)


def proceed(p: P) -> P:
    """Go on within the turn: first the flowers that are due, then the rest of the move, then END."""
    if p.due and p.pairs_left:
        return replace(p, phase="BLOOM")
    if p.due:
        p = replace(p, due=(), tiles_out=True)
    if p.tiles_out and len(p.longest) == 1:
        return game_over(p)
    return replace(p, phase="MOVE" if p.steps_left else "END")


def finish_move(p: P) -> P:
    """Drop what is left of the roll; the flower of a 3 may be due only now (``flower3_timing``)."""
    late = ("rolled",) * p.table.switches.bloom3 if p.roll == 3 and p.table.bloom_after_move else ()
    return proceed(replace(p, steps_left=0, due=p.due + late))


def next_turn(p: P) -> P:
    """Pass the turn clockwise; a turn limit may end the game instead (CF-G34)."""
    if p.table.turn_limit is not None and p.turn_no >= p.table.turn_limit:
        return game_over(p)
    return begin_turn(p, p.seat_to_move % p.seats + 1)


def begin_turn(p: P, seat: int) -> P:
    """Start a seat's turn: in START, or in JOIN when its caterpillar is away (CF-33)."""
    return replace(
        p,
        phase="START" if p.head[seat - 1] is not None else "JOIN",
        seat_to_move=seat,
        turn_no=p.turn_no + 1,
        dice=(),
        roll=None,
        steps_left=0,
        wasps_used=0,
        bitten=0,
    )
