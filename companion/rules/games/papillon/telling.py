"""What somebody did, in a sentence for the log."""

from __future__ import annotations

from companion.rules.game import Action
from companion.rules.games.papillon import actions
from companion.rules.games.papillon.words import counted
from companion.rules.message import Message

_Words = tuple[str, dict[str, str | int]]


def tell(action: Action) -> Message:
    """Tell an action; ``{who}`` is its actor's name."""
    if isinstance(action, actions.Order):
        return Message("{next} is next on the bid order track.", seats={"next": action.seat})
    text, values = _drawn(action) or _chosen(action) or _gardened(action)
    return Message(text, values, {"who": action.by} if action.by else {})


def _drawn(action: Action) -> _Words | None:
    match action:
        case actions.Pair():
            return "Flower {flower} is put on planter {planter}.", {
                "flower": action.flower,
                "planter": action.planter,
            }
        case actions.Fill():
            return "{tile} is drawn for {space}.", {"tile": action.tile, "space": action.space}
        case actions.Gnome():
            return "The gnome brings {n}.", {"n": counted(action.number, "caterpillar")}
        case actions.Reserve():
            return "{tile} is drawn as reserve tile.", {"tile": action.tile}
    return None


def _chosen(action: Action) -> _Words | None:
    match action:
        case actions.Bid():
            return "{who} bids {n}.", {"n": action.amount}
        case actions.Draft():
            noun = "row" if action.line.isdigit() else "column"
            return "{who} drafts {noun} {line}.", {"noun": noun, "line": action.line}
        case actions.Fly():
            return "{who}'s butterfly flies from {patch} to {flower}.", {
                "patch": action.patch,
                "flower": action.flower,
            }
        case actions.Bonus(source="none"):
            return "{who} declines the bonus.", {}
        case actions.Bonus():
            return "{who} adds a butterfly from {source}.", {"source": _source(action.source)}
    return None


def _gardened(action: Action) -> _Words:
    match action:
        case actions.Lay(spot=None):
            return "{who} lifts {tile} again.", {"tile": action.tile}
        case actions.Lay():
            return "{who} lays {tile} at {spot}.", {"tile": action.tile, "spot": str(action.spot)}
        case actions.Post():
            return "{who} posts a gnome on {node}.", {"node": action.node}
        case actions.Perch(source="none"):
            return "{who} leaves the patch {patch} without a butterfly.", {"patch": action.patch}
        case actions.Perch():
            return "{who} puts a butterfly from {source} on the patch {patch}.", {
                "source": _source(action.source),
                "patch": action.patch,
            }
        case actions.Done():
            return "{who} has finished the garden.", {}
    raise TypeError(f"{type(action).__name__} is no action of Papillon.")


def _source(source: actions.Source) -> str:
    return "the supply" if source == "supply" else source
