"""What colours, flowers and parts of tiles are called, and short cuts for sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.papillon.rules.data.box import Box, Node
from companion.games.papillon.rules.data.tileset import SIDES
from companion.rules.abilities import Trait
from companion.rules.game import Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message

COLOUR_NAMES: Final = {"R": "red", "B": "blue", "Y": "yellow", "P": "purple", "F": "field"}
"""Type of a segment -> its name in a sentence."""

DEEDS: Final = {
    "draft": "take a row or a column",
    "post": "place the gnome",
    "perch": "put a butterfly",
    "fly": "send a butterfly",
    "bonus": "add a butterfly",
}
"""Verb of the notation -> what players call that, as they are asked for it (section 13)."""

_SIDES: Final = {"N": "top", "E": "right", "S": "bottom", "W": "left"}
"""The sides of a tile that lies upright."""


def said(text: str, who: Seat, **values: str | int) -> Message:
    """Give a sentence about one seat, ``{who}``."""
    return Message(text, values, {"who": who})


def counted(number: int, noun: str) -> str:
    """Give ``1 tile``, ``2 tiles``, ``2 butterflies``, ``no tiles``."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number or 'no'} {noun if number == 1 else plural}"


def part_called(node: Node, box: Box) -> str:
    """Name a patch or field by a tile of it, and by its side where the tile has two of that colour."""
    tile = node.partition(".")[0]
    if node not in box.segments:
        return f"patch at tile {tile}"
    segment = box.segments[node]
    kind = "field" if segment.type == "F" else f"{COLOUR_NAMES[segment.type]} patch"
    name = f"{kind} at tile {tile}"
    if sum(other.type == segment.type for other in box.tiles[tile].segments) == 1:
        return name
    sides = [_SIDES[side] for side in segment.edges] or ["middle"]
    return f"{name} ({listed(sides, 'and')} when it lies upright)"


def tile_called(tile: str, box: Box) -> str:
    """Name a tile by what grows on it and by what is printed on it, as ``red and blue tile T41``."""
    colours = dict.fromkeys(COLOUR_NAMES[part.type] for part in box.tiles[tile].segments if part.type != "F")
    grows = "meadow" if not colours else "colourful" if len(colours) > 2 else listed([*colours], "and")
    return f"{grows} tile {tile}"


def sides_of(tile: str, box: Box) -> tuple[Trait, ...]:
    """Give the colours along the sides of a tile, for whoever holds it."""
    colours = [COLOUR_NAMES[side] for side in box.tiles[tile].sides]
    return tuple(
        Trait(f"Hold the tile so that you can read its number. What is at its {_SIDES[side]}?", colour)
        for side, colour in zip(SIDES, colours, strict=True)
    )


def tiles_called(tiles: Iterable[str]) -> str:
    """Name tiles by what is printed on them, as ``tile T01`` or ``tiles T01 and T02``."""
    names = list(tiles)
    return f"tile{'s' if len(names) > 1 else ''} {listed(names, 'and')}"


def flower_called(flower: str) -> str:
    """Name a flower by its colour and the number on its card, as ``red flower 1``."""
    return f"{COLOUR_NAMES[flower[1]]} flower {flower[2]}"


def planter_called(planter: str, box: Box) -> str:
    """Name a planter by the Nectar that is printed on it, as ``planter 6/3/1``."""
    return f"planter {'/'.join(map(str, box.planters[planter]))}"


def place_called(x: int, y: int) -> str:
    """Say where a space of a garden is, seen from the one on which its first tile was laid (R27)."""
    across = f"{abs(x)} {'right' if x > 0 else 'left'}"
    along = f"{abs(y)} {'down' if y > 0 else 'up'}"
    ways = [way for way, far in ((across, x), (along, y)) if far]
    return ", ".join(ways) or "first space"
