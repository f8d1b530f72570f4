"""What somebody did, in a sentence for the log."""

from __future__ import annotations

from companion.rules.game import Action
from companion.rules.games.filler_tiles.actions import Draw, Expand, New, Pie, Seed, Stones, Take
from companion.rules.games.filler_tiles.position import COLOURS
from companion.rules.message import Message


def tell(action: Action) -> Message:
    """Tell an action; ``{who}`` is its actor's name."""
    text, values = _words(action)
    return Message(text, values, {"who": action.by} if action.by else {})


def _words(action: Action) -> tuple[str, dict[str, str | int]]:
    match action:
        case Stones(_, square, image):
            return "Stones are drawn for {square} and {image}.", {"square": square, "image": image}
        case Draw(_, square):
            return "The opening is drawn: Red on {square}, Blue facing it.", {"square": square}
        case Seed(_, square):
            return "{who} puts a first tile on {square}.", {"square": square}
        case Pie(_, first, second):
            return "{who} puts Red on {first} and Blue on {second}.", {"first": first, "second": second}
        case Take(_, colour):
            return "{who} takes {colour}.", {"colour": COLOURS[colour - 1]}
        case Expand(_, square):
            return "{who} joins on at {square}.", {"square": square}
        case New(_, square):
            return "{who} starts a new group on {square}.", {"square": square}
    raise TypeError(f"{type(action).__name__} is no action of Filler (tiles).")
