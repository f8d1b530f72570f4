"""From a document to a position: what was left out is filled in, and tokens may be written by their codes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from companion.games.octopus_garden.rules.checks.document import PLAIN, Document, FishValues, values_of
from companion.games.octopus_garden.rules.data.board import CELLS, Space
from companion.games.octopus_garden.rules.data.box import BONUSES
from companion.games.octopus_garden.rules.data.census import in_the_box, out_of_the_bag
from companion.games.octopus_garden.rules.data.garden import Garden
from companion.games.octopus_garden.rules.data.piece_set import PieceSet
from companion.games.octopus_garden.rules.data.tokens import (
    CODES,
    GROUP_KINDS,
    GROWING,
    Multiset,
    Token,
    multiset,
)
from companion.games.octopus_garden.rules.position import Fish, Position, entitled_to
from companion.games.octopus_garden.rules.results.groups import counts_as, entitlement, groups
from companion.games.octopus_garden.rules.sentences.words import called
from companion.games.octopus_garden.rules.table import OLDER_RULES, RULES_VERSION, Table, make_table
from companion.rules.errors import BadOption, BadPosition
from companion.rules.game import Seat

_WRITTEN: Final = re.compile(r"([A-Z]{2})(?: (used)|=([A-Z]{2}))?")
"""A token by its code: ``AN``; ``CC used``; what a mimic became, ``MO=AN``; a crab's home, ``HC=TR``."""


def position(document: Document, sets: Sequence[PieceSet]) -> Position:
    """Build the position of a document, filling in what was left out.

    Left out, the bag holds the rest of the tokens, the bed the rest of the oysters and the stacks
    the rest of the fish; nobody has pearls; what the groups earn counts as granted; and a hermit
    crab written without a home takes the nearest one that lies loose below it.

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
    if document.won is not None and document.won != tuple(values_of(fish) for fish in won):
        raise BadPosition("The position contradicts itself: won and fish are not alike.")
    oysters = sum(len(garden.having("OY")) for garden in gardens)
    p = Position(
        **{name: getattr(document, name) for name in PLAIN},
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
    p = msgspec.structs.replace(p, bag=bag, entitled=_entitled(document, p))
    return msgspec.structs.replace(p, garden=_with_fresh(document, p))


def _table(document: Document, sets: Sequence[PieceSet]) -> Table:
    if document.rules not in (RULES_VERSION, *OLDER_RULES):
        raise BadPosition(f"The position follows version {document.rules} of the rules, which is not known.")
    try:
        return make_table(len(document.garden), document.options, sets, document.rules)
    except BadOption as error:
        raise BadPosition(error.sentence) from error


def _garden(spaces: dict[Space, tuple[Token | str, ...]], table: Table) -> Garden:
    """Lay out a garden; tokens written as mere codes get the numbers that are free."""
    for space in spaces:
        if space not in table.board.place:
            raise BadPosition(f"The position cannot be read: there is no space {space}.")
    named = {t.name for stack in spaces.values() for t in stack if isinstance(t, Token)}
    stacks: dict[Space, list[Token]] = {space: [] for space in table.board.spaces}
    for space, stack in spaces.items():
        for token in stack:
            laid = token if isinstance(token, Token) else _token(token, space, named, stacks[space])
            named.add(laid.name)
            stacks[space].append(laid)
    garden = Garden(table.board, table.printed_oysters_passable, tuple(map(tuple, stacks.values())))
    return garden.linked()


def _token(text: str, space: Space, taken: set[str], below: Sequence[Token]) -> Token:
    """Read a token that is written by its code."""
    found = _WRITTEN.fullmatch(text)
    code = next((code for code in CODES if found and code == found[1]), None)
    if found is None or code is None:
        raise BadPosition(f"The position cannot be read: on {space}, {text!r} is none of {', '.join(CODES)}.")
    token = next(token for number in range(1, 1000) if (token := Token(code, number)).name not in taken)
    if found[2] and code == "CC":
        return msgspec.structs.replace(token, flipped=True)
    kind = next((kind for kind in GROUP_KINDS if kind == found[3]), None)
    if kind and code == "MO":
        return msgspec.structs.replace(token, acts_as=kind)
    if code == "HC" and found[3] in ("SH", "TR"):
        claimed = {token.home for token in below}
        homes = [home.name for home in below if home.code == found[3] and home.name not in claimed]
        if homes:
            return msgspec.structs.replace(token, home=homes[-1])
    if found[2] or found[3]:
        raise BadPosition(f"The position cannot be read: on {space}, {text!r} does not fit a {called(code)}.")
    return token


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


def _with_fresh(document: Document, p: Position) -> tuple[Garden, ...]:
    """Say which plants and mimics no bonus has used up.

    Left out, each fish granted has used up the oldest of a group that is large enough. Those beyond have
    used up the oldest of all: their groups were split.
    """
    if document.fresh is None:
        return tuple(_unused_of(p, seat) for seat in range(1, p.seats + 1))
    for garden, fresh in zip(p.garden, document.fresh, strict=True):
        growing = [token.name for _, token in garden.tokens() if token.code in GROWING]
        if len(set(fresh)) < len(fresh) or not set(fresh) <= set(growing):
            raise BadPosition(
                "The position contradicts itself: fresh names a token twice, or one that is not there."
            )
    pairs = zip(p.garden, document.fresh, strict=True)
    return tuple(msgspec.structs.replace(garden, fresh=fresh) for garden, fresh in pairs)


def _unused_of(p: Position, seat: Seat) -> Garden:
    garden = p.garden[seat - 1]
    growing = sorted(
        (token for _, token in garden.tokens() if token.code in GROWING),
        key=lambda token: (CODES.index(token.code), token.id),
    )
    fresh = [token.name for token in growing]
    for kind in GROUP_KINDS:
        size, granted = p.table.box.group_size[kind], entitled_to(p, seat, kind)
        counting = [t.name for t in growing if counts_as(t, kind, p.table.mimic_stays, ())]
        used = 0
        for group in groups(garden, kind, mimics=p.table.mimic_stays):
            there = {token.name for space in group for token in garden.at(space)}
            due = min(len(group) // size, granted - used // size) * size
            spent = [name for name in counting if name in there][:due]
            fresh = [name for name in fresh if name not in spent]
            used += due
        left = [name for name in counting if name in fresh]
        fresh = [name for name in fresh if name not in left[: granted * size - used]]
    return msgspec.structs.replace(garden, fresh=tuple(fresh))
