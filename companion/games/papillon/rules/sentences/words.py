"""What colours, flowers and parts of tiles are called, and short cuts for sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.games.papillon.rules.data.box import Box, Node
from companion.games.papillon.rules.data.tileset import SIDES
from companion.rules.abilities import Trait
from companion.rules.game import Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message, together
from companion.rules.phrases import Count, Term, Value

COLOUR_NAMES: Final = {"R": "red", "B": "blue", "Y": "yellow", "P": "purple", "F": "field"}
"""Type of a segment -> its name in a sentence."""

PARTS: Final = {
    "R": "red patch",
    "B": "blue patch",
    "Y": "yellow patch",
    "P": "purple patch",
    "F": "field",
}
FLOWERS: Final = {"R": "red flower", "B": "blue flower", "Y": "yellow flower", "P": "purple flower"}
"""Type of a segment -> what a part of a garden, or a flower of that colour, is called."""

DEEDS: Final[Mapping[str, Value]] = {
    "pair": Message("flowers and planters"),
    "order": Message("first player"),
    "fill": Message("drawn tile"),
    "gnome": Message("gnome number"),
    "bid": Message("bid"),
    "draft": Message("take a row or a column"),
    "reserve": Message("reserve tile"),
    "lay": Message("lay"),
    "lift": Message("lift"),
    "post": Message("place the gnome"),
    "done": Message("finish"),
    "perch": Message("put a butterfly"),
    "fly": Message("send a butterfly"),
    "bonus": Message("add a butterfly"),
}
"""Verb of the notation -> what players call that, as they are asked for it (section 13)."""

_SIDES: Final = {"N": "top", "E": "right", "S": "bottom", "W": "left"}
"""The sides of a tile that lies upright."""


def said(text: str, who: Seat, **values: Value) -> Message:
    """Give a sentence about one seat, ``{who}``."""
    return Message(text, values, {"who": who})


def counted(number: int, noun: str) -> Count:
    """Give ``1 tile``, ``2 tiles``, ``2 butterflies``, ``no tiles``."""
    return Count(number, noun, f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s", none="no")


def part_called(node: Node, box: Box) -> Message:
    """Name a patch or field by a tile of it, and by its side where the tile has two of that colour."""
    tile = node.partition(".")[0]
    if node not in box.segments:
        return Message("{kind} at tile {tile}", {"kind": Term("patch"), "tile": tile})
    segment = box.segments[node]
    kind = Term(PARTS[segment.type])
    if sum(other.type == segment.type for other in box.tiles[tile].segments) == 1:
        return Message("{kind} at tile {tile}", {"kind": kind, "tile": tile})
    sides = listed([Term(_SIDES[side]) for side in segment.edges] or [Term("middle")], "and")
    text = "{kind} at tile {tile} ({sides} when it lies upright)"
    return Message(text, {"kind": kind, "tile": tile, "sides": sides})


def tile_called(tile: str, box: Box) -> Message:
    """Name a tile by what grows on it and by what is printed on it, as ``red and blue tile T41``."""
    colours = dict.fromkeys(part.type for part in box.tiles[tile].segments if part.type != "F")
    if not colours:
        return Message("meadow tile {tile}", {"tile": tile})
    if len(colours) > 2:
        return Message("colourful tile {tile}", {"tile": tile})
    named = listed([Term(COLOUR_NAMES[each]) for each in colours], "and")
    return Message("{colours} tile {tile}", {"colours": named, "tile": tile})


def sides_of(tile: str, box: Box) -> tuple[Trait, ...]:
    """Give the colours along the sides of a tile, for whoever holds it."""
    colours = [COLOUR_NAMES[side] for side in box.tiles[tile].sides]
    text = "Hold the tile so that you can read its number. What is at its {side}?"
    asked = [Message(text, {"side": Term(_SIDES[side])}) for side in SIDES]
    return tuple(Trait(question, colour) for question, colour in zip(asked, colours, strict=True))


def word_called(word: str) -> Value:
    """Say what players call a word: a verb, a colour that a tile shows, or a tile for a space."""
    if word in COLOUR_NAMES.values():
        return Term(word)
    return DEEDS.get(word, word.rpartition("=")[2])


def tiles_called(tiles: Iterable[str]) -> Message:
    """Name tiles by what is printed on them, as ``tile T01`` or ``tiles T01 and T02``."""
    names = list(tiles)
    text = "tile {tiles}" if len(names) == 1 else "tiles {tiles}"
    return Message(text, {"tiles": listed(names, "and")})


def flower_called(flower: str) -> Message:
    """Name a flower by its colour and the number on its card, as ``red flower 1``."""
    return Message("{flower:*} {number}", {"flower": Term(FLOWERS[flower[1]]), "number": flower[2]})


def planter_called(planter: str, box: Box) -> Message:
    """Name a planter by the Nectar that is printed on it, as ``planter 6/3/1``."""
    return Message("planter {nectar}", {"nectar": "/".join(map(str, box.planters[planter]))})


def place_called(x: int, y: int) -> Message:
    """Say where a space of a garden is, seen from the one on which its first tile was laid (R27)."""
    across = Message("{number} right" if x > 0 else "{number} left", {"number": abs(x)})
    along = Message("{number} down" if y > 0 else "{number} up", {"number": abs(y)})
    ways = [way for way, far in ((across, x), (along, y)) if far]
    return together(*ways, between=", ") if ways else Message("first space")
