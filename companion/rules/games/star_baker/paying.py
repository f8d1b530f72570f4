"""Which cards pay for which recipes (SB-12, SB-13, SB-18).

A chain is a recipe with its bonus fills. Together they ask for some fillings; one printed filling
pays for one. So the cards played must hold every filling as often as it is asked for, and each
card must be able to pay for one requirement while all the others do, too. Where both can be had
singly they can be had at once (Mendelsohn and Dulmage 1958), so they are checked singly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from companion.rules.games.star_baker.cards import Filling
from companion.rules.games.star_baker.position import HIDDEN, Pile, Position

Fillings = tuple[Filling, ...]


def chains(p: Position) -> Iterator[Pile]:
    """Give every recipe of the book, and every run of bonus fills that may follow it."""
    unfinished: list[Pile] = [(card,) for card in p.book]
    for chain in unfinished:  # grows while it is walked
        yield chain
        if p.card(chain[-1]).ability == "bonus_fill":
            unfinished += [(*chain, card) for card in p.book if card not in chain]


def asked_for(p: Position, chain: Pile) -> Fillings:
    """What the cards of a chain are to pay for: with bonus_fill_uses=all only the first recipe."""
    recipes = chain[:1] if p.table.bonus_uses_all else chain
    return tuple(sorted(filling for card in recipes for filling in p.card(card).requires))


def lacking(p: Position, recipes: Pile, cards: Pile) -> Fillings:
    """Give the fillings that the cards do not have for these recipes together."""
    needed = tuple(filling for card in recipes for filling in p.card(card).requires)
    return _lacking(needed, _printed(p, cards))


def covers(p: Position, chain: Pile, cards: Pile) -> bool:
    """Whether the cards have every filling that the chain asks for."""
    if p.table.bonus_uses_all:
        return not any(lacking(p, (card,), cards) for card in chain)
    return not lacking(p, chain, cards)


def all_pay(p: Position, chain: Pile, cards: Pile) -> bool:
    """Whether each card can pay for a requirement of its own (SB-13)."""
    return _each_pays(_printed(p, cards), asked_for(p, chain))


def _printed(p: Position, cards: Pile) -> tuple[Fillings, ...]:
    return tuple(p.card(card).fillings for card in cards)


@lru_cache(maxsize=2**14)
def _lacking(needed: Fillings, cards: tuple[Fillings, ...]) -> Fillings:
    left = Counter(needed)
    left -= Counter(filling for fillings in cards for filling in fillings)
    return tuple(left.elements())


@lru_cache(maxsize=2**14)
def _each_pays(cards: tuple[Fillings, ...], asked: Fillings) -> bool:
    if not cards:
        return True
    for filling in set(cards[0]) & set(asked):
        at = asked.index(filling)
        if _each_pays(cards[1:], asked[:at] + asked[at + 1 :]):
            return True
    return False


def payments(p: Position, hand: Pile, chain: Pile) -> Iterator[Pile]:
    """Give every choice of cards from a hand that pays for a chain."""
    asked = set(asked_for(p, chain))
    useful = tuple(card for card in hand if card != HIDDEN and asked.intersection(p.card(card).fillings))
    if not covers(p, chain, useful):
        return
    begun: list[tuple[Pile, int]] = [((), 0)]
    for cards, start in begun:  # grows while it is walked: more and more cards
        if cards and covers(p, chain, cards):
            yield cards
        for at in range(start, len(useful)):
            more = (*cards, useful[at])
            if all_pay(p, chain, more):
                begun.append((more, at + 1))
