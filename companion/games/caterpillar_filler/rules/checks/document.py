"""Positions as JSON, under the names of specification section 5."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec

from companion.games.caterpillar_filler.rules.actions import Face, Token
from companion.games.caterpillar_filler.rules.data.board import Space, in_order
from companion.games.caterpillar_filler.rules.position import Cause, Phase, Position
from companion.games.caterpillar_filler.rules.start import FULL_BODY, PAIRS, TOKENS
from companion.games.caterpillar_filler.rules.table import Expansions, Table, make_table
from companion.rules.errors import BadOption, BadPosition
from companion.rules.kit.position_file import read_position

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
SeatOrNone = Annotated[int, msgspec.Meta(ge=0, le=4)]
Counts = tuple[Count, ...]


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position as it is written. Only ``head`` and ``body`` are needed for a final table."""

    n: Count | None = None
    seat_to_move: SeatOrNone = 0
    turn_no: Count = 0
    phase: Phase = "OVER"
    head: tuple[Space | None, ...]
    body: tuple[tuple[Space, ...], ...]
    away: tuple[bool, ...] | None = None
    in_hand: Counts | None = None
    reserve: Counts | None = None
    wasps: Counts | None = None
    flowers: tuple[Space, ...] = ()
    wasp_spaces: tuple[Space, ...] = ()
    supply: Count | None = None
    pairs: tuple[Space, ...] = ()
    next_pair: Count | None = None
    tiles_out: bool = False
    roll: Face | None = None
    steps_left: Count = 0
    wasps_used: Count = 0
    options: dict[str, str] = {}
    rule_tiles: tuple[str, ...] | None = None
    setup_tile: str | None = None
    over: bool | None = None
    winner: SeatOrNone | None = None
    # Beyond section 5: what the turn needs, and the tallies of the score sheet (CF-43).
    dice: tuple[Face, ...] = ()
    due: tuple[Cause, ...] = ()
    displaced: Space | None = None
    ate: Count = 0
    bitten: SeatOrNone = 0
    grew_on: Space | None = None
    to_lay: tuple[Token, ...] = ()
    flowers_eaten: Counts | None = None
    bites_given: Counts | None = None
    bites_suffered: Counts | None = None
    wasps_placed: Counts | None = None


_PLAIN: Final = tuple(name for name in Document.__struct_fields__ if name in Position.__struct_fields__)
"""What a document and a position hold under the same name."""

_BY_SEAT: Final = frozenset(
    {
        "body",
        "in_hand",
        "away",
        "reserve",
        "wasps",
        "flowers_eaten",
        "bites_given",
        "bites_suffered",
        "wasps_placed",
    }
)
"""What has one entry a seat."""


def encode(p: Position) -> bytes:
    """Write a position; what follows from other variables (``away``, ``winner``, ...) is added."""
    document = Document(
        **{name: getattr(p, name) for name in _PLAIN},
        n=p.seats,
        away=p.away,
        next_pair=len(p.pairs),
        options=dict(p.table.chosen),
        rule_tiles=p.table.rules,
        setup_tile=p.table.setup or None,
        over=p.over,
        winner=p.winner,
    )
    return msgspec.json.encode(document)


def read(data: bytes) -> Document:
    """Read a document. Raises `BadPosition` when it is not one."""
    document = read_position(data, Document)
    seats = len(document.head)
    if seats not in PAIRS or document.n not in (None, seats):
        raise BadPosition("The position cannot be read: there are two to four heads, one a player.")
    for name in Document.__struct_fields__:
        value = getattr(document, name)
        if name in _BY_SEAT and value is not None and len(value) != seats:
            raise BadPosition(f"The position cannot be read: {name} does not have {seats} entries.")
    return document


def position(document: Document, known: Expansions) -> Position:
    """Build the position of a document, filling in what was left out.

    Left out, a reserve holds the rest of the body pieces, the supply the rest of the tokens,
    and nothing is in hand. Raises `BadPosition` for a document that contradicts itself.
    """
    seats = len(document.head)
    zeros = (0,) * seats
    values: dict[str, Any] = {name: getattr(document, name) for name in _PLAIN}
    values = {name: zeros if value is None and name in _BY_SEAT else value for name, value in values.items()}
    values["flowers"], values["wasp_spaces"] = in_order(document.flowers), in_order(document.wasp_spaces)
    if document.reserve is None:
        values["reserve"] = tuple(
            max(0, FULL_BODY[seats] - len(body) - hand)
            for body, hand in zip(document.body, values["in_hand"], strict=True)
        )
    if document.supply is None:
        laid = len(document.flowers) + len(document.wasp_spaces) + sum(values["wasps"])
        values["supply"] = max(0, TOKENS - laid)
    p = Position(table=_table(document, known), **values)
    _refuse_contradictions(document, p)
    return p


def _table(document: Document, known: Expansions) -> Table:
    chosen: Mapping[str, str] = document.options
    try:
        return make_table(len(document.head), chosen, known)
    except BadOption as error:
        raise BadPosition(error.sentence) from error


def _refuse_contradictions(document: Document, p: Position) -> None:
    """Raise `BadPosition` when a derived name does not agree with what it follows from."""
    follows = {
        "away": p.away,
        "next_pair": len(p.pairs),
        "over": p.over,
        "winner": p.winner,
        "setup_tile": p.table.setup,
        "rule_tiles": p.table.rules,
    }
    for name, value in follows.items():
        written = getattr(document, name)
        if written is not None and written != value:
            raise BadPosition(f"The position contradicts itself: {name} is {written}, but {value} follows.")
