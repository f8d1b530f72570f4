"""What somebody did, in a sentence for the log."""

from __future__ import annotations

from companion.rules.game import Action
from companion.rules.games.caterpillar_filler.actions import (
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
from companion.rules.games.caterpillar_filler.words import listed
from companion.rules.message import Message


def tell(action: Action) -> Message:
    """Tell an action; ``{who}`` is its actor's name."""
    if isinstance(action, Route):
        return _route(action)
    if isinstance(action, First):
        return Message("{first} begins.", seats={"first": action.seat})
    if isinstance(action, Roll):
        return Message("The die shows {values}.", {"values": listed([str(n) for n in action.values], "and")})
    text, values = _plain(action)
    return Message(text, values, {"who": action.by} if action.by else {})


def _route(route: Route) -> Message:
    steps = "1 space" if route.steps == 1 else f"{route.steps} spaces"
    over = route.path[1:-1]
    text = "{who} moves {steps} over {over} to {end}" if over else "{who} moves {steps} to {end}"
    seats = {"who": route.by}
    eaten = [route.path[step] for step in route.eats]
    if eaten:
        text += " and eats the flower on {eaten}" if len(eaten) == 1 else " and eats the flowers on {eaten}"
    if route.bites:
        text += " and bites {victim}"
        seats["victim"] = route.bites
    values: dict[str, str | int] = {"steps": steps, "over": listed(over, "and"), "end": route.end}
    return Message(f"{text}.", {**values, "eaten": listed(eaten, "and")}, seats)


def _plain(action: Action) -> tuple[str, dict[str, str | int]]:
    """Words of the actions that are one sentence whatever they hold."""
    match action:
        case Wild():
            return "A {token} is drawn for {space}.", {"token": action.token, "space": action.space}
        case Tile():
            return "The tiles turned up say {space}.", {"space": action.space}
        case Flower():
            words = "" if action.tile == action.space else " instead of {tile}"
            return f"{{who}} puts the flower on {{space}}{words}.", {
                "space": action.space,
                "tile": action.tile,
            }
        case Wasp():
            return "{who} places a wasp on {space}.", {"space": action.space}
        case Shift():
            return "{who} moves the wasp on {origin} to {space}.", {
                "origin": action.origin,
                "space": action.space,
            }
        case _:
            return _own_caterpillar(action)


def _own_caterpillar(action: Action) -> tuple[str, dict[str, str | int]]:
    match action:
        case Keep():
            return "{who} keeps the {value}.", {"value": action.value}
        case Join():
            way = "clockwise" if action.direction == "cw" else "counter-clockwise"
            return "{who} comes back on {space}, with the body, if any, {way} from there.", {
                "space": action.space,
                "way": way,
            }
        case Stuck():
            return "{who} gives up the move.", {}
        case Wait():
            return "{who} finds no room on the edge and waits.", {}
        case End():
            return "{who} has finished.", {}
    raise TypeError(f"{type(action).__name__} is no action of Caterpillar Filler.")
