"""Positions as JSON, under the names of specification section 5."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from companion.games.octopus_garden.rules.data.board import CELLS, Cell, Space
from companion.games.octopus_garden.rules.data.box import BONUSES
from companion.games.octopus_garden.rules.data.garden import Garden
from companion.games.octopus_garden.rules.data.tokens import (
    GROUP_KINDS,
    Code,
    Token,
)
from companion.games.octopus_garden.rules.position import (
    Activation,
    Effect,
    Fish,
    Phase,
    Position,
    Treasure,
)
from companion.games.octopus_garden.rules.table import RULES_VERSION
from companion.rules.errors import BadPosition
from companion.rules.kit.position_file import read_position

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
SeatOrNone = Annotated[int, msgspec.Meta(ge=0, le=4)]
Counts = dict[Code, Count]


class FishValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Values of both kinds of bonus fish."""

    clownfish: tuple[Count, ...] = ()
    seahorse: tuple[Count, ...] = ()


class Grants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bonuses granted so far, by what attracted them."""

    AN: Count = 0
    SG: Count = 0


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position as it is written; `final_table` tells what is needed of a final one."""

    n: Count | None = None
    rules: str = RULES_VERSION
    options: dict[str, str] = {}
    modules: tuple[str, ...] | None = None
    phase: Phase = "OVER"
    active: SeatOrNone = 0
    turn_no: Count = 0
    bag: Counts | None = None
    market: dict[Cell, Code | None] = {}
    claim: dict[Cell, SeatOrNone | None] = {}
    gone: Counts = {}
    bed: Count | None = None
    stack: FishValues | None = None
    pearls: tuple[int, ...] | None = None
    garden: tuple[dict[Space, tuple[Token | str, ...]], ...]
    won: tuple[FishValues, ...] | None = None
    entitled: tuple[Grants, ...] | None = None
    shark_used: tuple[bool, ...] | None = None
    fresh: tuple[tuple[str, ...], ...] | None = None
    trigger: SeatOrNone = 0
    last_turns: Count = 0
    # Beyond section 5: what the turn needs, and where each bonus fish was won.
    fish: tuple[tuple[Fish, ...], ...] | None = None
    last_buy: Count = 0
    hand: tuple[Code, ...] = ()
    chests: Count = 0
    treasure: Treasure | None = None
    swap: Cell | None = None
    drawn: Code | None = None
    asked: SeatOrNone = 0
    activation: Activation | None = None
    news: tuple[Effect, ...] = ()


PLAIN: Final = (
    *(
        "phase",
        "active",
        "turn_no",
        "trigger",
        "last_turns",
        "last_buy",
        "hand",
        "chests",
        "treasure",
        "swap",
    ),
    *("drawn", "asked", "activation", "news"),
)
"""What a document and a position hold alike."""

_BY_SEAT: Final = ("pearls", "won", "entitled", "shark_used", "fresh", "fish")


def encode(p: Position) -> bytes:
    """Write a position."""
    document = Document(
        **{name: getattr(p, name) for name in PLAIN},
        n=p.seats,
        rules=p.table.rules,
        options=dict(p.table.chosen),
        modules=p.table.modules,
        bag=dict(p.bag),
        market=dict(zip(CELLS, p.market, strict=True)),
        claim={cell: owner or None for cell, owner in zip(CELLS, p.claim, strict=True)},
        gone=dict(p.gone),
        bed=p.bed,
        stack=FishValues(*p.stack),
        pearls=p.pearls,
        garden=tuple(_spaces(garden) for garden in p.garden),
        won=tuple(values_of(fish) for fish in p.won),
        entitled=tuple(Grants(*grants) for grants in p.entitled),
        shark_used=p.shark_used,
        fresh=tuple(garden.fresh for garden in p.garden),
        fish=p.won,
    )
    return msgspec.json.encode(document)


def _spaces(garden: Garden) -> dict[Space, tuple[Token | str, ...]]:
    stacks = zip(garden.board.spaces, garden.stacks, strict=True)
    return {space: tuple(stack) for space, stack in stacks if stack}


def values_of(caught: tuple[Fish, ...]) -> FishValues:
    """Give the values of the bonus fish that a seat has won."""
    return FishValues(*(tuple(f.value for f in caught if f.bonus == BONUSES[kind]) for kind in GROUP_KINDS))


def read(data: bytes) -> Document:
    """Read a whole document. Raises `BadPosition` when it is not one."""
    return whole(parse(data))


def parse(data: bytes) -> Document:
    """Read a document as it is written. Raises `BadPosition` when it is not one."""
    return read_position(data, Document)


def whole(document: Document) -> Document:
    """Give a document with as many gardens as players, and entries for each. Raises `BadPosition`."""
    if len(document.garden) == 1:
        document = _among_others(document)
    seats = len(document.garden)
    if seats not in (2, 3, 4):
        raise BadPosition("The position cannot be read: there are one to four gardens, one a player.")
    if document.n not in (None, seats):
        raise BadPosition(
            f"The position contradicts itself: n is {document.n}, and there are {seats} gardens."
        )
    for name in _BY_SEAT:
        value = getattr(document, name)
        if value is not None and len(value) != seats:
            raise BadPosition(f"The position cannot be read: {name} does not have {seats} entries.")
    return document


def _among_others(document: Document) -> Document:
    """Put gardens in which nothing was planted beside one that is to be scored by itself, ``n`` in all."""
    others = max(1, min(4, document.n or 2) - 1)
    empty: dict[str, Any] = {"pearls": 0, "won": FishValues(), "entitled": Grants(), "shark_used": False}
    empty |= {"fresh": (), "fish": ()}
    given = {name: value for name in _BY_SEAT if (value := getattr(document, name)) is not None}
    filled = {name: (*value, *(empty[name],) * others) for name, value in given.items()}
    return msgspec.structs.replace(document, garden=(*document.garden, *({},) * others), **filled)
