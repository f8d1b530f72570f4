"""Naming colours, dice and items in sentences: a seat's colour by its player, the neutral one as a person."""

from __future__ import annotations

from typing import Final

from companion.games.it_happens.rules.position import Position
from companion.games.it_happens.rules.table import Colour
from companion.rules.message import Message
from companion.rules.phrases import Article, Count, Term, Value

IMAGINARY: Final = Term("imaginary player", "the")

COLOURS: Final = {
    "yellow": Term("yellow"),
    "red": Term("red"),
    "green": Term("green"),
    "blue": Term("blue"),
    "white": Term("white"),
}
DICE: Final = {
    "": Term("die"),
    "yellow": Term("yellow die"),
    "red": Term("red die"),
    "green": Term("green die"),
    "blue": Term("blue die"),
    "white": Term("white die"),
}
_ITEMS: Final = (
    Term("map"),
    Term("sneaker"),
    Term("bone"),
    Term("pair of eyeglasses"),
    Term("speaker"),
    Term("telescope"),
    Term("glove"),
    Term("key"),
    Term("worm"),
)
_TILES: Final = (
    Term("map tile"),
    Term("sneaker tile"),
    Term("bone tile"),
    Term("eyeglasses tile"),
    Term("speaker tile"),
    Term("telescope tile"),
    Term("glove tile"),
    Term("key tile"),
    Term("worm tile"),
)
"""Items and tiles of the printed set, for translators; those of an owner's cards are as they are written."""


def who(p: Position, colour: Colour, *, begins: bool = False) -> Value:
    """Name a colour's owner; ``begins``: at the beginning of a sentence."""
    if colour != p.table.neutral:
        return Message("{who}", seats={"who": colour + 1})
    return Message("{who:Cap}", {"who": IMAGINARY}) if begins else IMAGINARY


def die(p: Position, colour: Colour, article: Article) -> Term:
    """Name a die of a colour, as *the yellow die*."""
    return Term(DICE[p.table.colours[colour]].word, article)


def item(kind: str, article: Article = "") -> Term:
    """Name an item, as *a key* or *a pair of eyeglasses*."""
    return Term(_single(kind), article)


def items(number: int, kind: str) -> Count:
    """Count items, as *1 key* or *2 pairs of eyeglasses*."""
    one = _single(kind)
    return Count(number, one, f"pairs of {kind}" if one != kind else f"{kind}s")


def tile(kind: str, article: Article = "a") -> Term:
    """Name a tile with an item or a worm, as *an eyeglasses tile*."""
    return Term(f"{kind} tile", article)


def _single(kind: str) -> str:
    return f"pair of {kind}" if kind.endswith("s") else kind
