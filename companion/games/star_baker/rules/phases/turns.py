"""A player's turn: fill or restock, and what comes of Something's wrong (SB-09..21)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.star_baker.rules.actions import Fill, Restock, Toss
from companion.games.star_baker.rules.data.cards import CardId
from companion.games.star_baker.rules.flow import next_turn
from companion.games.star_baker.rules.phases.paying import all_pay, chains, covers, lacking, payments
from companion.games.star_baker.rules.position import P, Pile, Position, in_order, replaced, without
from companion.games.star_baker.rules.sentences.words import FILLINGS
from companion.rules.game import Reason, Seat
from companion.rules.kit.words import listed, reason


def must_restock(p: Position, seat: Seat) -> bool:
    """Whether the time card is an Arrive early card: then there is no fill today (SB-24)."""
    return all(p.card(card).time_min is None for card in p.time_pick[seat - 1])


def legal_fills(p: Position) -> Iterator[Fill]:
    """Every recipe, with every chain of bonus fills and every way to pay."""
    if not must_restock(p, p.mover):
        hand = p.hand[p.mover - 1]
        for chain in chains(p):
            for cards in payments(p, hand, chain):
                yield Fill(p.mover, chain[0], cards, chain[1:])


def fillable(p: Position) -> Pile:
    """The recipes of the book that the player in turn can win."""
    if must_restock(p, p.mover):
        return ()
    hand = p.hand[p.mover - 1]
    return tuple(card for card in p.book if next(payments(p, hand, (card,)), None) is not None)


def why_not_fill(p: Position, action: Fill) -> Reason | None:
    """Why these cards do not win these recipes."""
    if must_restock(p, p.mover):
        return reason("SB-24", "With an Arrive early card as time card you restock.")
    return _why_not_chain(p, action) or _why_not_cards(p, action.cards) or _why_not_paid(p, action)


def _why_not_chain(p: Position, action: Fill) -> Reason | None:
    missing = without(action.won, p.book)
    if missing:
        return reason("SB-12", "{card} is not in the book.", card=p.called(missing[0]))
    if len(set(action.won)) < len(action.won):
        return reason("SB-18", "A recipe can be won only once.")
    for card in action.won[: len(action.bonus)]:
        if p.card(card).ability != "bonus_fill":
            return reason("SB-18", "{card} gives no bonus fill.", card=p.called(card))
    return None


def _why_not_cards(p: Position, cards: Pile) -> Reason | None:
    spent = [card for card in cards if card in p.time_pick[p.mover - 1]]
    if spent:
        return reason("SB-09", "{card} gave your time: it cannot pay today.", card=p.called(spent[0]))
    missing = without(cards, p.hand[p.mover - 1])
    if missing:
        return reason("SB-12", "You do not have {card} in hand.", card=p.called(missing[0]))
    if cards != in_order(set(cards)):
        return reason("SB-12", "Each card is named once, in the order of the cards.")
    return None


def _why_not_paid(p: Position, action: Fill) -> Reason | None:
    short = lacking(p, action.recipe, action.cards)
    if short:
        text = "{card} asks for {fillings} more than these cards have."
        return reason(
            "SB-12",
            text,
            card=p.called(action.recipe),
            fillings=listed([FILLINGS[each] for each in short], "and"),
        )
    if not covers(p, action.won, action.cards):
        if p.table.bonus_uses_all:
            return reason("SB-18", "The fillings of these cards do not pay for the bonus fill.")
        return reason("SB-18", "The fillings that are left do not pay for the bonus fill.")
    if not all_pay(p, action.won, action.cards):
        idle = [card for card in action.cards if not all_pay(p, action.won, (card,))]
        text = "{card} pays for nothing." if idle else "More cards are played than pay for something."
        return reason("SB-13", text, **({"card": p.called(idle[0])} if idle else {}))
    return None


def apply_fill(p: P, action: Fill) -> P:
    """Pay, take the recipes and resolve the ability of the last one (SB-14)."""
    i, last = action.by - 1, p.card(action.won[-1])
    hand = (*without(p.hand[i], action.cards), *action.won)
    discard = (*p.discard[i], *p.time_pick[i], *action.cards)
    if last.ability == "bonus_restock":
        hand, discard = (*hand, *discard), ()
    p = replace(
        _done(p, action.by, hand, discard),
        book=without(p.book, action.won),
        actions_today=replaced(p.actions_today, action.by, "fill"),
        resets=0,
    )
    return replace(p, phase="TOSS") if last.ability == "somethings_wrong" else next_turn(p)


def legal_restocks(p: Position) -> Iterator[Restock]:
    """Restocking alone, or with any card of the book reserved."""
    if not (p.table.must_reserve and p.book):
        yield Restock(p.mover)
    yield from (Restock(p.mover, card) for card in p.book)


def why_not_restock(p: Position, action: Restock) -> Reason | None:
    """Why the restock is not allowed so."""
    if not action.reserve:
        if p.table.must_reserve and p.book:
            return reason("SB-16", "At this table a card of the book is reserved with every restock.")
        return None
    if not p.book:
        return reason("SB-17", "The book is empty: nothing can be reserved.")
    if action.reserve not in p.book:
        return reason("SB-16", "{card} is not in the book.", card=p.called(action.reserve))
    return None


def apply_restock(p: P, action: Restock) -> P:
    """Take all discards back; a reserved card goes on top of the deck (SB-15, SB-16)."""
    p = replace(
        _done(p, action.by, p.collection(action.by), ()),
        actions_today=replaced(p.actions_today, action.by, "restock"),
    )
    return next_turn(reserve(p, action.reserve))


def reserve(p: P, card: CardId) -> P:
    """Put a card of the book, if any is named, on top of the deck."""
    if not card:
        return p
    return replace(p, book=without(p.book, (card,)), reserved=(*p.reserved, card), deck=p.deck + 1)


def tossable(p: Position) -> Pile:
    """The cards that may go to the box: any, but the hand may not be left empty (SB-20)."""
    i = p.mover - 1
    return in_order((*(p.hand[i] if len(p.hand[i]) > 1 else ()), *p.discard[i]))


def legal_tosses(p: Position) -> Iterator[Toss]:
    """Every card that may go to the box."""
    return (Toss(p.mover, card) for card in tossable(p))


def why_not_toss(p: Position, action: Toss) -> Reason | None:
    """Why that card cannot go to the box."""
    if action.card in tossable(p):
        return None
    if action.card in p.hand[p.mover - 1]:
        return reason("SB-20", "Your hand may not be left empty: choose from your discard pile.")
    return reason("SB-20", "{card} is not one of your cards.", card=p.called(action.card))


def apply_toss(p: P, action: Toss) -> P:
    """Put a card in the box, for good."""
    i, card = action.by - 1, (action.card,)
    hand, discard = without(p.hand[i], card), without(p.discard[i], card)
    return next_turn(replace(_done(p, action.by, hand, discard), box_seen=in_order((*p.box_seen, *card))))


def _done(p: P, player: int, hand: Pile, discard: Pile) -> P:
    """Give a player these cards and clear the time slot (SB-09)."""
    return replace(
        p,
        hand=replaced(p.hand, player, in_order(hand)),
        discard=replaced(p.discard, player, discard),
        time_pick=replaced(p.time_pick, player, ()),
    )
