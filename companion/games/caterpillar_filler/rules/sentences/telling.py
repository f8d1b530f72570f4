"""What somebody did, in a sentence for the log."""

from __future__ import annotations

from typing import Final

from companion.games.caterpillar_filler.rules.actions import (
    End,
    First,
    Flower,
    Join,
    Keep,
    Roll,
    Route,
    Shift,
    Stuck,
    Tile,
    Wait,
    Wasp,
    Wild,
)
from companion.rules.game import Action
from companion.rules.kit.deed import deed
from companion.rules.kit.words import listed
from companion.rules.message import Message
from companion.rules.phrases import Count, Term, Value


def tell(action: Action) -> Message:
    """Tell an action; ``{who}`` is its actor's name."""
    if isinstance(action, Route):
        return _route(action)
    if isinstance(action, (First, Roll, Wild, Tile)):
        return _by_chance(action)
    text, values = _plain(action)
    return deed(text, action.by, values)


def _by_chance(action: First | Roll | Wild | Tile) -> Message:
    match action:
        case First():
            return Message("{first} begins.", seats={"first": action.seat})
        case Roll():
            text = "The die shows {values}." if len(action.values) == 1 else "The dice show {values}."
            return Message(text, {"values": listed(list(map(str, action.values)), "and")})
        case Wild():
            token = {"flower": Term("flower", "a"), "wasp": Term("wasp", "a")}[action.token]
            return Message("{token:Cap} is drawn for {space}.", {"token": token, "space": action.space})
        case Tile():
            return Message("The tiles turned up say {space}.", {"space": action.space})


def _route(route: Route) -> Message:
    over, eaten = route.path[1:-1], [route.path[step] for step in route.eats]
    text = (
        ("{who} [move] {steps} over {over} to {end}" if over else "{who} [move] {steps} to {end}")
        + ((_EATS if len(eaten) == 1 else _EATS_MORE) if eaten else "")
        + (" and [bite] {victim}." if route.bites else ".")
    )
    values: dict[str, Value] = {"steps": Count(route.steps, "space"), "end": route.end}
    if over:
        values["over"] = listed(over, "and")
    if eaten:
        values["eaten"] = listed(eaten, "and")
    victim = {"victim": route.bites} if route.bites else {}
    return deed(text, route.by, values, to_doer="", **victim)


_EATS: Final = " and [eat] the flower on {eaten}"
_EATS_MORE: Final = " and [eat] the flowers on {eaten}"


def _plain(action: Action) -> tuple[str, dict[str, Value]]:
    """Words of the actions that are one sentence whatever they hold."""
    match action:
        case Flower():
            if action.tile == action.space:
                return "{who} [put] the flower on {space}.", {"space": action.space}
            values: dict[str, Value] = {"space": action.space, "tile": action.tile}
            return "{who} [put] the flower on {space} instead of {tile}.", values
        case Wasp():
            return "{who} [place] a wasp on {space}.", {"space": action.space}
        case Shift():
            return "{who} [move] the wasp on {origin} to {space}.", {
                "origin": action.origin,
                "space": action.space,
            }
        case _:
            return _own_caterpillar(action)


def _own_caterpillar(action: Action) -> tuple[str, dict[str, Value]]:
    match action:
        case Keep():
            return "{who} [keep] the {value}.", {"value": action.value}
        case Join():
            text = "{who} [come] back with the head on {space}, counter-clockwise from there."
            if action.direction == "cw":
                text = "{who} [come] back with the head on {space}, clockwise from there."
            return text, {"space": action.space}
        case Stuck():
            return "{who} [give] up the move.", {}
        case Wait():
            return "{who} [wait]: there is no room on the edge.", {}
        case End():
            return "{who} [pass] the turn on.", {}
    raise TypeError(f"{type(action).__name__} is no action of Caterpillar Filler.")
