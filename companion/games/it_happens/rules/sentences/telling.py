"""What somebody did, in a sentence for the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.it_happens.rules.actions import Choose, First, MoundId, Pass, Place, Reroll, Reveal, Roll
from companion.games.it_happens.rules.people import DICE
from companion.rules.game import Action
from companion.rules.kit.deed import deed
from companion.rules.kit.words import listed
from companion.rules.message import Message
from companion.rules.phrases import Term, Value

Namer = Callable[[MoundId], str]

_DICE: Final = {colour[:1].upper(): each.word for colour, each in DICE.items()}


def tell(action: Action, called: Namer) -> Message:
    """Tell an action; ``{who}`` is its actor's name, ``called`` says what players call a mound."""
    match action:
        case First():
            return Message("{first} begins.", seats={"first": action.seat})
        case Reveal():
            names = [called(mound) for mound in action.mounds]
            return Message("The mounds {mounds} are revealed.", {"mounds": listed(names, "and")})
        case Roll():
            die = Term(_DICE[action.colour], "the")
            return Message("{die:Cap} shows {value}.", {"die": die, "value": action.value})
        case _:
            return _own_deed(action, called)


def _own_deed(action: Action, called: Namer) -> Message:
    match action:
        case Choose(who, colour):
            return deed("{who} [roll] {die}.", who, {"die": Term(_DICE[colour], "a")})
        case Reroll(who):
            return deed("{who} [pay] a worm and [roll] again.", who)
        case Pass(who):
            return deed("{who} [pay] a worm and [pass].", who)
        case Place(who):
            return deed("{who} [place] the die on {where}.", who, {"where": _where(action, called)})
    raise TypeError(f"{type(action).__name__} is no action of It Happens.")


def _where(place: Place, called: Namer) -> Value:
    """Name the mound, and the space where somebody saw the die lie on another than its own."""
    if not place.space:
        return called(place.mound)
    column, level = place.space.removeprefix("C").split(".")
    values: dict[str, Value] = {"mound": called(place.mound), "column": column, "space": level}
    return Message("{mound}, column {column}, space {space}", values)
