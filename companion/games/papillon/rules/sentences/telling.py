"""What somebody did, in a sentence for the log."""

from __future__ import annotations

from typing import Final

from companion.games.papillon.rules import actions
from companion.games.papillon.rules.data.box import Box
from companion.games.papillon.rules.data.garden import Spot
from companion.games.papillon.rules.sentences.words import (
    counted,
    flower_called,
    part_called,
    place_called,
    planter_called,
    tile_called,
)
from companion.rules.game import Action
from companion.rules.kit.deed import deed
from companion.rules.message import Message
from companion.rules.phrases import Term, Value

_Words = tuple[str, dict[str, Value]]

_TURNED: Final = ("upright", "turned right", "upside down", "turned left")
"""How a tile lies after so many quarter turns, by the name that is printed on it."""


def tell(action: Action, box: Box) -> Message:
    """Tell an action; ``{who}`` is its actor's name."""
    if isinstance(action, actions.Order):
        return Message("{next} is next on the bid order track.", seats={"next": action.seat})
    drawn = _drawn(action, box)
    if drawn is not None:
        return Message(*drawn)
    if isinstance(action, actions.Done):
        return deed("{who} [have] finished gardening.", action.by, to_doer="I have finished gardening.")
    text, values = _chosen(action, box) or _gardened(action, box)
    return deed(text, action.by, values)


def _drawn(action: Action, box: Box) -> _Words | None:
    match action:
        case actions.Pair():
            return "The {flower} is put on the {planter}.", {
                "flower": flower_called(action.flower),
                "planter": planter_called(action.planter, box),
            }
        case actions.Fill():
            return "The {tile} is drawn for {space}.", {
                "tile": tile_called(action.tile, box),
                "space": action.space,
            }
        case actions.Gnome():
            return "The gnome brings {n}.", {"n": counted(action.number, "caterpillar")}
        case actions.Reserve():
            return "The {tile} is drawn as the reserve tile.", {"tile": tile_called(action.tile, box)}
    return None


def _chosen(action: Action, box: Box) -> _Words | None:
    match action:
        case actions.Bid():
            return "{who} [bid] {n}.", {"n": action.amount}
        case actions.Draft():
            text = "{who} [draft] row {line}." if action.line.isdigit() else "{who} [draft] column {line}."
            return text, {"line": action.line}
        case actions.Fly():
            return "{who} [send] the butterfly on the {patch} to the {flower}.", {
                "patch": part_called(action.patch, box),
                "flower": flower_called(action.flower),
            }
        case actions.Bonus(source="none"):
            return "{who} [decline] the bonus.", {}
        case actions.Bonus():
            return "{who} [add] a butterfly from the {source}.", {"source": _source(action.source)}
    return None


def _gardened(action: Action, box: Box) -> _Words:
    match action:
        case actions.Lay(_, tile, None):
            return "{who} [lift] tile {tile} again.", {"tile": tile}
        case actions.Lay(_, tile, Spot() as spot):
            return "{who} [lay] tile {tile} {turned} ({where}).", {
                "tile": tile,
                "turned": Term(_TURNED[spot.rotation]),
                "where": place_called(spot.x, spot.y),
            }
        case actions.Post():
            return "{who} [post] a gnome on the {part}.", {"part": part_called(action.node, box)}
        case actions.Perch(source="none"):
            return "{who} [leave] the {patch} without a butterfly.", {"patch": part_called(action.patch, box)}
        case actions.Perch():
            return "{who} [put] a butterfly from the {source} on the {patch}.", {
                "source": _source(action.source),
                "patch": part_called(action.patch, box),
            }
    raise TypeError(f"{type(action).__name__} is no action of Papillon.")


def _source(source: str) -> Value:
    return Term("supply") if source == "supply" else flower_called(source)
