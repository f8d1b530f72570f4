"""Positions as JSON, under the names of specification section 5."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from companion.games.papillon.rules.actions import NodeName
from companion.games.papillon.rules.data.board import (
    BUTTERFLIES,
    CATERPILLARS,
    HIGHEST_BID,
    SEATS,
    SPACES,
    FlowerId,
    Space,
    flowers_for,
)
from companion.games.papillon.rules.data.box import Box
from companion.games.papillon.rules.data.garden import Garden
from companion.games.papillon.rules.data.tileset import TileId
from companion.games.papillon.rules.position import Flower, News, Perched, Phase, Position
from companion.games.papillon.rules.results.scoring import scores
from companion.games.papillon.rules.table import Table, make_table
from companion.rules.errors import BadOption, BadPosition
from companion.rules.kit.position_file import read_position

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
SeatOrNone = Annotated[int, msgspec.Meta(ge=0, le=4)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=4)]
PlanterOrNone = Annotated[str, msgspec.Meta(pattern=r"^(PL[1-8])?\Z")]
T = TypeVar("T")
BySeat = tuple[T, ...]


class FlowerCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A flower: its planter and the butterflies of each seat."""

    planter: PlanterOrNone
    count: BySeat[Count]
    colour: str | None = None
    values: tuple[Count, ...] | None = None
    token: bool = False


class BidTrack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who stands on 1 to 5 (0: nobody), and on the zeros from Z1 outwards."""

    num: Annotated[tuple[SeatOrNone, ...], msgspec.Meta(min_length=HIGHEST_BID, max_length=HIGHEST_BID)]
    zero: tuple[SeatNumber, ...]


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position as it is written; `final_table` tells what else a final one needs."""

    players: Count | None = None
    seats: tuple[SeatNumber, ...] | None = None
    colours: tuple[str, ...] | None = None
    options: dict[str, str] = {}
    round: Annotated[int, msgspec.Meta(ge=0, le=8)] = 8
    phase: Phase = "OVER"
    actor: SeatOrNone | Literal["all"] | None = None
    order: tuple[SeatNumber, ...] = ()
    draft_order: tuple[SeatNumber, ...] = ()
    bid: BidTrack = BidTrack((0,) * HIGHEST_BID, ())
    bag: tuple[TileId, ...] | None = None
    removed: tuple[TileId, ...] = ()
    board: dict[Space, TileId] = {}
    board_tokens: tuple[Space, ...] = ()
    gnome_track: tuple[Count, ...] = ()
    shed: Count | None = None
    cat: BySeat[Count]
    supply: int | None = None
    hand: BySeat[tuple[TileId, ...]] | None = None
    garden: BySeat[Garden]
    closed_seen: BySeat[tuple[NodeName, ...]] | None = None
    bf: BySeat[Count] | None = None
    on_patch: BySeat[tuple[Perched, ...]] | None = None
    flower: dict[FlowerId, FlowerCard]
    gnomes: BySeat[Count] | None = None
    gnome_to_place: BySeat[Count] | None = None
    gnome_at: BySeat[tuple[NodeName, ...]] | None = None
    done: BySeat[bool] | None = None
    score: BySeat[int] | None = None
    # Beyond section 5: what the round needs.
    turn: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    due: BySeat[tuple[NodeName, ...]] | None = None
    news: tuple[News, ...] | msgspec.UnsetType = msgspec.UNSET
    bonus_at: FlowerId | Literal[""] = ""


_SAME: Final = (
    "round",
    "phase",
    "order",
    "draft_order",
    "removed",
    "board_tokens",
    "gnome_track",
    "shed",
    "cat",
    "turn",
    "bonus_at",
)
"""What a document and a position hold under the same name and in the same form."""

_BY_SEAT: Final[dict[str, Any]] = {
    "hand": (),
    "closed_seen": (),
    "gnomes": 0,
    "gnome_to_place": 0,
    "gnome_at": (),
    "done": False,
    "due": (),
    "on_patch": (),
}
"""The same, one entry a seat, with what stands for an entry left out."""


def encode(p: Position) -> bytes:
    """Write a position; what follows from other variables (``actor``, ``score``, ...) is added."""
    document = Document(
        **{name: getattr(p, name) for name in (*_SAME, *_BY_SEAT)},
        **_derived(p),
        options=dict(p.table.chosen),
        news=p.news or msgspec.UNSET,
        bid=BidTrack(p.bid_num, p.bid_zero),
        bag=p.bag,
        board={space: tile for space, tile in zip(SPACES, p.board, strict=True) if tile},
        supply=p.supply,
        bf=p.bf,
        garden=p.garden,
        flower={flower.id: _card(p, flower) for flower in p.flower},
    )
    return msgspec.json.encode(document)


def _derived(p: Position) -> dict[str, Any]:
    over = p.over
    return {
        "players": p.seats,
        "seats": tuple(range(1, p.seats + 1)),
        "colours": p.table.colours,
        "actor": None if over else "all" if p.phase == "GARDEN" else p.to_move,
        "score": tuple(scores(p, seat).total for seat in range(1, p.seats + 1)) if over else None,
    }


def _card(p: Position, flower: Flower) -> FlowerCard:
    values = p.box.planters.get(flower.planter)
    return FlowerCard(flower.planter, flower.count, flower.colour, values, flower.token)


