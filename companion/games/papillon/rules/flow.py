"""The course of a round: what comes after what (specification section 6, R42, R43)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.papillon.rules.data.board import ROUNDS
from companion.games.papillon.rules.position import P, put


def begin_round(p: P) -> P:
    """Begin with filling the staircase, if there is anything to fill it with (R7, O4)."""
    return replace(p, phase="FILL" if p.pool else "GNOME", round=p.round + 1, turn=0)


def begin_bidding(p: P) -> P:
    """Let all bid; two players go on to drafting at once (R10, R56)."""
    if p.seats == 2:
        return begin_drafting(p)
    return replace(p, phase="BID", turn=0)


def begin_drafting(p: P) -> P:
    """Let all draft in the order of the track (R16, R56)."""
    return _draft_or_garden(replace(p, draft_order=p.order, turn=0))


def next_drafter(p: P) -> P:
    """Pass drafting on; after the last, or with nothing left to draft, all garden."""
    return _draft_or_garden(replace(p, turn=p.turn + 1))


def _draft_or_garden(p: P) -> P:
    """An empty staircase ends drafting; it can only be empty with ``bag_empty`` none (R17, O4)."""
    if p.turn < p.seats and any(p.board):
        return replace(p, phase="DRAFT")
    return replace(p, phase="GARDEN", turn=0, done=(False,) * p.seats)


def after_gardening(p: P) -> P:
    """Let the butterflies fly once everybody has finished (R34)."""
    return p if p.gardening else _next_flyer(replace(p, phase="FLY", turn=0))


def after_flight(p: P) -> P:
    """Go on with the same seat's next patch, the next seat, or the end of the round (R36)."""
    return _next_flyer(replace(p, phase="FLY", bonus_at=""))


def _next_flyer(p: P) -> P:
    for turn in range(p.turn, p.seats):
        if p.on_patch[p.flying_order[turn] - 1]:
            return replace(p, turn=turn)
    return _end_round(p)


def _end_round(p: P) -> P:
    """Clear the staircase and the shed, or end the game after round 8 (R42, R43, G14)."""
    if p.round >= ROUNDS:
        return replace(p, phase="OVER", turn=0)
    return begin_round(
        replace(
            p,
            removed=tuple(sorted((*p.removed, *filter(None, p.board)))),
            board=("",) * len(p.board),
            supply=p.supply + len(p.board_tokens),
            board_tokens=(),
            shed=None,
        )
    )


def swap_first(p: P, seat: int) -> P:
    """Make the winner of the gnome first for the next round, with two players (R57, G16)."""
    if p.seats != 2 or p.order[0] == seat:
        return p
    return replace(p, order=put(put(p.order, 2, p.order[0]), 1, seat))
