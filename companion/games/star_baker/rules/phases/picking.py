"""Time cards: choosing them in secret, and turning them over (SB-06..08, SB-24)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from companion.games.star_baker.rules.actions import Order, Time
from companion.games.star_baker.rules.data.cards import CardId
from companion.games.star_baker.rules.position import HIDDEN, P, Pile, Position, in_order, replaced, without
from companion.games.star_baker.rules.sentences.words import in_turn
from companion.rules.game import CHANCE, Reason, Seat
from companion.rules.kit.words import reason

EARLIER_MIN = 60
"""What each Arrive early card subtracts (SB-08)."""


def choice(p: Position, seat: Seat) -> Pile:
    """The cards that a seat may choose from: its hand, and what it has put down already (SB-G29)."""
    return in_order(card for card in (*p.hand[seat - 1], *p.time_pick[seat - 1]) if card != HIDDEN)


def may_pick(p: Position, seat: Seat) -> bool:
    """Whether a seat has still to choose, or has other cards to change its mind for (SB-G29).

    Who holds two cards has always two choices, so this tells nobody more than their number.
    """
    pick, hand = p.time_pick[seat - 1], p.hand[seat - 1]
    held = len(hand) if pick == (HIDDEN,) else len(hand) + len(pick)
    return not pick or held > 1


def _has_time(p: Position, card: CardId) -> bool:
    return p.card(card).time_min is not None


def legal_times(p: Position, seat: Seat) -> Iterator[Time]:
    """Every time card with every choice of Arrive early cards, but for what lies there already."""
    cards = choice(p, seat)
    timed = [card for card in cards if _has_time(p, card)]
    early = [card for card in cards if not _has_time(p, card)] if timed else []
    for card in timed or cards:
        for number in range(len(early) + 1):
            for added in combinations(early, number):
                if (card, *added) != p.time_pick[seat - 1]:
                    yield Time(seat, card, added)


def why_not_time(p: Position, action: Time) -> Reason | None:
    """Why these cards may not be put down."""
    cards = choice(p, action.by)
    missing = without((action.card, *action.early), cards)
    if missing:
        return reason("SB-06", "You do not have {card} in hand.", card=p.called(missing[0]))
    if (action.card, *action.early) == p.time_pick[action.by - 1]:
        return reason("SB-06", "That is what you have put down already.")
    timed = any(_has_time(p, card) for card in cards)
    if timed and not _has_time(p, action.card):
        return reason("SB-06", "{card} has no time: choose a card with a time.", card=p.called(action.card))
    if not timed and action.early:
        return reason("SB-24", "Without a time in your hand you put down one Arrive early card alone.")
    late = [card for card in action.early if _has_time(p, card)]
    if late:
        return reason("SB-07", "{card} is no Arrive early card.", card=p.called(late[0]))
    if action.early != in_order(set(action.early)):
        return reason("SB-07", "Each Arrive early card is named once, in the order of the cards.")
    return None


def apply_time(p: P, action: Time) -> P:
    """Put the cards face down; when everybody has, they are turned over."""
    pick = (action.card, *action.early)
    hand = without(choice(p, action.by), pick)
    p = replace(p, hand=replaced(p.hand, action.by, hand), time_pick=replaced(p.time_pick, action.by, pick))
    if not all(p.time_pick[: p.seats]):
        return p
    return replace(p, phase="CHEF" if p.table.solo else "REVEAL")


def arrival_min(p: Position, player: int) -> int | None:
    """When a player arrives, in minutes after midnight; None for a card without time (SB-08, SB-24)."""
    card, *early = _pick(p, player)
    time_min = p.card(card).time_min
    return None if time_min is None else time_min - EARLIER_MIN * len(early)


def _pick(p: Position, player: int) -> Pile:
    """The cards that give a player's time; the automatic chef's lies on its discard pile."""
    return p.time_pick[player - 1] if player <= p.seats else p.discard[player - 1][-1:]


def order(p: Position) -> tuple[int, ...]:
    """Give today's order: earliest first, then more Arrive early cards, then the seats (SB-08, SB-G17)."""

    def key(player: int) -> tuple[bool, int, int, int]:
        time_min = arrival_min(p, player)
        return time_min is None, time_min or 0, -len(_pick(p, player)), player

    return tuple(sorted(p.players, key=key))


def legal_orders(p: Position) -> Iterator[Order]:
    """The one order that follows from the cards."""
    yield Order(CHANCE, order(p))


def why_not_order(p: Position, action: Order) -> Reason | None:
    """Why the day does not go in that order."""
    right = order(p)
    if action.seats == right:
        return None
    return Reason("SB-08", in_turn(right, p.table.chef_name))


def apply_order(p: P, action: Order) -> P:
    """Turn the cards over; the first player's turn begins."""
    return replace(p, phase="TURN", order=action.seats, turn_index=0)
