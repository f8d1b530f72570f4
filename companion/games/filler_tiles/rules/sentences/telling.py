"""What somebody did, in a sentence for the log."""

from __future__ import annotations

from companion.games.filler_tiles.rules.actions import Draw, Expand, New, Pie, Seed, Stones, Take
from companion.games.filler_tiles.rules.position import COLOURS
from companion.rules.game import Action
from companion.rules.kit.deed import deed
from companion.rules.message import Message


def tell(action: Action) -> Message:
    """Tell an action; ``{who}`` is its actor's name."""
    match action:
        case Stones(_, square, image):
            return Message("Stones are drawn for {square} and {image}.", {"square": square, "image": image})
        case Draw(_, square):
            text = "The opening is drawn: Red on {square}, Blue facing it."
            return Message(text, {"square": square})
        case Seed(who, square):
            return deed("{who} [put] a first tile on {square}.", who, {"square": square})
        case Pie(who, first, second):
            text = "{who} [put] Red on {first} and Blue on {second}."
            return deed(text, who, {"first": first, "second": second})
        case Take(who, colour):
            return deed("{who} [take] {colour}.", who, {"colour": COLOURS[colour - 1]})
        case Expand(who, square):
            return deed("{who} [join] on at {square}.", who, {"square": square})
        case New(who, square):
            return deed("{who} [start] a new group on {square}.", who, {"square": square})
    raise TypeError(f"{type(action).__name__} is no action of Filler (tiles).")
