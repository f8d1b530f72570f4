"""The boards: a garden's graph of spaces (section 3.1) and the market's lines (section 3.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from companion.rules.errors import BadData
from companion.rules.kit.data_words import read_json
from companion.rules.message import Message, together

Space = str
"""A space of a garden, such as ``B4``."""

Cell = Literal["11", "12", "13", "21", "22", "23", "31", "32", "33"]
"""A cell of the market: row and column."""

LineName = Literal["R1", "R2", "R3", "K1", "K2", "K3"]
"""A row or a column of the market."""

CELLS: Final[tuple[Cell, ...]] = ("11", "12", "13", "21", "22", "23", "31", "32", "33")

LINES: Final[dict[LineName, tuple[Cell, Cell, Cell]]] = {
    "R1": ("11", "12", "13"),
    "R2": ("21", "22", "23"),
    "R3": ("31", "32", "33"),
    "K1": ("11", "21", "31"),
    "K2": ("12", "22", "32"),
    "K3": ("13", "23", "33"),
}

PRINTED_OYSTERS: Final = 2
"""On every garden (section 2)."""

LEAST_EMPTY: Final = 2

MOST_SPACES: Final = 60
"""Of a garden that fits on a table, and whose turns are worked out at once."""

_SPACE: Final = re.compile(r"[A-Z][1-9][0-9]?")


class _Space(msgspec.Struct, frozen=True):
    id: str
    neighbours: tuple[str, ...]
    printed_oyster: bool = False


class _File(msgspec.Struct, frozen=True):
    game: Literal["octopus-garden"]
    schema_version: Literal[1]
    empty_space_count: int
    garden: tuple[_Space, ...]


class Board:
    """One garden board, the same for every player; an owner's own shape may take its place (OG-R01).

    Attributes
    ----------
    spaces : tuple of Space
        All spaces, row by row, those with a printed oyster too.
    neighbours : dict
        Space -> adjacent spaces.
    printed : frozenset of Space
        The spaces with a printed oyster.
    plantable : tuple of Space
        All others.
    place : dict
        Space -> its index in `spaces`.
    """

    def __init__(self, neighbours: dict[Space, tuple[Space, ...]], printed: frozenset[Space]) -> None:
        self.spaces = tuple(neighbours)
        self.neighbours = neighbours
        self.printed = printed
        self.plantable = tuple(space for space in self.spaces if space not in printed)
        self.place = {space: index for index, space in enumerate(self.spaces)}


def load_board(data: bytes) -> Board:
    """Read a garden file. Raises `BadData` with everything that is wrong."""
    file = read_json(data, _File, Message("the garden"))
    problems = list(_problems(file))
    if problems:
        raise BadData(together(*problems))
    printed = frozenset(space.id for space in file.garden if space.printed_oyster)
    return Board({space.id: space.neighbours for space in file.garden}, printed)


def _problems(file: _File) -> Iterator[Message]:
    known = {space.id: space.neighbours for space in file.garden}
    ids = [space.id for space in file.garden]
    twice = sorted({each for each in ids if ids.count(each) > 1})
    yield from (Message("The space {space} is there twice.", {"space": each}) for each in twice)
    for space in file.garden:
        yield from _space_problems(space, known)
    apart = _apart(file.garden[0].id, known) if file.garden else []
    if apart:
        yield Message(
            "{spaces} cannot be reached from {first}.",
            {"spaces": ", ".join(apart), "first": file.garden[0].id},
        )
    if len(file.garden) > MOST_SPACES:
        yield Message("There are more than {most} spaces.", {"most": MOST_SPACES})
    if file.empty_space_count < LEAST_EMPTY:
        yield Message("A garden has {least} empty spaces or more.", {"least": LEAST_EMPTY})
    printed = sum(space.printed_oyster for space in file.garden)
    if printed != PRINTED_OYSTERS:
        yield Message(
            "There are {found} printed oysters instead of {all}.", {"found": printed, "all": PRINTED_OYSTERS}
        )
    if len(file.garden) - printed != file.empty_space_count:
        yield Message(
            "There are {found} empty spaces instead of {all}.",
            {"found": len(file.garden) - printed, "all": file.empty_space_count},
        )


def _apart(first: Space, known: dict[str, tuple[Space, ...]]) -> list[Space]:
    """Give the spaces that nothing leads to from the first."""
    reached, edge = {first}, [first]
    while edge:
        near = {other for other in known.get(edge.pop(), ()) if other in known} - reached
        reached |= near
        edge += near
    return [each for each in known if each not in reached]


def _space_problems(space: _Space, known: dict[str, tuple[Space, ...]]) -> Iterator[Message]:
    if not _SPACE.fullmatch(space.id):
        yield Message(
            "{text} is no name of a space: give a letter and a number, such as B4.", {"text": repr(space.id)}
        )
    if space.id in space.neighbours:
        yield Message("{space} is its own neighbour.", {"space": space.id})
    if len(set(space.neighbours)) < len(space.neighbours):
        yield Message("{space} has a neighbour twice.", {"space": space.id})
    for other in space.neighbours:
        if other not in known:
            yield Message(
                "{space} has the neighbour {other}, and there is no {other}.",
                {"space": space.id, "other": other},
            )
        elif space.id not in known[other]:
            yield Message(
                "{space} has the neighbour {other}, but not the other way round.",
                {"space": space.id, "other": other},
            )
