"""What somebody did, in a sentence for the log; a time card is named to its owner alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.star_baker.rules import actions
from companion.games.star_baker.rules.data.cards import CardId, CardSet
from companion.games.star_baker.rules.sentences.words import colour_called, in_turn
from companion.games.star_baker.rules.table import CHEF
from companion.rules.game import Action
from companion.rules.kit.deed import deed
from companion.rules.kit.words import listed
from companion.rules.message import Message, within
from companion.rules.phrases import Term, Value

Values = dict[str, Value]
Namer = Callable[[CardId], Value]

AUTOMATIC: Final = Term("automatic chef", "the")
"""What player 2 of a solo game is called where nobody knows which chef it is (section 10)."""


def tell(action: Action, cards: CardSet, chef: Value = AUTOMATIC) -> Message:
    """Tell an action; ``{who}`` is its actor's name, ``chef`` what the automatic chef is called."""
    if isinstance(action, actions.Chefs):
        return _chefs(action, chef)
    if isinstance(action, actions.Order):
        return within("The time cards are turned face up. {order}", order=in_turn(action.seats, chef))
    if not action.by:
        text, values = _by_chance(action, cards.said)
        return Message(text, {**values, "chef": chef} if "{chef:Cap}" in text else values)
    text, values = _by_a_player(action, cards.said)
    return deed(text, action.by, values)


def tell_others(action: Action) -> Message:
    """Tell of a time card what the others see of it: a card that is put face down."""
    return Message("{who} has put a time card face down.", {}, {"who": action.by})


def _chefs(action: actions.Chefs, chef: Value) -> Message:
    values: Values = {"colour": colour_called(action.colour)}
    if action.seat == CHEF:
        values["who"] = Message("{chef:Cap}", {"chef": chef})
    return deed("{who} [take] the {colour} chef cards.", action.seat, values)


def _fill(action: actions.Fill, named: Namer) -> tuple[str, Values]:
    text = "{who} [fill] {recipe} with {cards}."
    values: Values = {
        "recipe": named(action.recipe),
        "cards": listed([named(card) for card in action.cards], "and"),
    }
    if action.bonus:
        text = "{who} [fill] {recipe} with {cards}, and as a bonus {bonus}."
        values["bonus"] = listed([named(card) for card in action.bonus], "and")
    return text, values


def _by_a_player(action: Action, named: Namer) -> tuple[str, Values]:
    match action:
        case actions.Fill():
            return _fill(action, named)
        case actions.Time(_, card, ()):
            return "{who} [put] {card} face down as time card.", {"card": named(card)}
        case actions.Time(_, card, early):
            values: Values = {"card": named(card), "early": listed([named(each) for each in early], "and")}
            return "{who} [put] {card} face down as time card, and {early} with it.", values
        case actions.Restock(reserve=""):
            return "{who} [restock].", {}
        case actions.Restock(_, card):
            return "{who} [restock] and [reserve] {card}.", {"card": named(card)}
        case actions.Toss(_, card):
            return "{who} [put] {card} in the box.", {"card": named(card)}
    raise TypeError(f"{type(action).__name__} is no action of Star Baker.")


def _by_chance(action: Action, named: Namer) -> tuple[str, Values]:
    match action:
        case actions.Refill(_, card):
            return "{card} is turned up.", {"card": named(card)}
        case actions.Reset():
            return "The book is shuffled into the deck.", {}
        case actions.ChefTime(_, card):
            return "{chef:Cap}'s time card is {card}.", {"card": named(card)}
        case actions.ChefTake(_, card):
            return "{chef:Cap} takes {card}.", {"card": named(card)}
        case actions.ChefRestock(reserve=""):
            return "{chef:Cap} restocks.", {}
        case actions.ChefRestock(_, card):
            return "{chef:Cap} restocks and reserves {card}.", {"card": named(card)}
    raise TypeError(f"{type(action).__name__} is no action of Star Baker.")
