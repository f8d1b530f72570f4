"""What a baker would like to know: what can be filled now, or after which time card; what cards are worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.star_baker.rules.data.cards import CardId, Filling, clock
from companion.games.star_baker.rules.phases.paying import payments
from companion.games.star_baker.rules.phases.picking import choice
from companion.games.star_baker.rules.phases.turns import must_restock
from companion.games.star_baker.rules.position import HIDDEN, Pile, Position, without
from companion.games.star_baker.rules.results.scoring import SET_BONUS, symbols
from companion.games.star_baker.rules.sentences.words import SYMBOLS, fillings_called
from companion.rules.abilities import Advice
from companion.rules.game import Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message
from companion.rules.phrases import Value


def advice(p: Position, seat: Seat) -> Iterator[Advice]:
    """Give what a seat may want to know; nothing where its hand cannot be seen."""
    if p.over or HIDDEN in p.hand[seat - 1] or not p.book:
        return
    if p.phase == "PICK":
        yield from _time_cards(p, seat)
    elif p.phase == "TURN" and p.time_pick[seat - 1] and not must_restock(p, seat):
        yield from _recipes(p, seat)
    yield from _sets(p, seat)


def _time_cards(p: Position, seat: Seat) -> Iterator[Advice]:
    """For each time card what the rest of the hand pays for, if it is still there then."""
    hand = choice(p, seat)
    for card in hand:
        time_min = p.card(card).time_min
        if time_min is None:
            continue
        can = [p.called(recipe) for recipe in p.book if _pays(p, without(hand, (card,)), recipe)]
        values: dict[str, Value] = {"card": p.called(card), "time": clock(time_min)}
        if can:
            text = "{card} at {time}: the rest pays for {recipes}."
            told = Message(text, {**values, "recipes": listed(can, "or")})
        else:
            told = Message("{card} at {time}: the rest pays for nothing.", values)
        yield Advice("Which time card?", told, open=bool(can))


def _pays(p: Position, hand: Pile, recipe: CardId) -> bool:
    return next(payments(p, hand, (recipe,)), None) is not None


def _recipes(p: Position, seat: Seat) -> Iterator[Advice]:
    """For each recipe the cheapest way to pay, or what the hand lacks."""
    hand = p.hand[seat - 1]
    for recipe in p.book:
        ways = sorted(payments(p, hand, (recipe,)), key=lambda cards: (len(cards), _lost(p, recipe, cards)))
        values: dict[str, Value] = {"recipe": p.called(recipe)}
        if ways:
            values["cards"] = listed(list(map(p.called, ways[0])), "and")
            yield Advice("Recipes you can fill", Message("{recipe}: with {cards}.", values))
        else:
            values["fillings"] = fillings_called(_lacking(p, recipe, hand))
            told = Message("{recipe}: your hand lacks {fillings}.", values)
            yield Advice("Recipes you can fill", told, open=False)


def _lost(p: Position, recipe: CardId, cards: Pile) -> int:
    """How many fillings of these cards would pay for nothing."""
    return sum(len(p.card(card).fillings) for card in cards) - len(p.card(recipe).requires)


def _lacking(p: Position, recipe: CardId, hand: Pile) -> list[Filling]:
    left = [filling for card in hand for filling in p.card(card).fillings]
    lacking: list[Filling] = []
    for filling in p.card(recipe).requires:
        if filling in left:
            left.remove(filling)
        else:
            lacking.append(filling)
    return lacking


def _sets(p: Position, seat: Seat) -> Iterator[Advice]:
    """Which symbol the next set still wants."""
    counts = symbols(p, seat)
    least = min(counts.values())
    wanted = [symbol for symbol, count in counts.items() if count == least]
    if len(wanted) < len(counts):
        values: dict[str, Value] = {"symbols": listed([SYMBOLS[symbol] for symbol in wanted], "and")}
        text = "For your next set (+{points} points) you need {symbols}."
        yield Advice("Sets", Message(text, {**values, "points": SET_BONUS}))


CARD_WORTH: Final = 0.5
FILLING_WORTH: Final = 0.2
"""What a card, and a filling that can pay at once, are worth to a bot, in points."""


def prospects(p: Position, seat: Seat) -> float:
    """Give what a seat's cards may still bring: every card wins others, sooner from the hand."""
    in_hand = sum(len(p.card(card).fillings) for card in p.hand[seat - 1] if card != HIDDEN)
    return CARD_WORTH * len(p.collection(seat)) + FILLING_WORTH * in_hand
