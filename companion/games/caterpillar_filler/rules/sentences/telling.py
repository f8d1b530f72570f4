"""What somebody did, in a sentence for the log."""

from __future__ import annotations

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
from companion.rules.phrases import Value


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
            dice = "The die shows" if len(action.values) == 1 else "The dice show"
            return Message(f"{dice} {{values}}.", {"values": listed(list(map(str, action.values)), "and")})
        case Wild():
            return Message("A {token} is drawn for {space}.", {"token": action.token, "space": action.space})
        case Tile():
            return Message("The tiles turned up say {space}.", {"space": action.space})


def _route(route: Route) -> Message:
    steps = "1 space" if route.steps == 1 else f"{route.steps} spaces"
    over = route.path[1:-1]
    text = "{who} [move] {steps} over {over} to {end}" if over else "{who} [move] {steps} to {end}"
    values: dict[str, Value] = {"steps": steps, "over": listed(over, "and"), "end": route.end}
    eaten = [route.path[step] for step in route.eats]
    if eaten:
        text += " and [eat] the flower on {eaten}" if len(eaten) == 1 else " and [eat] the flowers on {eaten}"
        values["eaten"] = listed(eaten, "and")
    if not route.bites:
        return deed(f"{text}.", route.by, values)
    return deed(f"{text} and [bite] {{victim}}.", route.by, values, victim=route.bites)


def _plain(action: Action) -> tuple[str, dict[str, Value]]:
    """Words of the actions that are one sentence whatever they hold."""
    match action:
        case Flower():
            words = "" if action.tile == action.space else " instead of {tile}"
            return f"{{who}} [put] the flower on {{space}}{words}.", {
                "space": action.space,
                "tile": action.tile,
            }
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
            way = "clockwise" if action.direction == "cw" else "counter-clockwise"
            text = "{who} [come] back with the head on {space}, {way} from there."
            return text, {"space": action.space, "way": way}
        case Stuck():
            return "{who} [give] up the move.", {}
        case Wait():
            return "{who} [wait]: there is no room on the edge.", {}
        case End():
            return "{who} [pass] the turn on.", {}
    raise TypeError(f"{type(action).__name__} is no action of Caterpillar Filler.")
