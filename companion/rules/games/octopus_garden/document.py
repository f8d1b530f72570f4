"""Positions as JSON, under the names of specification section 5."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from companion.rules.errors import BadOption, BadPosition
from companion.rules.games.octopus_garden.board import CELLS, Cell, Space
from companion.rules.games.octopus_garden.box import BONUSES
from companion.rules.games.octopus_garden.census import in_the_box, out_of_the_bag
from companion.rules.games.octopus_garden.garden import Garden
from companion.rules.games.octopus_garden.groups import entitlement
from companion.rules.games.octopus_garden.piece_set import PieceSet
from companion.rules.games.octopus_garden.position import Activation, Effect, Fish, Phase, Position, Treasure
from companion.rules.games.octopus_garden.table import Table, settle
from companion.rules.games.octopus_garden.tokens import GROUP_KINDS, Code, Multiset, Token, multiset
from companion.rules.position_file import read_position

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
    """A position as it is written. Only ``garden`` is needed for a final table."""

    n: Count | None = None
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
    garden: tuple[dict[Space, tuple[Token | Code, ...]], ...]
    won: tuple[FishValues, ...] | None = None
    entitled: tuple[Grants, ...] | None = None
    shark_used: tuple[bool, ...] | None = None
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


_PLAIN: Final = (
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

_BY_SEAT: Final = ("pearls", "won", "entitled", "shark_used", "fish")


def encode(p: Position) -> bytes:
    """Write a position."""
    document = Document(
        **{name: getattr(p, name) for name in _PLAIN},
        n=p.seats,
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
        won=tuple(_values(fish) for fish in p.won),
        entitled=tuple(Grants(*grants) for grants in p.entitled),
        shark_used=p.shark_used,
        fish=p.won,
    )
    return msgspec.json.encode(document)


def _spaces(garden: Garden) -> dict[Space, tuple[Token | Code, ...]]:
    stacks = zip(garden.board.spaces, garden.stacks, strict=True)
    return {space: tuple(stack) for space, stack in stacks if stack}


def _values(caught: tuple[Fish, ...]) -> FishValues:
    return FishValues(*(tuple(f.value for f in caught if f.bonus == BONUSES[kind]) for kind in GROUP_KINDS))


def read(data: bytes) -> Document:
    """Read a document. Raises `BadPosition` when it is not one."""
    document = read_position(data, Document)
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
    empty = {"pearls": 0, "won": FishValues(), "entitled": Grants(), "shark_used": False, "fish": ()}
    given = {name: value for name in _BY_SEAT if (value := getattr(document, name)) is not None}
    filled = {name: (*value, *(empty[name],) * others) for name, value in given.items()}
    return msgspec.structs.replace(document, garden=(*document.garden, *({},) * others), **filled)


def position(document: Document, sets: Sequence[PieceSet]) -> Position:
    """Build the position of a document, filling in what was left out.

    Left out, the bag holds the rest of the tokens, the bed the rest of the oysters and the stacks
    the rest of the fish; nobody has pearls; what the groups earn counts as granted; and a hermit
    crab written without a home takes one that lies loose on its space.

    Raises
    ------
    BadPosition
        For a document that contradicts itself, or names spaces that there are not.
    """
    table = _table(document, sets)
    if document.modules not in (None, table.modules):
        raise BadPosition("The position contradicts itself: the modules are not those of its options.")
    gardens = tuple(_garden(spaces, table) for spaces in document.garden)
    won = _won(document)
    if document.won is not None and document.won != tuple(_values(fish) for fish in won):
        raise BadPosition("The position contradicts itself: won and fish are not alike.")
    oysters = sum(len(garden.having("OY")) for garden in gardens)
    p = Position(
        **{name: getattr(document, name) for name in _PLAIN},
        table=table,
        bag=(),
        market=tuple(document.market.get(cell) for cell in CELLS),
        claim=tuple(document.claim.get(cell) or 0 for cell in CELLS),
        gone=multiset(document.gone),
        bed=max(0, table.box.counts["OY"] - oysters) if document.bed is None else document.bed,
        stack=_stack(document, won, table),
        pearls=document.pearls or (0,) * len(gardens),
        garden=gardens,
        won=won,
        entitled=((0, 0),) * len(gardens),
        shark_used=document.shark_used or tuple(bool(garden.having("SK")) for garden in gardens),
    )
    bag = _rest(p) if document.bag is None else multiset(document.bag)
    return msgspec.structs.replace(p, bag=bag, entitled=_entitled(document, p))


def _table(document: Document, sets: Sequence[PieceSet]) -> Table:
    try:
        return settle(len(document.garden), document.options, sets)
    except BadOption as error:
        raise BadPosition(error.sentence) from error


def _garden(spaces: dict[Space, tuple[Token | Code, ...]], table: Table) -> Garden:
    """Lay out a garden; tokens written as mere codes get the numbers that are free."""
    for space in spaces:
        if space not in table.board.place:
            raise BadPosition(f"The position cannot be read: there is no space {space}.")
    named = {t.name for stack in spaces.values() for t in stack if isinstance(t, Token)}
    stacks: dict[Space, list[Token]] = {space: [] for space in table.board.spaces}
    for space, stack in spaces.items():
        for token in stack:
            laid = token if isinstance(token, Token) else _numbered(token, named)
            named.add(laid.name)
            stacks[space].append(laid)
    garden = Garden(table.board, table.printed_oysters_passable, tuple(map(tuple, stacks.values())))
    return garden.linked()


def _numbered(code: Code, taken: set[str]) -> Token:
    return next(token for number in range(1, 1000) if (token := Token(code, number)).name not in taken)


def _won(document: Document) -> tuple[tuple[Fish, ...], ...]:
    if document.fish is not None:
        return document.fish
    won = document.won or (FishValues(),) * len(document.garden)
    return tuple(
        (
            *(Fish("clownfish", value) for value in values.clownfish),
            *(Fish("seahorse", value) for value in values.seahorse),
        )
        for values in won
    )


def _stack(
    document: Document, won: tuple[tuple[Fish, ...], ...], table: Table
) -> tuple[tuple[int, ...], ...]:
    if document.stack is not None:
        return document.stack.clownfish, document.stack.seahorse
    taken = {(fish.bonus, fish.value) for caught in won for fish in caught}
    return tuple(
        tuple(value for value in table.box.fish(bonus, table.seats) if (bonus, value) not in taken)
        for bonus in BONUSES.values()
    )


def _rest(p: Position) -> Multiset:
    """Give what is left of the garden tokens for the bag."""
    rest = in_the_box(p) - out_of_the_bag(p)
    return multiset({code: number for code, number in rest.items() if code != "OY"})


def _entitled(document: Document, p: Position) -> tuple[tuple[int, ...], ...]:
    if document.entitled is not None:
        return tuple((grants.AN, grants.SG) for grants in document.entitled)
    return tuple(
        tuple(
            max(
                entitlement(p, seat, kind),
                sum(fish.bonus == BONUSES[kind] for fish in p.won[seat - 1]),
            )
            for kind in GROUP_KINDS
        )
        for seat in range(1, p.seats + 1)
    )
