"""What somebody did, in a sentence for the log."""

from __future__ import annotations

from typing import Final

from companion.rules.game import Action
from companion.rules.games.papillon import actions
from companion.rules.games.papillon.box import Box, Node
from companion.rules.games.papillon.garden import Spot
from companion.rules.games.papillon.words import COLOUR_NAMES, counted
from companion.rules.message import Message
from companion.rules.words import listed

_Words = tuple[str, dict[str, str | int]]

_TURNED: Final = ("upright", "turned right", "upside down", "turned left")
"""How a tile lies after so many quarter turns, by the name that is printed on it."""

_SIDES: Final = {"N": "top", "E": "right", "S": "bottom", "W": "left"}
"""The sides of a tile that lies upright."""


def tell(action: Action, box: Box) -> Message:
    """Tell an action; ``{who}`` is its actor's name."""
    if isinstance(action, actions.Order):
        return Message("{next} is next on the bid order track.", seats={"next": action.seat})
    text, values = _drawn(action, box) or _chosen(action, box) or _gardened(action, box)
    return Message(text, values, {"who": action.by} if action.by else {})


def _drawn(action: Action, box: Box) -> _Words | None:
    match action:
        case actions.Pair():
            return "The {flower} is put on the planter {nectar}.", {
                "flower": _flower(action.flower),
                "nectar": "/".join(map(str, box.planters[action.planter])),
            }
        case actions.Fill():
            return "{tile} is drawn for {space}.", {"tile": action.tile, "space": action.space}
        case actions.Gnome():
            return "The gnome brings {n}.", {"n": counted(action.number, "caterpillar")}
        case actions.Reserve():
            return "{tile} is drawn as reserve tile.", {"tile": action.tile}
    return None


def _chosen(action: Action, box: Box) -> _Words | None:
    match action:
        case actions.Bid():
            return "{who} bids {n}.", {"n": action.amount}
        case actions.Draft():
            noun = "row" if action.line.isdigit() else "column"
            return "{who} drafts {noun} {line}.", {"noun": noun, "line": action.line}
        case actions.Fly():
            return "{who}'s butterfly flies from the {patch} to the {flower}.", {
                "patch": _part(action.patch, box),
                "flower": _flower(action.flower),
            }
        case actions.Bonus(source="none"):
            return "{who} declines the bonus.", {}
        case actions.Bonus():
            return "{who} adds a butterfly from the {source}.", {"source": _source(action.source)}
    return None


def _gardened(action: Action, box: Box) -> _Words:
    match action:
        case actions.Lay(_, tile, None):
            return "{who} lifts {tile} again.", {"tile": tile}
        case actions.Lay(_, tile, Spot() as spot):
            return "{who} lays {tile} {turned}, {where}.", {
                "tile": tile,
                "turned": _TURNED[spot.rotation],
                "where": _where(spot),
            }
        case actions.Post():
            return "{who} posts a gnome on the {part}.", {"part": _part(action.node, box)}
        case actions.Perch(source="none"):
            return "{who} leaves the {patch} without a butterfly.", {"patch": _part(action.patch, box)}
        case actions.Perch():
            return "{who} puts a butterfly from the {source} on the {patch}.", {
                "source": _source(action.source),
                "patch": _part(action.patch, box),
            }
        case actions.Done():
            return "{who} has finished the garden.", {}
    raise TypeError(f"{type(action).__name__} is no action of Papillon.")


def _where(spot: Spot) -> str:
    """Say where a space of a garden is, seen from the one on which its first tile was laid (R27)."""
    across = f"{abs(spot.x)} to the {'right' if spot.x > 0 else 'left'}"
    along = f"{abs(spot.y)} {'down' if spot.y > 0 else 'up'}"
    ways = [way for way, far in ((across, spot.x), (along, spot.y)) if far]
    return f"{listed(ways, 'and')} from the first space" if ways else "on the first space"


def _part(node: Node, box: Box) -> str:
    """Name a patch or field by a tile of it, and by its side where the tile has two of that colour."""
    tile = node.partition(".")[0]
    if node not in box.segments:
        return f"patch at {tile}"
    segment = box.segments[node]
    name = f"field at {tile}" if segment.type == "F" else f"{COLOUR_NAMES[segment.type]} patch at {tile}"
    if sum(other.type == segment.type for other in box.tiles[tile].segments) == 1:
        return name
    sides = [_SIDES[side] for side in segment.edges] or ["middle"]
    return f"{name} ({listed(sides, 'and')} when it lies upright)"


def _source(source: str) -> str:
    return "supply" if source == "supply" else _flower(source)


def _flower(flower: str) -> str:
    return f"{COLOUR_NAMES[flower[1]]} flower {flower}"
