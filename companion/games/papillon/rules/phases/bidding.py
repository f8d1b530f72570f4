"""Bidding with sliding zeros, and settling the bids (R10 to R16)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.papillon.rules.actions import Bid
from companion.games.papillon.rules.data.board import HIGHEST_BID
from companion.games.papillon.rules.flow import begin_drafting
from companion.games.papillon.rules.position import P, Position, put
from companion.games.papillon.rules.purse import cap, gain, pay
from companion.rules.game import Reason
from companion.rules.kit.words import reason


def legal_bids(p: Position) -> Iterator[Bid]:
    """Nothing, or a free number that the purse can pay now (R11)."""
    for amount in range(HIGHEST_BID + 1):
        bid = Bid(p.to_move, amount)
        if why_not_bid(p, bid) is None:
            yield bid


def why_not_bid(p: Position, action: Bid) -> Reason | None:
    """Why that cannot be bid."""
    if action.amount and p.bid_num[action.amount - 1]:
        return reason("R11", "The {n} is taken.", n=action.amount)
    purse = p.cat[action.by - 1]
    if action.amount > purse:
        return reason("R11", "You hold {n}.", n=purse)
    return None


def apply_bid(p: P, action: Bid) -> P:
    """Place a bid: pay at once, or push the other zeros to the left (R12, R13)."""
    if action.amount:
        bid = pay(replace(p, bid_num=put(p.bid_num, action.amount, action.by)), action.by, action.amount)
    else:
        bid = replace(p, bid_zero=(action.by, *p.bid_zero))
    if p.turn + 1 < p.seats:
        return replace(bid, turn=p.turn + 1)
    return begin_drafting(settle_bids(bid))


def order_of_bids(p: Position) -> tuple[int, ...]:
    """Read the bid track from right to left: 5 to 1, then Z1 to Z4 (R15)."""
    return (*(seat for seat in reversed(p.bid_num) if seat), *p.bid_zero)


def settle_bids(p: P) -> P:
    """Pay the zeros from Z1 outwards and set the new order (R14 to R16)."""
    order = order_of_bids(p)
    for seat, bonus in zip(p.bid_zero, p.box.zero_bonus, strict=False):
        p = gain(p, seat, bonus)
        if p.table.caps_bonus:
            p = cap(p, seat)
    return replace(p, order=order, bid_num=(0,) * HIGHEST_BID, bid_zero=())
