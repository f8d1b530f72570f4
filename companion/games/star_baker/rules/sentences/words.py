"""How fillings and an order of players are said in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from companion.games.star_baker.rules.data.cards import Filling, Symbol
from companion.games.star_baker.rules.table import CHEF
from companion.rules.kit.words import listed
from companion.rules.message import Message
from companion.rules.phrases import Count, Listing, Term, Value

FILLINGS: Final[dict[Filling, Term]] = {
    "vanilla": Term("vanilla"),
    "chocolate": Term("chocolate"),
    "blueberry": Term("blueberry"),
    "strawberry": Term("strawberry"),
    "custard": Term("custard"),
}
SYMBOLS: Final[dict[Symbol, Term]] = {
    "coin": Term("coin", "a"),
    "star": Term("star", "a"),
    "trophy": Term("trophy", "a"),
}
COLOURS: Final[dict[str, Term]] = {
    "red": Term("red"),
    "orange": Term("orange"),
    "yellow": Term("yellow"),
    "green": Term("green"),
    "blue": Term("blue"),
    "violet": Term("violet"),
}


DEEDS: Final[Mapping[str, Value]] = {
    "time": Message("time card"),
    "fill": Message("fill a recipe"),
    "restock": Message("restock"),
    "refill": Message("recipe turned up"),
    "order": Message("order of play"),
    "toss": Message("set a card aside"),
    "reset": Message("clear the book"),
    "chefs": Message("chef cards"),
    "chef": Message("automatic chef"),
}
"""Verb of the notation -> what players call that, as they are asked for it."""


def fillings_called(fillings: Iterable[Filling]) -> Listing:
    """Name fillings, as ``vanilla and two blueberries``."""
    return listed([_counted(filling, number) for filling, number in Counter(fillings).items()], "and")


def _counted(filling: Filling, number: int) -> Value:
    if number == 1:
        return FILLINGS[filling]
    return Count(number, filling, f"{filling[:-1]}ies" if filling.endswith("y") else f"{filling}s")


def colour_called(colour: str) -> Value:
    """Name a border colour; one of an owner's box as it is written there."""
    return COLOURS.get(colour, colour)


def in_turn(players: Sequence[int], chef: Value) -> Message:
    """Say in which order players come; ``chef`` is what player 2 is called where nobody sits there."""
    first, *later = [_named(each, chef, begins=not place) for place, each in enumerate(players)]
    if not later:
        return Message("{first} plays first.", {"first": first})
    return Message("{first} plays first, then {later}.", {"first": first, "later": _one_by_one(later)})


def _named(player: int, chef: Value, *, begins: bool) -> Message:
    called: Value = Message("{chef:Cap}", {"chef": chef}) if begins else chef
    return Message("{player}", {"player": called} if player == CHEF else {}, {"player": player})


def _one_by_one(players: Sequence[Message]) -> Message:
    first, *later = players
    if not later:
        return first
    return Message("{first}, then {later}", {"first": first, "later": _one_by_one(later)})
