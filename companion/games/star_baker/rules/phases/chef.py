"""The automatic chef of a solo game (section 10): player 2, moved by rule and by the order of its deck.

Its ``hand`` is its deck: which cards are in it everybody knows, in which order nobody. All it does
arrives as actions of chance; only its time cards are really drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.star_baker.rules.actions import ChefRestock, ChefTake, ChefTime
from companion.games.star_baker.rules.data.cards import SYMBOLS, CardId
from companion.games.star_baker.rules.flow import next_turn
from companion.games.star_baker.rules.phases.turns import reserve
from companion.games.star_baker.rules.position import P, Position, in_order, replaced, without
from companion.games.star_baker.rules.table import CHEF
from companion.rules.game import CHANCE, Reason
from companion.rules.kit.words import reason

LATEST_MIN: Final = 24 * 60
"""Later than any card: no time counts as latest."""


def chosen(p: Position) -> CardId:
    """Give the recipe of the book that this chef chooses; ties by lower id. Empty with an empty book."""
    return min(p.book, key=lambda card: (*_rank(p, card), card), default="")


def _rank(p: Position, card: CardId) -> tuple[int, ...]:
    """Rank a recipe; the least is chosen."""
    printed = p.card(card)
    match p.table.automatic_chef:
        case "ada":
            return (-len(printed.symbols),)
        case "bruno":
            return (-len(printed.requires),)
        case "celeste":
            return (len(printed.requires),)
        case "dmitri":
            return -printed.symbols.count(_scarcest(p)), -len(printed.symbols)
        case "esme":
            return (-len(printed.fillings),)
        case "farid":
            return (-LATEST_MIN if printed.time_min is None else -printed.time_min,)


def _scarcest(p: Position) -> str:
    """Give the symbol the chef has least of: of equals coin, then star."""
    own = [symbol for card in p.collection(CHEF) for symbol in p.card(card).symbols]
    return min(SYMBOLS, key=own.count)


def legal_chef_times(p: Position) -> Iterator[ChefTime]:
    """Any card of its deck may lie on top."""
    return (ChefTime(CHANCE, card) for card in p.hand[CHEF - 1])


def why_not_chef_time(p: Position, action: ChefTime) -> Reason | None:
    """Why that card cannot be its time card."""
    if action.card in p.hand[CHEF - 1]:
        return None
    return reason("section 10", "{card} is not in the automatic chef's deck.", card=p.called(action.card))


def apply_chef_time(p: P, action: ChefTime) -> P:
    """Turn up its time card onto its discard pile; then the cards are turned over."""
    deck = without(p.hand[CHEF - 1], (action.card,))
    discard = (*p.discard[CHEF - 1], action.card)
    return replace(
        p,
        phase="REVEAL",
        hand=replaced(p.hand, CHEF, deck),
        discard=replaced(p.discard, CHEF, discard),
    )


def _restocks(p: Position) -> bool:
    """Whether it restocks: its deck is empty, or the book is (SB-27)."""
    return not p.hand[CHEF - 1] or not p.book


def legal_chef_takes(p: Position) -> Iterator[ChefTake]:
    """The one recipe that it wins."""
    if p.mover == CHEF and not _restocks(p):
        yield ChefTake(CHANCE, chosen(p))


def why_not_chef_take(p: Position, action: ChefTake) -> Reason | None:
    """Why it does not win that recipe."""
    if action in legal_chef_takes(p):
        return None
    if _restocks(p):
        return reason("section 10", "{chef} restocks now.", chef=p.table.chef_name)
    return reason("section 10", "{chef} takes {card}.", chef=p.table.chef_name, card=p.called(chosen(p)))


def apply_chef_take(p: P, action: ChefTake) -> P:
    """Put the recipe on its discard pile, without paying and without ability."""
    discard = (*p.discard[CHEF - 1], action.card)
    p = replace(
        p,
        book=without(p.book, (action.card,)),
        discard=replaced(p.discard, CHEF, discard),
        actions_today=replaced(p.actions_today, CHEF, "fill"),
        resets=0,
    )
    return next_turn(p)


def legal_chef_restocks(p: Position) -> Iterator[ChefRestock]:
    """The one recipe that it reserves."""
    if p.mover == CHEF and _restocks(p):
        yield ChefRestock(CHANCE, chosen(p))


def why_not_chef_restock(p: Position, action: ChefRestock) -> Reason | None:
    """Why it does not restock so."""
    if action in legal_chef_restocks(p):
        return None
    if not _restocks(p):
        return reason("section 10", "{chef} has cards left and takes a recipe.", chef=p.table.chef_name)
    card = p.called(chosen(p))
    text = "{chef} reserves {card}." if card else "{chef} reserves nothing."
    return reason("section 10", text, chef=p.table.chef_name, card=card)


def apply_chef_restock(p: P, action: ChefRestock) -> P:
    """Shuffle its discard pile as its new deck; what it reserves goes on top of the recipe deck."""
    p = replace(
        p,
        hand=replaced(p.hand, CHEF, in_order(p.collection(CHEF))),
        discard=replaced(p.discard, CHEF, ()),
        actions_today=replaced(p.actions_today, CHEF, "restock"),
    )
    return next_turn(reserve(p, action.reserve))
