"""The course of a day: whose turn comes next, the day's end, and the end of the game (SB-22..29)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.games.star_baker.rules.position import P, Position

RESTOCK_DAYS: Final = 2
"""Days in a row in which everyone restocks, after which the book is reset (SB-22)."""

STALEMATE: Final = 5
"""Resets without a fill between them, after which the game ends (table option, own)."""


def next_turn(p: P) -> P:
    """Go on to the next player of today's order, or to the day's end."""
    p = replace(p, phase="TURN", turn_index=p.turn_index + 1)
    return p if p.turn_index < len(p.order) else _day_end(p)


def _day_end(p: P) -> P:
    days = p.all_restock_days + 1 if set(p.actions_today) == {"restock"} else 0
    p = replace(p, order=(), turn_index=0, all_restock_days=days)
    return replace(p, phase="RESET") if days == RESTOCK_DAYS else refill_or_end(p)


def refill_or_end(p: P) -> P:
    """Refill the book if it must be and can be; exactly enough cards are enough (SB-23)."""
    missing = p.table.book_size - len(p.book)
    if missing > p.deck:
        return replace(p, phase="OVER")
    return replace(p, phase="REFILL") if missing else begin_day(p)


def begin_day(p: P) -> P:
    """Start the next day: everybody chooses a time card (SB-06)."""
    return replace(p, phase="PICK", day=p.day + 1, actions_today=("",) * p.table.players)


def ends_by_reset(p: Position) -> bool:
    """Whether the next reset ends the game: the stalemate guard's last one (table option, own)."""
    return p.table.stalemate_guard and p.resets == STALEMATE - 1


def after_reset(p: P) -> P:
    """Go on after the book went back into the deck; the stalemate guard may end the game."""
    if p.table.stalemate_guard and p.resets >= STALEMATE:
        return replace(p, phase="OVER")
    return refill_or_end(p)
