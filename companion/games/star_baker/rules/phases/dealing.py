"""Chef sets, the cards of the book, and the reset (SB-01..04, SB-22, SB-23, section 7)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.star_baker.rules.actions import Chefs, Refill, Reset
from companion.games.star_baker.rules.flow import after_reset, begin_day, refill_or_end
from companion.games.star_baker.rules.position import P, Position, in_order, replaced, without
from companion.games.star_baker.rules.sentences.words import colour_called
from companion.rules.game import CHANCE, Actor, Reason
from companion.rules.kit.words import reason


def next_chef(p: Position) -> int:
    """The next player without chef cards."""
    return p.chefs.index("") + 1


def chef_dealer(p: Position) -> Actor:
    """Who settles the next chef set: the player, if sets are chosen at this table, else chance."""
    player = next_chef(p)
    return player if p.table.choose_chefs and player <= p.seats else CHANCE


def legal_chefs(p: Position) -> Iterator[Chefs]:
    """Every colour that nobody has yet."""
    for colour in without(p.table.cards.colours, p.chefs):
        yield Chefs(chef_dealer(p), next_chef(p), colour)


def why_not_chefs(p: Position, action: Chefs) -> Reason | None:
    """Why that player does not get these cards now."""
    if action.seat != next_chef(p):
        return reason("SB-01", "The chef cards are given out in the order of the seats.")
    if action.colour not in p.table.cards.colours:
        return reason("SB-01", "There are no {colour} chef cards.", colour=colour_called(action.colour))
    if action.colour in p.chefs:
        return reason("SB-01", "The {colour} chef cards are taken.", colour=colour_called(action.colour))
    return None


def apply_chefs(p: P, action: Chefs) -> P:
    """Give out a chef set; after the last the book is turned up."""
    chefs = replaced(p.chefs, action.seat, action.colour)
    hand = replaced(p.hand, action.seat, p.table.cards.chef_set(action.colour))
    p = replace(p, chefs=chefs, hand=hand)
    return p if "" in chefs else refill_or_end(p)


def refill_odds(p: Position) -> Iterator[tuple[Refill, int]]:
    """Every card that may be turned up, with its weight.

    A reserved card lies on top (SB-16). Below, each of the n cards is equally likely to be next. The
    k returned ones are known to be among them; the other n - k are any of the U unseen cards. So
    a returned card comes with chance 1/n, an unseen one with (n - k) / (n U).
    """
    if p.reserved:
        yield Refill(CHANCE, p.reserved[-1]), 1
        return
    unseen, unknown = p.unseen, p.deck - len(p.returned)
    for card in p.returned:
        yield Refill(CHANCE, card), max(1, len(unseen))
    if unknown:
        for card in unseen:
            yield Refill(CHANCE, card), unknown


def legal_refills(p: Position) -> Iterator[Refill]:
    """Every card that may be turned up."""
    return (action for action, _ in refill_odds(p))


def why_not_refill(p: Position, action: Refill) -> Reason | None:
    """Why that card cannot be the next of the deck."""
    if action in legal_refills(p):
        return None
    if p.reserved:
        return reason("SB-16", "{card} was reserved and lies on top.", card=p.called(p.reserved[-1]))
    return reason("SB-23", "{card} is not in the deck.", card=p.called(action.card))


def apply_refill(p: P, action: Refill) -> P:
    """Turn up a card; with the last missing one the day begins."""
    card = (action.card,)
    p = replace(
        p,
        deck=p.deck - 1,
        book=in_order((*p.book, *card)),
        reserved=p.reserved[:-1],
        returned=without(p.returned, card),
        seen=in_order({*p.seen, *card}),
    )
    return begin_day(p) if len(p.book) == p.table.book_size else p


def legal_resets(_: Position) -> Iterator[Reset]:
    """The one thing to be done."""
    yield Reset(CHANCE)


def why_not_reset(_: Position, __: Reset) -> Reason | None:
    """Give no reason: when a reset is due it is allowed."""
    return None


def apply_reset(p: P, _: Reset) -> P:
    """Shuffle the book into the deck, reserved cards included (SB-22, SB-G23)."""
    p = replace(
        p,
        deck=p.deck + len(p.book),
        returned=in_order((*p.returned, *p.reserved, *p.book)),
        reserved=(),
        book=(),
        all_restock_days=0,
        resets=p.resets + 1,
    )
    return after_reset(p)