def read(data: bytes) -> Document:
    """Read a document. Raises `BadPosition` when it is not one."""
    document = read_position(data, Document)
    seats = len(document.garden)
    if seats not in SEATS or document.players not in (None, seats):
        raise BadPosition("The position cannot be read: there are two to four gardens, one a player.")
    for name in (*_BY_SEAT, "cat", "bf", "score", "colours"):
        value = getattr(document, name)
        if value is not None and len(value) != seats:
            raise BadPosition(f"The position cannot be read: {name} does not have {seats} entries.")
    if tuple(document.flower) != flowers_for(seats):
        names = ", ".join(flowers_for(seats))
        raise BadPosition(f"The position cannot be read: the flowers are {names}, in this order.")
    if any(len(card.count) != seats for card in document.flower.values()):
        raise BadPosition(f"The position cannot be read: a flower's count does not have {seats} entries.")
    return document


def position(document: Document, boxes: tuple[Box, ...]) -> Position:
    """Build the position of a document, filling in what was left out.

    Left out, the bag holds the rest of the tiles, the supplies the rest of the caterpillars and
    butterflies. Raises `BadPosition` for a document that contradicts itself.
    """
    values: dict[str, Any] = {name: getattr(document, name) for name in _SAME}
    for name, default in _BY_SEAT.items():
        written = getattr(document, name)
        values[name] = (default,) * len(document.garden) if written is None else written
    if document.gnomes is None:
        values["gnomes"] = tuple(len(nodes) for nodes in values["gnome_at"])
    p = Position(
        **values,
        table=_table(document, boxes),
        news=document.news or (),
        bid_num=document.bid.num,
        bid_zero=document.bid.zero,
        bag=document.bag or (),
        board=tuple(document.board.get(space, "") for space in SPACES),
        supply=document.supply or 0,
        garden=tuple(tuple(sorted(garden)) for garden in document.garden),
        bf=document.bf or (),
        flower=tuple(
            Flower(name, name[1], card.planter, card.token, card.count)
            for name, card in document.flower.items()
        ),
    )
    _refuse_strange_pieces(p)
    p = _with_rests(document, p)
    _refuse_contradictions(document, p)
    return p


def _table(document: Document, boxes: tuple[Box, ...]) -> Table:
    try:
        return make_table(len(document.garden), document.options, boxes)
    except BadOption as error:
        raise BadPosition(error.sentence) from error


def tiles_about(p: Position) -> Iterable[str]:
    """Give every tile that is not in the bag, as often as it is somewhere."""
    yield from p.removed
    yield from filter(None, p.board)
    for hand, garden in zip(p.hand, p.garden, strict=True):
        yield from hand
        yield from (laid.tile for laid in garden)


def butterflies_out(p: Position) -> tuple[int, ...]:
    """Give how many butterflies of each seat are on patches and flowers."""
    return tuple(len(p.on_patch[i]) + sum(flower.count[i] for flower in p.flower) for i in range(p.seats))


def _refuse_strange_pieces(p: Position) -> None:
    """Raise `BadPosition` for tiles, planters and segments that the box does not have."""
    strange = {*p.bag, *tiles_about(p)} - p.box.tiles.keys()
    strange |= {flower.planter for flower in p.flower} - {"", *p.box.planters}
    strange |= set(chain(*p.closed_seen, *p.gnome_at, *p.due)) - p.box.segments.keys()
    if strange:
        raise BadPosition(f"The position cannot be read: there is no {min(strange)} in this box.")


def _with_rests(document: Document, p: Position) -> Position:
    """Fill in the bag and the supplies where they were left out."""
    if document.bag is None:
        about = set(tiles_about(p))
        p = msgspec.structs.replace(p, bag=tuple(tile for tile in p.box.tiles if tile not in about))
    if document.supply is None:
        rest = CATERPILLARS - sum(p.cat) - len(p.board_tokens)
        p = msgspec.structs.replace(p, supply=rest if p.table.unlimited_caterpillars else max(0, rest))
    if document.bf is None:
        p = msgspec.structs.replace(p, bf=tuple(max(0, BUTTERFLIES - out) for out in butterflies_out(p)))
    return p


def _refuse_contradictions(document: Document, p: Position) -> None:
    """Raise `BadPosition` when a derived name does not agree with what it follows from."""
    if max(len(p.order), len(p.draft_order)) > p.seats or (p.turn and p.turn >= p.seats):
        raise BadPosition("The position contradicts itself: there are more turns than players.")
    if p.phase not in ("SETUP", "OVER") and len(p.order) != p.seats:
        raise BadPosition("The position contradicts itself: not everybody has a place in the order.")
    if p.phase in ("DRAFT", "RESERVE", "GARDEN", "FLY", "BONUS") and len(p.draft_order) != p.seats:
        raise BadPosition("The position contradicts itself: not everybody has a place in the drafting order.")
    for name, value in _derived(p).items():
        written = getattr(document, name)
        if written is not None and written != value:
            raise BadPosition(f"The position contradicts itself: {name} is {written}, but {value} follows.")
    for flower, card in zip(p.flower, document.flower.values(), strict=True):
        follows = _card(p, flower)
        if card.values not in (None, follows.values) or card.colour not in (None, follows.colour):
            raise BadPosition(f"The position contradicts itself: {flower.id} has other numbers or colours.")
