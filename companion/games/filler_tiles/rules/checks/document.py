"""Positions as JSON, under the names of specification section 5."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from companion.games.filler_tiles.rules.actions import Colour
from companion.games.filler_tiles.rules.board import Square
from companion.games.filler_tiles.rules.position import Kind, Phase, Position, Tile
from companion.games.filler_tiles.rules.table import make_table
from companion.rules.errors import BadOption, BadPosition
from companion.rules.kit.position_file import read_position

Count = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
SeatOrNone = Annotated[int, msgspec.Meta(ge=0, le=2)]
Seats = tuple[Colour, Colour]
Counts = tuple[Count, Count]
Starts = tuple[Count | Literal["unlimited"], Count | Literal["unlimited"]]


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position as it is written. ``tile`` is enough for a final table on 8x8."""

    rows: Count | None = None
    cols: Count | None = None
    stones: tuple[Square, ...] = ()
    tile: dict[Square, Colour]
    kind: dict[Square, Kind] = {}
    seeds_left: Counts | None = None
    starts_left: Starts | None = None
    supply: Counts | None = None
    colour_of_seat: Seats = (1, 2)
    to_move: SeatOrNone = 1
    phase: Phase = "OVER"
    turn_no: Count | None = None
    over: bool | None = None
    passed: SeatOrNone = 0
    options: dict[str, str] = {}


_FOLLOWS: Final = ("rows", "cols", "seeds_left", "starts_left", "supply", "turn_no", "over")
"""What is written for the reader's sake; it follows from the rest."""


def _follows(p: Position) -> dict[str, Any]:
    starts = tuple("unlimited" if left is None else left for left in p.starts_left)
    values = (p.board.rows, p.board.cols, p.seeds_left, starts, p.supply, p.turn_no, p.over)
    return dict(zip(_FOLLOWS, values, strict=True))


def encode(p: Position) -> bytes:
    """Write a position."""
    document = Document(
        **_follows(p),
        stones=p.stones,
        tile=p.tile,
        kind={tile.square: tile.kind for tile in p.tiles},
        colour_of_seat=p.colour_of_seat,
        to_move=p.to_move,
        phase=p.phase,
        passed=p.passed,
        options=dict(p.table.chosen),
    )
    return msgspec.json.encode(document)


def decode(data: bytes) -> Position:
    """Read a position. Raises `BadPosition` when it is none, or contradicts itself."""
    document = read_position(data, Document)
    try:
        table = make_table(_options(document))
    except BadOption as error:
        raise BadPosition(error.sentence) from error
    if set(document.colour_of_seat) != {1, 2} or set(document.kind) - set(document.tile):
        raise BadPosition("The position contradicts itself: each player has a colour, each kind a tile.")
    p = Position(
        table=table,
        phase=document.phase,
        to_move=document.to_move,
        colour_of_seat=document.colour_of_seat,
        stones=document.stones,
        tiles=tuple(Tile(at, colour, document.kind.get(at, "laid")) for at, colour in document.tile.items()),
        passed=document.passed,
    )
    for name, value in _follows(p).items():
        written = getattr(document, name)
        if written not in (None, value):
            raise BadPosition(f"The position contradicts itself: {name} is {written}, but {value} follows.")
    return p


def _options(document: Document) -> dict[str, str]:
    """Give the options; for a table that was not followed size and stones may stand for themselves."""
    options = dict(document.options)
    for key, number in (("rows", document.rows), ("cols", document.cols), ("stones", len(document.stones))):
        if number is not None and key not in options:
            options[key] = str(number)
    return options
