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

from companion.games.star_baker.rules.data.cards import CardId, Filling
from companion.games.star_baker.rules.position import HIDDEN, Pile, Position

Fillings = tuple[Filling, ...]


def chains(p: Position) -> Iterator[Pile]:
    """Give every recipe of the book, and every run of bonus fills that may follow it."""
    unfinished: list[Pile] = [(card,) for card in p.book]
    for chain in unfinished:  # grows while it is walked
        yield chain
        if p.card(chain[-1]).ability == "bonus_fill":
            unfinished += [(*chain, card) for card in p.book if card not in chain]


def _needs(p: Position, chain: Pile) -> tuple[Fillings, ...]:
    """Give what the cards must cover: everything together, or recipe by recipe with bonus_fill_uses=all.

    It is the first of these that every card must help to pay.
    """
    each = [p.card(card).requires for card in chain]
    if p.table.bonus_uses_all:
        return tuple(each)
    return (tuple(sorted(filling for requires in each for filling in requires)),)


def _printed(p: Position, cards: Pile) -> tuple[Fillings, ...]:
    return tuple(p.card(card).fillings for card in cards)


def lacking(p: Position, recipe: CardId, cards: Pile) -> Fillings:
    """Give the fillings of a recipe that the cards do not have."""
    return _lacking(p.card(recipe).requires, _printed(p, cards))


def covers(p: Position, chain: Pile, cards: Pile) -> bool:
    """Whether the cards have every filling that the chain asks for."""
    return _covers(_needs(p, chain), _printed(p, cards))


def all_pay(p: Position, chain: Pile, cards: Pile) -> bool:
    """Whether each card can pay for a requirement of its own (SB-13)."""
    return _each_pays(_printed(p, cards), _needs(p, chain)[0])


def payments(p: Position, hand: Pile, chain: Pile) -> Iterator[Pile]:
    """Give every choice of cards from a hand that pays for a chain."""
    needs = _needs(p, chain)
    useful = [card for card in hand if card != HIDDEN and set(needs[0]).intersection(p.card(card).fillings)]
    for ways in _ways(_printed(p, tuple(useful)), needs):
        yield tuple(useful[at] for at in ways)


def _lacking(need: Fillings, cards: tuple[Fillings, ...]) -> Fillings:
    left = Counter(need)
    left -= Counter(filling for fillings in cards for filling in fillings)
    return tuple(left.elements())


def _covers(needs: tuple[Fillings, ...], cards: tuple[Fillings, ...]) -> bool:
    return not any(_lacking(need, cards) for need in needs)


@lru_cache(maxsize=2**14)
def _each_pays(cards: tuple[Fillings, ...], asked: Fillings) -> bool:
    if not cards:
        return True
    for filling in set(cards[0]) & set(asked):
        at = asked.index(filling)
        if _each_pays(cards[1:], asked[:at] + asked[at + 1 :]):
            return True
    return False


@lru_cache(maxsize=2**10)
def _ways(cards: tuple[Fillings, ...], needs: tuple[Fillings, ...]) -> tuple[tuple[int, ...], ...]:
    """Give every choice that pays, as places in ``cards``; asked for again and again in a turn."""
    found: list[tuple[int, ...]] = []
    begun: list[tuple[int, ...]] = [()] if _covers(needs, cards) else []
    for chosen in begun:  # grows while it is walked: more and more cards
        printed = tuple(cards[at] for at in chosen)
        if chosen and _covers(needs, printed):
            found.append(chosen)
        later = range(chosen[-1] + 1 if chosen else 0, len(cards))
        begun += [(*chosen, at) for at in later if _each_pays((*printed, cards[at]), needs[0])]
    return tuple(found)
