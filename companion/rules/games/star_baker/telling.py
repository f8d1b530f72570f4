"""What somebody did, in a sentence for the log; a time card is named to its owner alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.rules.game import Action
from companion.rules.games.star_baker import actions
from companion.rules.games.star_baker.cards import CardId, CardSet
from companion.rules.games.star_baker.chef import CHEF
from companion.rules.message import Message
from companion.rules.words import listed

Values = dict[str, str | int]
Namer = Callable[[CardId], str]

AUTOMATIC: Final = "the automatic chef"
"""What player 2 is called where nobody has given it a name: in a solo game (section 10)."""


def tell(action: Action, cards: CardSet) -> Message:
    """Tell an action; ``{who}`` is its actor's name."""
    seats = {"who": action.by} if action.by else {}
    if isinstance(action, actions.Chefs):
        return _chefs(action)
    if isinstance(action, actions.Order):
        return _order(action)

    if isinstance(action, actions.Fill):
        return Message(*_fill(action, cards.called), seats)
    if action.by:
        return Message(*_by_a_player(action, cards.called), seats)
    return Message(*_by_chance(action, cards.called))


def tell_others(action: Action) -> Message:
    """Tell of a time card what the others see of it: a card that is put face down."""
    return Message("{who} has put a time card face down.", {}, {"who": action.by})


def _chefs(action: actions.Chefs) -> Message:
    values: Values = {"colour": action.colour}
    if action.seat == CHEF:
        values["who"] = AUTOMATIC.capitalize()
    return Message("{who} has the {colour} chef cards.", values, {"who": action.seat})


def _order(action: actions.Order) -> Message:
    seats = {f"player{seat}": seat for seat in action.seats}
    values: Values = {f"player{CHEF}": AUTOMATIC} if CHEF in action.seats else {}
    names = listed([f"{{player{seat}}}" for seat in action.seats], "and")
    return Message(f"The time cards are turned over. The order is {names}.", values, seats)


def _fill(action: actions.Fill, named: Namer) -> tuple[str, Values]:
    text = "{who} fills {recipe} with {cards}."
    values: Values = {
        "recipe": named(action.recipe),
        "cards": listed([named(card) for card in action.cards], "and"),
    }
    if action.bonus:
        text = "{who} fills {recipe} with {cards}, and as a bonus {bonus}."
        values["bonus"] = listed([named(card) for card in action.bonus], "and")
    return text, values


def _by_a_player(action: Action, named: Namer) -> tuple[str, Values]:
    match action:
        case actions.Time(_, card, ()):
            return "{who} puts {card} face down as time card.", {"card": named(card)}
        case actions.Time(_, card, early):
            values = {"card": named(card), "early": listed([named(each) for each in early], "and")}
            return "{who} puts {card} face down as time card, and {early} with it.", dict(values)
        case actions.Restock(reserve=""):
            return "{who} restocks.", {}
        case actions.Restock(_, card):
            return "{who} restocks and reserves {card}.", {"card": named(card)}
        case actions.Toss(_, card):
            return "{who} puts {card} in the box.", {"card": named(card)}
    raise TypeError(f"{type(action).__name__} is no action of Star Baker.")


def _by_chance(action: Action, named: Namer) -> tuple[str, Values]:
    match action:
        case actions.Refill(_, card):
            return "{card} is turned up.", {"card": named(card)}
        case actions.Reset():
            return "The book is shuffled into the deck.", {}
        case actions.ChefTime(_, card):
            return "The automatic chef's time card is {card}.", {"card": named(card)}
        case actions.ChefTake(_, card):
            return "The automatic chef takes {card}.", {"card": named(card)}
        case actions.ChefRestock(reserve=""):
            return "The automatic chef restocks.", {}
        case actions.ChefRestock(_, card):
            return "The automatic chef restocks and reserves {card}.", {"card": named(card)}
    raise TypeError(f"{type(action).__name__} is no action of Star Baker.")
